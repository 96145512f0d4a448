import request, { type Response } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openResponse } from '../support/http.ts';
import { type PurgeReceiver, startPurgeReceiver } from '../support/purgeReceiver.ts';
import { startSite, type TestSite } from '../support/site.ts';

const secret = 'a-secret-of-the-tests-0123456789';
let site: TestSite;
let cdn: PurgeReceiver;

beforeAll(async () => {
  cdn = await startPurgeReceiver();
  const environment = { CONTENT_HOOK_SECRET: secret, CDN_PURGE_URL: cdn.url };
  site = await startSite({ environment, hookIntervalMs: 10 });
  await begin();
});
/** A site that holds the content which a process loads ahead. */
async function begin(): Promise<void> {
  await site.reset();
  await site.content.warmUp();
  site.contentService.clearRequests();
}

/** Whether a test has changed content, or what the site holds of it. */
let isChanged = false;
afterEach(async () => {
  cdn.respond = (response) => void response.writeHead(204).end();
  await site.contentService.clearFaults();
  if (isChanged) await begin();
  isChanged = false;
  site.contentService.clearRequests();
});
afterAll(async () => {
  await site.close();
  await cdn.close();
});

/** Calls the hook as a Flow does: no Origin, no cookies, the secret in a header of ours. */
async function call(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  origin = site.url,
): Promise<Response> {
  const own = { 'content-type': 'application/json', 'x-content-hook-secret': secret };
  return request(origin)
    .post('/hooks/content')
    .set({ ...own, ...headers })
    .send(body);
}

const saved = (collection: string) => JSON.stringify({ event: `${collection}.items.update`, collection });
const resultOf = (reply: Response): { urls: string[]; milliseconds: number; unreachable?: string[] } =>
  reply.body;
const page = async (path: string) => (await request(site.url).get(path)).text;
const served = async (path: string) => (await request(site.url).get(path)).headers['server-timing'];

/** Edits a row of the content service, until the end of the test. */
function edit(
  collection: 'pages' | 'services' | 'blog_posts' | 'directus_files',
  slug: string,
  field: string,
  value: unknown,
) {
  isChanged = true;
  site.contentService.row(collection, slug)[field] = value;
}

