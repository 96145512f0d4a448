import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pictureWidths } from '../../shared/pictureLadder.ts';
import { hold } from '../support/hold.ts';
import { browserAccept, lake, lodge } from '../support/mediaSite.ts';
import { type PurgeReceiver, startPurgeReceiver } from '../support/purgeReceiver.ts';
import { startSite, type TestSite } from '../support/site.ts';

const secret = 'a-secret-of-the-tests-0123456789';
const dayLong = 'public, max-age=86400, stale-while-revalidate=604800';
const minuteLong = 'public, max-age=60';
let site: TestSite;
let cdn: PurgeReceiver;

beforeAll(async () => {
  cdn = await startPurgeReceiver();
  const environment = { CONTENT_HOOK_SECRET: secret, CDN_PURGE_URL: cdn.url, TRUST_PROXY: '1' };
  site = await startSite({ environment, hookIntervalMs: 10 });
});
afterEach(() => site.reset());
afterAll(async () => {
  await site.close();
  await cdn.close();
});

const page = async (path: string) => (await request(site.url).get(path).set('User-Agent', 'bot')).text;
const get = async (address: string, from = '192.0.2.1') =>
  request(site.url).get(address).set({ Accept: browserAccept, 'X-Forwarded-For': from });
const fileOf = (id: unknown) => site.contentService.row('directus_files', String(id));
const heroOfHome = () => String(site.contentService.row('pages', 'home').hero_image);
/** The address of a picture in a page, as a browser reads it. */
const addressIn = (html: string, id: string) =>
  new RegExp(`/media/${id}\\?w=768[^" ]*`).exec(html)?.[0].replaceAll('&amp;', '&') ?? '';
const callsOf = (path: RegExp) => site.contentService.requests.filter(({ url }) => path.test(url)).length;

/** Replaces the picture of a file as an editor does: other bytes, a new `modified_on`, and the hook. */
async function replace(id: string, modifiedOn: string) {
  const other = id === lake ? lodge : lake;
  Object.assign(fileOf(id), { filename_disk: fileOf(other).filename_disk, modified_on: modifiedOn });
  await request(site.url)
    .post('/hooks/content')
    .set({ 'x-content-hook-secret': secret })
    .send({ event: 'files.update', collection: 'directus_files' })
    .expect(200);
}

describe('F18 a replaced picture', () => {
  it('has another address, with the new bytes at it from the first request', async () => {
    const id = heroOfHome();
    const before = addressIn(await page('/'), id);
    const old = await get(before);
    expect(old.headers).toMatchObject({ 'cache-control': dayLong, 'cache-tag': `picture-${id}` });

    await replace(id, '2026-11-20T10:00:00.000Z');
    const after = addressIn(await page('/'), id);
    expect(after).toMatch(/&v=\w+$/);
    expect(after).not.toBe(before);
    const replaced = await get(after);
    expect(replaced.headers.etag).not.toBe(old.headers.etag);
    expect(replaced.headers['cache-control']).toBe(dayLong);
    expect(cdn.purges.at(-1)?.tags).toContain(`picture-${id}`);
  });

  it.each(['', '&v=0', '&v=abcdef0123'])('is served for a minute at an address with %j', async (version) => {
    const id = heroOfHome();
    await page('/');
    const reply = await get(`/media/${id}?w=768${version}`);
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe(minuteLong);
    const again = await request(site.url)
      .get(`/media/${id}?w=768${version}`)
      .set({ Accept: browserAccept, 'If-None-Match': String(reply.headers.etag) });
    expect(again.status).toBe(304);
    expect(again.headers['cache-control']).toBe(minuteLong);
  });

  it('never has the old bytes for long at its new address, though the content service fails', async () => {
    const id = heroOfHome();
    const old = await get(addressIn(await page('/'), id));
    await site.contentService.fault('assets', { kind: 'status', status: 503 });
    await replace(id, '2026-11-20T10:00:00.000Z');
    const after = addressIn(await page('/'), id);
    const stale = await get(after);
    expect(stale.headers).toMatchObject({ etag: old.headers.etag, 'cache-control': minuteLong });
    await site.contentService.clearFaults();
    await expect.poll(async () => (await get(after)).headers.etag).not.toBe(old.headers.etag);
    expect((await get(after)).headers['cache-control']).toBe(dayLong);
  });

  it('that is deleted goes too, and the CDN is told', async () => {
    const id = heroOfHome();
    await get(addressIn(await page('/'), id));
    const { rows } = site.contentService;
    rows.directus_files = rows.directus_files.filter((row) => row.id !== id);
    await request(site.url)
      .post('/hooks/content')
      .set({ 'x-content-hook-secret': secret })
      .send({ event: 'files.delete', collection: 'directus_files' });
    await expect.poll(async () => (await get(`/media/${id}?w=768`)).status).toBe(404);
    expect(cdn.purges.at(-1)?.tags).toContain(`picture-${id}`);
  });
});

