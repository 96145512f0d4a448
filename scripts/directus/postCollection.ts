import { dayField, momentField, statusField, wordsField } from './choiceFields.ts';
import { planCollection } from './planCollection.ts';
import { pictureField } from './relationFields.ts';
import { htmlField, idField, lineField, slugField, textField } from './textFields.ts';

/** The posts of the blog. */
export const postCollection = planCollection(
  'blog_posts',
  {
    icon: 'edit_note',
    name: 'Blog posts',
    singular: 'Blog post',
    note: 'Published posts appear on the site, the newest first; one with a future date waits for it.',
    template: '{{title}}',
    hasStatus: true,
  },
  [
    idField(),
    statusField(),
    slugField('The post is at /blog/ and this. Changing it breaks links from elsewhere.'),
    lineField('title', { required: true }),
    textField('excerpt', { note: 'One or two sentences for lists and search results.', softLength: 200 }),
    htmlField('content', { label: 'Text' }),
    wordsField('categories', { note: 'The first one stands on the card.', width: 'half' }),
    wordsField('tags', { width: 'half' }),
    momentField('published_at', {
      label: 'Appears at',
      note: 'In the future: the post waits for this moment.',
      width: 'half',
    }),
    dayField('published_date', {
      label: 'Or appears on',
      note: 'A calendar day in Oregon; used where no moment is given.',
      width: 'half',
    }),
    pictureField('featured_image', { label: 'Picture at the top', width: 'half' }),
    pictureField('thumbnail_image', {
      label: 'Picture of the card',
      note: 'Empty: the one at the top.',
      width: 'half',
    }),
    lineField('author_name', { label: 'Author', width: 'half' }),
  ],
);
