import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectionName } from '../../../server/content/collections/collections.ts';
import { hookPath, hookSecretHeader } from '../../../shared/contentHook.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { startSite, type TestSite } from '../../support/site.ts';

const secret = 'a secret of the test';
const folder = mkdtempSync(path.join(tmpdir(), 'wrong-shapes-'));
const file = path.join(folder, 'content.snapshot');

let site: TestSite;

/** A site whose content service is read as often as the test says. */
async function start() {
  site = await startSite({
    clock: createManualClock(new Date().toISOString()),
    hookIntervalMs: 0,
    environment: {
      CONTENT_HOOK_SECRET: secret,
      CONTENT_SNAPSHOT_PATH: file,
      SHELL_DEADLINE_MS: '10000',
    },
  });
}

const publish = (collection: CollectionName) =>
  request(site.url)
    .post(hookPath)
    .set(hookSecretHeader, secret)
    .send({ event: `${collection}.items.update`, collection });

const pages = ['/', '/about', '/services/snow-removal', '/blog/opening-the-cabin-in-april', '/sitemap.xml'];

/** Status and bytes of every known page. */
async function seen(): Promise<Record<string, string>> {
  const crawler = { headers: { 'User-Agent': 'a bot' } };
  const read = async (at: string) => {
    const reply = await fetch(site.url + at, crawler);
    return [at, `${reply.status} ${await reply.text()}`] as const;
  };
  return Object.fromEntries(await Promise.all(pages.map(read)));
}

/** The keys and values of a snapshot, without their times. */
function stored(at: string): Record<string, unknown> {
  const lines = readFileSync(at, 'utf8').trimEnd().split('\n').slice(1, -1);
  return Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ key, value }) => [key, value]));
}

const shapes: readonly (readonly [name: string, body: unknown])[] = [
  ['errors', { errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL' } }] }],
  ['an empty object', {}],
  ['the status of a proxy', { status: 'ok' }],
  ['data that is null', { data: null }],
  ['data that is an object of something else', { data: { id: 1 } }],
  ['bare numbers', { data: [1, 2, 3] }],
  ['empty rows', { data: [{}, {}] }],
  ['rows of something else', { data: [{ id: 1, name: 'x' }] }],
  ['no rows beside a count of some', { data: [], meta: { filter_count: 12 } }],
  ['no rows', { data: [] }],
];
const collections = [
  'services',
  'blog_posts',
  'pages',
  'site_settings',
  'navigation',
  'directus_files',
] as const;

describe('B2 a 200 of another shape empties no page that was seen', () => {
  beforeAll(start);
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  it.each(collections)('%s', async (collection) => {
    const before = await seen();
    for (const [at, text] of Object.entries(before)) expect(text, at).toMatch(/^200 /);
    await site.reset();
    const whole = stored(file);
    for (const [name, body] of shapes) {
      // The process is as just started from the snapshot; only what is seen is read.
      await site.contentService.fault(collection, { kind: 'raw', body: JSON.stringify(body) });
      expect(await seen(), `${name}: after a restart`).toEqual(before);
      await publish(collection);
      expect(await seen(), `${name}: after an edit`).toEqual(before);
      await site.reset();
      expect(stored(file), `${name}: the snapshot`).toEqual(whole);
    }
  });
});
