import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CollectionName, collectionNames } from '../../server/content/collections/collections.ts';
import { LiveContent, type LiveContentOptions } from '../../server/content/liveContent.ts';
import { type SiteContent, valueIn } from '../../server/content/siteContent.ts';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { DirectusClient, type DirectusClientOptions } from '../../server/directus/directusClient.ts';
import type { ReportError } from '../../server/process/errors.ts';
import { startContentService } from '../support/contentService.ts';
import type { FaultMode } from '../support/faults.ts';
import { holdResponses } from '../support/hold.ts';
import { createManualClock, type ManualClock } from '../support/manualClock.ts';
import { createParseContext } from '../support/parseContext.ts';
import { patientClient } from '../support/site.ts';
import { forFile } from '../support/started.ts';

const service = await forFile(startContentService());
const pristine = JSON.stringify(service.rows);
let clock: ManualClock;
const contents: LiveContent[] = [];
type ContentLayer = ReturnType<typeof open>;
interface LayerOptions {
  readonly client?: Partial<DirectusClientOptions>;
  readonly content?: Partial<LiveContentOptions>;
}

beforeEach(() => {
  // Long after every date of the demo content: no post is still to come.
  clock = createManualClock('2100-01-01T00:00:00Z');
  service.clearRequests();
});
afterEach(async () => {
  for (const content of contents.splice(0)) content.close();
  await service.clearFaults();
  Object.assign(service.rows, JSON.parse(pristine));
});

