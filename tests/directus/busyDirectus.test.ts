import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDirectusAdmin } from '../../scripts/directus/directusAdmin.ts';
import {
  admin,
  copyInstance,
  deleteInstance,
  type RunningDirectus,
  startDirectus,
} from '../../scripts/directus/realDirectus.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { ResponseError } from '../../server/directus/callErrors.ts';
import type { ContentSource } from '../../shared/content.ts';
import { type ContentLayer, createContentLayer } from '../support/contentLayer.ts';
import { startContentService } from '../support/contentService.ts';
import { sendRequest } from '../support/http.ts';
import { comparableResponse } from './comparableResponse.ts';
import { loadEverything } from './loadEverything.ts';
import { manyPostIds, manyPostsAsLists } from './manyPosts.ts';
import { sharedName } from './startDirectus.ts';

const name = 'tests-busy';
const layers: ContentLayer[] = [];
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

function open(): ContentLayer {
  const layer = createContentLayer(busy.url);
  layers.push(layer);
  return layer;
}
afterEach(() => {
  for (const layer of layers.splice(0)) layer.content.close();
});

const viewOf = (layer: ContentLayer): ContentSource => layer.content.source(() => undefined);
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (reason: unknown) => reason,
  );

/** A refusal without its numbers: how long the service wants to be left alone differs each time. */
async function refusalOf(service: string) {
  const { status, headers, text } = await sendRequest(service, '/items/pages');
  return {
    status,
    type: headers['content-type'],
    saysHowLong: headers['retry-after'] !== undefined,
    body: JSON.parse(text.replaceAll(/\d+/g, '0')),
  };
}

/** What the embedded service sends when it plays this fault. */
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
  withSettings({ RATE_LIMITER_ENABLED: 'true', RATE_LIMITER_POINTS: '4', RATE_LIMITER_DURATION: '3' });

  it('is obeyed: nothing is sent until it is over, and cached content is served meanwhile', async () => {
    const layer = open();
    const { client, content, calls } = layer;
    const settings = await viewOf(layer).settings();
    expect(settings).toHaveProperty('ok');
    let error: unknown = null;
    for (let call = 0; call < 6 && error === null; call += 1) {
      error = await failureOf(client.item('pages', '1'));
    }
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ status: 429, kind: 'response' });
    expect(String(error)).toMatch(/Too many requests, retry after \d+s/);
    const retryAfter = error instanceof ResponseError ? error.retryAfter : undefined;
    expect(Number(retryAfter)).toBeGreaterThan(0);
    const before = calls.length;
    expect(await failureOf(client.item('pages', '1'))).toBe(error);
    await content.invalidate(['settings']);
    expect(calls).toHaveLength(before);
    expect(await viewOf(layer).settings()).toEqual(settings);
    const refusal = await refusalOf(busy.url);
    expect(refusal.saysHowLong).toBe(true);
    expect(await playedRefusal(429)).toEqual(refusal);
    await expect.poll(() => failureOf(client.item('pages', '1')), { timeout: 10_000 }).toBeNull();
  });
});

describe('the pressure limiter', () => {
  withSettings({ PRESSURE_LIMITER_MAX_MEMORY_RSS: '1000' });

  it('is an error of the service, with its own words', async () => {
    const { client, content } = open();
    // It measures itself four times a second, so the first calls may still succeed.
    let error: unknown = null;
    const attempt = async () => {
      error = await failureOf(client.items('pages'));
      return error;
    };
    await expect.poll(attempt, { timeout: 5_000 }).toMatchObject({ status: 503, kind: 'response' });
    expect(String(error)).toMatch(/Service "api" is unavailable\. Under pressure\./);
    const page = await content.source(() => undefined).page('home');
    expect(page).toHaveProperty('unreachable');
    expect(await refusalOf(busy.url)).toEqual(await playedRefusal(503));
  });
});

describe('a largest page of 50 rows', () => {
  withSettings({ QUERY_LIMIT_MAX: '50' });

  it('hides no post: all 130 are read, page by page', async () => {
    const directus = createDirectusAdmin(busy.url, admin.token);
    await directus.create('/items/blog_posts', manyPostsAsLists());
    try {
      const { client, reports } = open();
      expect(await client.items('blog_posts', { fields: 'id', sort: 'id' })).toHaveLength(130);
      expect(await client.items('blog_posts', { fields: 'id', sort: 'id', limit: 120 })).toHaveLength(120);
      expect(reports).toEqual([]);
    } finally {
      await directus.remove('/items/blog_posts', manyPostIds);
    }
  });

  it('leaves the whole content as it is elsewhere, pictures with size and text', async () => {
    const { content, reports } = open();
    await loadEverything(content);
    const source = content.source(() => undefined);
    expect(await source.homeServices()).toMatchObject({
      ok: expect.arrayContaining([
        expect.objectContaining({
          picture: expect.objectContaining({ width: 1600, alt: expect.stringMatching(/./) }),
        }),
      ]),
    });
    expect(content.stats().filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('is refused by the embedded service in the same words', async () => {
    const embedded = await startContentService({ largestLimit: 50 });
    try {
      for (const target of [
        '/files?limit=500&fields=id',
        '/items/pages?limit=51',
        '/items/pages?limit=50&fields=id',
      ]) {
        expect(await comparableResponse(embedded.url, { target })).toEqual(
          await comparableResponse(busy.url, { target }),
        );
      }
    } finally {
      await embedded.close();
    }
  });
});

describe('a database that is locked, a service that is stopped', () => {
  withSettings();

  it('cached content is served through a 500 without a cause, and the client recovers by itself', async () => {
    const layer = open();
    const { client, content } = layer;
    const menu = await viewOf(layer).menu();
    expect(menu).toHaveProperty('ok');
    const lock = new DatabaseSync(busy.databaseFile);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    try {
      const error = await failureOf(client.item('pages', '2'));
      expect(error).toMatchObject({ status: 500, kind: 'response' });
      expect(String(error)).toMatch(/An unexpected error occurred\./);
      expect(await refusalOf(busy.url)).toEqual(await playedRefusal(500));
      await content.invalidate(['navigation']);
      expect(await viewOf(layer).menu()).toEqual(menu);
      expect(await viewOf(layer).callToAction()).toHaveProperty('unreachable');
    } finally {
      lock.exec('ROLLBACK');
      lock.close();
    }
    await expect
      .poll(() => failureOf(client.item('pages', '2')), { timeout: 20_000, interval: 250 })
      .toBeNull();
  });

  it('content that was never read is unreachable, in time', async () => {
    await busy.stop();
    const layer = open();
    const startedAt = performance.now();
    expect(await viewOf(layer).page('home')).toHaveProperty('unreachable');
    expect(await viewOf(layer).menu()).toHaveProperty('unreachable');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
