import type { CollectionName } from '../content/collections/collections.ts';
import type { DemoImageName, DemoMenuEntry, DemoPage, DemoPost, DemoService } from './content/demoContent.ts';
import { demoPages } from './content/pages.ts';
import { homeProjectPosts } from './content/posts/homeProjects.ts';
import { hostingPosts } from './content/posts/hosting.ts';
import { maintenancePosts } from './content/posts/maintenance.ts';
import { ownerGuidePosts } from './content/posts/ownerGuides.ts';
import { rentalPosts } from './content/posts/rentals.ts';
import { seasonalCarePosts } from './content/posts/seasonalCare.ts';
import { demoServices } from './content/services.ts';
import { demoCallToAction, demoMenu, demoSettings } from './content/site.ts';
import { demoPictures, pictureId } from './demoPictures.ts';

/** A row as it is stored. Open, because tests put editors' mistakes into it. */
export type ContentRow = Record<string, unknown>;

export type ContentRows = Record<CollectionName, ContentRow[]>;

export type DemoRows = ReturnType<typeof demoRows>;

/** Every post of the demo, all files together. */
export const demoPosts: readonly DemoPost[] = [
  ...seasonalCarePosts,
  ...maintenancePosts,
  ...rentalPosts,
  ...ownerGuidePosts,
  ...homeProjectPosts,
  ...hostingPosts,
];

/**
 * Assembles the written content into the rows of a content service, new ones on each call. Ids follow neither
 * the display order nor the dates, so that a reader who forgets to sort is seen at once.
 */
export function demoRows() {
  const services = bySlug(demoServices).map(serviceRow);
  return {
    navigation: navigationRows(demoMenu),
    site_settings: demoSettings.map((setting, at) => ({ id: at + 1, ...setting })),
    pages: demoPages.map(pageRow),
    services,
    service_features: featureRows(services),
    cta_settings: [{ id: 1, ...demoCallToAction }],
    blog_posts: bySlug(demoPosts).map(postRow),
    directus_files: fileRows(),
  } satisfies ContentRows;
}

function bySlug<Written extends { readonly slug: string }>(written: readonly Written[]): Written[] {
  return [...written].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** The menu is entered from its end, children after all top entries, so ids run against the display order. */
function navigationRows(menu: readonly DemoMenuEntry[]) {
  const rows: {
    id: number;
    title: string;
    url: string | null;
    parent_id: number | null;
    display_order: number | null;
  }[] = [];
  const add = (entries: readonly DemoMenuEntry[], parentId: number | null): void => {
    const own = entries.map((entry, at) => ({ entry, at })).reverse();
    const added = own.map(({ entry, at }) => {
      const id = rows.length + 1;
      rows.push({ id, title: entry.title, url: entry.url, parent_id: parentId, display_order: at + 1 });
      return { id, children: entry.children ?? [] };
    });
    for (const { id, children } of added) add(children, id);
  };
  add(menu, null);
  return rows;
}

function pageRow(page: DemoPage, at: number) {
  const cards = page.services_repeater?.map(({ image, ...card }) => ({
    image_url: pictureId(image),
    ...card,
  }));
  return {
    id: at + 1,
    slug: page.slug,
    title: page.title,
    hero_title: page.hero_title ?? null,
    hero_subtitle: page.hero_subtitle ?? null,
    hero_image: pictureId(page.hero),
    content: page.content ?? null,
    story_title: page.story_title ?? null,
    story_content: page.story_content ?? null,
    story_image: pictureId(page.story),
    story_image_path: null,
    hero_feature1_text: page.hero_feature1_text ?? null,
    hero_feature1_icon: page.hero_feature1_icon ?? null,
    hero_feature2_text: page.hero_feature2_text ?? null,
    hero_feature2_icon: page.hero_feature2_icon ?? null,
    hero_feature3_text: page.hero_feature3_text ?? null,
    hero_feature3_icon: page.hero_feature3_icon ?? null,
    services_repeater: cards === undefined ? null : JSON.stringify(cards),
  };
}

function serviceRow(service: DemoService, at: number) {
  const { features: _, thumbnail, hero, ...own } = service;
  return { id: at + 1, ...own, thumbnail_image: pictureId(thumbnail), hero_image: pictureId(hero) };
}

/** The lines of each service are entered last one first: `sort` is the order, the id is not. */
function featureRows(services: readonly { readonly id: number; readonly slug: string }[]) {
  const lines = services.flatMap((row) => {
    const features = demoServices.find((service) => service.slug === row.slug)?.features ?? [];
    return features.map((feature_text, at) => ({ service_id: row.id, feature_text, sort: at + 1 })).reverse();
  });
  return lines.map((line, at) => ({ id: at + 1, ...line }));
}

function postRow(post: DemoPost, at: number) {
  const { image, published_at = null, published_date = null, ...own } = post;
  const picture = pictureId(image);
  return {
    id: at + 1,
    ...own,
    published_at,
    published_date,
    featured_image: picture,
    thumbnail_image: picture,
  };
}

function fileRows() {
  return imageNames.map((name) => {
    const { id, title, description, focus } = demoPictures[name];
    return {
      id,
      storage: 'local',
      filename_disk: `${name}.svg`,
      filename_download: `${name}.jpg`,
      title,
      type: 'image/jpeg',
      folder: null,
      uploaded_by: null,
      created_on: '2026-09-14T16:20:00.000Z',
      modified_by: null,
      modified_on: '2026-09-14T16:20:00.000Z',
      charset: null,
      filesize: null,
      width: 1600,
      height: 1000,
      duration: null,
      embed: null,
      description,
      location: null,
      tags: null,
      metadata: null,
      focal_point_x: focus?.[0] ?? null,
      focal_point_y: focus?.[1] ?? null,
      uploaded_on: '2026-09-14T16:20:00.000Z',
    };
  });
}

function isImageName(name: string): name is DemoImageName {
  return Object.hasOwn(demoPictures, name);
}

const imageNames: readonly DemoImageName[] = Object.keys(demoPictures).filter(isImageName);
