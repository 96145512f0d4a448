import request, { type Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CollectionName, collectionNames } from '../../server/content/collections/collections.ts';
import { pictureId } from '../../server/demo/demoContent.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { specifiedRows, unspecified } from '../../server/demo/specifiedContent.ts';
import { field } from '../../shared/field.ts';
import { hookPath, hookSecretHeader } from '../../shared/paths.ts';
import type { FaultMode } from '../support/faults.ts';
import { settled } from '../support/faultyServer.ts';
import { holdResponses } from '../support/hold.ts';
import { callHook, hookSecret } from '../support/hook.ts';
import { openResponse } from '../support/http.ts';
import { startPurgeReceiver } from '../support/purgeReceiver.ts';
import { contentForTest, forFile, forTest, siteForFile, siteForTest } from '../support/started.ts';

const cdn = await forFile(startPurgeReceiver());
const site = await siteForFile({
  environment: { CONTENT_HOOK_SECRET: hookSecret, CDN_PURGE_URL: cdn.url },
});
/** Whether a test has changed content. */
let isChanged = true;
beforeEach(async () => {
  if (isChanged) await site.reset();
  isChanged = false;
  await site.load();
  site.contentService.clearRequests();
});
afterEach(async () => {
  await cdn.clearFaults();
  await site.contentService.clearFaults();
});

/** Calls the hook as a Flow does: no Origin, no cookies, the secret in our own header. */
async function call(body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return request(site.url)
    .post(hookPath)
    .set({ 'content-type': 'application/json', [hookSecretHeader]: hookSecret, ...headers })
    .send(body);
}

const saved = (collection: string) => JSON.stringify({ event: `${collection}.items.update`, collection });
const page = async (path: string) => (await request(site.url).get(path)).text;
const served = async (path: string) => (await request(site.url).get(path)).headers['server-timing'];

function edit(collection: CollectionName, slug: string, field: string, value: unknown) {
  isChanged = true;
  site.contentService.row(collection, slug)[field] = value;
}

