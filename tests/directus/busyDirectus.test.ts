import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDirectusAdmin } from '../../provisioning/directusAdmin.ts';
import {
  admin,
  copyInstance,
  deleteInstance,
  type RunningDirectus,
  startDirectus,
} from '../../scripts/directus/realDirectus.ts';
import { collectionNames, collectionOf } from '../../server/content/collections/collections.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { startContentService } from '../support/contentService.ts';
import { sendRequest } from '../support/http.ts';
import { listen } from '../support/listen.ts';
import { contentForTest, siteForTest } from '../support/started.ts';
import { comparableResponse } from './comparableResponse.ts';
import { asDirectusTakesThem, manyPosts } from './manyPosts.ts';
import { sharedName } from './startDirectus.ts';

const name = 'tests-busy';
let busy: RunningDirectus;

/** Starts an instance of our own with these settings for a group of tests. */
function withSettings(settings: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    busy = await startDirectus({ name, port: await findFreePort(8355), settings });
  });
  afterAll(() => busy.stop());
}

beforeAll(async () => {
  await deleteInstance(name);
  copyInstance(sharedName, name);
});

/** Starts a site over a content service, without loading anything. */
const siteOver = (directusUrl: string) => siteForTest({ environment: { DIRECTUS_URL: directusUrl } });

/** A refusal without its numbers, because the time to wait differs each time. */
async function refusalOf(service: string) {
  const { status, headers, text } = await sendRequest(service, '/items/pages');
  return {
    status,
    type: headers['content-type'],
    saysHowLong: headers['retry-after'] !== undefined,
    body: JSON.parse(text.replaceAll(/\d+/g, '0')),
  };
}

/** What the embedded service sends when it simulates this fault. */
async function playedRefusal(status: number) {
  const embedded = await startContentService();
  try {
    await embedded.fault('*', { kind: 'status', status });
    return await refusalOf(embedded.url);
  } finally {
    await embedded.close();
  }
}

describe('the rate limiter', () => {
  withSettings({ RATE_LIMITER_ENABLED: 'true', RATE_LIMITER_POINTS: '7', RATE_LIMITER_DURATION: '6' });

  it('gets no call for a while after each refusal, until all content is loaded', async () => {
    const calls: { begunAt: number; refusedAt: number | null }[] = [];
    const between = createServer(async (request, response) => {
      const begunAt = performance.now();
      const { status, headers, body } = await sendRequest(busy.url, request.url ?? '');
      calls.push({ begunAt, refusedAt: status === 429 ? performance.now() : null });
      response.writeHead(status, headers).end(body);
    });
    onTestFinished(() => void between.close());
    const site = await siteOver(await listen(between));
    await site.load();
    await expect
      .poll(() => site.content.stats().filter(({ failure }) => failure !== null), { timeout: 45_000 })
      .toEqual([]);
    const refusals = calls.flatMap(({ refusedAt }) => refusedAt ?? []);
    expect(refusals.length).toBeGreaterThan(0);
    // Calls of one load are made together: some may begin just after another was refused. The next load begins
    // at least three quarters of a second later.
    const tooSoon = refusals.flatMap((at) =>
      calls.filter(({ begunAt }) => begunAt > at + 300 && begunAt < at + 700),
    );
    expect(tooSoon).toEqual([]);
  });

  it('refuses as the embedded service simulates it', async () => {
    await expect.poll(() => refusalOf(busy.url)).toEqual(await playedRefusal(429));
  });
});

describe('the pressure limiter', () => {
  withSettings({ PRESSURE_LIMITER_MAX_MEMORY_RSS: '1000' });

  it('refuses as the embedded service simulates it', async () => {
    // It measures itself four times a second, so the first calls may still succeed.
    await expect.poll(() => refusalOf(busy.url)).toEqual(await playedRefusal(503));
  });
});

describe('a largest page of 30 rows', () => {
  withSettings({ QUERY_LIMIT_MAX: '30' });

  it('hides no rows of any collection', async () => {
    const added = manyPosts(90).map((post) => ({ ...post, status: 'published' }));
    const directus = createDirectusAdmin(busy.url, admin.token);
    await directus.create('/items/blog_posts', asDirectusTakesThem(added));
    const site = await siteOver(busy.url);
    await site.load();
    for (const collection of collectionNames) {
      const { columns, schema } = collectionOf(collection);
      // A singleton cannot be counted.
      if (schema?.isSingleton) continue;
      const filter = columns.has('status') ? { status: { _eq: 'published' } } : {};
      const path = collection === 'directus_files' ? '/files' : `/items/${collection}`;
      const [counted] = await directus.readRows(path, { 'aggregate[count]': '*', filter });
      expect(site.content.stats()).toContainEqual(
        expect.objectContaining({ collection, rows: counted?.count, failure: null }),
      );
    }
  });

  it.each(['/files?limit=500&fields=id', '/items/pages?limit=31', '/items/blog_posts?limit=-1&fields=id'])(
    'is refused by the embedded service in the same words: %s',
    async (target) => {
      const embedded = await contentForTest({ largestLimit: 30 });
      expect(await comparableResponse(embedded.url, { target })).toEqual(
        await comparableResponse(busy.url, { target }),
      );
    },
  );
});

describe('a database that is locked', () => {
  withSettings();

  it('is a 500 as the embedded service simulates it', async () => {
    const lock = new DatabaseSync(busy.databaseFile);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    try {
      expect(await refusalOf(busy.url)).toEqual(await playedRefusal(500));
    } finally {
      lock.exec('ROLLBACK');
      lock.close();
    }
  });
});
