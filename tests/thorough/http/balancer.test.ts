import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../server/demo/ports.ts';
import { fromOwnPage, goodEnquiry } from '../../support/goodEnquiry.ts';
import { sendBytes, sendRequest } from '../../support/http.ts';
import { hasNginx, startDeployedNginx, startNginx } from '../../support/nginx.ts';
import { smuggledRequests } from '../../support/smuggledRequests.ts';
import { contentForTest, serverForTest, siteForTest, siteProcessForTest } from '../../support/started.ts';

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port);

describe.skipIf(!hasNginx)('behind nginx', () => {
  it('E15 no ambiguous request makes a visitor read the response to another one', async () => {
    const site = await siteForTest();
    await site.load();
    // One connection to the site: bytes that are left in it would reach the next visitor.
    const balancer = await startNginx([portOf(site)], { keptConnections: 1, patience: 1 });
    onTestFinished(() => balancer.stop());
    for (const [oddity, bytes] of smuggledRequests) {
      const before = site.logs.length;
      const statusLines = (await sendBytes(balancer.url, bytes)).match(/HTTP\/1\.[01] \d+/g) ?? [];
      for (let visit = 0; visit < 3; visit += 1) {
        expect((await sendRequest(balancer.url, '/about')).status, oddity).toBe(200);
      }
      const paths = site.logs.slice(before).map(({ path }) => path);
      expect(paths.filter((path) => path === '/about').length, oddity).toBe(3);
      // When the balancer takes the rest for a second request, it forwards it as one and returns its response.
      const hidden = paths.filter((path) => path === '/hidden').length;
      expect(hidden, oddity).toBe(hidden === 0 ? 0 : statusLines.length - 1);
    }
  });

  it('D6 a process that is killed loses at most the requests that it was handling, and its twin goes on', async () => {
    const content = await contentForTest();
    const [first, twin] = await Promise.all([siteProcessForTest(content), siteProcessForTest(content)]);
    const balancer = await startNginx([portOf(first), portOf(twin)]);
    onTestFinished(() => balancer.stop());
    const visitors = 8;
    let left = false;
    const statuses: number[] = [];
    const visit = async () => {
      while (!left) {
        const reply = await sendRequest(balancer.url, '/about').catch(() => null);
        statuses.push(reply?.status ?? 0);
      }
    };
    const visits = Array.from({ length: visitors }, visit);
    while (statuses.length < 200) await new Promise(setImmediate);
    await first.end('SIGKILL');
    const atKill = statuses.length;
    while (statuses.length < atKill + 400) await new Promise(setImmediate);
    left = true;
    await Promise.all(visits);
    const failed = statuses.flatMap((status, at) => (status === 200 ? [] : [at]));
    expect(failed.length).toBeLessThanOrEqual(visitors);
    expect(Math.max(0, ...failed)).toBeLessThan(atKill + 200);
  });
});

