import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import type { FaultMode } from '../support/faults.ts';
import { settle } from '../support/manualClock.ts';
import { browserAccept, lake, lodge, type MediaSite, startMediaSite } from '../support/mediaSite.ts';

let site: MediaSite;

afterEach(() => site.close());

const start = async (options: Parameters<typeof startMediaSite>[0] = {}) => {
  site = await startMediaSite(options);
  return site;
};

const failing = (mode: FaultMode, times = Number.POSITIVE_INFINITY) =>
  site.contentService.fault('assets', mode, { times });

const dayMs = 86_400_000;
const jpeg = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
const widthOf = async (body: Buffer) => (await sharp(body).metadata()).width;
const waitFor = (predicate: () => boolean) => expect.poll(predicate, { interval: 5 }).toBe(true);

describe('what is not passed on', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const hostile: readonly (readonly [string, FaultMode])[] = [
    ['an SVG', { kind: 'raw', contentType: 'image/svg+xml', body: script }],
    ['an SVG that says it is a PNG', { kind: 'raw', contentType: 'image/png', body: script }],
    ['script', { kind: 'raw', contentType: 'text/javascript', body: 'alert(1)' }],
    ['script that says it is a JPEG', { kind: 'raw', contentType: 'image/jpeg', body: 'alert(1)' }],
    ['a page', { kind: 'html200' }],
    ['a page that says it is WebP', { kind: 'raw', contentType: 'image/webp', body: '<!doctype html>' }],
    ['a PDF', { kind: 'raw', contentType: 'application/pdf', body: '%PDF-1.7' }],
    ['JSON', { kind: 'badJson' }],
    [
      'a JPEG that says it is a page',
      { kind: 'raw', contentType: 'text/html', body: Buffer.from([0xff, 0xd8, 0xff, 0xd9]) },
    ],
    ['a picture without end', { kind: 'huge', bytes: 50_000_000 }],
  ];

  it.each(hostile)('B18 %s is a 404, counted, and said once', async (_name, mode) => {
    const { picture, pictures, logs, upstream, clock } = await start();
    await failing(mode);
    const replies = [await picture(lodge), await picture(lodge, 480), await picture(lodge)];
    for (const { status, headers, text } of replies) {
      expect(status).toBe(404);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(text).toBe('No such picture.\n');
    }
    expect(pictures.stats()).toMatchObject({ refused: 1, pictures: 0 });
    expect(logs.filter((line) => line.msg === 'A file of the content service is not passed on')).toHaveLength(
      1,
    );
    expect(upstream()).toHaveLength(1);
    await site.contentService.clearFaults();
    await clock.advance(30_001);
    expect((await picture(lodge)).status).toBe(200);
  });

  it('B18 an SVG file of the library is refused as it comes from the library', async () => {
    const { picture, contentService } = await start();
    const row = contentService.row('directus_files', lodge);
    Object.assign(row, { type: 'image/svg+xml', filename_disk: 'lodge-dusk.svg' });
    expect((await picture(lodge)).status).toBe(404);
  });

  it('A14 more than the cap is not read to its end', async () => {
    const { picture, contentService, pictures } = await start();
    await failing({ kind: 'raw', contentType: 'image/jpeg', body: Buffer.alloc(11 * 1024 * 1024, 0xff) });
    const call = contentService.nextRequest();
    expect((await picture(lodge)).status).toBe(404);
    const request = await call;
    await waitFor(() => request.outcome === 'broken');
    expect(pictures.stats().bytes).toBe(0);
  });

  it('a mislabelled picture goes out as what it is', async () => {
    const { picture } = await start();
    await failing({ kind: 'raw', contentType: 'image/png', body: await jpeg().jpeg().toBuffer() });
    expect((await picture(lodge)).headers['content-type']).toBe('image/jpeg');
  });

  it.each(['webp', 'png', 'gif', 'avif'] as const)('%s is passed on', async (format) => {
    const { picture } = await start();
    const body = await jpeg().toFormat(format).toBuffer();
    await failing({ kind: 'raw', contentType: `image/${format}; charset=binary`, body });
    const reply = await picture(lodge);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(`image/${format}`);
    expect(reply.headers['content-disposition']).toBe(`inline; filename="${lodge}-320.${format}"`);
  });
});

