import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import sharp from 'sharp';
import type { Response } from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lake, lodge, type MediaSite, startMediaSite } from '../support/mediaSite.ts';
import { forTest } from '../support/started.ts';

let site: MediaSite;

const start = async (options: Parameters<typeof startMediaSite>[0] = {}) => {
  site = await forTest(startMediaSite(options));
  return site;
};

const dayMs = 86_400_000;
const sends =
  (status: number, body: string | Buffer = '', type = 'application/json', headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
const oneColor = (format: 'webp' | 'jpeg' | 'png' | 'gif', width = 8, height = 8) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();
const cacheOf = ({ headers }: Response) => headers['server-timing'];

/** Expects a drawing, which an `<img>` shows, with a true status. */
function expectDrawing({ status, headers, body }: Response, expected: 404 | 503) {
  expect(status).toBe(expected);
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'cache-control': 'no-store',
  });
  expect(headers['retry-after']).toBe(expected === 503 ? '5' : undefined);
  expect(String(body)).toMatch(/^<svg .+<\/svg>\n$/);
}

const avif = Buffer.from('\0\0\0\x14ftypavif\0\0\0\0avif', 'latin1');

describe('the check of a file', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const hostile: readonly (readonly [string, RequestListener])[] = [
    ['an SVG', sends(200, script, 'image/svg+xml')],
    ['an SVG that says it is a PNG', sends(200, script, 'image/png')],
    ['script that says it is a JPEG', sends(200, 'alert(1)', 'image/jpeg')],
    ['a page that says it is WebP', sends(200, '<!doctype html>', 'image/webp')],
    ['a JPEG that says it is a page', sends(200, Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'text/html')],
    ['an AVIF', sends(200, avif, 'image/avif')],
    ['an AVIF that says it is WebP', sends(200, avif, 'image/webp')],
    ['a picture without a size', sends(200, Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xd9]), 'image/jpeg')],
    ['more than the cap', sends(200, Buffer.alloc(11 * 1024 * 1024, 0xff), 'image/jpeg')],
    ...[400, 413, 415, 422].map(
      (status) =>
        [
          `a transform that Directus refuses with ${status}`,
          sends(status, '{"errors":[{"message":"Too large"}]}'),
        ] as const,
    ),
  ];

  it.each(hostile)(
    'B18 replaces %s by a drawing, counts and logs it once for each width, and requests it again later',
    async (_name, listener) => {
      const { picture, pictures, logs, upstream, clock, respond } = await start();
      respond(listener);
      for (const reply of [await picture(lodge), await picture(lodge, 480), await picture(lodge)]) {
        expectDrawing(reply, 404);
      }
      expect(pictures.stats()).toMatchObject({ refused: 2 });
      const said = 'A file from the content service is not served';
      expect(logs.map(({ msg }) => msg)).toEqual([said, said]);
      expect(upstream()).toEqual(
        [320, 480].map(
          (width) => `/assets/${lodge}?width=${width}&format=webp&quality=60&withoutEnlargement=true`,
        ),
      );
      await clock.advance(30_001);
      expectDrawing(await picture(lodge), 404);
      expect(logs).toHaveLength(2);
      respond();
      await clock.advance(30_001);
      expect((await picture(lodge)).status).toBe(200);
    },
  );

  it('B25 refuses an original that comes instead of a transformed picture, and the log says why', async () => {
    const { picture, logs, respond } = await start();
    respond(sends(200, await oneColor('jpeg', 9_000, 90), 'image/jpeg'));
    expectDrawing(await picture(lodge), 404);
    const reason = 'The content service does not transform the original of 9000 by 90 pixels';
    expect(logs).toMatchObject([{ file: lodge, reason }]);
  });

  it.each(['webp', 'png', 'gif', 'jpeg'] as const)('serves %s with its real type', async (format) => {
    const { picture, respond } = await start();
    respond(sends(200, await oneColor(format), 'image/png; charset=binary'));
    const reply = await picture(lodge);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(`image/${format}`);
  });

  it.each([
    ['a JPEG under the name that Windows gives it', 'jpeg', 'image/jpg', ''],
    ['a PNG with what a program appended to it', 'png', 'image/png', 'x'.repeat(4_096)],
    ['a GIF with what a program appended to it', 'gif', 'image/gif', 'x'.repeat(4_096)],
  ] as const)('serves %s', async (_name, format, type, appended) => {
    const { picture, respond } = await start();
    respond(sends(200, Buffer.concat([await oneColor(format), Buffer.from(appended)]), type));
    const reply = await picture(lodge);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, `image/${format}`]);
  });
});

