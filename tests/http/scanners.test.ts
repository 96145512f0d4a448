import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../support/createRandom.ts';
import { fromOwnPage } from '../support/goodEnquiry.ts';
import { expectNothingInternal, productionEnvironment } from '../support/headerPolicy.ts';
import { hookSecret } from '../support/hook.ts';
import { sendBytes, sendRequest, statusOfRaw } from '../support/http.ts';
import { mutatedRequest } from '../support/mutatedRequest.ts';
import { pageAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';

const site = await siteForFile({
  environment: {
    ...productionEnvironment,
    METRICS_PORT: '0',
    TRUST_PROXY: '1',
    CONTENT_HOOK_SECRET: hookSecret,
  },
});
beforeAll(() => site.load());

/** Routes whose handlers read something from a visitor. */
const handlers =
  'api.contact api.contactStatus api.cspReport api.posts api.search api.vitals contact contact.form contact.sent feed hook media rentals search searchRentals static'.split(
    ' ',
  );

describe('E26 a scanner', () => {
  it('E26 gets no server error and nothing internal, a policy with every response, and a log line for each request', async () => {
    await expect.poll(async () => (await sendRequest(site.url, '/api/search?q=snow')).status).toBe(200);
    const seen = new Map<number, number>();
    const ids: string[] = [];
    const random = createRandom(26);
    for (let count = 0; count < 1_000; count += 1) {
      const { path, ...parts } = mutatedRequest(pageAddresses, random, {
        ...fromOwnPage(productionEnvironment.FRONTEND_URL),
        'X-Content-Hook-Secret': hookSecret,
      });
      const reply = await sendRequest(site.url, path, parts);
      const tried = `${parts.method} ${path}`;
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
      expect(reply.status, tried).toBeLessThan(500);
      expect(reply.headers['content-security-policy'], tried).toContain("default-src 'none'");
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
      expect(reply.headers['set-cookie']).toBeUndefined();
      if (!/javascript|image|font/.test(String(reply.headers['content-type'])))
        expectNothingInternal(reply.text);
      const id = reply.headers['x-request-id'];
      if (id !== undefined) ids.push(String(id));
    }
    const logged = () =>
      site.logs.filter(({ method, id }) => method && ids.includes(String(id))).map(({ id }) => id);
    await expect.poll(() => logged().length).toBe(ids.length);
    expect(new Set(logged()).size).toBe(ids.length);
    expect(site.reports).toEqual([]);
    // It has reached everything: pages, missing and unreadable addresses, refused methods, and all handlers.
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 303, 400, 404, 405, 413, 422]));
    expect(seen.get(405)).toBeLessThan(60);
    const routes = new Set(site.logs.map(({ route }) => route));
    expect([...routes]).toEqual(expect.arrayContaining(handlers));
  });
});

describe('E19 headers', () => {
  it('E19 are not repeated in the log, and are refused when malformed or too long', async () => {
    const before = site.logs.length;
    const send = (userAgent: string) =>
      sendBytes(
        site.url,
        `GET /about HTTP/1.1\r\nHost: x\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
      );
    expect(statusOfRaw(await send('\u001b[31mred'))).toBe(400);
    expect(statusOfRaw(await send(`${'x'.repeat(9_000)}"},{"injected":true}`))).toBe(200);
    // The connection may end before all of it has been written.
    expect(await send('x'.repeat(1_000_000)).then(statusOfRaw, () => 431)).toBe(431);
    const pages = () => site.logs.slice(before).filter(({ path }) => path === '/about');
    await expect.poll(pages).toHaveLength(1);
    for (const line of site.logs.slice(before))
      expect(JSON.stringify(line)).not.toMatch(/xxx|injected|\u001b|red/);
  });
});

describe('E21 ranges', () => {
  it.each([
    ['one byte', 'bytes=0-0'],
    ['the end', 'bytes=-1'],
    ['bytes beyond the end', 'bytes=999999999-'],
    ['everything, a thousand times', `bytes=${Array.from({ length: 1_000 }, () => '0-').join()}`],
    ['overlapping pieces', `bytes=${Array.from({ length: 500 }, (_, at) => `${at}-`).join()}`],
    ['nonsense', 'bytes=a-b,-,5-1'],
  ])('E21 for %s get the whole file, once', async (_name, range) => {
    const entry = /\/static\/main-[^"]+\.js/.exec((await sendRequest(site.url, '/about')).text)?.[0] ?? '';
    for (const path of [entry, '/drawings.svg', '/about', '/feed.xml']) {
      const whole = await sendRequest(site.url, path);
      const reply = await sendRequest(site.url, path, { headers: { Range: range, 'If-Range': '"x"' } });
      expect([path, reply.status, reply.body.equals(whole.body)]).toEqual([path, 200, true]);
      expect(reply.headers['content-range']).toBeUndefined();
    }
  });
});
