import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startContentService } from '../../server/demo/contentService.ts';
import { ContentError } from '../../server/upstream/callErrors.ts';
import type { ContentSource } from '../../shared/contentSource.ts';
import { type ContentLayer, createContentLayer } from '../support/contentLayer.ts';
import { askFor } from '../support/http.ts';
import { comparableAnswer } from './comparableAnswer.ts';
import { everyAnswer } from './everyAnswer.ts';
import { manyPostIds, manyPostsAsLists } from './manyPosts.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const layers: ContentLayer[] = [];

function open(): ContentLayer {
  const layer = createContentLayer(shared.url);
  layers.push(layer);
  return layer;
}
afterEach(() => {
  for (const layer of layers.splice(0)) layer.content.close();
});

const viewOf = (layer: ContentLayer): ContentSource => layer.content.source(() => undefined);
const failureOf = (question: Promise<unknown>): Promise<unknown> =>
  question.then(
    () => null,
    (reason: unknown) => reason,
  );

/** Restarts the shared instance with these settings for one group of tests. */
function withSettings(settings: Readonly<Record<string, string>>): void {
  beforeEach(() => shared.restart(settings));
  afterEach(() => shared.restart());
}

/** A refusal, its numbers left out: how long it asks to wait differs each time. */
async function refusalOf(service: string) {
  const { status, headers, text } = await askFor(service, '/items/pages');
  return {
    status,
    type: headers['content-type'],
    asksToWait: headers['retry-after'] !== undefined,
    body: JSON.parse(text.replaceAll(/\d+/g, '0')),
  };
}

/** What the embedded service answers when it plays this fault. */
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

  it('is told apart, its pause is kept, and what was seen is served meanwhile', async () => {
    const layer = open();
    const { client, content, calls } = layer;
    // The lab's own question whether it is up may have taken points already.
    await pause(3_100);
    const settings = await viewOf(layer).settings();
    expect(settings).toHaveProperty('ok');
    let error: unknown = null;
    for (let ask = 0; ask < 6 && error === null; ask += 1) error = await failureOf(client.item('pages', '1'));
    expect(error).toBeInstanceOf(ContentError);
    expect(error).toMatchObject({ status: 429, kind: 'response' });
    expect(String(error)).toMatch(/Too many requests, retry after \d+s/);
    const retryAfter = error instanceof ContentError ? error.retryAfter : undefined;
    expect(Number(retryAfter)).toBeGreaterThan(0);
    // No call goes out while it asks for quiet.
    const before = calls.length;
    expect(await failureOf(client.item('pages', '1'))).toBe(error);
    await content.invalidate(['settings']);
    expect(calls).toHaveLength(before);
    expect(await viewOf(layer).settings()).toEqual(settings);
    await pause(3_500);
    expect(await client.item('pages', '1')).toMatchObject({ slug: 'home' });
  });
});

describe('the rate limiter, as the embedded service plays it', () => {
  withSettings({ RATE_LIMITER_ENABLED: 'true', RATE_LIMITER_POINTS: '2', RATE_LIMITER_DURATION: '30' });

  it('answers the same', async () => {
    const played = await playedRefusal(429);
    await expect.poll(() => refusalOf(shared.url)).toEqual(played);
    expect(played.asksToWait).toBe(true);
  });
});

describe('the pressure limiter', () => {
  withSettings({ PRESSURE_LIMITER_MAX_MEMORY_RSS: '1000' });

  it('is an error of the service, with its own words', async () => {
    const { client, content } = open();
    // It measures itself four times a second, so the first calls may still be answered.
    let error: unknown = null;
    const ask = async () => {
      error = await failureOf(client.items('pages'));
      return error;
    };
    await expect.poll(ask, { timeout: 5_000 }).toMatchObject({ status: 503, kind: 'response' });
    expect(String(error)).toMatch(/Service "api" is unavailable\. Under pressure\./);
    const answer = await content.source(() => undefined).page('home');
    expect(answer).toHaveProperty('unreachable');
    expect(await refusalOf(shared.url)).toEqual(await playedRefusal(503));
  });
});

describe('a largest page of 50 rows', () => {
  withSettings({ QUERY_LIMIT_MAX: '50' });

  it('hides no post: 130 come, page by page', async () => {
    await shared.admin.create('/items/blog_posts', manyPostsAsLists());
    try {
      const { client, reports } = open();
      expect(await client.items('blog_posts', { fields: 'id', sort: 'id' })).toHaveLength(130);
      expect(await client.items('blog_posts', { fields: 'id', sort: 'id', limit: 120 })).toHaveLength(120);
      expect(reports).toEqual([]);
    } finally {
      await shared.admin.remove('/items/blog_posts', manyPostIds);
    }
  });

  it('leaves the whole content as it is elsewhere, pictures with size and text', async () => {
    const { content, reports } = open();
    await everyAnswer(content);
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
        expect(await comparableAnswer(embedded.url, { target })).toEqual(
          await comparableAnswer(shared.url, { target }),
        );
      }
    } finally {
      await embedded.close();
    }
  });
});

describe('a database that nobody can read', () => {
  it('is a 500 that tells nothing; what was seen is served, and it is well again by itself', async () => {
    const layer = open();
    const { client, content } = layer;
    const menu = await viewOf(layer).menu();
    expect(menu).toHaveProperty('ok');
    const lock = new DatabaseSync(shared.databaseFile);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    try {
      const error = await failureOf(client.item('pages', '2'));
      expect(error).toMatchObject({ status: 500, kind: 'response' });
      expect(String(error)).toMatch(/An unexpected error occurred\./);
      expect(await refusalOf(shared.url)).toEqual(await playedRefusal(500));
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
    expect(client.isAvailable()).toBe(true);
  });

  it('is not there at all: every first question says so within its time', async () => {
    await shared.stop();
    try {
      const layer = open();
      const startedAt = performance.now();
      expect(await viewOf(layer).page('home')).toHaveProperty('unreachable');
      expect(await viewOf(layer).menu()).toHaveProperty('unreachable');
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    } finally {
      await shared.start();
    }
  });
});