describe('a missing picture', () => {
  it.each([true, false])(
    'is a drawing for five seconds after a 401, 403 or 404, with a readable file library: %s',
    async (isKnown) => {
      for (const status of [401, 403, 404]) {
        const { picture, library, upstream, clock, reports, respond } = await start();
        if (!isKnown) library.set(lodge, undefined);
        respond(sends(status));
        expectDrawing(await picture(lodge), 503);
        expectDrawing(await picture(lodge), 503);
        expect(upstream()).toHaveLength(1);
        respond();
        await clock.advance(5_001);
        expect((await picture(lodge)).status).toBe(200);
        expect(reports).toEqual([]);
      }
    },
  );

  it('B18 with a made-up id takes no room from cached pictures while the library cannot be read', async () => {
    const { picture, pictures, library, respond } = await start();
    const first = await picture(lodge, 320, {}, 'a1');
    const { bytes } = pictures.stats();
    library.set(lodge, undefined);
    respond(sends(403));
    for (let count = 0; count < 50; count += 1) {
      const id = randomUUID();
      library.set(id, undefined);
      expectDrawing(await picture(id), 503);
    }
    expect(pictures.stats().bytes).toBe(bytes);
    expect((await picture(lodge, 320, {}, 'a1')).body.equals(first.body)).toBe(true);
  });

  it.each([401, 403, 404])(
    'is served from the cache through %i while the library has its file, and no longer when it has not',
    async (status) => {
      const { picture, library, clock, respond } = await start();
      library.set(lodge, { version: null });
      const first = await picture(lodge);
      respond(sends(status));
      for (let day = 0; day < 2; day += 1) {
        await clock.advance(dayMs);
        expect((await picture(lodge)).body.equals(first.body)).toBe(true);
      }
      expect(site.requests.length).toBeGreaterThan(1);
      library.delete(lodge);
      expectDrawing(await picture(lodge), 404);
    },
  );

  it('E32 makes no call while the library does not have it, and is served at once when it has', async () => {
    const { picture, library, upstream } = await start();
    const id = randomUUID();
    for (let count = 0; count < 3; count += 1) expectDrawing(await picture(id), 404);
    expectDrawing(await picture(randomUUID()), 404);
    expect(upstream()).toEqual([]);
    library.set(id, { version: 'b' });
    expect((await picture(id)).status).toBe(200);
  });
});

describe('a content service that fails', () => {
  const faults: readonly (readonly [string, RequestListener])[] = [
    ['A6 silence', () => undefined],
    ['A7 a reset', (_request, response) => response.socket?.resetAndDestroy()],
    ['A8 500', sends(500)],
    ['A10 429', sends(429, '', 'text/plain', { 'retry-after': '1' })],
    ['A18 a redirect', sends(302, '', 'text/plain', { location: '/server/ping' })],
    ['an empty picture', sends(200, '', 'image/webp')],
    [
      'A7 a picture that is half written',
      (_request, response) =>
        void oneColor('webp').then((whole) =>
          response.writeHead(200, { 'content-type': 'image/webp' }).end(whole.subarray(0, -10)),
        ),
    ],
  ];

  it.each(faults)(
    '%s: gives a drawing for a picture never loaded, and serves cached pictures without limit',
    async (_name, listener) => {
      const { picture, library, clock, respond } = await start({ client: { deadlineMs: 1_000 } });
      library.set(lodge, { version: null });
      const first = await picture(lodge);
      respond(listener);
      expectDrawing(await picture(lake), 503);
      await clock.advance(400 * dayMs);
      const stale = await picture(lodge);
      expect(stale.body.equals(first.body)).toBe(true);
      expect(cacheOf(stale)).toBe('cache;desc="stale"');
      respond();
      await clock.advance(60_000);
      expect((await picture(lake)).status).toBe(200);
      await expect.poll(async () => cacheOf(await picture(lodge))).toBe('cache;desc="hit"');
    },
  );

  it('A2 gets one call for a picture every five seconds while it refuses connections, and one report', async () => {
    const { picture, clock, upstream, reports, respond } = await start();
    respond((_request, response) => response.socket?.destroy());
    for (let count = 0; count < 3; count += 1) {
      for (const id of [lodge, lake, lodge]) expectDrawing(await picture(id), 503);
      expect(upstream()).toHaveLength(2);
      await clock.advance(5_001);
    }
    expect(reports).toHaveLength(1);
    respond();
    expect((await picture(lodge)).status).toBe(200);
    expect((await picture(lake)).status).toBe(200);
  });

  it('A20 for one picture does not block the others', async () => {
    const { picture, clock, respond } = await start({ client: { deadlineMs: 1_000 } });
    for (const listener of [sends(500), () => undefined]) {
      for (let count = 0; count < 3; count += 1) {
        respond(listener);
        expectDrawing(await picture(lodge), 503);
        respond();
        await clock.advance(5_001);
      }
      expect((await picture(lake)).status).toBe(200);
    }
  });
});

