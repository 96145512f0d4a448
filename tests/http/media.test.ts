import { createHash } from 'node:crypto';
import sharp from 'sharp';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pictureWidths } from '../../shared/pictureLadder.ts';
import { sendRequest } from '../support/http.ts';
import { browserAccept, lake, lodge, type MediaSite, startMediaSite } from '../support/mediaSite.ts';

let site: MediaSite;

beforeAll(async () => {
  site = await startMediaSite();
});
afterAll(() => site.close());
beforeEach(() => {
  site.contentService.clearRequests();
});
afterEach(() => site.contentService.clearFaults());

describe('what may be requested', () => {
  it.each([
    '/media/not-a-uuid',
    '/media/',
    `/media/${lodge}/`,
    `/media/${lodge}/name.jpg`,
    `/media/x/media/${lodge}?w=320`,
    `/media/${lodge.slice(0, -1)}`,
    `/media/${lodge}?key=system-large-cover`,
    `/media/${lodge}?w=321`,
    `/media/${lodge}?w=0320`,
    `/media/${lodge}?w=1000000000`,
    `/media/${lodge}?w=-320`,
    `/media/${lodge}?w=3.2e2`,
    `/media/${lodge}?w=`,
    `/media/${lodge}?`,
    `/media/${lodge}?w=320&w=320`,
    `/media/${lodge}?w=320&format=exe`,
    `/media/${lodge}?w=320&access_token=x`,
    `/media/${lodge}?W=320`,
    `/MEDIA/${lodge}?w=320`,
  ])('B17 %s is a plain 404 without a call', async (path) => {
    // The path as it is written: a client would leave out what is empty, and resolve dots.
    const reply = await sendRequest(site.url, path);
    expect(reply.status).toBe(404);
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(site.upstream()).toEqual([]);
  });

  it.each(['/media/..%2fserver%2finfo', '/media/../server/info', `/media/${lodge}%00`, '/media/%'])(
    'B17 %s does not get as far as the route',
    async (path) => {
      expect((await sendRequest(site.url, path)).status).toBe(400);
      expect(site.upstream()).toEqual([]);
    },
  );

  it('B17 what goes out is the UUID, a width of the ladder and nothing of the visitor', async () => {
    const call = site.contentService.nextRequest((request) => request.path.startsWith('/assets/'));
    const reply = await site.picture(lodge.toUpperCase(), 480, {
      Cookie: 'a=b',
      'X-Forwarded-For': '192.0.2.1',
      Authorization: 'Bearer x',
      'User-Agent': 'x',
    });
    const { url, headers } = await call;
    expect(reply.status).toBe(200);
    expect(url).toBe(`/assets/${lodge}?width=480&format=webp&quality=60&withoutEnlargement=true`);
    expect(Object.keys(headers).sort()).toEqual(['connection', 'host']);
  });

  it('the ladder has its widths, and no width is the largest', async () => {
    for (const width of pictureWidths) {
      expect((await sharp((await site.picture(lake, width)).body).metadata()).width).toBe(width);
    }
    const plain = await request(site.url).get(`/media/${lake}`).accept(browserAccept);
    expect((await sharp(plain.body).metadata()).width).toBe(1600);
    expect(plain.body.equals((await site.picture(lake, 1600)).body)).toBe(true);
  });
});

describe('the response', () => {
  it.each([
    [browserAccept, 'image/webp'],
    ['image/webp', 'image/webp'],
    ['image/webp;q=0.5, */*', 'image/webp'],
    ['image/webp;q=0, */*', 'image/jpeg'],
    ['image/avif,*/*', 'image/jpeg'],
    ['*/*', 'image/jpeg'],
  ])('Accept %s gets %s', async (accept, type) => {
    const reply = await site.picture(lodge, 320, { Accept: accept });
    expect(reply.headers['content-type']).toBe(type);
    expect(`image/${(await sharp(reply.body).metadata()).format}`).toBe(type);
    expect(reply.headers.vary).toBe('Accept');
  });

  it('no Accept at all is JPEG', async () => {
    const reply = await request(site.url).get(`/media/${lodge}?w=320`);
    expect(reply.headers['content-type']).toBe('image/jpeg');
  });

  it('B18 carries the policy of an upload and the lifetime of a picture', async () => {
    // Its version is known when content was read.
    await request(site.url).get('/');
    const { version } = site.content.file(lodge) ?? {};
    const { status, headers, body } = await request(site.url)
      .get(`/media/${lodge}?w=320&v=${version}`)
      .accept(browserAccept);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-tag': `picture-${lodge}`,
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      'content-disposition': `inline; filename="${lodge}-320.webp"`,
      'content-length': String(body.length),
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`,
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^\w+-\w+$/),
    });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['last-modified']).toBeUndefined();
  });

  it('the same bytes are not sent twice: 304 for the held tag, weak or in a list', async () => {
    const first = await site.picture(lodge);
    const tag = String(first.headers.etag);
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await site.picture(lodge, 320, { 'If-None-Match': held });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers).toMatchObject({
        etag: tag,
        vary: 'Accept',
        'cache-control': first.headers['cache-control'],
      });
      expect(again.headers['content-type']).toBeUndefined();
    }
    const other = await site.picture(lodge, 480, { 'If-None-Match': tag });
    expect(other.status).toBe(200);
    const jpeg = await site.picture(lodge, 320, { 'If-None-Match': tag, Accept: '*/*' });
    expect(jpeg.status).toBe(200);
  });

  it('HEAD has the headers of GET and no body, requested before or not', async () => {
    const head = await sendRequest(site.url, `/media/${lake}?w=768`, {
      method: 'HEAD',
      headers: { Accept: browserAccept },
    });
    const get = await site.picture(lake, 768);
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it('the log line names the route and where the picture came from', async () => {
    site.pictures.invalidate('all');
    const fresh = await site.picture(lodge, 1216);
    const again = await site.picture(lodge, 1216);
    expect(fresh.headers['server-timing']).toMatch(/desc="(miss|stale)"/);
    const linesOf = ({ headers }: typeof fresh) =>
      site.logs.filter(({ id }) => id === headers['x-request-id']).map(({ route, cache }) => [route, cache]);
    const outcome = /desc="(\w+)"/.exec(String(fresh.headers['server-timing']))?.[1];
    await expect.poll(() => linesOf(fresh)).toEqual([['media', outcome]]);
    await expect.poll(() => linesOf(again)).toEqual([['media', 'hit']]);
  });

  it('another method is refused and makes no call', async () => {
    await request(site.url).post(`/media/${lodge}?w=1024`).accept(browserAccept).expect(405);
    expect(site.upstream()).toEqual([]);
  });
});

describe('pictures of the pages', () => {
  it('every picture of the home page is there', async () => {
    const home = await request(site.url).get('/').set('User-Agent', 'bot');
    const ids = new Set(home.text.match(/(?<=\/media\/)[0-9a-f-]{36}(?=\?w=)/g));
    expect(ids.size).toBeGreaterThan(2);
    for (const id of ids) expect((await site.picture(id)).status).toBe(200);
    expect(home.text).not.toContain('/assets/');
  });
});
