import { createHash } from 'node:crypto';
import sharp from 'sharp';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { pictureWidths } from '../../shared/pictureLadder.ts';
import { sendRequest } from '../support/http.ts';
import { browserAccept, lake, lodge, startMediaSite } from '../support/mediaSite.ts';
import { forFile, siteForFile } from '../support/started.ts';

const site = await forFile(startMediaSite());
beforeEach(() => {
  site.upstream();
});

describe('a request for a picture', () => {
  const queries = 'key=x w=321 w=0320 w=1000000000 w=3.2e2 w= W=320 w=320&w=320 w=320&access_token=x'.split(
    ' ',
  );
  const unknown = [
    `/media/${lodge}?`,
    '/media/not-a-uuid',
    '/media/',
    `/media/${lodge}/`,
    `/media/${lodge}/name.jpg`,
    '/media/ABCDEF00-0000-4000-8000-000000000001?w=320',
    `/media/x/media/${lodge}?w=320`,
    `/media/${lodge.slice(0, -1)}`,
    `/MEDIA/${lodge}?w=320`,
    ...queries.map((query) => `/media/${lodge}?${query}`),
  ];
  it('B17 with any other address is a plain 404 without a call', async () => {
    for (const path of unknown) {
      // Sent unchanged: a client would leave out empty parts, and resolve dots.
      const { status, headers } = await sendRequest(site.url, path);
      expect([status, headers['content-type']], path).toEqual([404, 'text/plain; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(site.upstream()).toEqual([]);
  });

  it('B17 sends the UUID and an allowed width on, and nothing of the visitor', async () => {
    const reply = await site.picture(lodge, 480, {
      Cookie: 'a=b',
      'X-Forwarded-For': '192.0.2.1',
      Authorization: 'Bearer x',
      'User-Agent': 'x',
    });
    expect(reply.status).toBe(200);
    const [call] = site.requests;
    expect(call?.url).toBe(`/assets/${lodge}?width=480&format=webp&quality=60&withoutEnlargement=true`);
    expect(Object.keys(call?.headers ?? {}).sort()).toEqual(['connection', 'content-type', 'host']);
  });

  it('has the picture of a shared page cropped by the content service', async () => {
    await request(site.url).get(`/media/${lake}?w=share`).accept(browserAccept);
    expect(site.upstream()).toEqual([
      `/assets/${lake}?width=1200&height=630&fit=cover&format=jpg&quality=60`,
    ]);
  });

  it('gets each allowed width, and without a width the largest', async () => {
    for (const width of pictureWidths) {
      expect((await sharp((await site.picture(lake, width)).body).metadata()).width).toBe(width);
    }
    const plain = await request(site.url).get(`/media/${lake}`).accept(browserAccept);
    expect(plain.body.equals((await site.picture(lake, 1600)).body)).toBe(true);
  });
});

describe('the response', () => {
  it.each([
    [browserAccept, 'image/webp'],
    ['image/webp;q=0.5, */*', 'image/webp'],
    ['image/webp;q=0, */*', 'image/jpeg'],
    ['image/avif,*/*', 'image/jpeg'],
    ['', 'image/jpeg'],
  ])('to Accept %s is %s', async (accept, type) => {
    const reply = await site.picture(lodge, 320, { Accept: accept });
    expect(reply.headers['content-type']).toBe(type);
    expect(`image/${(await sharp(reply.body).metadata()).format}`).toBe(type);
    expect(reply.headers.vary).toBe('Accept');
  });

  it('has the lifetime of a picture, its tag, and a file name of our own', async () => {
    const { headers, body } = await site.picture(lodge, 320, {}, 'a1');
    expect(headers).toMatchObject({
      'cache-tag': `picture-${lodge}`,
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      'content-disposition': `inline; filename="${lodge}-320.webp"`,
      'content-length': String(body.length),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`,
    });
  });

  it('is a 304 for an ETag that the client has, and each format has its own', async () => {
    const { headers } = await site.picture(lodge);
    const held = { 'If-None-Match': String(headers.etag) };
    const again = await site.picture(lodge, 320, held);
    expect([again.status, again.text]).toEqual([304, '']);
    const { etag, 'cache-control': lifetime } = headers;
    expect(again.headers).toMatchObject({ etag, vary: 'Accept', 'cache-control': lifetime });
    expect((await site.picture(lodge, 320, { ...held, Accept: '*/*' })).status).toBe(200);
  });
});

describe('pictures of the whole site', async () => {
  const whole = await siteForFile();

  it('are all served for the home page, with the policy of uploads', async () => {
    const home = await request(whole.url).get('/').set('User-Agent', 'bot');
    const addresses = new Set(home.text.match(/\/media\/[0-9a-f-]{36}\?w=768[^" ]*/g));
    expect(addresses.size).toBeGreaterThan(2);
    expect(home.text).not.toContain('/assets/');
    for (const address of addresses) {
      const { status, headers } = await request(whole.url).get(address.replaceAll('&amp;', '&'));
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^\w+-\w+$/),
      });
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
      expect(headers['set-cookie']).toBeUndefined();
      const line = () => whole.logs.find(({ id }) => id === headers['x-request-id']);
      await expect.poll(line).toMatchObject({ route: 'media', cache: 'miss' });
    }
  });
});