describe('E32 a flood of random ids', () => {
  const known = () =>
    site.contentService.rows.directus_files
      .slice(0, 8)
      .flatMap(({ id }) => pictureWidths.map((width) => `/media/${id}?w=${width}`))
      .slice(0, 45);

  it('from many addresses never delays a picture that content names', async () => {
    await page('/');
    for (const { id } of site.contentService.rows.directus_files.slice(0, 8)) {
      await fetch(`${site.contentService.url}/assets/${id}`);
    }
    site.contentService.clearRequests();
    await site.contentService.fault('assets', { kind: 'slow', ms: 30 });
    const strange = Array.from({ length: 150 }, (_, n) =>
      get(`/media/${randomUUID()}?w=320`, `198.51.100.${n}`),
    );
    const pictures = await Promise.all(known().map((address) => get(address)));
    expect(pictures.map(({ status }) => status)).toEqual(known().map(() => 200));
    const statuses = new Set((await Promise.all(strange)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![404, 429, 503].includes(status))).toEqual([]);
    expect(callsOf(/^\/assets/) - known().length).toBeLessThan(75);
  });

  it('from one address is sixty calls to the content service a minute, and none for an id again', async () => {
    await page('/');
    site.contentService.clearRequests();
    const first = randomUUID();
    expect((await get(`/media/${first}`)).status).toBe(404);
    expect((await get(`/media/${first}?w=320`)).status).toBe(404);
    expect(callsOf(/^\/assets/)).toBe(1);
    const statuses: number[] = [];
    for (let n = 0; n < 100; n += 1) statuses.push((await get(`/media/${randomUUID()}`)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(41);
    expect(callsOf(/^\/assets/)).toBe(60);
    const refused = await get(`/media/${randomUUID()}`);
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': expect.any(String) });
    expect((await get(`/media/${randomUUID()}`, '203.0.113.9')).status).toBe(404);
  });

  it('a file that content names later is there at once, though its id was requested before', async () => {
    await page('/');
    const id = randomUUID();
    expect((await get(`/media/${id}`)).status).toBe(404);
    const { rows } = site.contentService;
    rows.directus_files.push({ ...fileOf(lodge), id });
    site.contentService.row('pages', 'home').hero_image = id;
    await request(site.url)
      .post('/hooks/content')
      .set({ 'x-content-hook-secret': secret })
      .send({ event: 'pages.items.update', collection: 'pages' });
    expect((await get(`/media/${id}`)).status).toBe(200);
  });
});

describe('B25 an original that the content service does not transform', () => {
  it('is not passed on either where it comes as if it were transformed', async () => {
    const size = { width: 9_000, height: 90, channels: 3, background: 'tan' } as const;
    const body = await sharp({ create: size }).jpeg().toBuffer();
    await site.contentService.fault('assets', { kind: 'raw', contentType: 'image/jpeg', body });
    expect((await get(`/media/${lodge}?w=320`)).status).toBe(404);
  });

  it('is not passed on at its full size, and the log says why', async () => {
    const id = heroOfHome();
    Object.assign(fileOf(id), { width: 9_000, height: 90 });
    const reply = await get(`/media/${id}?w=768`);
    expect(reply.status).toBe(404);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(site.logs).toContainEqual(
      expect.objectContaining({
        file: id,
        reason: 'The content service does not transform the original of 9000 by 90 pixels',
      }),
    );
  });
});

describe('B26 a picture that the file library does not know', () => {
  it('never makes its page wait for a second call', async () => {
    const post = site.contentService.row('blog_posts', String(site.contentService.rows.blog_posts[0]?.slug));
    post.content = `<p>Text</p><img src="/assets/${randomUUID()}">`;
    await page('/blog');
    // The library never responds: a page that waited for it would have no post at its deadline.
    const release = await hold(site.contentService, 'directus_files');
    const html = await page(`/blog/${post.slug}`);
    expect(html).toContain('<p>Text</p>');
    release();
  });
});
