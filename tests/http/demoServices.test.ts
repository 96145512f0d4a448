import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startContactService } from '../../server/demo/contactService.ts';
import type { ContentService } from '../../server/demo/contentService.ts';
import { startContentService } from '../../server/demo/contentService.ts';
import { pictureId } from '../../server/demo/demoContent.ts';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { findFreePort, waitUntilReady } from '../../server/demo/ports.ts';
import { siteEnvironment } from '../../server/demo/startDemo.ts';

const jpegId = pictureId('cascade-dawn');
const svgId = '00000000-0000-4000-8000-000000000006';
const now = Date.parse('2026-11-20T09:00:00.000Z');

const seed = {
  site_settings: [
    { id: 1, key: 'site_name', value: 'High Pines Property Services' },
    { id: 2, key: 'tagline', value: 'Central Oregon & Pacific Northwest' },
    { id: 3, key: 'site_title', value: 'High Pines' },
  ],
  navigation: [
    { id: 1, title: 'Home', url: '/', parent_id: null, display_order: 1 },
    { id: 5, title: 'Blog', url: '/blog', parent_id: null, display_order: 2 },
    { id: 14, title: 'Tags', url: '/blog/tags', parent_id: 5, display_order: null },
  ],
  pages: [
    { id: 1, slug: 'home', title: 'Home', hero_image: jpegId },
    { id: 2, slug: 'about', title: 'About', hero_image: '00000000-0000-4000-8000-000000000002' },
    { id: 3, slug: 'contact', title: 'Contact' },
  ],
  service_features: [
    { id: 10, service_id: 1, feature_text: 'Property Management: feature 1', sort: 10 },
    { id: 11, service_id: 1, feature_text: 'Property Management: feature 2', sort: 9 },
    { id: 12, service_id: 1, feature_text: 'Property Management: feature 3', sort: 8 },
    { id: 13, service_id: 2, feature_text: 'Maintenance: feature 1', sort: 7 },
  ],
  // 120 posts by id, every twelfth a draft.
  blog_posts: Array.from({ length: 120 }, (_, at): ContentRow => {
    const status = at % 12 === 11 ? 'draft' : 'published';
    return { id: at + 1, status, slug: `post-${at + 1}`, title: `Post ${at + 1}` };
  }),
  directus_files: [
    {
      id: jpegId,
      filename_disk: 'cascade-dawn.svg',
      filename_download: 'mountains.jpg',
      type: 'image/jpeg',
      modified_on: '2026-11-20T09:17:05.000Z',
      uploaded_by: 'c0ffee00-0000-4000-8000-000000000001',
    },
    {
      id: svgId,
      filename_disk: 'cascade-dawn.svg',
      filename_download: 'logo.svg',
      type: 'image/svg+xml',
      modified_on: '2026-11-20T09:17:05.000Z',
    },
  ],
};

let content: ContentService;

beforeEach(async () => {
  content = await startContentService({ rows: seed });
});

