import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BufferedResponse } from '../../server/http/bufferedResponse.ts';

it('a page is compressed with the best level once, after its first compression', async () => {
  const text = Array.from({ length: 2_000 }, (_, at) => `<p>Room ${at * at}</p>`).join('');
  const page = new BufferedResponse('about', 200, Buffer.from(text), []);
  expect(page.isLoose).toBe(false);
  const first = await page.encode('br');
  expect(page.isLoose).toBe(true);
  await page.tighten();
  // Or it would be compressed again and again, and no other page ever.
  expect(page.isLoose).toBe(false);
  const best = await page.encode('br');
  expect(best.body.length).toBeLessThan(first.body.length);
  expect(best.etag).toBe(first.etag);
  expect(brotliDecompressSync(best.body).toString()).toBe(text);
});
