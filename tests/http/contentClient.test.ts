import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NetworkError, ResponseError } from '../../server/directus/callErrors.ts';
import { createDirectusClient, type DirectusClientOptions } from '../../server/directus/directusClient.ts';
import { createWitness } from '../support/contentLayer.ts';
import { type ContentService, startContentService } from '../support/contentService.ts';
import type { FaultMode } from '../support/faults.ts';
import { listen } from '../support/listen.ts';
import { createManualClock, settle } from '../support/manualClock.ts';

let service: ContentService;
const closers: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  service = await startContentService();
});
afterAll(() => service.close());
afterEach(async () => {
  await service.clearFaults();
  service.clearRequests();
  for (const close of closers.splice(0)) await close();
});

/** A client of the demo service (or of `baseUrl`) with a witness of what it logs and reports. */
function connect(options: Partial<DirectusClientOptions> = {}) {
  const witness = createWitness();
  const { log, reportError } = witness;
  const client = createDirectusClient({ baseUrl: service.url, log, reportError, ...options });
  closers.push(() => client.close());
  return { client, ...witness };
}

async function listenHere(server: Server, scheme = 'http'): Promise<string> {
  const address = await listen(server);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return address.replace('http:', `${scheme}:`);
}

/** A server of our own where the demo service has no fault like it; it remembers its requests. */
async function serve(listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const baseUrl = await listenHere(
    createServer((request, response) => {
      requests.push(request);
      listener(request, response);
    }),
  );
  return { baseUrl, requests };
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call', () => {
  it('carries the JSON content type and no header beside what HTTP itself needs', async () => {
    const { baseUrl, requests } = await serve((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"data":[]}'),
    );
    await connect({ baseUrl }).client.items('pages');
    const names = requests[0]?.rawHeaders.filter((_text, place) => place % 2 === 0);
    expect(names?.map((name) => name.toLowerCase()).sort()).toEqual(['connection', 'content-type', 'host']);
    expect(requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('serialises its options as specified', async () => {
    const { client } = connect();
    const filter = { status: { _eq: 'published' } };
    await client.items('services', { filter, sort: 'display_order', limit: 9, fields: '*,thumbnail_image' });
    await client.items('blog_posts', { sort: ['status', '-id'], limit: 1, page: null, search: undefined });
    expect(service.requests.map(({ url }) => decodeURIComponent(url))).toEqual([
      '/items/services?filter={"status":{"_eq":"published"}}&sort=display_order&limit=9&fields=*,thumbnail_image',
      '/items/blog_posts?sort=status,-id&limit=1',
    ]);
  });

  it('reads one item by its id, and encodes what it puts into the path', async () => {
    const { client } = connect();
    expect(await client.item('pages', '1', { fields: 'id' })).toEqual({ id: 1 });
    await failureOf(client.item('pages', '../services/1'));
    expect(service.requests.at(-1)?.url).toBe('/items/pages/..%2Fservices%2F1');
  });

  it('keeps connections and uses them again', async () => {
    const { baseUrl, requests } = await serve((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"data":[]}'),
    );
    const { client } = connect({ baseUrl });
    for (let count = 0; count < 5; count += 1) await client.items('pages', { limit: 1 });
    expect(requests.length).toBe(5);
    // A connection is free again one turn of the event loop after its response, so two take turns.
    expect(new Set(requests.map(({ socket }) => socket)).size).toBeLessThanOrEqual(2);
  });

  it('fails at once when too many wait for a socket', async () => {
    await service.fault('*', { kind: 'blackhole' });
    const { client } = connect({ maxSockets: 2, maxQueue: 3, deadlineMs: 300 });
    const calls = Array.from({ length: 6 }, () => failureOf(client.items('pages', { limit: 1 })));
    expect(await Promise.race(calls)).toHaveProperty('message', 'Too many calls wait');
    expect(service.openConnections()).toBeLessThanOrEqual(2);
    await Promise.all(calls);
  });
});

describe('more calls than may wait', () => {
  it('are no sign of a service that fails: the others get their responses, and no circuit breaker opens', async () => {
    await service.fault('*', { kind: 'slow', ms: 200 });
    const { client, lines, reports } = connect({ maxSockets: 2, maxQueue: 3 });
    const calls = Array.from({ length: 12 }, (_call, count) =>
      failureOf(client.items(count % 2 === 0 ? 'pages' : 'services', { limit: 1 })),
    );
    const failures = (await Promise.all(calls)).filter((failure) => failure !== undefined);
    expect(failures.map(String)).toEqual(Array(7).fill('NetworkError: Too many calls wait'));
    expect(lines).toEqual([]);
    expect(reports.map(({ error }) => error)).toEqual(failures);
  });
});

describe('a list', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_row, place) => ({ id: place + 1 }));
  const idsOf = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row));

  /** Lists as Directus does: the limit cut or refused at `maxLimit`, the count only where it is requested. */
  async function listing(total: number, { maxLimit = 1e6, refuses = true, counts = true } = {}) {
    const rows = numbered(total);
    return serve((request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams;
      const limit = Number(query.get('limit'));
      response.setHeader('content-type', 'application/json');
      if (limit > maxLimit && refuses) {
        const message = `Invalid query. "limit" must be less than or equal to ${maxLimit}.`;
        response.writeHead(400).end(JSON.stringify({ errors: [{ message }] }));
        return;
      }
      const size = Math.min(limit, maxLimit);
      const from = (Number(query.get('page') ?? 1) - 1) * size;
      const meta = counts && query.has('meta') ? { filter_count: total } : undefined;
      response.end(JSON.stringify({ data: rows.slice(from, from + size), meta }));
    });
  }

  it.each([0, 1, 100, 101, 500, 501, 1_001])('B7 is complete with %i rows', async (total) => {
    const { baseUrl, requests } = await listing(total);
    const rows = await connect({ baseUrl }).client.items('blog_posts');
    expect(idsOf(rows)).toEqual(idsOf(numbered(total)));
    expect(requests.length).toBe(Math.max(1, Math.ceil(total / 500)));
  });

  it.each([
    ['refuses larger pages', { maxLimit: 50 }],
    ['cuts pages in silence', { maxLimit: 50, refuses: false }],
    ['does not count', { counts: false }],
  ])('B7 is complete where the service %s', async (_what, settings) => {
    const { baseUrl } = await listing(1_001, settings);
    const { client, reports } = connect({ baseUrl });
    expect((await client.items('blog_posts')).length).toBe(1_001);
    expect(reports).toEqual([]);
  });

  it('B7 learns the largest page once', async () => {
    const { baseUrl, requests } = await listing(10, { maxLimit: 50 });
    const { client } = connect({ baseUrl });
    await Promise.all([client.items('blog_posts'), client.items('pages')]);
    requests.length = 0;
    await client.items('services');
    expect(requests.map(({ url }) => url)).toEqual(['/items/services?limit=50&page=1&meta=filter_count']);
  });

  it.each([
    [9, 50, 9, 1],
    [50, 50, 50, 1],
    [120, 50, 120, 4],
    [500, 50, 130, 4],
    [500, 130, 130, 3],
    [9, 4, 9, 4],
  ])(
    'B7 with a limit of %i where %i is the largest: %i rows in %i calls',
    async (limit, maxLimit, count, calls) => {
      const { baseUrl, requests } = await listing(130, { maxLimit });
      const { client, reports } = connect({ baseUrl });
      expect(idsOf(await client.items('directus_files', { limit }))).toEqual(idsOf(numbered(count)));
      expect(requests).toHaveLength(calls);
      expect(reports).toEqual([]);
    },
  );

  it('ends at 20,000 rows', async () => {
    const { baseUrl, requests } = await listing(20_600);
    expect((await connect({ baseUrl }).client.items('blog_posts')).length).toBe(20_000);
    expect(requests.length).toBe(40);
  });

  it.each([
    ['absent', '{}', []],
    ['null', '{"data":null}', []],
    ['the object of a singleton', '{"data":{"id":1}}', [{ id: 1 }]],
  ])('B2 reads data that is %s', async (_what, body, expected) => {
    await service.fault('cta_settings', { kind: 'raw', body });
    expect(await connect().client.items('cta_settings')).toEqual(expected);
  });

  it('requests every field when a named one is refused, and says so once', async () => {
    const { client, lines, reports } = connect();
    const rows = await client.items('pages', { fields: 'id,renamed', limit: 1 });
    await client.items('pages', { fields: 'id,renamed', limit: 1 });
    expect(rows[0]).toHaveProperty('hero_title');
    expect(service.requests.map(({ url }) => url)).toEqual([
      '/items/pages?fields=id,renamed&limit=1',
      '/items/pages?fields=*&limit=1',
      '/items/pages?fields=*&limit=1',
    ]);
    expect(lines.filter(({ level }) => level === 40).length).toBe(1);
    expect(reports).toEqual([]);
  });
});

