import * as paths from '../../../shared/paths.ts';
import { readLine, readSlug } from '../../directus/readField.ts';
import { paragraphsOf } from '../parse/paragraphsOf.ts';
import { parsePicture } from '../parse/parsePicture.ts';
import { withoutBullet } from '../parse/terms.ts';
import { blocks } from './blocks.ts';
import { defineCollection, type RowOf } from './collection.ts';
import {
  choice,
  entries,
  field,
  group,
  href,
  html,
  line,
  mapped,
  optionalId,
  picture,
  requiredField,
  searchWords,
  sharingFields,
  status,
  text,
  titledTexts,
} from './fields.ts';
import { type IconName, iconNames } from './icons.ts';
import { firstOfEach } from './rowOrder.ts';

/** The built-in pages, each of which can have a row. */
export const pageChoices = [
  { text: 'Home', value: 'home' },
  { text: 'About', value: 'about' },
  { text: 'Contact', value: 'contact' },
  { text: 'Blog', value: 'blog' },
  { text: 'Services', value: 'services' },
  { text: 'Vacation rentals', value: 'rentals' },
  { text: 'Rental search', value: 'search-rentals' },
  { text: 'Short-term rental management', value: 'str-management' },
  { text: 'Privacy', value: 'privacy' },
] as const;
export type PageSlug = (typeof pageChoices)[number]['value'];

/** The icon of a line: a drawing, or an emoji or short text; null: chosen to fit the text. */
type Icon = { readonly drawing: IconName } | { readonly sign: string } | null;

/** The seasons of Home in the order in which they are shown. */
export const seasonNames = ['spring', 'summer', 'fall', 'winter'] as const;

/** Limits a field, or a group of fields, to the forms of these pages. */
const on = (...values: readonly PageSlug[]) => ({ shownFor: { field: 'slug', values } });
const notOn = (...values: readonly PageSlug[]) => ({ hiddenFor: { field: 'slug', values } });

/** Addresses that an editor's page cannot have, because something else is served there: pages of the site, and files. */
const takenSlugs: ReadonlySet<string> = new Set([
  ...Object.values(paths).flatMap((path) => (typeof path === 'string' ? path.slice(1) : [])),
  ...'api media static fonts images assets hooks livez readyz dev preview admin'.split(' '),
]);

const ownSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The slug that a row is for: that of a built-in page, or one that an editor may choose; null for all others. */
function toSlug(written: string | null): string | null {
  const slug = readSlug(written)?.toLowerCase() ?? '';
  return pageChoices.some(({ value }) => value === slug) || isLandingSlug(slug) ? slug : null;
}

/** Whether an editor's page can have this address. */
export function isLandingSlug(slug: string): boolean {
  return ownSlug.test(slug) && !takenSlugs.has(slug) && !pageChoices.some(({ value }) => value === slug);
}

const featureText = (place: number) =>
  line({ max: 100, label: `Line ${place}`, group: 'hero_features', width: 'half' });

const featureIcon = (place: number) =>
  mapped(
    choice({
      label: `Icon for line ${place}`,
      note: 'If empty, one that fits the text. Under Other: an emoji, or up to four characters.',
      group: 'hero_features',
      width: 'half',
      allowOther: true,
      choices: iconNames.map((name) => ({ text: name, value: name })),
    }),
    toIcon,
  );

const seasonPicture = (column: string, label: string) =>
  picture({ column, label, group: 'seasons', width: 'half' });

const seasonText = (label: string) =>
  text({ max: 300, label: `${label}: what you do`, group: 'seasons', width: 'half', softLength: 120 });