describe.skipIf(!hasNginx)('behind the nginx of deploy/', () => {
  async function start() {
    const contentService = await contentForTest();
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const environment = { TRUST_PROXY: '1', FRONTEND_URL: url, NODE_ENV: 'production' };
    const replicas = await Promise.all([
      siteForTest({ contentService, environment }),
      siteForTest({ contentService, environment }),
    ]);
    await Promise.all(replicas.map((site) => site.load()));
    const [first, second] = replicas;
    const balancer = await startDeployedNginx([portOf(first), portOf(second)], port);
    onTestFinished(() => balancer.stop());
    /** How many requests for a path have reached a replica. */
    const reached = (path: string) =>
      replicas.flatMap(({ logs }) => logs).filter((line) => String(line.path) === path).length;
    return { replicas, url, reached };
  }

  it('pages come from the replicas, hashed files and pictures from its cache', async () => {
    const { url, reached } = await start();
    const home = (await sendRequest(url, '/')).text;
    const [file = '', picture = ''] = [/\/static\/[^" ]+\.js/, /\/media\/[^" ]+/].map(
      (pattern) => pattern.exec(home)?.[0].replaceAll('&amp;', '&') ?? '',
    );
    for (const path of ['/about', file, picture]) {
      for (const stray of ['', '', path === '/about' ? '' : `${path.includes('?') ? '&' : '?'}stray=1`]) {
        expect((await sendRequest(url, path + stray)).status, path).toBe(200);
      }
    }
    const pathOf = (address: string) => address.split('?')[0] ?? '';
    expect([reached('/about'), reached(pathOf(file)), reached(pathOf(picture))]).toEqual([3, 1, 1]);
    // Whatever is in the headers that the site reads, each form reaches it once more, and not again.
    for (let at = 0; at < 4; at += 1) {
      const headers = { Accept: `image/webp, x/${at}`, 'Accept-Encoding': `gzip, x${at}` };
      const [script, webp] = [
        await sendRequest(url, file, { headers }),
        await sendRequest(url, picture, { headers }),
      ];
      expect([script.headers['content-encoding'], webp.headers['content-type']]).toEqual([
        'gzip',
        'image/webp',
      ]);
      // A made-up version is requested from the site each time, and never cached.
      const madeUp = await sendRequest(url, picture.replace(/v=.*/, `v=abc${at % 2}`), { headers });
      expect(madeUp.headers['cache-control']).toBe('private, max-age=60');
    }
    await expect.poll(() => [reached(pathOf(file)), reached(pathOf(picture))]).toEqual([2, 6]);
    const codingFor = async (accepted: string) =>
      (await sendRequest(url, file, { headers: { 'Accept-Encoding': accepted } })).headers[
        'content-encoding'
      ];
    expect(await codingFor('gzip, deflate, br, zstd')).toBe('br');
    expect(await codingFor('gzip;q=0.1, br;q=0.0')).toBe('gzip');
    expect(await codingFor('br;q=0, gzip; q=0')).toBeUndefined();
    const refusing = await sendRequest(url, picture, { headers: { Accept: 'image/webp;q=0, */*' } });
    expect(refusing.headers['content-type']).not.toBe('image/webp');
  });

  it('a file that only one replica has is found, and nothing else is asked for twice', async () => {
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const site = await siteForTest({ environment: { TRUST_PROXY: '1', FRONTEND_URL: url } });
    await site.load();
    // A replica of the build before.
    const missing: (string | undefined)[] = [];
    const other = await serverForTest((request, response) => {
      if (request.url !== '/robots.txt') missing.push(request.url);
      response.writeHead(request.url === '/robots.txt' ? 200 : 404, { 'Cache-Control': 'no-store' }).end();
    });
    const balancer = await startDeployedNginx([portOf({ url: other }), portOf(site)], port);
    onTestFinished(() => balancer.stop());
    const { text } = await sendRequest(site.url, '/');
    const files = [...new Set(text.match(/\/static\/[^"' ,]+\.(?:js|css|woff2)/g))];
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect((await sendRequest(url, file)).status, file).toBe(200);
    expect(missing).not.toEqual([]);
    missing.length = 0;
    const reached = () => site.logs.filter(({ path }) => path === '/media/none.png').length + missing.length;
    for (let asked = 0; asked < 4; asked += 1)
      expect((await sendRequest(url, '/media/none.png')).status).toBe(404);
    await expect.poll(reached).toBe(4);
    await sendRequest(site.url, '/about');
    expect(reached()).toBe(4);
  });

  it.each([
    ['an address', () => '192.0.2.1', '192.0.2.2'],
    ['a /64', (at: number) => `2001:db8:1:2:${at}::1`, '2001:db8:1:3::1'],
    ['a /64 with zeros', (at: number) => `2001:db8:0:0:${at}:2:3:4`, '2001:db8:0:1:1:2:3:4'],
    ['an IPv4 address in IPv6', () => '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ])('%s gets a limited number of pages, and others are not limited by it', async (_what, from, other) => {
    const { url } = await start();
    const statusFrom = async (address: string) =>
      (await sendRequest(url, '/about', { headers: { 'X-Visitor': address } })).status;
    const statuses: number[] = [];
    const visitor = async () => {
      while (statuses.length < 400) statuses.push(await statusFrom(from(statuses.length)));
    };
    await Promise.all(Array.from({ length: 40 }, visitor));
    const amount = (status: number) => statuses.filter((one) => one === status).length;
    expect([amount(200) > 300, amount(429) > 0, amount(200) + amount(429)]).toEqual([
      true,
      true,
      statuses.length,
    ]);
    expect(await statusFrom(other)).toBe(200);
  });

  it('probes are not public, and visitors do not notice that a replica is gone', async () => {
    const { url, replicas } = await start();
    for (const path of '/livez /readyz /READYZ /readyz/ //readyz /%72eadyz /livez?x=1'.split(' '))
      expect((await sendRequest(url, path)).status, path).toBe(404);
    await replicas[0].close();
    for (let visit = 0; visit < 20; visit += 1) expect((await sendRequest(url, '/about')).status).toBe(200);
  });

  it('pages still come from a replica that refuses pictures for a moment', async () => {
    const { url, replicas } = await start();
    const home = (await sendRequest(url, '/')).text;
    const pictures = new Set(home.match(/\/media\/[^" ]+/g)?.map((path) => path.replaceAll('&amp;', '&')));
    await replicas[0].contentService.fault('assets', { kind: 'status', status: 503 });
    const statusOf = async (path: string) => (await sendRequest(url, path)).status;
    const refused = [...pictures].slice(0, 4).map(statusOf);
    expect(await Promise.all(refused)).toEqual([503, 503, 503, 503]);
    for (let visit = 0; visit < 10; visit += 1) expect(await statusOf('/about')).toBe(200);
  });

  it('an enquiry arrives, and a made-up address does not bypass limits', async () => {
    const { url } = await start();
    const statuses: number[] = [];
    for (let post = 0; post < 40 && !statuses.includes(429); post += 1) {
      const body = JSON.stringify({ ...goodEnquiry, message: `Please call, ${post}.` });
      const forwarded = { 'X-Forwarded-For': `203.0.113.${post}` };
      const headers = { ...fromOwnPage(url), ...forwarded, 'Content-Type': 'application/json' };
      statuses.push((await sendRequest(url, '/api/contact', { method: 'POST', headers, body })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});