describe('errors', () => {
  it.each([
    ['the message field', { message: 'Closed for repairs' }, 'Closed for repairs'],
    [
      'the first of the errors',
      { errors: [{ message: 'No such field' }, { message: 'b' }] },
      'No such field',
    ],
    ['the message field before the errors', { message: 'a', errors: [{ message: 'b' }] }, 'a'],
    ['the status where neither is there', {}, 'HTTP error! status: 400'],
    ['the status where the message is no text', { message: { a: 1 }, errors: [] }, 'HTTP error! status: 400'],
    ['the status where the body is no JSON', '<html>', 'HTTP error! status: 400'],
  ])('say %s', async (_what, body, message) => {
    await service.fault('pages', { kind: 'status', status: 400, body });
    expect(await failureOf(connect().client.items('pages'))).toHaveProperty('message', message);
  });

  it('are reported once with endpoint, status, method, address and the beginning of the body', async () => {
    await service.fault('pages', {
      kind: 'status',
      status: 403,
      body: `{"message":"No"}${' '.repeat(5_000)}`,
    });
    const { client, reports } = connect();
    const error = await failureOf(client.items('pages', { limit: 1 }));
    expect(error).toBeInstanceOf(ResponseError);
    const context = {
      kind: 'response',
      endpoint: '/items/pages',
      status: 403,
      method: 'GET',
      url: `${service.url}/items/pages?limit=1`,
      body: `{"message":"No"}${' '.repeat(1_008)}`,
    };
    expect(reports).toEqual([{ error, context }]);
  });

  it('of the network are of another kind', async () => {
    await service.fault('pages', { kind: 'rst' });
    const { client, reports } = connect();
    const error = await failureOf(client.items('pages', { limit: 1 }));
    expect(error).toBeInstanceOf(NetworkError);
    expect(reports.map(({ context }) => [context?.kind, context?.status])).toEqual([['network', null]]);
  });
});