afterEach(async () => {
  await content.close();
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(content.url + path, { headers, redirect: 'manual' });
}

async function bodyOf(path: string): Promise<string> {
  const response = await get(path);
  return response.text();
}

async function idsOf(query: string): Promise<unknown[]> {
  const response = await get(`/items/blog_posts?fields=id&${query}`);
  const { data }: { data: { id: number }[] } = JSON.parse(await response.text());
  return data.map((row) => row.id);
}

/** Sends the target as it stands: fetch would resolve dots and encode braces. */
async function getRaw(path: string, method = 'GET', body = ''): Promise<{ status: number; text: string }> {
  const request = httpRequest({ port: content.port, host: '127.0.0.1', path, method });
  request.setHeader('content-length', Buffer.byteLength(body));
  request.end(body);
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
}

const forbiddenBody =
  '{"errors":[{"message":"You don\'t have permission to access this.","extensions":{"code":"FORBIDDEN"}}]}';

function forbiddenWith(reason: string): string {
  return JSON.stringify({ errors: [{ message: reason, extensions: { reason, code: 'FORBIDDEN' } }] });
}

function invalidWith(reason: string): string {
  const message = `Invalid query. ${reason}.`;
  return JSON.stringify({ errors: [{ message, extensions: { reason, code: 'INVALID_QUERY' } }] });
}

const filtered = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

describe('the queries of the site', () => {
  it('sends a list, null where a row has no value, fields that a test adds included', async () => {
    const response = await get('/items/site_settings');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual({ data: seed.site_settings });
    content.row('pages', 2).internal_notes = 'not public';
    const { data } = JSON.parse(await bodyOf('/items/pages/2'));
    expect(data).toMatchObject({ slug: 'about', story_image: null, internal_notes: 'not public' });
    expect(await bodyOf('/items/pages/3?fields=id,title')).toBe('{"data":{"id":3,"title":"Contact"}}');
  });

  it.each([
    ['', 100, 1, 100],
    ['limit=-1', 120, 1, 120],
    ['limit=0', 0, undefined, undefined],
    ['limit=50&page=2', 50, 51, 100],
    ['limit=50&page=9', 0, undefined, undefined],
    ['limit=4&sort=status,-id', 4, 120, 84],
    [`limit=-1&${filtered({ status: { _eq: 'published' } })}`, 110, 1, 119],
    [filtered({ status: { _eq: 'published' }, slug: { _in: ['post-3', 'post-12'] } }), 1, 3, 3],
    [filtered({ id: { _in: ['3', 1] } }), 2, 1, 3],
    [filtered({ slug: { _starts_with: 'POST-12' } }), 2, 12, 120],
    [filtered({ slug: { _starts_with: 'st-12' } }), 0, undefined, undefined],
    [filtered({ slug: { _eq: 'POST-1' } }), 0, undefined, undefined],
  ])('%s: %i rows', async (query, count, first, last) => {
    const ids = await idsOf(query);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([count, first, last]);
  });

  it('sorts by the field that editors sort by, nulls first, where no sort is named', async () => {
    expect(await bodyOf('/items/navigation?fields=id')).toBe('{"data":[{"id":14},{"id":1},{"id":5}]}');
  });

  it('counts the rows that pass the filter', async () => {
    const query = `fields=id&limit=1&page=1&meta=filter_count&${filtered({ status: { _eq: 'published' } })}`;
    expect(await bodyOf(`/items/blog_posts?${query}`)).toBe(
      '{"meta":{"filter_count":110},"data":[{"id":1}]}',
    );
  });

  it('lists files', async () => {
    const query = `fields=id&limit=500&${filtered({ type: { _starts_with: 'image/svg' } })}`;
    expect(await bodyOf(`/files?${query}`)).toBe(`{"data":[{"id":"${svgId}"}]}`);
  });
});

describe('what is refused', () => {
  const collectionReason = (name: string) =>
    `You don't have permission to access collection "${name}" or it does not exist. Queried in root.`;
  const fieldReason = (name: string, collection: string) =>
    `You don't have permission to access field "${name}" in collection "${collection}" or it does not exist. Queried in root.`;
  const unknown = (what: string) => invalidWith(`The embedded content service does not know "${what}"`);

  it.each([
    ['/items/pages/999', 403, forbiddenBody],
    ['/items/pages/abc', 403, forbiddenBody],
    ['/items/directus_users', 403, forbiddenBody],
    ['/items/nope', 403, forbiddenWith(collectionReason('nope'))],
    ['/items/nope/1', 403, forbiddenWith(collectionReason('nope'))],
    ['/items/pages%2F1', 403, forbiddenWith(collectionReason('pages/1'))],
    ['/items/pages?fields=id,nope', 403, forbiddenWith(fieldReason('nope', 'pages'))],
    ['/items/blog_posts?sort=nope', 403, forbiddenWith(fieldReason('nope', 'blog_posts'))],
    ['/items/blog_posts?filter={"nope":{"_eq":1}}', 403, forbiddenWith(fieldReason('nope', 'blog_posts'))],
    ['/items/blog_posts?filter={bad', 400, invalidWith('Invalid JSON for filter object')],
    ['/items/blog_posts?limit=abc', 400, invalidWith('"limit" must be a number')],
    ['/items/blog_posts?limit=-2', 400, invalidWith('"limit" must be greater than or equal to -1')],
    // Forms of Directus that the site does not use.
    ['/items/blog_posts?filter[status][_eq]=published', 400, unknown('filter[status][_eq]')],
    ['/items/blog_posts?filter={"status":{"_neq":"draft"}}', 400, unknown('_neq')],
    ['/items/blog_posts?filter={"_or":[]}', 400, unknown('_or')],
    ['/items/blog_posts?fields=featured_image.title', 400, unknown('featured_image.title')],
    ['/items/blog_posts?search=snow', 400, unknown('search')],
    ['/items/blog_posts?meta=*', 400, unknown('meta=*')],
    [
      '/items/../server/ping',
      404,
      '{"errors":[{"message":"Route /items/../server/ping doesn\'t exist.","extensions":{"path":"/items/../server/ping","code":"ROUTE_NOT_FOUND"}}]}',
    ],
  ])('%s is %i, in the form of Directus', async (path, status, body) => {
    expect(await getRaw(path)).toEqual({ status, text: body });
  });

  it('writing, and tokens', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      expect(await getRaw('/items/pages', method, '{"slug":"x"}')).toEqual({
        status: 403,
        text: forbiddenWith(collectionReason('pages')),
      });
    }
    const token = await get('/items/pages/3?fields=id', { authorization: 'Bearer nonsense' });
    expect([token.status, await token.text()]).toEqual([
      401,
      '{"errors":[{"message":"Invalid user credentials.","extensions":{"code":"INVALID_CREDENTIALS"}}]}',
    ]);
  });
});

