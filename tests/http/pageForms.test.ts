import { expect, it } from 'vitest';
import { collectionOf } from '../../server/content/collections/collections.ts';
import type { Field } from '../../server/content/collections/schema.ts';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { sendRequest } from '../support/http.ts';
import { siteForTest } from '../support/started.ts';
import { pageFormFields, unusedPicture } from './fields.ts';

const fields: Readonly<Record<string, Field>> = collectionOf('pages').schema?.fields ?? {};
const { slug: slugField } = fields;
const slugs = slugField?.kind === 'choice' ? slugField.choices.map(({ value }) => value) : [];
const shownOn = ({ group, ...field }: Field): readonly string[] => {
  const { shownFor, hiddenFor } = field.shownFor || field.hiddenFor ? field : (fields[group ?? ''] ?? {});
  return shownFor?.values ?? slugs.filter((slug) => !hiddenFor?.values.includes(slug));
};

/** Fields that are far from each other in the form are set at once: none of them stands in for another. */
const batches = Array.from({ length: 8 }, (_, place) =>
  [...pageFormFields].filter((_field, at) => at % 8 === place),
);

it('the form of a page has exactly the fields that the page shows', { timeout: 180_000 }, async () => {
  const site = await siteForTest({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example' } });
  const { directus_files: files } = site.contentService.rows;
  /** A picture of its own for each field of its batch. */
  const pictures = batches.flat().map((_, at) => unusedPicture.slice(0, -2) + String(at + 10));
  files.push(...pictures.map((id) => ({ ...files[0], id })));
  await site.load();
  const wrong: string[] = [];
  for (const batch of batches) {
    const set = batch.map(([name, [value, shown]], at) => {
      const own = shown === unusedPicture ? pictures[at] : undefined;
      return { name, field: fields[name], value: own ?? value, shown: own ?? shown };
    });
    site.contentService.rows.pages = slugs.map(
      (slug, at): ContentRow => ({
        id: at + 1,
        status: 'published',
        slug,
        // The privacy page has a heading of its own only with a text of its own, and a season is shown only with its text.
        content: '<p>Text.</p>',
        ...Object.fromEntries(set.map(({ name }) => [name.replace(/_image$/, '_text'), 'Words.'])),
        ...Object.fromEntries(set.map(({ name, value }) => [name, value])),
      }),
    );
    await site.content.load(['pages'], true);
    for (const slug of slugs) {
      const { text } = await sendRequest(site.url, slug === 'home' ? '/' : `/${slug}`);
      for (const { name, field, shown } of set)
        if (field && text.includes(shown) !== shownOn(field).includes(slug))
          wrong.push(`${slug} ${text.includes(shown) ? 'shows' : 'does without'} ${name}`);
    }
  }
  expect(wrong).toEqual([]);
});
