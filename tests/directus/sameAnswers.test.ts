import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentService, startContentService } from '../../server/demo/contentService.ts';
import { createContentLayer } from '../support/contentLayer.ts';
import { comparableAnswer, levelRows } from './comparableAnswer.ts';
import { everyAnswer } from './everyAnswer.ts';
import { callDifferences, rowDifferences } from './knownDifferences.ts';
import { manyPostIds, manyPosts, manyPostsAsLists } from './manyPosts.ts';
import { type RecordedCall, recordedCalls } from './recordedCalls.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
let embedded: ContentService;

beforeAll(async () => {
  embedded = await startContentService();
  embedded.rows.blog_posts.push(...manyPosts());
  await shared.admin.create('/items/blog_posts', manyPostsAsLists());
});
afterAll(async () => {
  await shared.admin.remove('/items/blog_posts', manyPostIds);
  await embedded.close();
});

const nameOf = ({ method = 'GET', target, headers }: RecordedCall) =>
  `${method} ${target}${headers?.Authorization ? ' with a token' : ''}`;

describe('the embedded service answers as the real one', () => {
  it.each(recordedCalls.map((call) => [nameOf(call), call] as const))('%s', async (name, call) => {
    const [real, own] = [
      await comparableAnswer(shared.url, call),
      await comparableAnswer(embedded.url, call),
    ];
    const levelled = { ...real, body: levelRows(real.body, rowDifferences) };
    if (Object.hasOwn(callDifferences, name)) expect(own).not.toEqual(levelled);
    else expect(own).toEqual(levelled);
  });
});

it('all calls that the site itself makes are answered alike', async () => {
  const layer = createContentLayer(embedded.url);
  try {
    await everyAnswer(layer.content);
  } finally {
    layer.content.close();
  }
  const targets = new Set(layer.calls.map(({ url }) => url.slice(embedded.url.length)));
  // Lists, single rows, and rows that are read together.
  for (const part of ['meta=filter_count', '_eq', '_in']) {
    expect(
      [...targets].some((target) => target.includes(part)),
      part,
    ).toBe(true);
  }
  const different: string[] = [];
  for (const target of targets) {
    const [real, own] = [
      await comparableAnswer(shared.url, { target }),
      await comparableAnswer(embedded.url, { target }),
    ];
    const levelled = { ...real, body: levelRows(real.body, rowDifferences) };
    if (!isDeepStrictEqual(own, levelled)) different.push(decodeURIComponent(target));
  }
  expect(different).toEqual([]);
});

it('lists no difference that is not there', async () => {
  const names = recordedCalls.map(nameOf);
  expect(Object.keys(callDifferences).filter((name) => !names.includes(name))).toEqual([]);
  const bodies = await Promise.all(
    ['/items/services', '/items/pages', '/items/blog_posts'].map(
      async (target) => (await comparableAnswer(shared.url, { target })).body,
    ),
  );
  const idle = rowDifferences.filter(
    (difference) => JSON.stringify(levelRows(bodies, [difference])) === JSON.stringify(bodies),
  );
  expect(idle.map(({ what }) => what)).toEqual([]);
});
