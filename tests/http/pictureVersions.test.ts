import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pictureId } from '../../server/demo/demoContent.ts';
import { browserAccept } from '../support/mediaSite.ts';
import { type PurgeReceiver, startPurgeReceiver } from '../support/purgeReceiver.ts';
import { startSite, type TestSite } from '../support/site.ts';

const secret = 'a-secret-of-the-tests-0123456789';
let site: TestSite;
let cdn: PurgeReceiver;

beforeAll(async () => {
  cdn = await startPurgeReceiver();
  const environment = { CONTENT_HOOK_SECRET: secret, CDN_PURGE_URL: cdn.url };
  site = await startSite({ environment, hookIntervalMs: 10 });
});
afterEach(() => site.reset());
afterAll(async () => {
  await site.close();
  await cdn.close();
});

const page = async (path: string) => (await request(site.url).get(path).set('User-Agent', 'bot')).text;
const get = (address: string) => request(site.url).get(address).accept(browserAccept);
const fileOf = (id: string) => site.contentService.row('directus_files', id);
const heroOfHome = () => String(site.contentService.row('pages', 'home').hero_image);
/** The address of a picture in a page, as a browser reads it. */
const addressIn = (html: string, id: string) =>
  new RegExp(`/media/${id}\\?w=768[^" ]*`).exec(html)?.[0].replaceAll('&amp;', '&') ?? '';
const tellOf = (event: string, collection: string) =>
  request(site.url)
    .post('/hooks/content')
    .set({ 'x-content-hook-secret': secret })
    .send({ event, collection })
    .expect(200);

describe('F18 a picture of a page', () => {
  it('that is replaced has another address, which has the new bytes from the first request', async () => {
    const id = heroOfHome();
    const before = addressIn(await page('/'), id);
    const old = await get(before);
    expect(old.headers).toMatchObject({
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      'cache-tag': `picture-${id}`,
    });

    const other = fileOf(pictureId('lake-reflection'));
    const change = { filename_disk: other.filename_disk, modified_on: '2026-11-20T10:00:00.000Z' };
    Object.assign(fileOf(id), change);
    await tellOf('files.update', 'directus_files');
    const after = addressIn(await page('/'), id);
    expect(after).toMatch(/&v=\w+$/);
    expect(after).not.toBe(before);
    const replaced = await get(after);
    expect(replaced.headers.etag).not.toBe(old.headers.etag);
    expect(replaced.headers['cache-control']).toBe(old.headers['cache-control']);
    expect(cdn.purges.at(-1)?.tags).toContain(`picture-${id}`);
  });

  it('that is deleted becomes a 404, and the CDN is told', async () => {
    const id = heroOfHome();
    const address = addressIn(await page('/'), id);
    await get(address).expect(200);
    const { rows } = site.contentService;
    rows.directus_files = rows.directus_files.filter((row) => row.id !== id);
    await tellOf('files.delete', 'directus_files');
    await expect.poll(async () => (await get(address)).status).toBe(404);
    expect(cdn.purges.flatMap(({ tags }) => tags)).toContain(`picture-${id}`);
  });
});
