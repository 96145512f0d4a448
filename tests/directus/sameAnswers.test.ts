import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentService, startContentService } from '../../server/demo/contentService.ts';
import { comparableAnswer, levelRows } from './comparableAnswer.ts';
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