/** The calls to the content service since the last test, by collection. */
function callCounts(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path } of site.contentService.requests) {
    const name = path.replace(/^\/items\//, '');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const everyCollection = ['blog_posts', 'cta_settings', 'navigation', 'pages', 'services', 'site_settings'];

describe('a wrong secret', () => {
  it.each<[string, Record<string, string>]>([
    ['absent', { 'x-content-hook-secret': '' }],
    ['another of the same length', { 'x-content-hook-secret': secret.replace('a', 'b') }],
    ['a beginning', { 'x-content-hook-secret': secret.slice(0, -1) }],
    ['a longer one', { 'x-content-hook-secret': `${secret}0` }],
    ['in another header', { 'x-content-hook-secret': '', authorization: `Bearer ${secret}` }],
  ])('is refused: %s', async (_name, headers) => {
    const reply = await call(saved('pages'), headers);
    expect([reply.status, reply.headers['cache-control']]).toEqual([401, 'no-store']);
    expect(callCounts()).toEqual({});
    expect(reply.text + JSON.stringify(site.logs)).not.toContain(secret);
  });

  it('is counted in the log, in one line a second', async () => {
    const lines = () =>
      site.logs.filter(({ msg }) => msg === 'The content hook was called with a wrong secret.');
    const before = lines().length;
    const startedAt = performance.now();
    const calls = Array.from({ length: 50 }, () => call('', { 'x-content-hook-secret': 'wrong' }));
    await Promise.all(calls);
    const seconds = Math.floor((performance.now() - startedAt) / 1_000);
    expect(lines().length - before).toBeLessThanOrEqual(1 + seconds);
    // The line of the next second counts them all.
    await expect
      .poll(() => call('', { 'x-content-hook-secret': 'w' }).then(() => Number(lines().at(-1)?.refused ?? 0)))
      .toBeGreaterThanOrEqual(50);
  });

  it('does not have its body read', async () => {
    // The body never comes: whoever waited for it would not respond.
    const headers = { 'X-Content-Hook-Secret': 'wrong', 'Content-Length': '5000000' };
    const reply = await openResponse(site.url, '/hooks/content', { method: 'POST', headers });
    expect(reply.status).toBe(401);
    reply.leave();
  });
});

it('without a configured secret there is no hook', async () => {
  const bare = await startSite({ contentService: site.contentService, contactService: site.contactService });
  try {
    await request(bare.url).post('/hooks/content').set('X-Content-Hook-Secret', '').send({}).expect(404);
  } finally {
    await bare.close();
  }
});

describe('a body', () => {
  const inner = '{"event":"blog_posts.items.create","collection":"blog_posts","keys":undefined}';
  const whole = (size: number) =>
    JSON.stringify({
      event: 'services.items.update',
      payload: { content: `<p>{"collection":"pages"}${'x'.repeat(size)}</p>` },
      keys: ['1'],
      collection: 'services',
    });
  it.each<[name: string, body: string, collections: readonly string[]]>([
    ['an object', saved('pages'), ['pages']],
    ['a JSON string in a JSON body', JSON.stringify(saved('navigation')), ['navigation']],
    ['one with undefined inside', JSON.stringify(inner), ['blog_posts']],
    ['that without quotes around it', inner, ['blog_posts']],
    ['of a sorting', '{"event":"items.sort","collection":"navigation"}', ['navigation']],
    ['a whole event', whole(100), ['services']],
    ['a whole event with a long article', whole(300_000), ['services']],
    ['a whole event beyond what is read', whole(3_000_000), ['services']],
    ['of a collection of the system', saved('directus_users'), []],
  ])('%s', async (_name, body, collections) => {
    await page('/');
    await page('/services');
    await page('/blog');
    site.contentService.clearRequests();
    const reply = await call(body);
    expect(reply.status).toBe(200);
    expect(Object.keys(callCounts())).toEqual(collections);
  });

  it.each([
    ['empty', ''],
    ['a number', '12'],
    ['null', 'null'],
    ['an array', '["pages"]'],
    ['garbage', '\u0000\ufffd{{{"'],
    ['of an unknown collection', saved('translations')],
    ['a collection that is no text', '{"collection":{"a":1}}'],
  ])('from which nothing can be made out has everything fetched: %s', async (_name, body) => {
    await page('/');
    await page('/blog');
    site.contentService.clearRequests();
    expect((await call(body)).status).toBe(200);
    expect(Object.keys(callCounts())).toEqual(expect.arrayContaining(everyCollection));
  });

  it('may come in any type and compressed, and is then taken for any edit', async () => {
    await page('/');
    await page('/blog');
    site.contentService.clearRequests();
    const reply = await call('\u001f\u008b', { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
    expect(reply.status).toBe(200);
    expect(Object.keys(callCounts())).toEqual(expect.arrayContaining(everyCollection));
  });
});

describe('an edit', () => {
  it('is served when the hook has responded, from cached pages, and its addresses are listed', async () => {
    for (const path of ['/', '/about', '/services/snow-removal']) await page(path);
    edit('pages', 'about', 'hero_title', 'A title of this minute');
    const { urls, milliseconds } = resultOf(await call(saved('pages')));
    expect(urls).toContain(`${site.url}/about`);
    expect(urls).not.toContain(`${site.url}/services/snow-removal`);
    expect(milliseconds).toBeLessThan(2_000);
    const headers = { 'accept-encoding': 'br' };
    expect((await request(site.url).get('/about').set(headers)).headers['server-timing']).toContain('hit');
    expect(await page('/about')).toContain('A title of this minute');
  });

  it('has the pages that were requested most rendered first', async () => {
    for (let count = 0; count < 5; count += 1) await page('/blog/tags');
    for (let count = 0; count < 9; count += 1) await page('/blog/categories');
    await page('/blog');
    const title = String(site.contentService.row('blog_posts', 'opening-the-cabin-in-april').title);
    edit('blog_posts', 'opening-the-cabin-in-april', 'title', `${title} again`);
    const { urls } = resultOf(await call(saved('blog_posts')));
    const places = ['/blog/categories', '/blog/tags'].map((path) => urls.indexOf(site.url + path));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places[1]).toBeGreaterThan(places[0] ?? 0);
    expect(await served('/blog/categories')).toContain('hit');
  });

  it('that makes a post tells its address and those of its tags', async () => {
    // The process notes which addresses there are before it is ready.
    await site.renderAhead();
    isChanged = true;
    const rows = site.contentService.rows.blog_posts;
    const [model] = rows;
    rows.push({ ...model, id: 90_001, slug: 'a-new-post', tags: ['brand new'], status: 'published' });
    const { urls } = resultOf(await call(saved('blog_posts')));
    expect(urls).toEqual(
      expect.arrayContaining([`${site.url}/blog/a-new-post`, `${site.url}/blog/tag/brand-new`]),
    );
    expect(cdn.purges.at(-1)?.urls).toContain(`${site.url}/blog/a-new-post`);
    await request(site.url).get('/blog/a-new-post').expect(200);
  });

  it('renders pages again that are requested, and not those that nobody requests any more', async () => {
    await page('/privacy');
    for (const text of ['First', 'Second']) {
      edit('pages', 'privacy', 'content', `<p>${text} of two edits</p>`);
      expect(resultOf(await call(saved('pages'))).urls).toContain(`${site.url}/privacy`);
    }
    const headers = { 'accept-encoding': 'br' };
    const cached = async () =>
      (await request(site.url).get('/privacy').set(headers)).headers['server-timing'];
    expect(await cached()).toContain('miss');
    edit('pages', 'privacy', 'content', '<p>A third edit</p>');
    await cached();
    await call(saved('pages'));
    expect(await cached()).toContain('hit');
  });

  it('right after another is served too when its call has its response', async () => {
    for (const path of ['/about', '/services']) await page(path);
    edit('pages', 'about', 'hero_title', 'Published at once');
    edit('services', 'handyman', 'title', 'Published with the next');
    const [first, second] = await Promise.all([call(saved('pages')), call(saved('services'))]);
    expect(resultOf(first).urls).toContain(`${site.url}/about`);
    expect(resultOf(second).urls).toContain(`${site.url}/services`);
    expect(await page('/about')).toContain('Published at once');
    expect(await page('/services')).toContain('Published with the next');
    edit('services', 'handyman', 'title', 'Published a moment later');
    await call(saved('services'));
    expect(await page('/services')).toContain('Published a moment later');
  });

  it('that changes nothing makes nothing new', async () => {
    await page('/');
    const before = cdn.purges.length;
    expect(resultOf(await call(saved('pages'))).urls).toEqual([]);
    expect(cdn.purges.length).toBe(before);
  });

  it('whose old state the content service sends late leaves no older page', async () => {
    await page('/about');
    edit('pages', 'about', 'hero_title', 'The first edit');
    // The response to the first call is held, with what was true when it was requested.
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    await site.contentService.fault('pages', { kind: 'held', until }, { times: 1 });
    const early = site.contentService.nextRequest(({ path }) => path === '/items/pages');
    const first = call(saved('pages'));
    await early;
    edit('pages', 'about', 'hero_title', 'The second edit');
    const second = call(saved('pages'));
    setImmediate(release);
    await Promise.all([first, second]);
    expect(await page('/about')).toContain('The second edit');
  });

  it('that cannot be fetched is told as such, and what is held is served on', async () => {
    await page('/about');
    await site.contentService.fault('pages', { kind: 'status', status: 503 });
    edit('pages', 'about', 'hero_title', 'Never seen');
    const reply = await call(saved('pages'));
    expect(reply.status).toBe(503);
    expect(resultOf(reply).unreachable).toContain('pages');
    await request(site.url).get('/about').expect(200);
  });

  it('of a file has pictures fetched again, and content only where the file table is new', async () => {
    await page('/');
    const picture = `/media/${site.contentService.row('pages', 'home').hero_image}`;
    await request(site.url).get(picture).expect(200);
    const ofFile = '{"event":"files.update","collection":"directus_files"}';
    await call(ofFile);
    site.contentService.clearRequests();
    await call(ofFile);
    expect(Object.keys(callCounts())).toEqual(['/files']);
    const again = site.contentService.nextRequest(({ path }) => path.startsWith('/assets/'));
    await request(site.url).get(picture);
    await again;
  });

  it('of a file\u2019s description is on the pages that show it', async () => {
    await page('/');
    const id = String(site.contentService.row('pages', 'home').hero_image);
    edit('directus_files', id, 'description', 'Seen from the east ridge');
    await call('{"event":"files.update","collection":"directus_files"}');
    expect(await page('/')).toContain('Seen from the east ridge');
  });
});

describe('a refresh reads what is stored in few calls', () => {
  /** Replaces the posts by so many, and has each of them held. */
  async function holdPosts(count: number, slugOf: (place: number) => string, content = '<p>Text</p>') {
    const { rows } = site.contentService;
    isChanged = true;
    const [model] = rows.blog_posts;
    rows.blog_posts = Array.from({ length: count }, (_, place) => ({
      ...model,
      id: 50_000 + place,
      status: 'published',
      published_at: '2026-01-01',
      slug: slugOf(place),
      title: `Post ${place}`,
      content,
    }));
    await call(saved('blog_posts'));
    const paths = rows.blog_posts.map(({ slug }) => `/blog/${encodeURIComponent(String(slug))}`);
    for (const path of paths) expect((await request(site.url).get(path)).status, path).toBe(200);
    site.contentService.clearRequests();
    return { paths, rows: rows.blog_posts };
  }
  const longestAddress = () => Math.max(...site.contentService.requests.map(({ url }) => url.length));

  it('posts twenty at a time', async () => {
    const { paths, rows } = await holdPosts(25, (place) => `held-${place}`);
    for (const row of rows) row.content = `<p>New text of ${row.slug}</p>`;
    const { urls } = resultOf(await call(saved('blog_posts')));
    expect(urls).toEqual(expect.arrayContaining(paths.map((path) => site.url + path)));
    expect(callCounts().blog_posts).toBeLessThanOrEqual(1 + Math.ceil(25 / 20) + 1);
    for (const place of [0, 19, 20, 24]) {
      expect(await page(`/blog/held-${place}`)).toContain(`New text of held-${place}<`);
    }
  });

  it('in addresses that every server takes, however long the slugs', async () => {
    const { paths, rows } = await holdPosts(25, (place) => `${'\u00e9\u4e2d'.repeat(45)}-${place}`);
    for (const row of rows) row.content = `<p>New text of ${row.title}</p>`;
    expect((await call(saved('blog_posts'))).status).toBe(200);
    expect(longestAddress()).toBeLessThan(6_000);
    expect(longestAddress()).toBeGreaterThan(2_000);
    expect(await page(paths[24] ?? '')).toContain('New text of Post 24');
  });

  it('each alone where they are too large together', async () => {
    const { rows } = await holdPosts(3, (place) => `large-${place}`);
    for (const row of rows) row.content = `<p>Large text of ${row.slug}</p><!--${'x'.repeat(2_500_000)}-->`;
    const before = site.reports.length;
    expect((await call(saved('blog_posts'))).status).toBe(200);
    expect(await page('/blog/large-2')).toContain('Large text of large-2');
    expect(site.reports.slice(before)).toEqual([]);
  });

  it('each alone where a row does not say whose it is', async () => {
    for (const slug of ['handyman', 'snow-removal']) await page(`/services/${slug}`);
    isChanged = true;
    await site.contentService.fault('service_features', {
      kind: 'shape',
      data: [{ id: 1, feature_text: 'Of nobody in particular' }],
    });
    expect((await call(saved('service_features'))).status).toBe(200);
    for (const slug of ['handyman', 'snow-removal']) {
      expect(await page(`/services/${slug}`)).toContain('Of nobody in particular');
    }
  });

  it('and tells all of them that could not be read', async () => {
    await holdPosts(3, (place) => `unread-${place}`);
    await site.contentService.fault('blog_posts', { kind: 'status', status: 403 });
    const keys = ['posts', 'post:unread-0', 'post:unread-1', 'post:unread-2'];
    expect(resultOf(await call(saved('blog_posts'))).unreachable).toEqual(expect.arrayContaining(keys));
  });
});

describe('the CDN', () => {
  const publish = async (title: string) => {
    await page('/about');
    edit('pages', 'about', 'hero_title', title);
    const startedAt = performance.now();
    const reply = await call(saved('pages'));
    return { reply, ms: performance.now() - startedAt };
  };

  it('is told the tags and addresses of what is new, before the hook responds', async () => {
    const before = cdn.purges.length;
    await publish('For the CDN');
    const [purge] = cdn.purges.slice(before);
    expect(purge?.urls).toContain(`${site.url}/about`);
    const { headers } = await request(site.url).get('/about');
    expect(String(headers['cache-tag']).split(',')).toEqual(expect.arrayContaining([purge?.tags[0]]));
    expect(cdn.purges.length).toBe(before + 1);
  });

  it('that refuses is logged and fails nothing', async () => {
    cdn.respond = (response) => void response.writeHead(500).end('no');
    expect((await publish('Refused')).reply.status).toBe(200);
    expect(site.logs).toContainEqual(expect.objectContaining({ msg: 'The CDN refused the purge.' }));
  });

  it('that hangs up is logged and fails nothing', async () => {
    cdn.respond = (response) => void response.destroy();
    expect((await publish('Hung up')).reply.status).toBe(200);
    const told = expect.objectContaining({ msg: 'The CDN could not be purged.' });
    expect(site.logs).toContainEqual(told);
  });

  it('that never responds delays the hook by a second, no longer', async () => {
    cdn.respond = () => undefined;
    const { reply, ms } = await publish('Without a response');
    expect(reply.status).toBe(200);
    expect(ms).toBeLessThan(3_000);
    expect(await page('/about')).toContain('Without a response');
  });

  it('gets no purge for content that is loaded for the first time', async () => {
    const before = cdn.purges.length;
    await page('/services/snow-removal');
    await page('/blog/opening-the-cabin-in-april');
    await publish('After first sights');
    expect(cdn.purges.slice(before).flatMap(({ tags }) => tags)).toEqual(['pages']);
  });
});

it('a burst of 1,000 calls fetches a collection at most once a second, and the last edit is served', async () => {
  const { contentService, contactService } = site;
  const environment = { CONTENT_HOOK_SECRET: secret };
  const own = await startSite({ environment, contentService, contactService });
  try {
    await request(own.url).get('/about');
    contentService.clearRequests();
    const startedAt = performance.now();
    const calls = Array.from({ length: 1_000 }, (_, count) => {
      if (count === 999) edit('pages', 'about', 'hero_title', 'The last of the burst');
      return call(saved('pages'), {}, own.url);
    });
    const replies = await Promise.all(calls);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(callCounts().pages).toBeLessThanOrEqual(Math.floor(seconds) + 1);
    expect((await request(own.url).get('/about')).text).toContain('The last of the burst');
  } finally {
    await own.close();
  }
});