describe('assets', () => {
  const asset = (query: string) => get(`/assets/${jpegId}${query}`);
  const steps = '[["resize",{"width":64,"withoutEnlargement":true}],["toFormat","webp",{"quality":60}]]';

  it.each([
    ['', 'jpeg 1600x1000'],
    ['?width=400', 'jpeg 400x250'],
    ['?width=2000&withoutEnlargement=true', 'jpeg 1600x1000'],
    ['?width=64&format=webp&quality=60&withoutEnlargement=true', 'webp 64x40'],
    ['?width=64&format=jpg', 'jpeg 64x40'],
    [`?transforms=${encodeURIComponent(steps)}`, 'webp 64x40'],
  ])('%s gives %s', async (query, expected) => {
    const { default: sharp } = await import('sharp');
    const response = await asset(query);
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect(`${format} ${width}x${height}`).toBe(expected);
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
  });

  it('passes SVG through whatever the transform', async () => {
    const response = await get(`/assets/${svgId}?width=100&format=webp`);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(await response.text()).toContain('<svg');
  });

  it.each([
    ['?width=0', 'Expected positive integer for width but received 0 of type number'],
    ['?width=abc', 'Expected positive integer for width but received NaN of type number'],
    ['?width=64&format=avif', 'The embedded content service does not know the format "avif"'],
    ['?height=64', 'The embedded content service does not know "height"'],
  ])('%s is 400', async (query, reason) => {
    const response = await asset(query);
    expect([response.status, await response.text()]).toEqual([400, invalidWith(reason)]);
  });

  it('forbids unknown files and what is no id', async () => {
    expect((await get('/assets/00000000-0000-4000-8000-000000000009')).status).toBe(403);
    expect((await get('/assets/not-a-uuid')).status).toBe(403);
  });
});

