import { seasonNames } from '../server/content/collections/pages.ts';
import type { ContentRows } from '../server/demo/demoRows.ts';

const pictureFields = [
  'hero_image',
  'story_image',
  'thumbnail_image',
  'featured_image',
  ...seasonNames.map((season) => `${season}_image`),
];

/** Removes every picture from the content, as if no editor had uploaded any. */
export function removePictures(rows: ContentRows): void {
  for (const row of rows.homes) row.pictures = null;
  for (const row of [...rows.pages, ...rows.services, ...rows.blog_posts]) {
    for (const field of pictureFields) if (field in row) row[field] = null;
    if ('story_image_path' in row) row.story_image_path = null;
    if (typeof row.services_repeater !== 'string') continue;
    const cards: Record<string, unknown>[] = JSON.parse(row.services_repeater);
    row.services_repeater = JSON.stringify(cards.map((card) => ({ ...card, picture: null })));
  }
}
