import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createManualClock } from '../../support/manualClock.ts';
import { folderForFile, siteForFile } from '../../support/started.ts';

const file = path.join(folderForFile(), 'content.json');
const clock = createManualClock(new Date().toISOString());
const site = await siteForFile({ clock, environment: { CONTENT_SNAPSHOT_PATH: file } });

const pages = ['/', '/about', '/services/snow-removal', '/blog/opening-the-cabin-in-april', '/sitemap.xml'];

/** Status and bytes of every known page. */
async function seen(): Promise<readonly (readonly [string, number, string])[]> {
  return Promise.all(
    pages.map(async (at) => {
      const reply = await fetch(site.url + at, { headers: { 'User-Agent': 'a bot' } });
      return [at, reply.status, hash('sha1', await reply.text())] as const;
    }),
  );
}

/** The rows in the snapshot. */
function stored(): readonly unknown[] {
  const { collections } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries<{ rows: unknown }>(collections).map(([name, { rows }]) => [name, rows]);
}

/** Bodies that an editor may have caused: a hook that names the collection makes an empty list believed. */
const empty: readonly (readonly [name: string, body: unknown])[] = [
  ['no rows', { data: [] }],
  ['an empty object', {}],
  ['the status of a proxy', { status: 'ok' }],
  ['data that is null', { data: null }],
];
const malformed: typeof empty = [
  ['errors', { errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL' } }] }],
  ['data that is an object of something else', { data: { id: 1 } }],
  ['bare numbers', { data: [1, 2, 3] }],
  ['empty rows', { data: [{}, {}] }],
  ['rows of something else', { data: [{ id: 1, name: 'x' }] }],
  ['no rows beside a count of some', { data: [], meta: { filter_count: 12 } }],
];
const collections = [
  'services',
  'blog_posts',
  'pages',
  'site_settings',
  'navigation',
  'directus_files',
] as const;

it.each(collections)('B2 a 200 of another shape empties no page that was loaded: %s', async (collection) => {
  await site.reset();
  await site.load();
  const before = await seen();
  expect(before.map(([, status]) => status)).toEqual(pages.map(() => 200));
  // The snapshot is written when a process ends.
  await site.reset();
  const whole = stored();
  for (const [name, body] of [...empty, ...malformed]) {
    await site.contentService.fault(collection, { kind: 'raw', body: JSON.stringify(body) });
    await site.load();
    expect(await seen(), `${name}: after a restart`).toEqual(before);
    await site.content.load(
      [collection],
      malformed.some(([other]) => other === name),
    );
    expect(await seen(), `${name}: after another load`).toEqual(before);
    await site.reset();
    expect(stored(), `${name}: the snapshot`).toEqual(whole);
  }
});
