import { expect, it } from 'vitest';
import { type FullResponse, sendRequest } from '../support/http.ts';
import { siteForTest } from '../support/started.ts';

/** The bytes of a response as it was sent: status line, headers and the compressed body. */
const bytesOf = ({ rawHeaders, body }: FullResponse): number =>
  rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length) + body.length;

/** What every page of the demo fits in, its headers included. */
const bound = 19_700;

it('every page is sent within its bound, headers and styles included', async () => {
  // With fixed origins: random ports would change the sizes by some bytes.
  const site = await siteForTest({
    tightenRestMs: 1,
    environment: { FRONTEND_URL: 'https://www.ridge.example', BACKEND_URL: 'https://content.ridge.example' },
  });
  await site.load();
  const headers = { host: 'www.ridge.example', 'accept-encoding': 'gzip, deflate, br, zstd' };
  const { text } = await sendRequest(site.url, '/sitemap.xml', { headers: { host: 'www.ridge.example' } });
  const paths = [...text.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname);
  expect(paths).toContain('/');
  const send = (path: string) => sendRequest(site.url, path, { headers });
  const first = await Promise.all(paths.map(send));
  // While nobody waits for them, they are compressed again.
  for (const [at, path] of paths.entries()) {
    const sent = async () => (await send(path)).body.length;
    await expect.poll(sent, { timeout: 60_000 }).toBeLessThan(first[at]?.body.length ?? 0);
  }
  const replies = await Promise.all(paths.map(send));
  expect(
    replies.filter(
      ({ status, headers: { 'content-encoding': coding } }) => status !== 200 || coding !== 'br',
    ),
  ).toEqual([]);
  const large = replies.flatMap((reply, at) =>
    bytesOf(reply) > bound ? `${paths[at]}: ${bytesOf(reply)}` : [],
  );
  expect(large).toEqual([]);
  // Whoever has what was sent first need not load it again.
  const again = { ...headers, 'if-none-match': String(first[0]?.headers.etag) };
  expect((await sendRequest(site.url, paths[0] ?? '', { headers: again })).status).toBe(304);
});