/** Content that has not been loaded yet, without any pages; a part of it may be different. */
function open({ client, content }: LayerOptions = {}) {
  const lines: Record<string, unknown>[] = [];
  const reports: { error: unknown; context: unknown }[] = [];
  const published: (readonly CollectionName[])[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const reportError: ReportError = (error, context) => void reports.push({ error, context });
  const own = new DirectusClient({ baseUrl: service.url, log, reportError, ...patientClient, ...client });
  const live = new LiveContent({
    ...{ client: own, log, reportError, context: createParseContext() },
    ...{ clock, random: () => 0.5 },
    ...content,
  });
  live.onChange(({ collections }) => {
    if (collections.length > 0) published.push(collections);
  });
  contents.push(live);
  /** The log, the reports, and the changed collections of each change that pages were notified of. */
  return { content: live, lines, reports, published };
}

/** Content that has been loaded. */
async function load(options: LayerOptions = {}): Promise<ContentLayer> {
  const layer = open(options);
  await layer.content.start();
  service.clearRequests();
  return layer;
}

/** Lets time pass, and waits for the load that falls due at its end. */
async function advanceTime(ms: number): Promise<void> {
  await clock.advance(ms);
  // The timer of the next load is set as soon as this one is over.
  await expect.poll(() => clock.pending()).toBe(1);
}

/** The collections that were requested since the last call, with repetitions. */
function requestedCollections(): readonly CollectionName[] {
  const paths = service.requests.map(({ path }) => path);
  service.clearRequests();
  const names = paths.flatMap((path) =>
    collectionNames.filter(
      (name) => path === `/items/${name}` || `/${name}` === `/directus_${path.slice(1)}`,
    ),
  );
  return names.sort();
}

const everything = [...collectionNames].sort();
const reachable = (content: SiteContent) => collectionNames.filter((name) => 'ok' in content[name]).sort();
const all = <T>(value: { readonly ok: T } | { readonly unreachable: string }): T => {
  const found = valueIn(value);
  if (found === undefined) throw new Error('It cannot be had.');
  return found;
};
const servicesOf = ({ content }: ContentLayer) => all(content.current().services);
const serviceOf = (layer: ContentLayer, slug: string) => {
  const found = servicesOf(layer).find((row) => row.slug === slug);
  if (!found) throw new Error(`There is no service ${slug}.`);
  return found;
};

describe('a load', () => {
  it('requests each collection once, all that may be read of it, and the blocks of pages apart', async () => {
    const { content, reports } = open();
    await content.start();
    const urls = service.requests.map(({ url }) => decodeURIComponent(url));
    const blocks = '/items/pages?fields=*,blocks.*,blocks.item.*&limit=-1&meta=filter_count';
    for (const url of urls.filter((other) => other !== blocks))
      expect(url).toMatch(/^\/(items\/\w+|files)\?fields=\*&limit=-1&meta=filter_count$/);
    expect(urls).toContain(blocks);
    expect(requestedCollections()).toEqual([...everything, 'pages'].sort());
    expect(reachable(content.current())).toEqual(everything);
    expect(reports).toEqual([]);
  });

  it('begins when the content is a minute old, and not before; the same content is the same object', async () => {
    const { content, published } = await load();
    const before = content.current();
    await advanceTime(59_999);
    expect(requestedCollections()).toEqual([]);
    await advanceTime(1);
    expect(requestedCollections()).toEqual(everything);
    expect(content.current()).toBe(before);
    expect(published).toEqual([]);
  });

  it('that failed is repeated after 1, 2, 4 seconds, at most half a minute, for the failed collections only', async () => {
    await service.fault('blog_posts', { kind: 'status', status: 500 });
    await load();
    for (const seconds of [1, 2, 4, 8, 16]) {
      await advanceTime(seconds * 1_000 - 1);
      expect(requestedCollections()).toEqual([]);
      await advanceTime(1);
      expect(requestedCollections()).toEqual(['blog_posts']);
    }
    // The content is a minute old before the half minute is over.
    await advanceTime(29_000);
    expect(requestedCollections()).toEqual(everything);
    await service.clearFaults();
    await advanceTime(29_999);
    expect(requestedCollections()).toEqual([]);
    await advanceTime(1);
    expect(requestedCollections()).toEqual(['blog_posts']);
    await advanceTime(29_999);
    expect(requestedCollections()).toEqual([]);
  });

  it('of an announced edit that failed is repeated after a second', async () => {
    const { content } = await load();
    await service.fault('team', { kind: 'status', status: 500 });
    expect((await content.load(['team', 'pages'], true)).failed).toEqual(['team']);
    service.clearRequests();
    await advanceTime(1_000);
    expect(requestedCollections()).toEqual(['team']);
  });

  it('runs while at most one other waits, however many are requested; the last one sees the last edit', async () => {
    const layer = await load();
    const release = await holdResponses(service, 'services');
    const arrived = service.nextRequest();
    const calls = [layer.content.load(['services'], true)];
    await arrived;
    for (let count = 0; count < 50; count += 1) {
      service.row('services', 'handyman').title = `Edit ${count}`;
      calls.push(layer.content.load(['services'], true));
    }
    release();
    await Promise.all(calls);
    expect(requestedCollections()).toEqual(['services', 'services']);
    expect(serviceOf(layer, 'handyman').title).toBe('Edit 49');
  });
});

describe('a content service that fails', () => {
  const rows = (data: readonly unknown[]) => ({ kind: 'shape', data }) as const;

  /** The error of each call: it came to no response, or the response was refused or cannot be used. */
  const broken = { name: 'NetworkError', kind: 'network', status: null };
  const late = { ...broken, message: expect.stringMatching(/^No complete response within/) };
  const malformed = { name: 'ResponseError', kind: 'malformed', status: 200 };
  const tooLarge = { ...malformed, message: 'Malformed response: more than 5242880 bytes' };
  const encoded = { ...malformed, message: 'Malformed response: content encoding gzip' };
  const raw = (body: string | Uint8Array) => ({ kind: 'raw', body }) as const;
  const refusals = (what: string, ...statuses: readonly number[]) =>
    statuses.map((status): [string, FaultMode, object] => [
      `${what}, ${status}`,
      { kind: 'status', status, body: '', headers: { Location: '/latest/meta-data' } },
      { name: 'ResponseError', kind: 'response', status, message: `HTTP error! status: ${status}` },
    ]);

  it.each<[string, FaultMode, object]>([
    ['A2 no connection', { kind: 'refuse' }, broken],
    ['A4 slow headers', { kind: 'slow', ms: 5_000 }, late],
    ['A5 a body that drips', { kind: 'drip', bytesPerSecond: 20 }, late],
    ['A6 silence', { kind: 'blackhole' }, late],
    ['A7 a reset', { kind: 'rst' }, broken],
    ['A7 a body cut short', { kind: 'truncated' }, broken],
    ...refusals('A8 an error', 400, 401, 404, 418, 500),
    ['A9 403', { kind: 'status', status: 403 }, { kind: 'response', status: 403 }],
    ...refusals('A11 an empty response', 204, 304),
    ['A12 a web page', { kind: 'html200' }, malformed],
    ['A12 JSON with the type of a web page', { kind: 'status', status: 200, body: '{"data":[]}' }, malformed],
    ['A13 cut JSON', { kind: 'badJson' }, malformed],
    ['A13 a byte order mark', raw('\ufeff{"data":[]}'), malformed],
    ['A13 a NUL byte', raw('{"data":["\0"]}'), malformed],
    [
      'A13 bytes that are not UTF-8',
      raw(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      malformed,
    ],
    ['A13 nothing', raw(''), malformed],
    ['A14 a body without end', { kind: 'huge', bytes: 1e9 }, tooLarge],
    ['A15 a compressed body', { kind: 'gzipBomb', bytes: 10 }, encoded],
    ...refusals('A18 a redirect', 301, 302, 303, 307, 308),
    ['B2 a list at the top', raw('[]'), malformed],
    ['B2 null', raw('null'), malformed],
    [
      'B2 rows of something else',
      rows([{ id: 1, name: 'x' }]),
      { message: expect.stringMatching(/members are not rows/) },
    ],
  ])(
    'A23 %s: one report for each call; the old content stays, as the same objects',
    async (_what, mode, error) => {
      const seen = await load();
      seen.content.close();
      const { content, reports } = open({
        // The deadline of a call is for all of its response.
        client: { maxBytes: 5 * 1024 * 1024, ...(error === late ? { deadlineMs: 1_000 } : {}) },
        content: { initial: seen.content.rawContent() },
      });
      const before = content.current();
      await service.fault('*', mode);
      await content.start();
      expect(reports.map((report) => report.error)).toMatchObject(collectionNames.map(() => error));
      // None is repeated, and no redirect is followed.
      // But for the blocks of pages, whose refusal costs only them.
      const isRefusal = mode.kind === 'status' && /^4(?!08|29)/.test(`${mode.status}`);
      const again = isRefusal ? 1 : 0;
      expect(service.requests).toHaveLength(mode.kind === 'refuse' ? 0 : everything.length + again);
      const isCutOff = error === late || error === tooLarge;
      if (isCutOff)
        await expect.poll(() => service.requests.filter(({ outcome }) => outcome !== 'broken')).toEqual([]);
      await clock.advance(20 * 60_000);
      expect(content.current()).toBe(before);
      expect(reachable(before)).toEqual(everything);
      for (const { ageMs, failure } of content.stats())
        expect([ageMs, failure]).toEqual([1_200_000, expect.anything()]);
    },
  );

  it('A23 an error never becomes content, and the next good response does', async () => {
    await service.fault('*', { kind: 'status', status: 500 });
    const { content, lines } = await load();
    expect(reachable(content.current())).toEqual([]);
    await service.clearFaults();
    await advanceTime(1_000);
    expect(reachable(content.current())).toEqual(everything);
    const named = ({ collection }: Record<string, unknown>) =>
      String(collection).split(', ').includes('services');
    expect(lines.filter(named).map(({ msg }) => String(msg))).toEqual([
      expect.stringMatching(/^Content could not be loaded: .*\bservices\b/),
      expect.stringMatching(/^Content can be loaded again: .*\bservices\b/),
    ]);
  });

  it('A23 blocks that fail to arrive fail the load of their pages, which never stand without them', async () => {
    const { content, lines } = open();
    const started = content.start();
    await service.nextRequest(({ path }) => path === '/items/pages');
    await service.fault('pages', { kind: 'status', status: 503 }, { times: 1 });
    await started;
    expect(reachable(content.current())).toEqual(everything.filter((name) => name !== 'pages'));
    expect(lines.map(({ msg }) => msg)).toEqual(['Content could not be loaded: pages.']);
    await advanceTime(1_000);
    expect(reachable(content.current())).toEqual(everything);
  });

  it('A23 rows of something else are reported once, and logged like any failed load', async () => {
    await service.fault('services', { kind: 'shape', data: [{ id: 1, name: 'x' }] });
    const { lines, reports } = await load();
    await advanceTime(50_000);
    expect(reports).toMatchObject([{ context: { kind: 'malformed', collection: 'services' } }]);
    await service.clearFaults();
    await advanceTime(60_000);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'Content could not be loaded: services.'],
      [30, 'Content can be loaded again: services.'],
    ]);
    await service.fault('services', { kind: 'shape', data: [{ id: 1, name: 'x' }] });
    await advanceTime(60_000);
    expect(reports).toHaveLength(2);
  });

  it('A9 a collection that may not be read keeps its rows; one never seen is unreachable, and the log says so', async () => {
    await service.fault('navigation', { kind: 'status', status: 403 });
    const { content, lines } = await load();
    await service.fault('services', { kind: 'status', status: 403 });
    await content.load(['services'], false);
    expect(reachable(content.current())).toEqual(everything.filter((name) => name !== 'navigation'));
    expect(lines.filter(({ level }) => level === 40).map(({ collection }) => collection)).toEqual([
      'navigation',
      'services',
    ]);
  });

  it('A9 an optional collection that may not be read is empty, without a report', async () => {
    await service.fault('homes', { kind: 'status', status: 403 });
    const homes = service.rows.homes.filter(({ status }) => status === 'published').length;
    const { content, reports } = await load();
    expect(valueIn(content.current().homes)).toEqual([]);
    expect(reports).toEqual([]);
    await service.clearFaults();
    await advanceTime(60_000);
    expect(valueIn(content.current().homes)).toHaveLength(homes);
    // Rows that were seen must not vanish this way.
    await service.fault('homes', { kind: 'status', status: 403 });
    await advanceTime(60_000);
    expect(valueIn(content.current().homes)).toHaveLength(homes);
    expect(reports).toHaveLength(1);
  });

  it('B2 that sends the rows of one collection for all is believed for that one only', async () => {
    await service.fault('*', rows(service.rows.pages));
    const { content } = await load();
    expect(reachable(content.current())).toEqual(['pages']);
    await service.clearFaults();
    await advanceTime(1_000);
    const before = content.current();
    await service.fault('*', rows(service.rows.services));
    await advanceTime(59_000);
    for (const name of collectionNames.filter((other) => other !== 'services')) {
      expect(content.current()[name]).toBe(before[name]);
    }
  });

  it('B2 members that are not rows are left out when more than half are rows', async () => {
    const layer = await load();
    const [one, two, three] = service.rows.services.filter(({ status }) => status === 'published');
    await service.fault('services', rows([one, null, two, 7, three]));
    await layer.content.load(['services'], true);
    expect(
      servicesOf(layer)
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual([one?.slug, two?.slug, three?.slug].sort());
    const before = layer.content.current();
    await service.fault('services', rows([one, null]));
    await advanceTime(60_000);
    expect(layer.content.current()).toBe(before);
  });

  it('A24 that sends only unfiltered drafts is not believed that all rows are gone before an announced edit', async () => {
    const { content } = await load();
    const before = content.current();
    for (const row of service.rows.services) row.status = 'draft';
    await service.fault('services', rows(service.rows.services));
    await advanceTime(60_000);
    expect(content.current()).toBe(before);
    await content.load(['services'], true);
    expect(valueIn(content.current().services)).toEqual([]);
  });
});