describe('a transform that Directus refuses', () => {
  const forms = [
    'width=320&format=webp&quality=60&withoutEnlargement=true',
    `transforms=${encodeURIComponent('[["resize",{"width":320,"withoutEnlargement":true}],["toFormat","webp",{"quality":60}]]').replaceAll('%2C', ',')}`,
    'width=320&withoutEnlargement=true',
    '',
  ].map((query) => `/assets/${lodge}${query && `?${query}`}`);

  it.each([1, 2, 3])(
    'after %i refusals the next form is requested, and first from then on',
    async (refusals) => {
      const { picture, upstream } = await start();
      await failing({ kind: 'status', status: 400 }, refusals);
      expect((await picture(lodge)).status).toBe(200);
      expect(upstream()).toEqual(forms.slice(0, refusals + 1));
      await picture(lodge, 480);
      const next = upstream();
      // The original is the same for every width and need not be loaded again.
      expect(next).toEqual(refusals === 3 ? [] : [forms[refusals]?.replaceAll('320', '480')]);
    },
  );

  it('a browser without WebP is given JPEG by the second form too', async () => {
    const { picture, upstream } = await start();
    await failing({ kind: 'status', status: 400 }, 1);
    await picture(lodge, 320, { Accept: '*/*' });
    expect(decodeURIComponent(upstream()[1] ?? '')).toContain('["toFormat","jpeg",{"quality":60}]');
  });

  it('the original is stored once for all widths and formats', async () => {
    const { picture, pictures, upstream } = await start();
    await failing({ kind: 'status', status: 400 }, 3);
    const first = await picture(lodge);
    upstream();
    const others = [await picture(lodge, 1600), await picture(lodge, 768, { Accept: '*/*' })];
    for (const other of others) expect(other.body.equals(first.body)).toBe(true);
    expect(upstream()).toEqual([]);
    expect(pictures.stats().pictures).toBe(1);
  });

  it('a file of which every form is refused is absent', async () => {
    const { picture, upstream, reports } = await start();
    await failing({ kind: 'status', status: 400 });
    expect((await picture(lodge)).status).toBe(404);
    expect(upstream()).toEqual(forms);
    expect(reports).toEqual([]);
  });
});

describe('a picture that is not there', () => {
  it.each([401, 403, 404])('%i is a 404 that is remembered for half a minute', async (status) => {
    const { picture, upstream, clock, reports } = await start();
    await failing({ kind: 'status', status });
    const reply = await picture(lodge);
    expect(reply.status).toBe(404);
    expect(reply.headers['cache-control']).toBe('no-store');
    await picture(lodge, 1024);
    expect(upstream()).toHaveLength(1);
    await clock.advance(30_001);
    await site.contentService.clearFaults();
    expect((await picture(lodge)).status).toBe(200);
    expect(reports).toEqual([]);
  });

  it('the memory of what is absent is bounded', async () => {
    const { pictures, upstream } = await start();
    const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    for (let i = 0; i <= 1_000; i += 1) await pictures.read({ id: idOf(i), width: 320, format: 'webp' });
    upstream();
    await pictures.read({ id: idOf(1_000), width: 320, format: 'webp' });
    expect(upstream()).toHaveLength(0);
    await pictures.read({ id: idOf(0), width: 320, format: 'webp' });
    expect(upstream()).toHaveLength(1);
  });

  it('a cached picture whose file is taken away goes too, in every width', async () => {
    const { picture, clock, contentService } = await start();
    await picture(lodge);
    await picture(lodge, 480);
    contentService.rows.directus_files.splice(0);
    await clock.advance(2 * dayMs);
    expect((await picture(lodge)).status).toBe(200);
    await expect.poll(async () => (await picture(lodge)).status).toBe(404);
    expect((await picture(lodge, 480)).status).toBe(404);
  });
});