/** The collections that were requested since the last call, each once. */
function requestedCollections(): readonly string[] {
  const names = site.contentService.requests.map(({ path }) =>
    path === '/files' ? 'directus_files' : path.replace(/^\/items\//, ''),
  );
  site.contentService.clearRequests();
  return [...new Set(names)].sort();
}

describe('a wrong secret', () => {
  it.each<[string, Record<string, string>]>([
    ['absent', { [hookSecretHeader]: '' }],
    ['another of the same length', { [hookSecretHeader]: hookSecret.replace('a', 'b') }],
    ['only its beginning', { [hookSecretHeader]: hookSecret.slice(0, -1) }],
    ['a longer one', { [hookSecretHeader]: `${hookSecret}0` }],
    ['in another header', { [hookSecretHeader]: '', authorization: `Bearer ${hookSecret}` }],
  ])('is refused: %s', async (_name, headers) => {
    const reply = await call(saved('pages'), headers);
    expect([reply.status, reply.headers['cache-control']]).toEqual([401, 'no-store']);
    expect(requestedCollections()).toEqual([]);
    expect(reply.text + JSON.stringify(site.logs)).not.toContain(hookSecret);
  });

  it('is refused before the body is read', async () => {
    // The body never comes: a server that waited for it would not respond.
    const headers = { [hookSecretHeader]: 'wrong', 'Content-Length': '5000000' };
    const reply = await openResponse(site.url, hookPath, { method: 'POST', headers });
    expect(reply.status).toBe(401);
    reply.leave();
  });

  it('does not matter under another spelling of the path, which is refused even with the right secret', async () => {
    for (const path of ['/HOOKS/content', `${hookPath}/`]) {
      const headers = { [hookSecretHeader]: hookSecret };
      expect((await openResponse(site.url, path, { method: 'POST', headers })).status, path).toBe(405);
    }
  });

  it('does not matter when none is configured: there is no hook', async () => {
    const bare = await siteForTest();
    await request(bare.url).post(hookPath).set(hookSecretHeader, '').send({}).expect(404);
  });
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
  const ofFile = '{"event":"files.update"}';

  it.each<[name: string, body: string, collections: readonly string[]]>([
    ['an object', saved('pages'), ['pages']],
    ['a JSON string in a JSON body', JSON.stringify(saved('navigation')), ['navigation']],
    ['a JSON string with undefined inside', JSON.stringify(inner), ['blog_posts']],
    ['the same without quotes around it', inner, ['blog_posts']],
    ['an object that names a block', saved('block_text'), ['pages']],
    ['an event of sorting', '{"event":"items.sort","collection":"navigation"}', ['navigation']],
    ['an event of a file', ofFile, ['directus_files']],
    ['a whole event', whole(100), ['services']],
    ['a whole event with a long article', whole(300_000), ['services']],
    ['a whole event that is longer than what is read', whole(3_000_000), ['services']],
    ['an event of a system collection, which loads nothing', saved('directus_users'), []],
    ...['', '\u0000\ufffd{{{"', saved('translations'), '{"collection":{"a":1}}'].map(
      (body): [string, string, readonly string[]] => [
        `nonsense, which loads everything: ${body}`,
        body,
        collectionNames.toSorted(),
      ],
    ),
  ])('may be %s', async (_name, body, collections) => {
    expect((await call(body)).status).toBe(200);
    expect(requestedCollections()).toEqual(collections);
  });

  it('may have any type and be compressed, and then loads everything', async () => {
    const reply = await call('\u001f\u008b', { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
    expect(reply.status).toBe(200);
    expect(requestedCollections()).toEqual(collectionNames.toSorted());
  });
});

describe('an edit', () => {
  it('is served from cached pages once the hook has responded, and its addresses are listed', async () => {
    for (const path of ['/', '/about', '/services/snow-removal']) await page(path);
    edit('pages', 'about', 'hero_title', 'A title of this minute');
    const { body } = await call(saved('pages'));
    expect(body).toEqual({
      urls: [`${site.url}/about`],
      milliseconds: expect.any(Number),
      receipt: {
        item: null,
        title: null,
        subject: 'Published',
        addresses: `${site.url}/about`,
        message: expect.stringMatching(/^Live at .*\/about: \d+ ms, 1 address\.$/),
      },
    });
    expect(await served('/about')).toContain('hit');
    expect(await page('/about')).toContain('A title of this minute');
  });

  it('has the most recently requested pages rendered first, whatever was rendered since', async () => {
    const paths = ['/blog/tags', '/blog', '/blog/categories'];
    for (const path of paths) await page(path);
    for (const name of ['first', 'second']) {
      edit('blog_posts', 'opening-the-cabin-in-april', 'title', `A ${name} title`);
      edit('blog_posts', 'opening-the-cabin-in-april', 'categories', `A ${name} category`);
      edit('blog_posts', 'opening-the-cabin-in-april', 'tags', `a ${name} tag`);
      const { urls } = (await call(saved('blog_posts'))).body;
      const told = urls.map((url: string) => url.replace(site.url, ''));
      expect(told.filter((path: string) => paths.includes(path))).toEqual(paths.toReversed());
    }
    expect(await served('/blog/categories')).toContain('hit');
  });

  it('that creates a post lists its address and those of its tags', async () => {
    isChanged = true;
    const { blog_posts: rows } = site.contentService.rows;
    rows.push({ ...rows[0], id: 90_001, slug: 'a-new-post', tags: ['brand new'], status: 'published' });
    const { urls } = (await call(saved('blog_posts'))).body;
    const appeared = [`${site.url}/blog/a-new-post`, `${site.url}/blog/tag/brand-new`];
    expect(urls).toEqual(expect.arrayContaining(appeared));
    expect(cdn.purges.at(-1)?.urls).toEqual(urls);
    await request(site.url).get('/blog/a-new-post').expect(200);
    rows.pop();
    expect((await call(saved('blog_posts'))).body.urls).toEqual(expect.arrayContaining(appeared));
    await request(site.url).get('/blog/a-new-post').expect(404);
  });

  it('right after another is served too once its own call has its response', async () => {
    for (const path of ['/about', '/services']) await page(path);
    edit('pages', 'about', 'hero_title', 'Published at once');
    edit('services', 'handyman', 'title', 'Published with the next');
    const [first, second] = await Promise.all([call(saved('pages')), call(saved('services'))]);
    expect(first.body.urls).toContain(`${site.url}/about`);
    expect(second.body.urls).toContain(`${site.url}/services`);
    expect(await page('/about')).toContain('Published at once');
    expect(await page('/services')).toContain('Published with the next');
  });

  it('has a receipt with its title and its first live address, and is a 503 when it cannot be loaded', async () => {
    const key = String(site.contentService.row('services', 'snow-removal').id);
    const snow = { collection: 'services', keys: ['undefined', key] };
    for (const path of ['/services', '/services/snow-removal']) await page(path);
    edit('services', 'snow-removal', 'title', 'Snow & Ice');
    const { receipt } = (await call(JSON.stringify(snow))).body;
    expect(receipt).toMatchObject({
      item: key,
      title: 'Snow & Ice',
      subject: 'Snow & Ice is live',
      message: expect.stringMatching(/^Live at \S+\/services\/snow-removal: \d+ ms, \d+ addresses\.$/),
    });
    await site.contentService.fault('services', { kind: 'status', status: 500 });
    const late = await call(JSON.stringify(snow));
    expect(late.status).toBe(503);
    // A retry for both gives a receipt for the one that could be loaded.
    const retry = [
      { id: 1, ...snow },
      { id: 2, collection: 'pages', keys: [{}, '<b>'] },
      { id: 3, collection: 'constructor' },
    ];
    const { body } = await call(JSON.stringify({ retry }));
    expect(body.rows).toMatchObject([{ id: 2, state: 'live', item: '<b>', title: null }]);
    // The key is that of a block, and not the one of the page with the same id.
    const block = {
      collection: 'block_text',
      keys: [String(site.contentService.row('pages', 'second-homes').id)],
    };
    const ofBlock = { item: block.keys[0], title: null };
    expect((await call(JSON.stringify(block))).body.receipt).toMatchObject(ofBlock);
    const again = await call(JSON.stringify({ retry: [{ id: 4, ...block }] }));
    expect(again.body.rows).toMatchObject([{ id: 4, state: 'live', ...ofBlock }]);
    // More than one call answers for; the rest are asked about again.
    const many = Array.from({ length: 16_000 }, (_, at) => ({ id: at, collection: 'pages', keys: ['1'] }));
    expect((await call(JSON.stringify({ retry: many }))).body.rows).toHaveLength(200);
    // Else what could not be loaded is tried again meanwhile.
    await site.contentService.clearFaults();
    await site.load();
    requestedCollections();
    expect((await call('{"retry":[]}')).body).toEqual({ rows: [] });
    expect(requestedCollections()).toEqual([]);
  });

  it('that the load for another one brings too has its own address in its receipt', async () => {
    const services = ['handyman', 'snow-removal'].map((slug) => site.contentService.row('services', slug));
    for (const { slug } of services) await page(`/services/${slug}`);
    for (const { slug } of services) edit('services', String(slug), 'hero_title', `A title of ${slug}`);
    const loads = vi.spyOn(site.content, 'load');
    // The load for the first brings both edits, and is not over when the second is announced.
    const release = await holdResponses(site.contentService, 'services');
    const replies = [];
    for (const { id } of services) {
      replies.push(call(JSON.stringify({ collection: 'services', keys: [String(id)] })));
      await expect.poll(() => loads.mock.calls.length).toBe(replies.length);
    }
    release();
    for (const [at, { body }] of (await Promise.all(replies)).entries())
      expect(body.receipt.message).toMatch(`Live at ${site.url}/services/${services[at]?.slug}: `);
  });

  it('of a page and its blocks, for which the hook is called three times, has no receipt that denies it', async () => {
    await page('/about');
    edit('pages', 'about', 'hero_title', 'With its blocks');
    const { id } = site.contentService.row('pages', 'about');
    const messages = [];
    for (const body of [
      { collection: 'block_text', keys: ['7'] },
      { collection: 'pages_blocks', keys: ['9'] },
      { collection: 'pages', keys: [String(id)] },
    ])
      messages.push((await call(JSON.stringify(body))).body.receipt.message);
    const upToDate = 'Saved. What visitors see is up to date.';
    expect(messages).toEqual([expect.stringMatching(/^Live at \S+\/about: /), upToDate, upToDate]);
    // Only of a row that visitors do not see, such as a draft, is it known that nothing has changed.
    const draft = { collection: 'blog_posts', keys: ['90002'] };
    const unchanged = 'Saved. Nothing that visitors see has changed.';
    expect((await call(JSON.stringify(draft))).body.receipt.message).toBe(unchanged);
    // Of an earlier save, what it changed may have been loaded before.
    const { body } = await call(JSON.stringify({ retry: [{ id: 1, ...draft }] }));
    expect(body.rows[0].message).toBe(upToDate);
  });

  it('of a text that is too long says where it ends', async () => {
    const { id, slug } = site.contentService.row('services', 'snow-removal');
    edit('services', String(slug), 'content', `<p>${'Snow '.repeat(60_000)}</p><p>Last</p>`);
    const saved = JSON.stringify({ collection: 'services', keys: [String(id)] });
    const { message } = (await call(saved)).body.receipt;
    expect(message).toMatch(
      / It is not shown in full: the text is too long to be shown whole \(.+, all after “….*Snow”\)\.$/,
    );
    edit('services', String(slug), 'content', `<p style="${'color: red;'.repeat(60_000)}">Snow</p>`);
    expect((await call(saved)).body.receipt.message).not.toContain('too long');
  });

  it('of a text with many repaired links names five of them, and says how many more there are', async () => {
    const { id, slug } = site.contentService.row('services', 'snow-removal');
    const links = Array.from({ length: 7 }, (_, at) => `<p><a href="page-${at}">More</a></p>`);
    edit('services', String(slug), 'content', links.join(''));
    const saved = JSON.stringify({ collection: 'services', keys: [String(id)] });
    const { message } = (await call(saved)).body.receipt;
    expect(message.match(/ It links to “page-\d”/g)).toHaveLength(5);
    expect(message).toMatch(/ The page doctor names 2 more\.$/);
  });

  it('of what stands on every page says so, and of a block names its page and what is left out of it', async () => {
    for (const path of ['/', '/about']) await page(path);
    const { rows } = site.contentService;
    rows.notices = [{ id: 70, status: 'published', text: 'Snow on the pass' }];
    isChanged = true;
    const receiptFor = async (collection: string, key: unknown) =>
      (await call(JSON.stringify({ collection, keys: [String(key)] }))).body.receipt;
    expect(await receiptFor('notices', 70)).toMatchObject({
      subject: 'Snow on the pass is live on every page',
      message: expect.stringMatching(/^Live on every page: \d+ ms, 2 addresses\.$/),
    });
    // Lists of words are arrays in Directus.
    rows.notices = [{ id: 70, status: 'published', text: 'Snow on the pass', where: ['/about'] }];
    expect(await receiptFor('notices', 70)).toMatchObject({ subject: 'Snow on the pass is live' });
    const past = { from: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' };
    rows.notices = [{ id: 70, status: 'published', text: 'Snow on the pass', ...past }];
    expect(await receiptFor('notices', 70)).toMatchObject({
      subject: 'Snow on the pass is over',
      message: expect.stringMatching(/^Snow on the pass is over\. Visitors do not see it: /),
    });
    const link = { id: 71, title: 'Call', text: `${'Call us. '.repeat(50)}`, link: 'contact' };
    edit('pages', 'about', 'blocks', [{ id: 72, sort: 1, collection: 'block_call', item: link }]);
    for (const [table, key] of [
      ['block_call', 71],
      ['pages_blocks', 72],
    ])
      expect(await receiptFor(String(table), key)).toMatchObject({
        title: 'About page',
        message: expect.stringMatching(
          /\. It is not shown in full: .*\(blocks, text, all after 400 of 449 characters\)\. It links to “contact”, which is read as \/contact\.$/,
        ),
      });
    expect(await receiptFor('pages', site.contentService.row('pages', 'home').id)).toMatchObject({
      title: 'Home page',
    });
  });

  it('of a picture with too many pixels says so', async () => {
    const { id, hero_image } = site.contentService.row('services', 'snow-removal');
    const file = site.contentService.rows.directus_files.find((each) => each.id === hero_image);
    isChanged = true;
    Object.assign(file ?? {}, { width: 8_064 });
    await call(saved('directus_files'));
    const { receipt } = (await call(JSON.stringify({ collection: 'services', keys: [String(id)] }))).body;
    expect(receipt.message).toMatch(
      / It uses a picture of 8064 by \d+ pixels, which is not shown: no side may have more than 6000\.$/,
    );
  });

  it('of a redirect that takes visitors to no page says why', async () => {
    const redirect = (id: number, from: string, to: string) => ({ id, from, to, permanent: true });
    site.contentService.rows.redirects = [
      redirect(80, '/old', '/services?all'),
      redirect(81, '/about', '/contact'),
      redirect(82, '/older', '/servces'),
      // As the Flow writes it just before the page moves.
      redirect(83, '/services/snow-removal', '/services/snow-clearing'),
    ];
    isChanged = true;
    const messageOf = async (key: number) =>
      (await call(JSON.stringify({ collection: 'redirects', keys: [String(key)] }))).body.receipt.message;
    const upToDate = 'Saved. What visitors see is up to date.';
    const messages = [await messageOf(80), await messageOf(81), await messageOf(82), await messageOf(83)];
    expect(messages).toEqual([
      upToDate,
      `${upToDate} It starts at the path of a page, which is shown instead.`,
      `${upToDate} It does not lead to a page that visitors see.`,
      upToDate,
    ]);
  });

  it('of a notice that disappears before it appears does not promise that it will appear', async () => {
    const times = { from: '2090-02-01T00:00:00Z', until: '2090-01-01T00:00:00Z' };
    site.contentService.rows.notices = [{ id: 73, status: 'published', text: 'Ice', ...times }];
    isChanged = true;
    const { receipt } = (await call(JSON.stringify({ collection: 'notices', keys: ['73'] }))).body;
    expect(receipt).toMatchObject({
      subject: 'Ice is never shown',
      message: 'Ice is never shown. Nothing that visitors see has changed. It disappears before it appears.',
    });
  });

  it('names a page whose key is its slug', async () => {
    const contentService = await contentForTest({
      rows: specifiedRows(demoRows()),
      hidden: unspecified(),
    });
    const specified = await siteForTest({
      contentService,
      environment: { CONTENT_HOOK_SECRET: hookSecret },
    });
    await specified.load();
    await request(specified.url).get('/about');
    contentService.row('pages', 'about').hero_title = 'Who we are';
    const { body } = await callHook(specified.url, { collection: 'pages', keys: ['about'] });
    expect(body.receipt).toMatchObject({ title: 'About page', subject: 'About page is live' });
    expect(body.receipt.message).toMatch(`Live at ${specified.url}/about: `);
  });

  it('that takes a row from visitors has no receipt that calls it live', async () => {
    const row = site.contentService.row('services', 'painting');
    await page('/services/painting');
    edit('services', 'painting', 'status', 'draft');
    const { receipt } = (await call(JSON.stringify({ collection: 'services', keys: [String(row.id)] }))).body;
    edit('services', 'painting', 'status', 'published');
    expect(receipt).toMatchObject({ title: 'Painting', subject: 'Painting is a draft' });
    expect(receipt.message).toMatch(
      /^Painting is a draft\. Visitors do not see it: \d+ ms, \d+ address(es)?\.$/,
    );
    // The content service sends this one, but no page can have its address.
    const home = site.contentService.row('homes', 'meadow-cabin');
    edit('homes', 'meadow-cabin', 'slug', 'meadow/cabin');
    const { message } = (await call(JSON.stringify({ collection: 'homes', keys: [String(home.id)] }))).body
      .receipt;
    home.slug = 'meadow-cabin';
    expect(message).toMatch(/^Saved\. Visitors do not see it: /);
    // It waits for its date.
    const post = site.contentService.row('blog_posts', 'opening-the-cabin-in-april');
    await page('/blog/opening-the-cabin-in-april');
    edit('blog_posts', 'opening-the-cabin-in-april', 'published_at', '2100-01-01T00:00:00Z');
    const moved = await call(JSON.stringify({ collection: 'blog_posts', keys: [String(post.id)] }));
    expect(moved.body.urls).toContain(`${site.url}/blog/opening-the-cabin-in-april`);
    const { title, subject, message: waiting } = moved.body.receipt;
    expect([title, subject]).toEqual([post.title, `${post.title} is scheduled`]);
    expect(waiting).toBe(
      `${post.title} will appear on December 31, 2099 at 4:00 PM PST. Visitors do not see it before.`,
    );
  });

  it('that changes nothing lists no address and purges nothing', async () => {
    await page('/');
    const before = cdn.purges.length;
    expect((await call(saved('pages'))).body.urls).toEqual([]);
    expect(cdn.purges.length).toBe(before);
  });

  it('is not replaced by an older state that the content service sends late', async () => {
    await page('/about');
    edit('pages', 'about', 'hero_title', 'The first edit');
    // The response to the first load is held, with the content of the moment when it was requested.
    const release = await holdResponses(site.contentService, 'pages');
    const early = site.contentService.nextRequest(({ path }) => path === '/items/pages');
    const first = call(saved('pages'));
    await early;
    edit('pages', 'about', 'hero_title', 'The last edit');
    const second = call(saved('pages'));
    release();
    await Promise.all([first, second]);
    expect(await page('/about')).toContain('The last edit');
  });

  it('that cannot be loaded is reported as such, and the old content is served on', async () => {
    await page('/about');
    await site.contentService.fault('pages', { kind: 'status', status: 503 });
    edit('pages', 'about', 'hero_title', 'Never seen');
    const reply = await call(saved('pages'));
    expect([reply.status, reply.body.unreachable]).toEqual([503, ['pages']]);
    await request(site.url).get('/about').expect(200);
    // The content service is back before the content is a minute old.
    await site.contentService.clearFaults();
    await expect.poll(() => page('/about')).toContain('Never seen');
  });

  it('F18 of a file gives its picture another address with the new bytes, and the CDN is told', async () => {
    const id = String(site.contentService.row('pages', 'home').story_image);
    const address = async () =>
      new RegExp(`/media/${id}\\?w=768[^" ]*`).exec(await page('/'))?.[0].replaceAll('&amp;', '&') ?? '';
    const before = await address();
    const old = await request(site.url).get(before).expect(200);
    const other = site.contentService.row('directus_files', pictureId('lake-reflection'));
    for (const [name, value] of Object.entries({
      filename_disk: other.filename_disk,
      description: 'Seen from the east ridge',
      modified_on: '2026-02-02T00:00:00Z',
    }))
      edit('directus_files', id, name, value);
    const { urls } = (await call(saved('directus_files'))).body;
    expect(urls).toContain(`${site.url}/`);
    expect(await page('/')).toContain('Seen from the east ridge');
    const after = await address();
    expect(after).toMatch(/&v=\w+$/);
    expect(after).not.toBe(before);
    const replaced = await request(site.url).get(after).expect(200);
    expect(replaced.headers.etag).not.toBe(old.headers.etag);
    expect(cdn.purges.at(-1)?.tags).toContain(`picture-${id}`);
    const { rows } = site.contentService;
    rows.directus_files = rows.directus_files.filter((row) => row.id !== id);
    await call(saved('directus_files'));
    expect(await page('/'), 'its page shows a drawing').not.toContain(id);
    expect((await request(site.url).get(after)).status).toBe(404);
  });
});

describe('the CDN', () => {
  const publish = async (title: string) => {
    await page('/about');
    edit('pages', 'about', 'hero_title', title);
    return call(saved('pages'));
  };

  it('is told the tags and addresses of what is new, before the hook responds', async () => {
    const before = cdn.purges.length;
    await publish('For the CDN');
    expect(cdn.purges.slice(before)).toEqual([{ tags: ['pages'], urls: [`${site.url}/about`] }]);
    const { headers } = await request(site.url).get('/about');
    expect(String(headers['cache-tag']).split(',')).toContain('pages');
  });

  const refused = 'The announcement of changed pages was refused.';
  const unreachable = 'Changed pages could not be announced.';
  it.each<[string, FaultMode, string]>([
    ['refuses', { kind: 'status', status: 500 }, refused],
    ['sends us elsewhere', { kind: 'redirect', to: '/' }, refused],
    ['hangs up', { kind: 'rst' }, unreachable],
  ])('that %s is logged and fails nothing', async (_what, mode, line) => {
    await cdn.fault('*', mode, { verb: 'create' });
    expect((await publish('Not purged')).status).toBe(200);
    expect(site.logs).toContainEqual(expect.objectContaining({ msg: line }));
  });

  it('that never responds does not keep the hook waiting', async () => {
    await cdn.fault('*', { kind: 'blackhole' }, { verb: 'create' });
    expect((await publish('Without a response')).status).toBe(200);
    expect(cdn.requests.at(-1)?.outcome).toBe('open');
    expect(await page('/about')).toContain('Without a response');
  });
});

it('pages that there was no time to render are purged, but not listed as changed', async () => {
  const slug = 'opening-the-cabin-in-april';
  const hurried = await siteForTest({ environment: { CDN_PURGE_URL: cdn.url }, longestRenderMs: 0 });
  const post = `${hurried.url}/blog/${slug}`;
  const unchanged = `${hurried.url}/blog/neighbors-of-a-rental`;
  for (const url of [post, unchanged]) await request(url).get('').expect(200);
  const changed = { title: 'Opening in May', date_updated: new Date().toISOString() };
  Object.assign(hurried.contentService.row('blog_posts', slug), changed);
  const urls = await hurried.publish(['blog_posts']);
  expect(urls).toContain(post);
  expect(urls).not.toContain(unchanged);
  expect(cdn.purges.at(-1)?.urls).toEqual([...urls, unchanged]);
  expect((await request(post).get('')).text).toContain('Opening in May');
});

it('search engines are told of changed pages when a key is set, and can check the key', async () => {
  const engine = await forTest(startPurgeReceiver());
  const key = 'a1b2c3d4e5f6';
  const environment = { INDEXNOW_KEY: key, INDEXNOW_URL: engine.url };
  const copy = await siteForTest({ environment: { ...environment, SITE_NOINDEX: '1' } });
  const told = await siteForTest({ environment });
  for (const one of [copy, told]) await one.load();
  // A copy of the site, which they must not index, tells them nothing.
  copy.contentService.row('services', 'snow-removal').slug = 'snow';
  expect(await copy.publish(['services'])).toContain(`${copy.url}/services/snow`);
  await settled(engine);
  expect(engine.purges).toEqual([]);
  told.contentService.row('services', 'snow-removal').slug = 'snow';
  await told.content.load(['services'], true);
  await expect.poll(() => engine.purges.length).toBe(1);
  const { host } = new URL(told.url);
  const keyLocation = `${told.url}/${key}.txt`;
  expect(engine.purges[0]).toMatchObject({ host, key, keyLocation });
  expect(field(engine.purges[0], 'urlList')).toEqual(
    expect.arrayContaining([`${told.url}/services/snow`, `${told.url}/services/snow-removal`]),
  );
  expect((await request(keyLocation).get('')).text).toBe(key);

  // Also of a page that nobody has visited, but of no address that they may not list.
  await request(told.url).get('/api/posts?page=2');
  const slug = 'opening-the-cabin-in-april';
  const changed = { title: 'Opening in May', date_updated: new Date().toISOString() };
  Object.assign(told.contentService.row('blog_posts', slug), changed);
  await told.content.load(['blog_posts'], true);
  await expect.poll(() => engine.purges.length).toBe(2);
  const urls = field(engine.purges[1], 'urlList');
  expect(urls).toContain(`${told.url}/blog/${slug}`);
  expect(String(urls)).not.toContain('/api/');
});