describe('a fault of the content service', () => {
  /** One call against one fault: what it threw and how long it took. */
  async function callUnder(mode: FaultMode, options: Partial<DirectusClientOptions> = {}) {
    await service.fault('pages', mode);
    const witness = connect({ deadlineMs: 600, ...options });
    const startedAt = performance.now();
    const error = await failureOf(witness.client.items('pages', { limit: 1 }));
    return { ...witness, error, tookMs: performance.now() - startedAt };
  }

  it.each<[string, FaultMode]>([
    ['A4 slow headers', { kind: 'slow', ms: 30_000 }],
    ['A5 drip body', { kind: 'drip', bytesPerSecond: 4 }],
    ['A6 blackhole', { kind: 'blackhole' }],
  ])('%s: the total deadline ends it and its connection', async (_row, mode) => {
    // Both timers run in this process, the earlier one first however busy the machine is: no race with a clock.
    const outlived = pause(1_150).then(() => expect.fail('still waiting at almost twice the deadline'));
    const { error, tookMs } = await Promise.race([callUnder(mode), outlived]);
    expect(error).toBeInstanceOf(NetworkError);
    expect(tookMs).toBeGreaterThan(550);
    await expect.poll(() => service.openConnections()).toBe(0);
  });

  it.each<[string, FaultMode]>([
    ['A7 reset', { kind: 'rst' }],
    ['A7 reset in the body', { kind: 'rst', afterBytes: 20 }],
    ['A7 truncated body', { kind: 'truncated' }],
  ])('%s: a network error', async (_row, mode) => {
    expect((await callUnder(mode)).error).toBeInstanceOf(NetworkError);
  });

  it.each([500, 502, 503])('A8 %i: one retry, then the failure', async (status) => {
    // The longest pause before a retry may leave less than half of so short a deadline, and then there is none.
    const { error } = await callUnder({ kind: 'status', status }, { random: () => 0 });
    expect(error).toHaveProperty('status', status);
    expect(service.requests.length).toBe(2);
  });

  it('A8 a passing 500 is not noticed', async () => {
    await service.fault('pages', { kind: 'status', status: 500 }, { times: 1 });
    const { client, reports } = connect();
    expect((await client.items('pages', { limit: 1 })).length).toBe(1);
    expect(reports).toEqual([]);
  });

  it('A8 retries stay within a tenth of the calls', async () => {
    // Every second call fails, so that no circuit opens and every failure would like a retry.
    let count = 0;
    const { baseUrl, requests } = await serve((_request, response) => {
      count += 1;
      response
        .writeHead(count % 2 === 0 ? 200 : 500, { 'content-type': 'application/json' })
        .end('{"data":[]}');
    });
    const { client } = connect({ baseUrl, random: () => 0 });
    for (let calls = 0; calls < 50; calls += 1) await failureOf(client.items('pages', { limit: 1 }));
    expect(requests.length).toBeLessThanOrEqual(50 + 1 + 5);
    expect(requests.length).toBeGreaterThan(50);
  });

  it('A8 no retry when less than half of the deadline is left', async () => {
    const { baseUrl, requests } = await serve((_request, response) => {
      setTimeout(() => response.writeHead(500).end(), 350);
    });
    await failureOf(connect({ baseUrl, deadlineMs: 600 }).client.items('pages'));
    expect(requests.length).toBe(1);
  });

  it('A9 403: not retried, and no sign of a service that fails', async () => {
    await service.fault('pages', { kind: 'status', status: 403 });
    const { client, reports, lines } = connect();
    for (let count = 0; count < 5; count += 1) await failureOf(client.items('pages', { limit: 1 }));
    expect(service.requests.length).toBe(5);
    expect(lines).toEqual([]);
    expect(String(reports[0]?.error)).toMatch(/permission/);
  });

  it.each([
    ['seconds', '7', 7],
    ['a date', 'Thu, 15 Jan 2026 12:00:20 GMT', 20],
    ['a date that is over', 'Thu, 15 Jan 2026 11:00:00 GMT', 0],
    ['garbage', 'soon', 5],
    ['garbage that some would take for a date', '-1', 5],
    ['a number without an end', '1000000000', 60],
    ['nothing', undefined, 5],
  ])('A10 429 with %s in Retry-After: no call until then', async (_what, value, seconds) => {
    const clock = createManualClock('2026-01-15T12:00:00Z');
    const headers: Record<string, string> = value === undefined ? {} : { 'Retry-After': value };
    await service.fault('pages', { kind: 'status', status: 429, headers, body: {} }, { times: 1 });
    const { client, reports } = connect({ clock });
    await failureOf(client.items('pages', { limit: 1 }));
    if (seconds > 0) {
      await clock.advance(seconds * 1_000 - 1);
      expect(await failureOf(client.items('services', { limit: 1 }))).toHaveProperty('status', 429);
      expect(service.requests.length).toBe(1);
      await clock.advance(1);
    }
    expect((await client.items('services', { limit: 1 })).length).toBe(1);
    expect(reports.length).toBe(1);
  });

  it.each([204, 301, 302, 304, 400, 401, 404, 418])(
    'A11 %i is a failure, not empty content',
    async (status) => {
      const { baseUrl } = await serve((_request, response) => response.writeHead(status).end());
      expect(await failureOf(connect({ baseUrl }).client.items('pages'))).toMatchObject({
        name: 'ResponseError',
        status,
        message: `HTTP error! status: ${status}`,
      });
    },
  );

  const raw = (body: string | Uint8Array, contentType = 'application/json'): FaultMode => ({
    kind: 'raw',
    body,
    contentType,
  });
  it.each<[string, FaultMode]>([
    ['A12 a web page', { kind: 'html200' }],
    ['A12 JSON that says it is a web page', raw('{"data":[]}', 'text/html')],
    ['A13 cut JSON', { kind: 'badJson' }],
    ['A13 a byte order mark', raw('\ufeff{"data":[]}')],
    ['A13 a NUL byte', raw('{"data":["\0"]}')],
    ['A13 NaN', raw('{"data":[NaN]}')],
    ['A13 bytes that are no UTF-8', raw(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))],
    ['A13 nothing', raw('')],
    ['B2 a list at the top', raw('[]')],
    ['B2 null', raw('null')],
    ['B2 data that is a text', { kind: 'shape', data: 'x' }],
    ['B2 data that is a number', { kind: 'shape', data: 7 }],
  ])('%s is a malformed response', async (_row, mode) => {
    const { error, reports } = await callUnder(mode);
    expect(error).toMatchObject({ name: 'ResponseError', kind: 'malformed', status: 200 });
    expect(reports.length).toBe(1);
  });

  it('A14 a body of 200 MB is cut off', async () => {
    const before = process.memoryUsage().rss;
    // The deadline is longer than the test lasts.
    const { error } = await callUnder({ kind: 'huge', bytes: 2e8 }, { deadlineMs: 600_000 });
    expect(error).toHaveProperty('message', 'Malformed response: more than 5242880 bytes');
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
    await expect.poll(() => service.openConnections()).toBe(0);
  });

  it('A15 a compressed body is refused unread', async () => {
    const { error } = await callUnder({ kind: 'gzipBomb', bytes: 3e8 }, { deadlineMs: 600_000 });
    expect(error).toHaveProperty('message', 'Malformed response: content encoding gzip');
  });

  it('A16 an unknown host is a network error', async () => {
    const { client } = connect({ baseUrl: 'http://content.invalid' });
    expect(await failureOf(client.items('pages'))).toBeInstanceOf(NetworkError);
  });

  it('A16 a connection that does not come about ends before the deadline', async () => {
    // An address of the range that is reserved for documentation: nothing responds there.
    const { client } = connect({ baseUrl: 'http://192.0.2.1', connectTimeoutMs: 100, deadlineMs: 600_000 });
    // The deadline is longer than the test lasts.
    expect(await failureOf(client.items('pages'))).toBeInstanceOf(NetworkError);
  });

  it('A18 a redirect is not followed', async () => {
    const inner = await serve((_request, response) => response.end());
    const { error } = await callUnder({ kind: 'redirect', to: `${inner.baseUrl}/latest/meta-data` });
    expect(error).toHaveProperty('status', 302);
    expect(inner.requests.length).toBe(0);
  });

  it('A2 refused connections: three failures, then silence; one line when the circuit breaker opens and one when it closes', async () => {
    const clock = createManualClock();
    await service.fault('*', { kind: 'refuse' });
    const { client, reports, lines } = connect({ clock, random: () => 0.5 });
    for (let count = 0; count < 20; count += 1) await failureOf(client.items('pages', { limit: 1 }));
    expect(reports.length).toBe(3);
    await service.clearFaults();
    await clock.advance(1_000);
    await client.items('pages', { limit: 1 });
    expect(lines.map(({ msg }) => msg)).toEqual([
      'Content service failing: only probes go out',
      'Content service responds again',
    ]);
  });

  it('A2 refused connections fail the calls that wait for one as well, long before their deadline', async () => {
    await service.fault('*', { kind: 'refuse' });
    // The deadline is longer than the test lasts.
    const { client } = connect({ maxSockets: 2, deadlineMs: 600_000 });
    const calls = Array.from({ length: 30 }, () => failureOf(client.items('pages', { limit: 1 })));
    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(NetworkError);
  });

  it('A10 a probe that is refused with two Retry-After lines leaves room for the next one', async () => {
    const clock = createManualClock();
    let status = 500;
    const { baseUrl } = await serve((_request, response) => {
      if (status === 503) response.setHeader('retry-after', ['2', '60']);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"data":[]}');
    });
    const { client, lines } = connect({ baseUrl, clock, random: () => 0 });
    const call = () => failureOf(client.items('pages', { limit: 1 }));
    for (let count = 0; count < 3; count += 1) expect(await call()).toHaveProperty('status', 500);
    status = 503;
    await clock.advance(1_000);
    expect(await call()).toHaveProperty('status', 503);
    status = 200;
    // The first of the two lines counts.
    await clock.advance(2_000);
    expect(await call()).toBeUndefined();
    expect(lines.at(-1)).toHaveProperty('msg', 'Content service responds again');
  });

  it('a doubled Content-Type is read as JSON', async () => {
    const { baseUrl } = await serve((_request, response) => {
      response.setHeader('content-type', ['application/json', 'application/json']).end('{"data":[{"id":1}]}');
    });
    expect(await connect({ baseUrl }).client.items('pages', { limit: 1 })).toEqual([{ id: 1 }]);
  });

  it('A19 flapping: few calls while it is unreachable, and all of them again after each probe', async () => {
    const clock = createManualClock();
    const { client } = connect({ clock, random: () => 0.5 });
    let failed = 0;
    for (let flap = 0; flap < 3; flap += 1) {
      await service.fault('*', { kind: 'status', status: 500 });
      service.clearRequests();
      for (let second = 0; second < 5; second += 1) {
        for (let count = 0; count < 10; count += 1) if (await failureOf(client.items('pages'))) failed += 1;
        await clock.advance(1_000);
      }
      // Three that fail, at most two retries, and the probes of seconds 1 and 3.
      expect(service.requests.length).toBeLessThanOrEqual(7);
      await service.clearFaults();
      await clock.advance(5_000);
      expect(await failureOf(client.items('pages'))).toBeUndefined();
    }
    expect(failed).toBe(150);
    await settle();
  });
});

describe('TLS', () => {
  let folder = '';
  const hasOpenSsl = (() => {
    try {
      execFileSync('openssl', ['version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();
  afterAll(() => folder && rmSync(folder, { recursive: true }));

  it.skipIf(!hasOpenSsl)('A17 a certificate that nobody vouches for carries no request', async () => {
    folder = mkdtempSync(join(tmpdir(), 'content-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-nodes', '-days', '2', '-subj', '/CN=elsewhere.example'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    let carried = 0;
    const baseUrl = await listenHere(
      createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
        carried += 1;
        response.end();
      }),
      'https',
    );
    const error = await failureOf(connect({ baseUrl }).client.items('pages'));
    expect(error).toBeInstanceOf(NetworkError);
    expect(String(error)).toMatch(/self-signed/);
    expect(carried).toBe(0);
  });
});