/** The pages whose words and pictures editors write: one row for each. */
export const pages = defineCollection({
  name: 'pages',
  fields: {
    id: optionalId(),
    status: status(undefined, null),
    slug: requiredField(
      mapped(
        choice({
          label: 'Page',
          note: 'A page of the site, or under Other the address of a new one: lowercase letters, digits and single hyphens.',
          required: true,
          width: 'half',
          isKey: true,
          allowOther: true,
          choices: pageChoices,
        }),
        toSlug,
      ),
    ),
    title: line({
      width: 'half',
      note: 'Shown in search results, and in browser tabs except for Home and the blog.',
      ...notOn('services', 'rentals', 'search-rentals'),
    }),
    searchWords: searchWords(),
    ...sharingFields,
    hero: group({ label: 'Top of the page', isOpen: true }),
    heroTitle: line({ label: 'Heading', group: 'hero' }),
    heroSubtitle: line({ max: 400, label: 'Subheading', group: 'hero' }),
    heroPicture: picture({
      column: 'hero_image',
      label: 'Picture',
      group: 'hero',
      ...notOn('privacy'),
    }),
    content: html({
      label: 'Text',
      ...on('contact', 'privacy', 'str-management'),
    }),
    story: group({
      label: 'Story',
      note: 'The company’s story. Home shows the heading, the picture and the first paragraph.',
      ...on('home', 'about'),
    }),
    storyTitle: line({ label: 'Heading', group: 'story' }),
    storyParagraphs: mapped(
      text({
        column: 'story_content',
        max: 50_000,
        label: 'Text',
        group: 'story',
        note: 'A blank line starts a new paragraph.',
      }),
      paragraphsOf,
    ),
    storyPicture: picture({ column: 'story_image', label: 'Picture', group: 'story' }),
    storyPicturePath: mapped(
      line({
        column: 'story_image_path',
        max: 2_000,
        label: 'Picture path',
        group: 'story',
        note: 'Only for a picture that is not in the file library.',
      }),
      parsePicture,
    ),
    heroFeatures: group({ label: 'Feature lines', note: 'Up to three lines at the top.', ...on('home') }),
    heroFeature1Text: featureText(1),
    heroFeature1Icon: featureIcon(1),
    heroFeature2Text: featureText(2),
    heroFeature2Icon: featureIcon(2),
    heroFeature3Text: featureText(3),
    heroFeature3Icon: featureIcon(3),
    seasons: group({
      label: 'Seasons',
      note: 'What you do in each season. A season without text is left out.',
      ...on('home'),
    }),
    springPicture: seasonPicture('spring_image', 'Spring'),
    springText: seasonText('Spring'),
    summerPicture: seasonPicture('summer_image', 'Summer'),
    summerText: seasonText('Summer'),
    fallPicture: seasonPicture('fall_image', 'Fall'),
    fallText: seasonText('Fall'),
    winterPicture: seasonPicture('winter_image', 'Winter'),
    winterText: seasonText('Winter'),
    statements: group({
      label: 'Your promises',
      note: 'What you promise owners and guests. Empty fields are not shown.',
      ...on('about', 'rentals', 'search-rentals', 'str-management'),
    }),
    points: titledTexts({
      most: 6,
      group: 'statements',
      ...on('about', 'rentals', 'search-rentals'),
      note: 'Vacation rentals: why to book with you. Rental search: how to book a stay, step by step. About: the text below each of the four fixed titles.',
      addLabel: 'Add a point',
    }),
    checklist: mapped(
      text({
        group: 'statements',
        note: 'What guests find in a home, one statement per line.',
        ...on('rentals'),
      }),
      toLines,
    ),
    answers: titledTexts({
      most: 8,
      group: 'statements',
      ...on('str-management'),
      note: 'What owners ask first: a heading of a few words (Your person, Notice) with one or two sentences.',
      addLabel: 'Add an answer',
    }),
    questions: titledTexts({
      most: 20,
      group: 'statements',
      note: 'Short-term rental management: questions and answers. Rental search: what guests ask before booking, with the answer as the text. Like the steps, they are shown only if there is a booking site.',
      ...on('str-management', 'search-rentals'),
      addLabel: 'Add a question',
    }),
    repeater: mapped(
      entries({
        column: 'services_repeater',
        most: 50,
        label: 'Service cards',
        ...on('str-management'),
        template: '{{title}}',
        addLabel: 'Add a card',
        inputs: {
          picture: picture(),
          /** Its former key, under which no form can load a picture. */
          oldPicture: field(
            {
              kind: 'line',
              column: 'image_url',
              isOld: true,
              label: 'Picture (old field)',
              note: 'Shown while Picture is empty.',
            },
            parsePicture,
          ),
          title: line({ required: true, width: 'half' }),
          description: text({ max: 2_000, required: true }),
          additionalInfo: text({ max: 2_000, label: 'Additional information' }),
          linkUrl: href({ label: 'Link', width: 'half', placeholder: '/contact' }),
          linkText: line({ max: 80, label: 'Link text', width: 'half' }),
        },
      }),
      (cards) =>
        cards
          .filter(({ title, description }) => title !== null || description !== null)
          .map(({ oldPicture, ...card }) => ({
            ...card,
            picture: card.picture ?? oldPicture,
            title: card.title ?? '',
            description: card.description ?? '',
          })),
    ),
    blocks: blocks(),
  },
  toRow({
    content,
    storyPicturePath,
    heroFeature1Text,
    heroFeature1Icon,
    heroFeature2Text,
    heroFeature2Icon,
    heroFeature3Text,
    heroFeature3Icon,
    springPicture,
    springText,
    summerPicture,
    summerText,
    fallPicture,
    fallText,
    winterPicture,
    winterText,
    ...page
  }) {
    return {
      ...page,
      /** Whether it is not a built-in page: it exists because of the row. */
      isLanding: !pageChoices.some(({ value }) => value === page.slug),
      storyPicture: page.storyPicture ?? storyPicturePath,
      heroFeatures: [
        ...toFeature(heroFeature1Text, heroFeature1Icon),
        ...toFeature(heroFeature2Text, heroFeature2Icon),
        ...toFeature(heroFeature3Text, heroFeature3Icon),
      ],
      seasons: {
        spring: { text: springText, picture: springPicture },
        summer: { text: summerText, picture: summerPicture },
        fall: { text: fallText, picture: fallPicture },
        winter: { text: winterText, picture: winterPicture },
      },
      get content() {
        return content();
      },
    };
  },
  arrange: (list) => firstOfEach(list, ({ slug }) => slug),
  pages: (list) =>
    list
      .filter(({ isLanding, noindex }) => isLanding || noindex)
      .map(({ slug, noindex }) => ({
        path: slug === 'home' ? paths.frontPath : `/${slug}`,
        lastModified: null,
        ...(noindex ? { isUnlisted: true } : {}),
      })),
  form: {
    icon: 'article',
    label: 'Pages',
    singular: 'Page',
    note: 'The text, pictures and blocks of single pages: one item for each. An item with another address is a page of its own.',
    template: '{{slug}}',
    columns: ['hero_image', 'slug', 'status', 'title', 'hero_title'],
    pages: [
      { path: '/', ...on('home') },
      { path: '/{{slug}}', ...notOn('home') },
    ],
  },
});

