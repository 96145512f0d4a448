import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { demoContent, entryOf } from '../../server/demo/demoContent.ts';
import { writtenOn } from '../../server/demo/demoDate.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import * as paths from '../../shared/paths.ts';

const services = demoContent().services.filter((service) => service.status === 'published');
const published = demoContent().posts.filter((post) => post.status === 'published');
const due = published.filter(
  (post) => Date.parse(post.published_at ?? post.published_date ?? '') <= Date.now(),
);

function listed(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const categories = new Set(published.flatMap((post) => listed(post.categories)));
const tags = new Set(published.flatMap((post) => listed(post.tags)));

describe('an entry', () => {
  const read = v.safeParser(entryOf('services', { thumbnail: v.string() }));

  it('has its own members and the columns of its collection', () => {
    expect(read({ thumbnail: 'x', hero_title: 'y', related_services: 'z' }).success).toBe(true);
  });

  it('with a name that is neither is an error that says which', () => {
    const { issues = [] } = read({ thumbnail: 'x', hero_titel: 'y' });
    expect(issues.map(({ message }) => message)).toEqual([
      'The demo has "hero_titel", which is no column of services.',
    ]);
  });
});

it('has curly apostrophes and quotation marks in its texts', () => {
  expect(JSON.stringify(demoContent()).replace(/<[^>]*>/g, '')).not.toMatch(/\w'|\\"/);
});

it('is written in American words', () => {
  const words = JSON.stringify(demoContent(), (key, value) =>
    /^(image|fall|search_words)$/.test(key) ? '' : value,
  );
  expect(
    words.match(/\b(autumn|afterwards|backwards|towards|cupboards?|grey|colour|neighbour|rang us)\b/gi),
  ).toBeNull();
});

describe('dates of posts', () => {
  const dayMs = 86_400_000;
  const first = Date.parse('2026-11-22T00:00:00Z');
  const datesOn = (time: number) =>
    demoRows(new Date(time)).blog_posts.flatMap(({ slug, status, published_at, published_date }) => {
      const date = published_at ?? published_date;
      return status === 'published' && date !== null ? [{ slug, date }] : [];
    });

  it('are the written ones on the day on which they were written, and without a day', () => {
    const written = published.map(({ slug, published_at, published_date }) => ({
      slug,
      date: published_at ?? published_date,
    }));
    expect(datesOn(Date.parse(writtenOn))).toEqual(written);
    expect(demoRows()).toEqual(demoRows(new Date(writtenOn)));
  });

  it('keep month and day, are the same all day, and have a newest that is at most six weeks old', () => {
    for (let days = 0; days < 400; days += 1) {
      const midnight = first + days * dayMs;
      const dates = datesOn(midnight);
      expect(datesOn(midnight + dayMs - 1)).toEqual(dates);
      const ages = dates.map(({ date }) => (midnight - Date.parse(date)) / dayMs).filter((age) => age >= 0);
      expect(ages.length, new Date(midnight).toISOString()).toBe(due.length);
      expect(Math.min(...ages), new Date(midnight).toISOString()).toBeLessThan(42);
      expect(Math.max(...ages)).toBeLessThan(3 * 366);
    }
    const monthAndDay = ({ slug, date }: { slug: string; date: string }) => `${slug} ${date.slice(4)}`;
    expect(datesOn(first + 300 * dayMs).map(monthAndDay)).toEqual(datesOn(first).map(monthAndDay));
  });
});

describe('links', () => {
  const routes = new Set<string>([
    ...Object.values(paths).filter((path) => typeof path === 'string'),
    ...services.map(({ slug }) => paths.servicePath(slug)),
    ...demoContent().pages.map(({ slug }) => `/${slug}`),
    ...due.map(({ slug }) => paths.postPath(slug)),
    ...[...categories].map((name) => paths.categoryPath(slugOf(name))),
    ...[...tags].map((name) => paths.tagPath(slugOf(name))),
  ]);

  const linksIn = (from: string, html: string | undefined) =>
    [...(html ?? '').matchAll(/\bhref="([^"]*)"/g)].map(([, url]) => ({ from, url: url ?? '' }));
  const menuLinks = demoContent()
    .site.menu.flatMap((entry) => [entry, ...entry.children])
    .flatMap(({ title, url }) => (url === null ? [] : [{ from: `menu ${title}`, url }]));
  const links = [
    ...menuLinks,
    { from: 'call to action', url: String(demoContent().site.call_to_action.button_url) },
    ...[...demoContent().services, ...demoContent().posts].flatMap(({ slug, content }) =>
      linksIn(slug, content),
    ),
    ...demoContent().pages.flatMap((page) => [
      ...linksIn(page.slug, page.content),
      ...[...JSON.stringify(page.blocks).matchAll(/"link":"([^"]*)"/g)].map(([, url = '']) => ({
        ...{ from: page.slug, url },
      })),
      ...(page.services_repeater ?? []).map((card) => ({ from: page.slug, url: String(card.link_url) })),
    ]),
  ];

  it('ask for no photograph where they lead to the form, which takes none', () => {
    const texts = [...demoContent().services, ...demoContent().posts].flatMap(({ content }) =>
      [...content.matchAll(/<a href="\/contact">([^<]*)/g)].map(([, text]) => text),
    );
    expect(texts.filter((text) => /photo/i.test(text ?? ''))).toEqual([]);
  });

  it('lead to a page that exists', () => {
    const internal = links.filter(({ url }) => !/^(https:\/\/|mailto:|tel:|#)/.test(url));
    expect(internal.length).toBeGreaterThan(50);
    const dead = internal.filter(({ url }) => !routes.has(url.replace(/[?#].*$/, '')));
    expect(dead).toEqual([]);
  });
});
