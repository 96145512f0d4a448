import { choiceField } from './choiceFields.ts';
import { planCollection } from './planCollection.ts';
import type { FieldPlan } from './planField.ts';
import { entriesField, groupField, pictureField } from './relationFields.ts';
import { htmlField, idField, lineField, textField } from './textFields.ts';

const pages = [
  { text: 'Home', value: 'home' },
  { text: 'About', value: 'about' },
  { text: 'Contact', value: 'contact' },
  { text: 'Blog', value: 'blog' },
  { text: 'Short-term rental management', value: 'str-management' },
  { text: 'Privacy', value: 'privacy' },
];

/** The drawings that the site has. */
const icons = [
  ...['mountain', 'key', 'clock', 'shield', 'home', 'people', 'tool'],
  ...['sparkle', 'snow', 'leaf', 'pin', 'calendar', 'heart', 'check'],
];

const cardInputs: readonly FieldPlan[] = [
  pictureField('image_url', { label: 'Picture' }),
  lineField('title', { required: true, width: 'half' }),
  textField('description', { required: true }),
  textField('additional_info', { label: 'Additional information' }),
  lineField('link_url', { label: 'Link leads to', width: 'half', placeholder: '/contact' }),
  lineField('link_text', { label: 'Words of the link', width: 'half' }),
];

/** The pages whose words and pictures an editor keeps. */
export const pageCollection = planCollection(
  'pages',
  {
    icon: 'article',
    name: 'Pages',
    singular: 'Page',
    note: 'The words and pictures of single pages: one row for each.',
    template: '{{title}}',
  },
  [
    idField(),
    choiceField(
      'slug',
      {
        label: 'Page',
        note: 'Which page of the site this row is for.',
        required: true,
        width: 'half',
        allowOther: true,
        choices: pages,
      },
      { is_unique: true, is_nullable: false },
    ),
    lineField('title', { width: 'half', note: 'Shown in browser tabs and search results.' }),
    groupField('hero', 'Top of the page', { isOpen: true }),
    lineField('hero_title', { label: 'Heading', group: 'hero' }),
    lineField('hero_subtitle', { label: 'Line below the heading', group: 'hero' }),
    pictureField('hero_image', { label: 'Picture', group: 'hero' }),
    htmlField('content', { note: 'Contact and privacy show this text; other pages do without it.' }),
    groupField('story', 'Story', { note: 'The company’s story on About, and its beginning on Home.' }),
    lineField('story_title', { label: 'Heading', group: 'story' }),
    textField('story_content', {
      label: 'Text',
      group: 'story',
      note: 'An empty line begins a new paragraph.',
    }),
    pictureField('story_image', { label: 'Picture', group: 'story' }),
    lineField('story_image_path', {
      label: 'Picture by its path',
      group: 'story',
      placeholder: '/images/story.jpg',
      note: 'Only where the picture is not in the file library.',
    }),
    groupField('hero_features', 'Feature lines', { note: 'Up to three lines at the top of Home.' }),
    ...[1, 2, 3].flatMap((place) => featureFields(place)),
    entriesField('services_repeater', {
      label: 'Service cards',
      note: 'The cards of the short-term rental page.',
      template: '{{title}}',
      addLabel: 'Add a card',
      inputs: cardInputs,
    }),
  ],
);

function featureFields(place: number): FieldPlan[] {
  const inGroup = { group: 'hero_features', width: 'half' } as const;
  return [
    lineField(`hero_feature${place}_text`, { label: `Line ${place}`, ...inGroup }),
    choiceField(`hero_feature${place}_icon`, {
      label: `Icon of line ${place}`,
      note: 'Empty: chosen to fit the text.',
      allowOther: true,
      choices: icons.map((value) => ({ text: value, value })),
      ...inGroup,
    }),
  ];
}