describe('a row', () => {
  it('that did not change keeps its parsed object', async () => {
    const layer = await load();
    const before = servicesOf(layer);
    service.row('services', 'handyman').title = 'Handy People';
    await advanceTime(60_000);
    const after = servicesOf(layer);
    expect(after.filter((row) => !before.includes(row)).map(({ slug }) => slug)).toEqual(['handyman']);
    expect(after).toHaveLength(before.length);
  });

  it('is parsed again when the facts of its file change, and no other row is', async () => {
    const layer = await load();
    const before = layer.content.current();
    const { picture } = serviceOf(layer, 'handyman');
    if (!picture || !('asset' in picture.source)) throw new Error('The demo has changed.');
    const id = picture.source.asset;
    service.row('directus_files', id).description = 'Described anew';
    await layer.content.load(['directus_files'], true);
    expect(requestedCollections()).toEqual(['directus_files']);
    expect(serviceOf(layer, 'handyman').picture?.alt).toBe('Described anew');
    const usesIt = (rows: readonly ContentRow[]) =>
      rows.filter((row) => row.status !== 'draft' && JSON.stringify(row).includes(id));
    const readers = collectionNames.filter((name) => usesIt(service.rows[name]).length > 0);
    expect([...(layer.published[0] ?? [])].sort()).toEqual([...readers].sort());
    const parsedAgain = servicesOf(layer).filter((row) => !all(before.services).includes(row));
    const changed = usesIt(service.rows.services);
    expect(parsedAgain.map(({ slug }) => slug).sort()).toEqual(changed.map(({ slug }) => slug).sort());
  });

  it('has the size and text of its file at once, however late the file library responds', async () => {
    const release = await holdResponses(service, 'directus_files');
    const layer = open();
    const loaded = layer.content.start();
    // The others, and once more the pages with their blocks.
    await expect
      .poll(() => service.requests.filter(({ outcome }) => outcome === 'sent').length)
      .toBe(collectionNames.length);
    expect(reachable(layer.content.current())).toEqual([]);
    release();
    await loaded;
    expect(serviceOf(layer, 'handyman').picture).toMatchObject({
      width: 1600,
      alt: expect.stringMatching(/\w/),
    });
    expect(requestedCollections()).toEqual([...everything, 'pages'].sort());
  });

  it('has no size while the file library may not be read, and has it as soon as it may', async () => {
    await service.fault('directus_files', { kind: 'status', status: 403 });
    const layer = await load();
    expect(serviceOf(layer, 'handyman').picture).toMatchObject({ width: null, alt: '' });
    await service.clearFaults();
    await advanceTime(60_000);
    expect(serviceOf(layer, 'handyman').picture).toMatchObject({ width: 1600 });
  });
});

