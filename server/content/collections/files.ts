import { defineCollection } from './collection.ts';

/** Size, alternative text and focal point of files: every other value takes them from here (`fileTable.ts`). */
export const filesKey = 'files';

/** The file library, a table of Directus itself. */
export const files = defineCollection({
  name: 'directus_files',
  isRow: ({ id }) => typeof id === 'string',
  lists: {},
  sharedKey: filesKey,
  newestFirst: '-modified_on',
  // Of a file: what is needed to serve and describe an image, not who uploaded it or where it is stored.
  publicFields: [
    'id',
    'type',
    'title',
    'description',
    'width',
    'height',
    'focal_point_x',
    'focal_point_y',
    'filename_download',
    'filesize',
    'modified_on',
    'uploaded_on',
  ],
  schema: null,
});
