import { iconNames, pageSlugs } from '../../../shared/content.ts';
import { readSlug } from '../../directus/readField.ts';
import { parsePages } from '../parse/parsePage.ts';
import { type CollectionRows, defineCollection } from './collection.ts';
import { type Choice, type Field, titledText } from './schema.ts';

const rows = {
  name: 'pages',
  isRow: ({ slug }) => readSlug(slug) !== null,
} as const satisfies CollectionRows;

const managementSlug = 'str-management';

/** The drawings that the site has. */
const icons: readonly Choice[] = iconNames.map((value) => ({ text: value, value }));

const featureText = (place: number): Field => ({
  kind: 'line',
  label: `Line ${place}`,
  group: 'hero_features',
  width: 'half',
});
const featureIcon = (place: number): Field => ({
  kind: 'choice',
  label: `Icon of line ${place}`,
  note: 'Empty: chosen to fit the text. An emoji or up to four characters are shown as they are.',
  group: 'hero_features',
  width: 'half',
  allowOther: true,
  choices: icons,
});

const seasonPicture = (label: string): Field => ({ kind: 'picture', label, group: 'seasons', width: 'half' });

const seasonText = (label: string): Field => ({
  kind: 'text',
  label: `${label}: what you do`,
  group: 'seasons',
  width: 'half',
  softLength: 120,
});

/** The pages whose words and pictures an editor writes: one row for each. */
export const pages = defineCollection({
  ...rows,
  lists: {
    pages: {
      rows,
      key: 'pages',
      parse: (rows, context) => parsePages(rows, pageSlugs, context),
    },
    // A separate query, because the specification says so.
    managementPage: {
      rows,
      key: `page:${managementSlug}`,
      query: { filter: { slug: { _eq: managementSlug } } },
      parse: (rows, context) => parsePages(rows, [managementSlug], context),
    },
  },
  schema: {
    icon: 'article',
    label: 'Pages',
    singular: 'Page',
    note: 'The words and pictures of single pages: one row for each.',
    template: '{{title}}',
    fields: {
      id: { kind: 'id' },
      slug: {
        kind: 'choice',
        label: 'Page',
        note: 'Which page of the site this row is for.',
        required: true,
        width: 'half',
        isKey: true,
        allowOther: true,
        choices: [
          { text: 'Home', value: 'home' },
          { text: 'About', value: 'about' },
          { text: 'Contact', value: 'contact' },
          { text: 'Blog', value: 'blog' },
          { text: 'Services', value: 'services' },
          { text: 'Vacation rentals', value: 'rentals' },
          { text: 'Search of rentals', value: 'search-rentals' },
          { text: 'Short-term rental management', value: 'str-management' },
          { text: 'Privacy', value: 'privacy' },
        ],
      },
      title: { kind: 'line', width: 'half', note: 'Shown in browser tabs and search results.' },
      hero: { kind: 'group', label: 'Top of the page', isOpen: true },
      hero_title: { kind: 'line', label: 'Heading', group: 'hero' },
      hero_subtitle: { kind: 'line', label: 'Line below the heading', group: 'hero' },
      hero_image: { kind: 'picture', label: 'Picture', group: 'hero' },
      content: { kind: 'html', note: 'Contact and privacy show this text; other pages do without it.' },
      story: {
        kind: 'group',
        label: 'Story',
        note: 'The company’s story on About, and its beginning on Home.',
      },
      story_title: { kind: 'line', label: 'Heading', group: 'story' },
      story_content: {
        kind: 'text',
        label: 'Text',
        group: 'story',
        note: 'An empty line begins a new paragraph.',
      },
      story_image: { kind: 'picture', label: 'Picture', group: 'story' },
      story_image_path: {
        kind: 'line',
        label: 'Picture by its path',
        group: 'story',
        placeholder: '/images/story.jpg',
        note: 'Only where the picture is not in the file library.',
      },
      hero_features: {
        kind: 'group',
        label: 'Feature lines',
        note: 'Up to three lines at the top of Home.',
      },
      hero_feature1_text: featureText(1),
      hero_feature1_icon: featureIcon(1),
      hero_feature2_text: featureText(2),
      hero_feature2_icon: featureIcon(2),
      hero_feature3_text: featureText(3),
      hero_feature3_icon: featureIcon(3),
      seasons: {
        kind: 'group',
        label: 'Seasons',
        note: 'What you do in each season, on Home. A season without words is left out.',
      },
      spring_image: seasonPicture('Spring'),
      spring_text: seasonText('Spring'),
      summer_image: seasonPicture('Summer'),
      summer_text: seasonText('Summer'),
      fall_image: seasonPicture('Fall'),
      fall_text: seasonText('Fall'),
      winter_image: seasonPicture('Winter'),
      winter_text: seasonText('Winter'),
      statements: {
        kind: 'group',
        label: 'What you say for yourself',
        note: 'Promises to owners and guests, on About, Vacation rentals and Search of rentals. What is empty is left out.',
      },
      points: {
        kind: 'entries',
        group: 'statements',
        note: 'Vacation rentals: why to book with you. Search of rentals: how a stay is booked, step by step. About: the words below each of the four fixed titles.',
        template: '{{title}}',
        addLabel: 'Add a point',
        inputs: titledText,
      },
      checklist: {
        kind: 'text',
        group: 'statements',
        note: 'Vacation rentals: what waits behind the door. Each line is a statement of its own.',
      },
      questions: {
        kind: 'entries',
        group: 'statements',
        note: 'Search of rentals: what is asked before booking, each with its answer as the text. Shown, as the steps are, where there is a booking site.',
        template: '{{title}}',
        addLabel: 'Add a question',
        inputs: titledText,
      },
      services_repeater: {
        kind: 'entries',
        label: 'Service cards',
        note: 'The cards of the short-term rental page.',
        template: '{{title}}',
        addLabel: 'Add a card',
        inputs: {
          image_url: { kind: 'picture', label: 'Picture' },
          title: { kind: 'line', required: true, width: 'half' },
          description: { kind: 'text', required: true },
          additional_info: { kind: 'text', label: 'Additional information' },
          link_url: { kind: 'line', label: 'Link leads to', width: 'half', placeholder: '/contact' },
          link_text: { kind: 'line', label: 'Words of the link', width: 'half' },
        },
      },
    },
  },
});

/** The list that has the page of a slug. */
export function listOfPage(slug: string) {
  return slug === managementSlug ? pages.lists.managementPage : pages.lists.pages;
}