/** A row of the `pages` collection. */
export type Page = RowOf<typeof pages>;

/** One card of the `services_repeater` of a page. */
export type RepeaterCard = Page['repeater'][number];

/** A line at the top of Home. */
export interface HeroFeature {
  readonly text: string;
  readonly icon: Icon;
}

function toFeature(text: string | null, icon: Icon): readonly HeroFeature[] {
  return text === null ? [] : [{ text, icon }];
}

const mostLines = 20;

/** Splits a text into lines, each a statement of its own. */
function toLines(statements: string | null): readonly string[] {
  const lines = (statements ?? '').split('\n').flatMap((line) => readLine(withoutBullet(line), 300) ?? []);
  return lines.slice(0, mostLines);
}

/** The longest sign that is shown as an icon, in graphemes: characters as readers count them. */
const longestSign = 4;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A drawing by its name, or a sign (an emoji or short text); null for an unknown name. */
function toIcon(written: string | null): Icon {
  const icon = readLine(written, 40);
  if (icon === null) return null;
  const drawing = iconNames.find((name) => name === icon.toLowerCase());
  if (drawing) return { drawing };
  const isName = /^[a-z][\w:-]{2,}$/i.test(icon);
  return !isName && [...graphemes.segment(icon)].length <= longestSign ? { sign: icon } : null;
}