describe('pages of the content service', () => {
  it('is taken down and up again by hand, at run time', async () => {
    const command = (path: string) => fetch(content.url + path, { method: 'POST', redirect: 'manual' });
    expect(await bodyOf('/admin')).toContain('action="/demo/down"');
    expect(await (await command('/demo/down')).text()).toBe('The content service is down.\n');
    for (const path of ['/items/site_settings', `/assets/${jpegId}`, '/server/ping']) {
      await expect(get(path), path).rejects.toThrow('fetch failed');
    }
    expect(await bodyOf('/admin')).toContain('action="/demo/up"');
    expect(await (await command('/demo/up')).text()).toBe('The content service is up.\n');
    expect((await get('/items/site_settings')).status).toBe(200);
  });

  it('echoes a booking search, escaped', async () => {
    const page = await bodyOf('/booking?checkIn=2026-12-01&checkOut=2026-12-08&guests=%3Cb%3E4');
    expect(page).toContain('<dd>2026-12-01</dd>');
    expect(page).toContain('<dd>2026-12-08</dd>');
    expect(page).toContain('<dd>&#60;b&#62;4</dd>');
  });
});

describe('faults', () => {
  const path = '/items/site_settings';
  const whole = JSON.stringify({ data: seed.site_settings });

  /** The code of the network error that a call ends with. */
  async function failureOf(call: Promise<unknown>): Promise<unknown> {
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && 'code' in cause ? cause.code : error;
  }

  it('refuses one collection and leaves the others alone', async () => {
    await content.fault('site_settings', { kind: 'refuse' });
    expect(await failureOf(get(path))).toBe('UND_ERR_SOCKET');
    expect((await get('/items/pages')).status).toBe(200);
    await content.clearFaults('site_settings');
    expect(await bodyOf(path)).toBe(whole);
  });

  it('refuses everything by closing the port, and opens the same one again', async () => {
    await content.fault('*', { kind: 'refuse' });
    expect(await failureOf(get(path))).toBe('ECONNREFUSED');
    await content.clearFaults();
    expect(await bodyOf(path)).toBe(whole);
  });

  it('is killed with requests under way and comes back on the same port', async () => {
    await content.fault('site_settings', { kind: 'blackhole' });
    const arrived = content.nextRequest();
    const pending = failureOf(get(path));
    await arrived;
    expect(content.openConnections()).toBe(1);
    await content.close();
    expect(await pending).toBe('UND_ERR_SOCKET');
    expect([content.openConnections(), await failureOf(get(path))]).toEqual([0, 'ECONNREFUSED']);
    await content.clearFaults();
    expect(await failureOf(get(path))).toBe('ECONNREFUSED');
    await content.reopen();
    expect(await bodyOf(path)).toBe(whole);
  });

  it('resets the connection before and in the middle of the body', async () => {
    await content.fault('*', { kind: 'rst' });
    expect(await failureOf(get(path))).toBe('ECONNRESET');
    await content.fault('*', { kind: 'rst', afterBytes: 20 });
    const cut = await failureOf(get(path).then((response) => response.text()));
    expect(['ECONNRESET', 'UND_ERR_SOCKET']).toContain(cut);
  });

  it('takes a request and never responds; the record says that it broke off', async () => {
    await content.fault('*', { kind: 'blackhole' });
    const arrived = content.nextRequest();
    const leaving = new AbortController();
    const pending = fetch(content.url + path, { signal: leaving.signal });
    const record = await arrived;
    expect(record).toMatchObject({ method: 'GET', path, outcome: 'open' });
    leaving.abort();
    await expect(pending).rejects.toThrow('aborted');
    await expect.poll(() => record.outcome).toBe('broken');
  });

  it('is slow to begin', async () => {
    await content.fault('site_settings', { kind: 'slow', ms: 150 });
    const started = performance.now();
    expect(await bodyOf(path)).toBe(whole);
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);
  });

  it('drips the true body', async () => {
    await content.fault('*', { kind: 'drip', bytesPerSecond: 1000 });
    const started = performance.now();
    const response = await get(path);
    const afterHeaders = performance.now() - started;
    expect(await response.text()).toBe(whole);
    expect(performance.now() - started).toBeGreaterThan(afterHeaders + 120);
  });

  it('sends a status in the form of Directus, or with a body of choice', async () => {
    const readReply = async () => {
      const response = await get(path);
      return [response.status, response.headers.get('retry-after'), await response.text()];
    };
    await content.fault('*', { kind: 'status', status: 503 });
    expect(await readReply()).toEqual([
      503,
      null,
      '{"errors":[{"message":"Service \\"api\\" is unavailable. Under pressure.","extensions":{"service":"api","reason":"Under pressure","code":"SERVICE_UNAVAILABLE"}}]}',
    ]);
    await content.fault('*', { kind: 'status', status: 429, headers: { 'Retry-After': 'soon' } });
    expect(await readReply()).toEqual([429, 'soon', expect.stringContaining('REQUESTS_EXCEEDED')]);
    await content.fault('*', { kind: 'status', status: 500, message: 'It broke.' });
    expect(await readReply()).toEqual([500, null, '{"message":"It broke."}']);
    await content.fault('*', { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' });
    expect(await readReply()).toEqual([502, null, '<h1>Bad gateway</h1>']);
    await content.fault('*', { kind: 'status', status: 418, body: { teapot: true } });
    expect(await readReply()).toEqual([418, null, '{"teapot":true}']);
    await content.fault('*', { kind: 'status', status: 204 });
    expect(await readReply()).toEqual([204, null, '']);
    expect((await get(path)).headers.has('content-type')).toBe(false);
  });

  it('sends a web page, broken JSON, another shape, other bytes', async () => {
    await content.fault('*', { kind: 'html200' });
    const page = await get(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await content.fault('*', { kind: 'badJson' });
    const broken = await get(path);
    expect([broken.status, broken.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    await expect(broken.json()).rejects.toThrow('JSON');
    await content.fault('navigation', { kind: 'shape', data: [1, 2, 3] });
    expect(await bodyOf('/items/navigation')).toBe('{"data":[1,2,3]}');
    await content.fault('*', {
      kind: 'raw',
      body: '\uFEFF{"data":NaN}',
      status: 203,
      contentType: 'text/plain',
    });
    const raw = await get(path);
    const bytes = Buffer.from(await raw.arrayBuffer()).toString();
    expect([raw.status, raw.headers.get('content-type'), bytes]).toEqual([
      203,
      'text/plain',
      '\uFEFF{"data":NaN}',
    ]);
  });

  it('ends half-way through a body of known length', async () => {
    await content.fault('*', { kind: 'truncated' });
    const response = await get(path);
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(whole.length)]);
    expect(await failureOf(response.text())).toBe('UND_ERR_SOCKET');
  });

  it('sends a huge body that is valid JSON, and stops when the reader leaves', async () => {
    await content.fault('*', { kind: 'huge', bytes: 3_000_000 });
    const response = await get(path);
    expect(response.headers.has('content-length')).toBe(false);
    const text = await response.text();
    expect(text.length).toBeGreaterThan(3_000_000);
    expect(JSON.parse(text)).toMatchObject({ data: [{ slug: 'home' }] });

    await content.fault('*', { kind: 'huge', bytes: 4_000_000_000 });
    const endless = await get(path);
    await endless.body?.cancel();
    await expect.poll(() => content.requests.at(-1)?.outcome).toBe('broken');
  });

  it('sends a small body that decodes to a large one', async () => {
    await content.fault('*', { kind: 'gzipBomb', bytes: 20 * 1024 * 1024 });
    const request = httpRequest({ port: content.port, host: '127.0.0.1', path }).end();
    const [response] = await once(request, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const sent = Buffer.concat(chunks);
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(sent.length).toBeLessThan(50_000);
    const decoded = gunzipSync(sent).toString();
    expect(decoded.length).toBeGreaterThan(20 * 1024 * 1024);
    expect(JSON.parse(decoded)).toMatchObject({ data: [{ id: 1 }] });
  });

  it('redirects, also in a loop', async () => {
    await content.fault('site_settings', { kind: 'redirect', to: path });
    const response = await get(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, path]);
  });

  it('puts the exact target before *, and lasts as many requests as it was told', async () => {
    await content.fault('*', { kind: 'status', status: 500 });
    await content.fault('site_settings', { kind: 'status', status: 503 }, { times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await get(path)).status);
    expect(statuses).toEqual([503, 503, 500]);
  });

  it('has targets for pictures, files and probes', async () => {
    for (const [target, at] of [
      ['assets', `/assets/${jpegId}`],
      ['directus_files', '/files'],
      ['server', '/server/ping'],
      ['pages', '/items/pages/1'],
    ] as const) {
      await content.fault(target, { kind: 'status', status: 500 });
      expect([at, (await get(at)).status]).toEqual([at, 500]);
      expect((await get(path)).status).toBe(200);
      await content.clearFaults();
    }
  });

  it('records its requests', async () => {
    await get('/items/pages?limit=1', { 'x-mark': 'one' });
    expect(content.requests).toHaveLength(1);
    expect(content.requests[0]).toMatchObject({
      method: 'GET',
      url: '/items/pages?limit=1',
      outcome: 'sent',
    });
    expect(content.requests[0]?.headers['x-mark']).toBe('one');
    content.clearRequests();
    expect(content.requests).toHaveLength(0);
    const awaited = content.nextRequest((request) => request.path === '/files');
    await get('/items/pages');
    await get('/files');
    expect((await awaited).path).toBe('/files');
    await expect(content.nextRequest(() => true, 20)).rejects.toThrow('aborted');
  });
});

describe('the demo content as a content service sends it', () => {
  let demo: ContentService;

  beforeAll(async () => {
    demo = await startContentService();
  });

  afterAll(async () => {
    await demo.close();
  });

  async function list(query: string): Promise<ContentRow[]> {
    const response = await fetch(`${demo.url}/items/${query}`);
    const { data }: { data: ContentRow[] } = JSON.parse(await response.text());
    return data;
  }

  it('keeps ids, display order, sort and dates apart, so that sorting shows', async () => {
    const services = await list(
      `services?${filtered({ status: { _eq: 'published' } })}&sort=display_order&limit=9&fields=*,thumbnail_image`,
    );
    expect(services).toHaveLength(9);
    expect(services.map((row) => row.display_order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(services.map((row) => row.id)).not.toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

    const features = await list(
      `service_features?${filtered({ service_id: { _eq: services[0]?.id } })}&sort=sort`,
    );
    const ids = features.map((row) => Number(row.id));
    expect(features.length).toBeGreaterThan(2);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));

    const posts = demo.rows.blog_posts;
    const dates = posts
      .map((row) => String(row.published_at ?? row.published_date ?? ''))
      .filter((date) => date !== '');
    expect(dates).not.toEqual([...dates].sort());
    expect(dates).not.toEqual([...dates].sort().reverse());

    const menu = demo.rows.navigation.filter((row) => row.parent_id === null);
    const order = menu.map((row) => Number(row.display_order));
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
  });

  it('stores the cards of the rental page as JSON text with file ids', async () => {
    const [page] = await list(`pages?${filtered({ slug: { _eq: 'str-management' } })}`);
    const cards: unknown = JSON.parse(String(page?.services_repeater));
    const files = demo.rows.directus_files.map((row) => row.id);
    expect(cards).toEqual(
      expect.arrayContaining([expect.objectContaining({ link_text: expect.any(String) })]),
    );
    for (const card of Array.isArray(cards) ? cards : []) expect(files).toContain(card.image_url);
  });

  it('names parents that exist', () => {
    const ids = demo.rows.navigation.map((row) => row.id);
    const parents = demo.rows.navigation.map((row) => row.parent_id).filter((id) => id !== null);
    expect(parents.length).toBeGreaterThan(0);
    for (const parent of parents) expect(ids).toContain(parent);
  });

  it('draws every picture that a row names', async () => {
    const used = new Set(
      [...demo.rows.pages, ...demo.rows.services, ...demo.rows.blog_posts]
        .flatMap((row) => [row.hero_image, row.story_image, row.thumbnail_image, row.featured_image])
        .filter((id) => typeof id === 'string'),
    );
    expect(used.size).toBeGreaterThan(5);
    for (const id of used) {
      const response = await fetch(`${demo.url}/assets/${id}?width=40`);
      expect([id, response.status, response.headers.get('content-type')]).toEqual([id, 200, 'image/jpeg']);
      await response.arrayBuffer();
    }
  });
});

describe('contact service', () => {
  const message = {
    name: 'Ada Example',
    email: 'ada@example.com',
    phone: '',
    service: 'maintenance',
    message: 'The gate squeaks.',
    requestMeeting: false,
  };

  async function start() {
    let time = now;
    const contact = await startContactService({ now: () => time });
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${contact.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const statusOf = async (id: string) => {
      const response = await fetch(`${contact.url}/api/contact/status/${id}`);
      const { resendStatus, steps } = JSON.parse(await response.text());
      return [resendStatus, ...steps.map((step: { status: string }) => step.status)];
    };
    const submit = async (email = message.email): Promise<string> => {
      const { submissionId } = JSON.parse(await (await post({ ...message, email })).text());
      return submissionId;
    };
    const wait = (ms: number) => {
      time += ms;
    };
    return { contact, post, statusOf, submit, wait, [Symbol.asyncDispose]: () => contact.close() };
  }

  it('accepts a message as queued', async () => {
    await using service = await start();
    const response = await service.post(message, { 'x-request-id': 'r1' });
    expect(response.status).toBe(200);
    expect(JSON.parse(await response.text())).toEqual({
      success: true,
      message: 'Thank you for your message! We will get back to you soon.',
      submissionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: {
        resendStatus: 'queued',
        resendEmailId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        steps: [
          {
            step: 'submitted',
            label: 'Message received',
            timestamp: '2026-11-20T09:00:00.000Z',
            status: 'completed',
          },
          { step: 'sent', label: 'Email sent', timestamp: null, status: 'in_progress' },
          { step: 'delivered', label: 'Email delivered', timestamp: null, status: 'pending' },
        ],
      },
    });
    expect(service.contact.received).toMatchObject([{ body: message, headers: { 'x-request-id': 'r1' } }]);
    expect(service.contact.submissionIds).toHaveLength(1);
  });

  it.each([
    [{ ...message, name: '' }, 'Missing required fields: name'],
    [{ ...message, email: undefined }, 'Missing required fields: email'],
    [{ ...message, message: '  ' }, 'Missing required fields: message'],
    ['not json', 'Missing required fields: name, email, message'],
  ])('refuses an incomplete message', async (body, error) => {
    await using service = await start();
    const response = await service.post(body);
    expect([response.status, JSON.parse(await response.text())]).toEqual([400, { success: false, error }]);
    expect(service.contact.submissionIds).toHaveLength(0);
  });

  it('advances with time to delivered', async () => {
    await using service = await start();
    const id = await service.submit();
    service.wait(1499);
    expect(await service.statusOf(id)).toEqual(['queued', 'completed', 'in_progress', 'pending']);
    service.wait(1);
    expect(await service.statusOf(id)).toEqual(['sent', 'completed', 'completed', 'in_progress']);
    service.wait(2500);
    expect(await service.statusOf(id)).toEqual(['delivered', 'completed', 'completed', 'completed']);
  });

  it('bounces a message to bounce@, and stays in forced states', async () => {
    await using service = await start();
    const id = await service.submit('Bounce@example.com');
    service.wait(4000);
    expect(await service.statusOf(id)).toEqual(['bounced', 'completed', 'completed', 'pending']);
    service.contact.setDelivery(id, 'delivery_delayed');
    expect(await service.statusOf(id)).toEqual(['delivery_delayed', 'completed', 'completed', 'in_progress']);
    service.contact.setDelivery(id, 'failed');
    expect(await service.statusOf(id)).toEqual(['failed', 'completed', 'pending', 'pending']);
    expect(() => service.contact.setDelivery('nope', 'failed')).toThrow('No submission nope');
  });

  it('does not know other ids and routes', async () => {
    await using service = await start();
    const unknown = await fetch(`${service.contact.url}/api/contact/status/nope`);
    expect([unknown.status, await unknown.text()]).toEqual([404, '{"error":"Submission not found"}']);
    expect((await fetch(`${service.contact.url}/api/contact`)).status).toBe(404);
  });

  it('sends one message for a repeated key, unless told to ignore keys', async () => {
    await using service = await start();
    const send = async () => (await service.post(message, { 'idempotency-key': 'k1' })).text();
    expect(await send()).toBe(await send());
    expect([service.contact.received.length, service.contact.submissionIds.length]).toEqual([2, 1]);

    const careless = await startContactService({ honourIdempotencyKeys: false });
    for (let call = 0; call < 2; call += 1) {
      await fetch(`${careless.url}/api/contact`, {
        method: 'POST',
        headers: { 'idempotency-key': 'k1' },
        body: JSON.stringify(message),
      });
    }
    expect(careless.submissionIds).toHaveLength(2);
    await careless.close();
  });

  it('breaks posting and status apart; a message that gets no response was still sent', async () => {
    await using service = await start();
    const id = await service.submit();
    await service.contact.fault('status', { kind: 'status', status: 500 });
    const status = await fetch(`${service.contact.url}/api/contact/status/${id}`);
    expect([status.status, await status.text()]).toEqual([
      500,
      '{"success":false,"error":"Contact service error 500"}',
    ]);
    expect((await service.post(message)).status).toBe(200);

    await service.contact.fault('contact', { kind: 'status', status: 503 });
    expect((await service.post(message)).status).toBe(503);
    expect(service.contact.submissionIds).toHaveLength(2);

    await service.contact.fault('contact', { kind: 'blackhole' });
    const leaving = new AbortController();
    const arrived = service.contact.nextRequest();
    const pending = fetch(`${service.contact.url}/api/contact`, {
      method: 'POST',
      body: JSON.stringify(message),
      signal: leaving.signal,
    });
    await arrived;
    await expect.poll(() => service.contact.submissionIds.length).toBe(3);
    leaving.abort();
    await expect(pending).rejects.toThrow('aborted');
  });

  it('responds with what a test wants', async () => {
    await using service = await start();
    service.contact.respondWith({ success: true, submissionId: 'x' });
    const response = await service.post(message);
    expect([response.status, await response.text()]).toEqual([200, '{"success":true,"submissionId":"x"}']);
    service.contact.respondWith();
    expect(await (await service.post(message)).text()).toContain('resendEmailId');
  });
});

describe('the start of the demo', () => {
  it('takes the next port when one is taken', async () => {
    expect(await findFreePort(content.port)).toBeGreaterThan(content.port);
    const free = await findFreePort(0);
    expect(await findFreePort(free)).toBe(free);
  });

  it('gives the site both services and keeps what was set outside', () => {
    const places = { contentUrl: 'http://127.0.0.1:1', contactUrl: 'http://127.0.0.1:2', port: 3001 };
    expect(siteEnvironment({ SITE_NAME: 'Here', PORT: '3000' }, places)).toEqual({
      SITE_NAME: 'Here',
      DIRECTUS_URL: 'http://127.0.0.1:1',
      BACKEND_URL: 'http://127.0.0.1:1',
      CONTACT_API_URL: 'http://127.0.0.1:2',
      FRONTEND_URL: 'http://127.0.0.1:3001',
      NODE_ENV: 'development',
      BOOKING_SITE_URL: 'http://127.0.0.1:1/booking',
      DEV_PAGES: '1',
      PORT: '3001',
    });
    const inherited = siteEnvironment(
      { NODE_ENV: 'production', BOOKING_SITE_URL: 'https://book.example' },
      places,
    );
    expect([inherited.NODE_ENV, inherited.BOOKING_SITE_URL]).toEqual(['production', 'https://book.example']);
  });

  it('waits until the site is ready', async () => {
    const url = `${content.url}/server/ping`;
    await content.fault('server', { kind: 'status', status: 503 });
    const arrived = content.nextRequest();
    const ready = waitUntilReady(url, AbortSignal.timeout(5000));
    await arrived;
    await content.clearFaults();
    await ready;
    expect(content.requests.length).toBeGreaterThan(1);
    await content.close();
    await expect(waitUntilReady(url, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
