import { expect, it, onTestFinished } from 'vitest';
import { collectionOf } from '../../server/content/collections/collections.ts';
import type { Field } from '../../server/content/collections/schema.ts';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { sendRequest } from '../support/http.ts';
import { startSite } from '../support/site.ts';
import { pageFormFields, unusedPicture } from './fields.ts';

const fields: Readonly<Record<string, Field>> = collectionOf('pages').schema?.fields ?? {};
const { slug: slugField } = fields;
const slugs = slugField?.kind === 'choice' ? slugField.choices.map(({ value }) => value) : [];
const shownOn = ({ group, ...field }: Field): readonly string[] => {
  const { shownFor, hiddenFor } = field.shownFor || field.hiddenFor ? field : (fields[group ?? ''] ?? {});
  return shownFor?.values ?? slugs.filter((slug) => !hiddenFor?.values.includes(slug));
};

it('the form of a page has exactly the fields that the page shows', { timeout: 180_000 }, async () => {
  const site = await startSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example' } });
  onTestFinished(() => site.close());
  const { directus_files: files } = site.contentService.rows;
  files.push({ ...files[0], id: unusedPicture });
  await site.load();
  const wrong: string[] = [];
  for (const [name, [value, shown]] of pageFormFields) {
    const field = fields[name];
    if (!field) continue;
    site.contentService.rows.pages = slugs.map(
      (slug, at): ContentRow => ({
        // The privacy page has a heading of its own only with a text of its own.
        id: at + 1,
        status: 'published',
        slug,
        content: '<p>Text.</p>',
        [name]: value,
        // A season is shown only with its text.
        ...(name.endsWith('_image') ? { [name.replace('_image', '_text')]: 'Words.' } : {}),
      }),
    );
    await site.content.load(['pages'], true);
    for (const slug of slugs) {
      const { text } = await sendRequest(site.url, slug === 'home' ? '/' : `/${slug}`);
      if (text.includes(shown) !== shownOn(field).includes(slug))
        wrong.push(`${slug} ${text.includes(shown) ? 'shows' : 'does without'} ${name}`);
    }
  }
  expect(wrong).toEqual([]);
});