describe('posts', () => {
  const posts = (count: number, more: ContentRow = {}) =>
    Array.from({ length: count }, (_, at) => ({
      ...service.rows.blog_posts[0],
      id: at + 1,
      slug: `post-${at + 1}`,
      content: '<p>Short.</p>',
      date_updated: null,
      ...more,
    }));
  const shown = ({ content }: ContentLayer) => all(content.current().blog_posts).all.map(({ slug }) => slug);

  describe('more than five hundred', () => {
    const first = '2026-01-01T00:00:00Z';

    it('are loaded only when their number or the newest change is different', async () => {
      service.rows.blog_posts = posts(501, { date_updated: first });
      const layer = await load();
      await advanceTime(60_000);
      // The newest change was not known before.
      expect(requestedCollections().filter((name) => name === 'blog_posts')).toHaveLength(2);
      await advanceTime(60_000);
      expect(requestedCollections().filter((name) => name === 'blog_posts')).toHaveLength(1);
      const [edited] = service.rows.blog_posts;
      Object.assign(edited ?? {}, { slug: 'edited', date_updated: '2026-01-02T00:00:00Z' });
      await advanceTime(60_000);
      expect(requestedCollections().filter((name) => name === 'blog_posts')).toHaveLength(2);
      expect(shown(layer)).toContain('edited');
      service.rows.blog_posts.pop();
      await advanceTime(60_000);
      expect(shown(layer)).toHaveLength(500);
      expect(layer.content.stats().find(({ collection }) => collection === 'blog_posts')?.ageMs).toBe(0);
    });

    it.each<[string, string | null, FaultMode | null]>([
      ['no row says when it changed', null, null],
      ['the query for it is refused', first, { kind: 'status', status: 403 }],
      ['the query for it is not known', first, { kind: 'status', status: 400 }],
      ['a firewall refuses the brackets in it', first, { kind: 'status', status: 406 }],
      ['the database cannot answer it', first, { kind: 'status', status: 500 }],
      ['a web page comes in place of an answer', first, { kind: 'html200' }],
      ['the query for it is ignored', first, { kind: 'shape', data: [{ id: 1, title: 'Home' }] }],
    ])('are loaded each time when %s', async (_why, date_updated, refusal) => {
      service.rows.blog_posts = posts(501, { date_updated });
      const layer = await load();
      for (const slug of ['edited', 'edited-again']) {
        if (refusal) await service.fault('blog_posts', refusal, { times: 1 });
        Object.assign(service.rows.blog_posts[0] ?? {}, { slug });
        await advanceTime(60_000);
        expect(shown(layer)).toContain(slug);
        expect(layer.content.stats().filter(({ failure }) => failure !== null)).toEqual([]);
      }
      expect(layer.reports).toEqual([]);
    });

    it('are loaded when a hook names them', async () => {
      service.rows.blog_posts = posts(501, { date_updated: first });
      const layer = await load();
      await advanceTime(60_000);
      Object.assign(service.rows.blog_posts[0] ?? {}, { slug: 'edited' });
      await layer.content.load(['blog_posts'], true);
      expect(shown(layer)).toContain('edited');
    });
  });
});
