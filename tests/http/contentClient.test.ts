import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DirectusClient, type DirectusClientOptions } from '../../server/directus/directusClient.ts';
import { listen } from '../support/listen.ts';
import { serverForTest } from '../support/started.ts';

/** Starts a content service and a client for it; records all requests and reports. */
async function connect(listener: RequestListener, options: Partial<DirectusClientOptions> = {}) {
  const requests: IncomingMessage[] = [];
  const baseUrl = await serverForTest((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return { requests, ...connectTo(baseUrl, options) };
}

function connectTo(baseUrl: string, options: Partial<DirectusClientOptions> = {}) {
  const reports: { readonly error: unknown; readonly context: unknown }[] = [];
  const client = new DirectusClient({
    baseUrl,
    log: pino({ enabled: false }),
    reportError: (error, context) => void reports.push({ error, context }),
    ...options,
  });
  onTestFinished(() => client.close());
  return { baseUrl, client, reports };
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const sends =
  (body: string, contentType = 'application/json', status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': contentType }).end(body);

const rowsOf = (count: number, size = 0) =>
  Array.from({ length: count }, (_row, place) => ({ id: place + 1, text: 'x'.repeat(size) }));

/** Lists as Directus does; QUERY_LIMIT_MAX is `most`. */
function lists(
  rows: readonly unknown[],
  { most = 1e6, count = rows.length as number | null } = {},
): RequestListener {
  return (request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const from = Number(query.get('offset'));
    const data = rows.slice(from, query.get('limit') === '-1' ? from + most : from);
    const meta = count !== null && query.get('meta') === 'filter_count' ? { filter_count: count } : undefined;
    sends(JSON.stringify({ data, meta }))(request, response);
  };
}

describe('a call', () => {
  it('carries the JSON content type and no other header than HTTP itself needs', async () => {
    const { client, requests } = await connect(lists([]));
    await client.items('pages');
    const names = requests[0]?.rawHeaders.filter((_text, place) => place % 2 === 0);
    expect(names?.map((name) => name.toLowerCase()).sort()).toEqual(['connection', 'content-type', 'host']);
    expect(requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('reads one item by its id, and encodes what it puts into the path', async () => {
    const { client, requests } = await connect(sends('{"data":{"id":1}}'));
    expect(await client.item('pages', '1', { fields: ['id'] })).toEqual({ id: 1 });
    await client.item('pages', '../services/1');
    expect(requests.map(({ url }) => url)).toEqual([
      '/items/pages/1?fields=id',
      '/items/pages/..%2Fservices%2F1',
    ]);
  });

  it('waits for one of few connections, which are reused', async () => {
    const { client, requests } = await connect(lists([]), { maxSockets: 2 });
    await Promise.all(Array.from({ length: 12 }, () => client.items('pages')));
    expect(requests).toHaveLength(12);
    expect(new Set(requests.map(({ socket }) => socket)).size).toBeLessThanOrEqual(2);
  });
});

describe('all rows of a collection', () => {
  it.each([
    [0, 30, 1],
    [30, 30, 1],
    [31, 30, 2],
    [1_001, 1_001, 1],
  ])('B7 are complete if they are %i and a call gives up to %i, in %i calls', async (total, most, calls) => {
    const { client, requests } = await connect(lists(rowsOf(total), { most }));
    expect(await client.items('blog_posts')).toEqual(rowsOf(total));
    expect(requests).toHaveLength(calls);
  });

  it('B7 are complete when Directus does not count them', async () => {
    for (const total of [99, 200, 230]) {
      const { client } = await connect(lists(rowsOf(total), { count: null, most: 100 }));
      expect(await client.items('blog_posts')).toEqual(rowsOf(total));
    }
  });

  it.each([
    ['a count above the limit', lists(rowsOf(3), { count: 20_001 }), 'more than 20000 rows', 1],
    ['a count that they do not reach', lists(rowsOf(130), { count: 140 }), 'fewer rows than 140', 2],
    ['a count but no rows', lists([], { count: 12 }), 'fewer rows than 12', 1],
    ['a proxy that ignores queries', sends(JSON.stringify({ data: rowsOf(100) })), 'the same page again', 2],
  ])('are malformed with %s', async (_what, listener, problem, calls) => {
    const { client, requests, reports } = await connect(listener);
    expect(await failureOf(client.items('blog_posts'))).toMatchObject({
      name: 'ResponseError',
      kind: 'malformed',
      message: `Malformed response: ${problem}`,
    });
    expect([requests.length, reports.length]).toEqual([calls, 1]);
  });

  it('are bounded in number, even without a count, in bytes and in time', async () => {
    let last = 0;
    const failure = async (options: Partial<DirectusClientOptions>) => {
      const endless = await connect((request, response) => {
        const data = rowsOf(100, 1_000).map((row) => ({ ...row, id: row.id + last }));
        last += 100;
        sends(JSON.stringify({ data }))(request, response);
      }, options);
      const { message } = Object(await failureOf(endless.client.items('pages')));
      return [message, endless.requests.length];
    };
    expect(await failure({ maxRows: 450 })).toEqual(['Malformed response: more than 450 rows', 5]);
    expect(await failure({ maxBytes: 250_000 })).toEqual([
      expect.stringMatching(/^Malformed response: more than \d+ bytes$/),
      3,
    ]);
    expect(await failure({ deadlineMs: 100, maxRows: 1e9 })).toEqual([
      expect.stringMatching(/^No complete response within/),
      expect.any(Number),
    ]);
  });

  it.each([
    ['absent', '{}', []],
    ['null', '{"data":null}', []],
    ['the object of a singleton', '{"data":{"id":1},"meta":{"filter_count":1}}', [{ id: 1 }]],
    ['a singleton that was never saved', '{"data":{"id":null}}', []],
  ])('B2 may be data that is %s', async (_what, body, expected) => {
    const { client } = await connect(sends(body));
    expect(await client.items('cta_settings')).toEqual(expected);
  });

  it.each([
    ['a string', '{"data":"x"}'],
    ['a list beside errors', '{"data":[{"id":1}],"errors":[{"message":"Half of it failed"}]}'],
  ])('B2 may not be data that is %s', async (_what, body) => {
    const { client } = await connect(sends(body));
    expect(await failureOf(client.items('pages'))).toMatchObject({ kind: 'malformed', status: 200 });
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
    [
      'the status when the message is not a string',
      { message: { a: 1 }, errors: [] },
      'HTTP error! status: 400',
    ],
    ['the status when the body is not JSON', '<html>', 'HTTP error! status: 400'],
  ])('say %s', async (_what, body, message) => {
    const { client } = await connect(sends(JSON.stringify(body), 'application/json', 400));
    expect(await failureOf(client.items('pages'))).toHaveProperty('message', message);
  });
});

/** Longer than the test lasts. */
const unhurried = { deadlineMs: 600_000 };

describe('a fault of the content service', () => {
  it('A14 20,000 rows of 9 kB are cut off at the limit of a collection', async () => {
    const page = rowsOf(100, 9_000);
    const { client, requests } = await connect((request, response) => {
      const from = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset'));
      const data = page.map((row) => ({ ...row, id: row.id + from }));
      sends(JSON.stringify({ data, meta: { filter_count: 20_000 } }))(request, response);
    }, unhurried);
    const failure = await failureOf(client.items('blog_posts'));
    expect(failure).toMatchObject({
      kind: 'malformed',
      message: expect.stringMatching(/more than \d+ bytes$/),
    });
    // 64 MiB.
    expect(requests.length).toBe(75);
  });

  it('A2 A16 no connection is a network error, long before the deadline', async () => {
    const free = createServer();
    const refusing = await listen(free);
    await new Promise((resolve) => free.close(resolve));
    // The last address is one for documentation: nothing responds there. The deadline is longer than the test lasts.
    for (const baseUrl of [refusing, 'http://content.invalid', 'http://192.0.2.1']) {
      const { client } = connectTo(baseUrl, { connectTimeoutMs: 100, maxSockets: 2, ...unhurried });
      const calls = Array.from({ length: 5 }, () => failureOf(client.items('pages')));
      for (const error of await Promise.all(calls)) expect(error).toHaveProperty('name', 'NetworkError');
    }
  });

  it('a doubled Content-Type is read as JSON', async () => {
    const { client } = await connect((_request, response) => {
      response.setHeader('content-type', ['application/json', 'application/json']).end('{"data":[{"id":1}]}');
    });
    expect(await client.items('pages')).toEqual([{ id: 1 }]);
  });
});