describe('a content service that fails', () => {
  const faults: readonly (readonly [string, FaultMode])[] = [
    ['A2 a refused connection', { kind: 'refuse' }],
    ['A6 silence', { kind: 'blackhole' }],
    ['A4 too slow', { kind: 'slow', ms: 5_000 }],
    ['A5 a body that trickles', { kind: 'drip', bytesPerSecond: 100 }],
    ['A7 a body cut short', { kind: 'truncated' }],
    ['A7 a reset in the body', { kind: 'rst', afterBytes: 500 }],
    ['A8 500', { kind: 'status', status: 500 }],
    ['A8 503', { kind: 'status', status: 503 }],
    ['A10 429', { kind: 'status', status: 429, headers: { 'Retry-After': '1' } }],
    ['A18 a redirect', { kind: 'redirect', to: '/server/ping' }],
    ['an empty picture', { kind: 'raw', contentType: 'image/webp', body: '' }],
  ];

  it.each(faults)('%s: 503 for what was never loaded, in time', async (_name, mode) => {
    const { picture, contentService } = await start({ pictureClient: { deadlineMs: 400 } });
    await failing(mode);
    const startedAt = performance.now();
    const { status, headers } = await picture(lodge);
    // A deadline that is not obeyed is far longer; a busy machine stays below this.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(status).toBe(503);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['retry-after']).toBe('5');
    expect(contentService.requests.filter(({ path }) => path.startsWith('/server'))).toEqual([]);
  });

  it.each(faults)(
    '%s: what was seen is served after a day, at once, and refreshed when it may',
    async (_name, mode) => {
      const { picture, clock, contentService } = await start();
      const first = await picture(lodge);
      await failing(mode);
      await clock.advance(30 * dayMs);
      contentService.clearRequests();
      const call = mode.kind === 'refuse' ? null : contentService.nextRequest();
      const stale = await picture(lodge);
      expect(stale.status).toBe(200);
      expect(stale.body.equals(first.body)).toBe(true);
      expect(stale.headers['server-timing']).toBe('cache;desc="stale"');
      await call;
      expect((await picture(lodge)).status).toBe(200);
    },
  );

  it('B18 what became something hostile keeps its last picture', async () => {
    const { picture, clock, pictures } = await start();
    const first = await picture(lodge);
    await failing({ kind: 'html200' });
    await clock.advance(2 * dayMs);
    await picture(lodge);
    await waitFor(() => pictures.stats().refused === 1);
    expect((await picture(lodge)).body.equals(first.body)).toBe(true);
  });

  it('A3 killed: cached pictures for ever, another width of the file sooner than none, 503 for the rest', async () => {
    const { picture, contentService, clock } = await start();
    const wide = await picture(lodge, 1216);
    await picture(lodge, 480);
    await contentService.close();
    await clock.advance(400 * dayMs);
    expect((await picture(lodge, 1216)).body.equals(wide.body)).toBe(true);
    for (const [width, given] of [
      [320, 480],
      [768, 1216],
      [1600, 1216],
    ] as const) {
      const reply = await picture(lodge, width);
      expect(reply.status).toBe(200);
      expect(await widthOf(reply.body)).toBe(given);
      expect(reply.headers['cache-control']).toBe('public, max-age=60');
      expect(reply.headers['server-timing']).toBe('cache;desc="substitute"');
    }
    expect((await picture(lodge, 1216, { Accept: '*/*' })).status).toBe(503);
    expect((await picture(lake)).status).toBe(503);
    await contentService.reopen();
    await clock.advance(60_000);
    expect(await widthOf((await picture(lodge, 768)).body)).toBe(768);
    expect((await picture(lake)).status).toBe(200);
  });

  it('A7 a picture that was half written is fetched again, and never cached', async () => {
    const { picture, clock, pictures } = await start();
    const whole = await jpeg().resize(64).webp().toBuffer();
    await failing({ kind: 'raw', contentType: 'image/webp', body: whole.subarray(0, whole.length - 10) });
    expect((await picture(lodge)).status).toBe(503);
    expect(pictures.stats().pictures).toBe(0);
    await site.contentService.clearFaults();
    await clock.advance(1_001);
    expect((await picture(lodge)).status).toBe(200);
  });

  it('A20 one picture that cannot be made does not close the way for the others', async () => {
    const { picture, clock } = await start();
    for (let i = 0; i < 5; i += 1) {
      await failing({ kind: 'status', status: 500 }, 2);
      await clock.advance(1_001);
      expect((await picture(lodge)).status).toBe(503);
    }
    await site.contentService.clearFaults();
    expect((await picture(lake)).status).toBe(200);
  });

  it('while the service fails as a whole, visitors do not wait for it', async () => {
    const { picture, upstream } = await start({ pictureClient: { deadlineMs: 200 } });
    await failing({ kind: 'blackhole' });
    await Promise.all([picture(lodge), picture(lake), picture(lake, 480)]);
    upstream();
    expect((await picture(lodge, 768)).status).toBe(503);
    expect(upstream()).toEqual([]);
  });
});