describe('many visitors at once', () => {
  it('A21 make one call for one picture, new or stale', async () => {
    const { picture, library, upstream, clock } = await start();
    library.set(lodge, { version: null });
    const fifty = () => Promise.all(Array.from({ length: 50 }, () => picture(lodge)));
    const first = await fifty();
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
    expect(upstream()).toHaveLength(1);
    await clock.advance(2 * dayMs);
    await fifty();
    await expect.poll(async () => cacheOf(await picture(lodge))).toBe('cache;desc="hit"');
    expect(upstream()).toHaveLength(1);
  });

  /** Visitors who get no response, and leave when the test is over. */
  function visitorsOf(ids: readonly string[]) {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    let settled = 0;
    for (const id of ids) {
      void fetch(`${site.url}/media/${id}?w=320`, { signal: leaving.signal }).then(
        () => (settled += 1),
        () => undefined,
      );
    }
    return { settled: () => settled, leave: () => leaving.abort() };
  }

  it('make six calls at once, sixty wait, the rest get a drawing at once; a visitor who leaves aborts none', async () => {
    const { library, respond, picture } = await start({ client: { deadlineMs: 600_000 } });
    const ids = Array.from({ length: 70 }, () => randomUUID());
    for (const id of ids) library.set(id, { version: null });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const body = await oneColor('webp');
    respond((_request, response) => {
      void released.then(() => response.writeHead(200, { 'content-type': 'image/webp' }).end(body));
    });
    const visitors = visitorsOf(ids);
    await expect.poll(visitors.settled).toBe(4);
    // Reaching our own bound is no failure of the content service.
    expect([site.requests.length, site.reports.length]).toEqual([6, 0]);
    const other = picture(ids[0] ?? '');
    visitors.leave();
    release();
    expect((await other).status).toBe(200);
    expect(site.requests[0]?.url).toContain(ids[0]);
  });

  it('use bounded memory, in which the latest pictures stay', async () => {
    const maxBytes = 30_000;
    const { picture, pictures, library, upstream } = await start({ maxBytes });
    const ids = Array.from({ length: 40 }, () => randomUUID());
    for (const id of ids) {
      library.set(id, { version: null });
      expect((await picture(id)).status).toBe(200);
      expect(pictures.stats().bytes).toBeLessThanOrEqual(maxBytes);
    }
    upstream();
    for (const id of ids.slice(-5)) await picture(id);
    expect(upstream()).toEqual([]);
    await picture(ids[0] ?? '');
    expect(upstream()).toHaveLength(1);
  });
});

describe('F18 a file that an editor has replaced', () => {
  const dayLong = 'public, max-age=86400, stale-while-revalidate=604800';
  /** Shared caches must not store a copy for each made-up version. */
  const ofOthers = (version: string) => `${version === '' ? 'public' : 'private'}, max-age=60`;
  const replace = async (version: string) => {
    site.library.set(lodge, { version });
    return oneColor('webp', 50);
  };

  it('has its new bytes at every address from the first request, with a long lifetime only at its own', async () => {
    const { picture, respond } = await start();
    const old = await picture(lodge, 320, {}, 'a1');
    expect(old.headers['cache-control']).toBe(dayLong);
    for (const other of ['', '0', 'abcdef'])
      expect((await picture(lodge, 320, {}, other)).headers['cache-control']).toBe(ofOthers(other));
    const newer = await replace('b2');
    respond(sends(200, newer, 'image/webp'));
    for (const version of ['', 'a1', 'b2']) {
      const replaced = await picture(lodge, 320, {}, version);
      expect(replaced.body.equals(newer)).toBe(true);
      expect(replaced.headers['cache-control']).toBe(version === 'b2' ? dayLong : ofOthers(version));
    }
  });

  it.each([403, 404, 503])(
    'has its old bytes while the content service says %i, with a lifetime of a minute',
    async (status) => {
      const { picture, respond, clock } = await start();
      const old = await picture(lodge, 320, {}, 'a1');
      const newer = await replace('b2');
      respond(sends(status));
      for (let count = 0; count < 2; count += 1) {
        const kept = await picture(lodge, 320, {}, 'b2');
        expect([kept.status, kept.headers['cache-control']]).toEqual([200, ofOthers('b2')]);
        expect(kept.body.equals(old.body)).toBe(true);
        await clock.advance(5_001);
      }
      expectDrawing(await picture(lodge, 480, {}, 'b2'), 503);
      respond(sends(200, newer, 'image/webp'));
      await clock.advance(5_001);
      await expect.poll(async () => (await picture(lodge, 320, {}, 'b2')).body.equals(newer)).toBe(true);
      expect((await picture(lodge, 320, {}, 'b2')).headers['cache-control']).toBe(dayLong);
    },
  );

  it('is a drawing if its new bytes are refused, and not what the editor has replaced', async () => {
    const { picture, respond } = await start();
    expect((await picture(lodge, 320, {}, 'a1')).status).toBe(200);
    await replace('b2');
    respond(sends(200, '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'));
    for (const version of ['b2', 'a1']) expectDrawing(await picture(lodge, 320, {}, version), 404);
  });

  it('is not replaced by a call that began before the change', async () => {
    const { picture, respond } = await start();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const body = await oneColor('webp');
    respond((_request, response) => {
      void released.then(() => response.writeHead(200, { 'content-type': 'image/webp' }).end(body));
    });
    const early = picture(lodge);
    await expect.poll(() => site.requests.length).toBe(1);
    const newer = await replace('b2');
    respond(sends(200, newer, 'image/webp'));
    expect((await picture(lodge)).body.equals(newer)).toBe(true);
    release();
    expect((await early).status).toBe(200);
    expect((await picture(lodge)).body.equals(newer)).toBe(true);
  });
});
