import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRequest } from '../support/http.ts';
import { browserAccept } from '../support/mediaSite.ts';
import { siteForFile } from '../support/started.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const { url, admin } = sharedDirectus();
const secret = 'the-secret-of-the-picture-tests';
const id = '00000000-0000-4000-8000-0000000000a1';
const largeId = '00000000-0000-4000-8000-0000000000a2';
const site = await siteForFile({ environment: { DIRECTUS_URL: url, CONTENT_HOOK_SECRET: secret } });
let hero: unknown;

/** A picture of one color as an upload. */
async function upload(width: number, height: number, background: string, identity = {}): Promise<FormData> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  for (const [name, value] of Object.entries(identity)) form.set(name, String(value));
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'upload.jpg');
  return form;
}

const get = (target: string) => sendRequest(site.url, target, { headers: { Accept: browserAccept } });
const hook = (collection: string) =>
  sendRequest(site.url, '/hooks/content', {
    method: 'POST',
    headers: { 'X-Content-Hook-Secret': secret },
    body: JSON.stringify({ collection }),
  });
const addressOfHero = async () => {
  const home = await sendRequest(site.url, '/', { headers: { 'User-Agent': 'Googlebot' } });
  return new RegExp(`/media/${id}\\?w=768[^" ]*`).exec(home.text)?.[0].replaceAll('&amp;', '&') ?? '';
};

beforeAll(async () => {
  const home = await admin.read('/items/pages/1', { fields: 'hero_image' });
  hero = typeof home === 'object' && home !== null && 'hero_image' in home ? home.hero_image : null;
  await admin.create('/files', await upload(900, 600, 'tan', { id }));
  await admin.change('/items/pages/1', { hero_image: id });
  await site.load();
});
afterAll(async () => {
  await admin.change('/items/pages/1', { hero_image: hero });
  await admin.remove('/files', [id, largeId]);
});

describe('a picture of a real Directus', () => {
  it('F18 that is replaced under its id gets another address with the new bytes', async () => {
    await expect.poll(addressOfHero).toMatch(/&v=\w+$/);
    const before = await addressOfHero();
    const old = await get(before);
    expect(old).toMatchObject({ status: 200, headers: { 'cache-tag': `picture-${id}` } });
    // Directus stores whole seconds: an upload within the same second has the same version.
    const second = () => Math.floor(Date.now() / 1_000);
    const now = second();
    await expect.poll(second).toBeGreaterThan(now);
    await admin.change(`/files/${id}`, await upload(900, 600, 'navy'));
    expect((await hook('directus_files')).status).toBe(200);
    const after = await addressOfHero();
    expect(after).not.toBe(before);
    const replaced = await get(after);
    expect(replaced.headers['cache-control']).toMatch(/max-age=86400/);
    expect(replaced.body.equals(old.body)).toBe(false);
    const { dominant } = await sharp(replaced.body).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
    expect((await get(before)).headers['cache-control']).toBe('private, max-age=60');
  });

  it('B25 that is too large to be transformed is refused by Directus, and not served', async () => {
    // Directus cannot read the size of such an upload, and refuses to transform it; a width alone it ignores.
    await admin.create('/files', await upload(9_000, 9_000, 'tan', { id: largeId }));
    const refusal = await fetch(`${url}/assets/${largeId}?width=320&format=webp`);
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).toContain('ILLEGAL_ASSET_TRANSFORMATION');
    const untransformed = await fetch(`${url}/assets/${largeId}?width=320`);
    expect((await untransformed.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
    await hook('directus_files');
    expect((await get(`/media/${largeId}?w=320`)).status).toBe(404);
    expect(site.logs).toContainEqual(
      expect.objectContaining({ file: largeId, msg: 'A file from the content service is not served' }),
    );
  });
});