describe('many visitors at once', () => {
  it('A21 fifty requests for one picture: one call', async () => {
    const { picture, upstream } = await start();
    await failing({ kind: 'slow', ms: 100 });
    const replies = await Promise.all(Array.from({ length: 50 }, () => picture(lodge)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(upstream()).toHaveLength(1);
  });

  it('A21 fifty requests for a stale picture: one refresh', async () => {
    const { picture, clock, upstream } = await start();
    await picture(lodge);
    await clock.advance(2 * dayMs);
    upstream();
    await failing({ kind: 'slow', ms: 100 });
    await Promise.all(Array.from({ length: 50 }, () => picture(lodge)));
    await picture(lodge);
    await expect.poll(async () => (await picture(lodge)).headers['server-timing']).toBe('cache;desc="hit"');
    await clock.advance(1_000);
    await picture(lake);
    expect(upstream().filter((url) => url.includes(lodge))).toHaveLength(1);
  });

  it('a visitor who leaves does not abort the call for the others', async () => {
    const { picture, contentService, upstream, url } = await start();
    await failing({ kind: 'slow', ms: 150 });
    const call = contentService.nextRequest();
    const leaving = new AbortController();
    const left = fetch(`${url}/media/${lodge}?w=320`, {
      headers: { Accept: browserAccept },
      signal: leaving.signal,
    });
    await call;
    const other = picture(lodge);
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect((await other).status).toBe(200);
    expect((await picture(lodge)).headers['server-timing']).toBe('cache;desc="hit"');
    expect(upstream()).toHaveLength(1);
    expect(site.reports).toEqual([]);
  });

  it('six calls at once, a bounded number that waits, 503 at once for the rest', async () => {
    const { picture, contentService } = await start({
      // Longer than the test lasts: the first three get no response before they are released.
      pictureClient: { deadlineMs: 600_000, maxSockets: 2, maxQueue: 1 },
    });
    await failing({ kind: 'blackhole' });
    const waiting = [picture(lodge, 320), picture(lodge, 480), picture(lodge, 768)];
    await waitFor(() => contentService.requests.length === 2);
    let settled = 0;
    for (const reply of waiting) void reply.then(() => (settled += 1));
    for (const id of [lodge, lake]) expect((await picture(id, 1024)).status).toBe(503);
    expect((await picture(lake, 480)).status).toBe(503);
    expect(settled).toBe(0);
    // It is our own bound that was met; the content service has not failed.
    expect(site.reports).toEqual([]);
    expect(contentService.requests).toHaveLength(2);
    await contentService.close();
    await Promise.all(waiting);
  });

  it('200 files stay within the bound, and the last ones stay', async () => {
    const maxBytes = 300_000;
    const { picture, pictures, contentService, upstream } = await start({ pictures: { maxBytes } });
    const original = contentService.row('directus_files', lodge);
    const ids = Array.from(
      { length: 200 },
      (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    );
    contentService.rows.directus_files.push(...ids.map((id) => ({ ...original, id })));
    for (const id of ids) {
      expect((await picture(id)).status).toBe(200);
      expect(pictures.stats().bytes).toBeLessThanOrEqual(maxBytes);
    }
    const held = pictures.stats().pictures;
    expect(held).toBeGreaterThan(5);
    expect(held).toBeLessThan(150);
    upstream();
    for (const id of ids.slice(-held)) await picture(id);
    expect(upstream()).toEqual([]);
    await picture(ids[0] ?? '');
    expect(upstream()).toHaveLength(1);
  });

  it('A22 what grew old meanwhile is refreshed at most ten times a second', async () => {
    const { picture, clock, upstream, contentService } = await start();
    const widths = [320, 480, 768, 1024] as const;
    for (const width of widths) await picture(lodge, width);
    await clock.advance(2 * dayMs);
    upstream();
    for (const width of widths) await picture(lodge, width);
    await waitFor(() => contentService.requests.length === 1);
    for (let i = 2; i <= widths.length; i += 1) {
      await clock.advance(99);
      expect(contentService.requests).toHaveLength(i - 1);
      await clock.advance(1);
      await waitFor(() => contentService.requests.length === i);
    }
  });
});

describe('a file that an editor has changed', () => {
  const change = () =>
    Object.assign(site.contentService.row('directus_files', lodge), {
      filename_disk: site.contentService.row('directus_files', lake).filename_disk,
    });

  it('is fetched again at once in the widths that are cached, and nothing else is', async () => {
    const { picture, pictures, upstream, clock } = await start();
    const old = await picture(lodge);
    await picture(lodge, 480);
    await picture(lake);
    upstream();
    change();
    pictures.invalidate([lodge.toUpperCase()]);
    await settle();
    await clock.advance(1_000);
    await waitFor(
      () => site.contentService.requests.filter(({ outcome }) => outcome === 'sent').length === 2,
    );
    await expect.poll(async () => (await picture(lodge)).headers.etag).not.toBe(old.headers.etag);
    expect(upstream().every((url) => url.startsWith(`/assets/${lodge}`))).toBe(true);
    expect((await picture(lodge)).body.equals((await picture(lake)).body)).toBe(true);
  });

  it('a call that had set out before the change does not replace a newer picture', async () => {
    const { picture, pictures, contentService } = await start();
    await failing({ kind: 'slow', ms: 200 });
    const call = contentService.nextRequest();
    const early = picture(lodge);
    await call;
    const newer = await jpeg().webp().toBuffer();
    await failing({ kind: 'raw', contentType: 'image/webp', body: newer });
    pictures.invalidate([lodge]);
    expect((await picture(lodge)).body.equals(newer)).toBe(true);
    expect((await early).body.equals(newer)).toBe(true);
    expect((await picture(lodge)).body.equals(newer)).toBe(true);
  });

  it('a call that had set out before the change is followed by another', async () => {
    const { picture, pictures, contentService } = await start();
    await failing({ kind: 'slow', ms: 100 });
    const call = contentService.nextRequest();
    const early = picture(lodge);
    await call;
    const newer = await jpeg().webp().toBuffer();
    await failing({ kind: 'raw', contentType: 'image/webp', body: newer });
    pictures.invalidate('all');
    expect(await widthOf((await early).body)).toBe(320);
    await picture(lodge);
    await expect.poll(async () => (await picture(lodge)).body.equals(newer)).toBe(true);
  });

  it('all: everything is fetched again when it is requested, and served meanwhile', async () => {
    const { picture, pictures, upstream } = await start();
    const old = await picture(lodge);
    await picture(lake);
    change();
    upstream();
    pictures.invalidate('all');
    expect(upstream()).toEqual([]);
    expect((await picture(lodge)).headers.etag).toBe(old.headers.etag);
    await expect.poll(async () => (await picture(lodge)).headers.etag).not.toBe(old.headers.etag);
    expect(upstream()).toHaveLength(1);
  });

  it('what was absent is requested again', async () => {
    const { picture, pictures } = await start();
    await failing({ kind: 'status', status: 403 });
    expect((await picture(lodge)).status).toBe(404);
    await site.contentService.clearFaults();
    pictures.invalidate([lodge]);
    expect((await picture(lodge)).status).toBe(200);
  });
});
