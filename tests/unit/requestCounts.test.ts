import { expect, it, onTestFinished } from 'vitest';
import { createRequestCounts } from '../../server/http/rateLimits.ts';

it('C15 counts each network, and holds at most 50,000 of them', async () => {
  const counts = createRequestCounts({ identifier: 'test', limit: 1 }, null);
  onTestFinished(() => counts.shutdown?.());
  const hits = async (key: string) => (await counts.increment(key)).totalHits;
  expect([await hits('a'), await hits('b'), await hits('a')]).toEqual([1, 1, 2]);
  for (let at = 2; at < 50_000; at += 1) await hits(`network ${at}`);
  // Full: counting begins again with the next network.
  expect([await hits('a'), await hits('b'), await hits('a')]).toEqual([1, 1, 2]);
});
