import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { collectionNames, collectionOf } from '../../server/content/collections/collections.ts';
import { valueIn } from '../../server/content/siteContent.ts';
import { type ContentRow, demoRows } from '../../server/demo/demoRows.ts';
import { specifiedRows, unspecified } from '../../server/demo/specifiedContent.ts';
import { callHook, hookSecret } from '../support/hook.ts';
import { parseHtml } from '../support/html.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { devAddresses, pageAddresses } from '../support/siteAddresses.ts';
import { startSiteProcess } from '../support/siteProcess.ts';
import {
  contentForTest,
  folderForFile,
  forTest,
  siteForTest,
  siteProcessForTest,
} from '../support/started.ts';

const folder = folderForFile();
const specified = () => contentForTest({ rows: specifiedRows(demoRows()), hidden: unspecified() });

/** A site in front of a content service with exactly the specified collections and columns, loaded. */
async function specifiedSite(environment: Readonly<Record<string, string>> = {}) {
  const contentService = await specified();
  const site = await siteForTest({ contentService, environment });
  await site.load();
  return site;
}

/** What the specified collections make pages of: a home or a landing page is none of it. */
const specifiedAddresses = pageAddresses.filter(
  (path) => !['/rentals/meadow-cabin', '/second-homes', ...devAddresses].includes(path),
);
const told = (logs: readonly Record<string, unknown>[]) =>
  logs.filter(({ level, status }) => Number(level) >= 30 && status === undefined);

describe('a content service with exactly the specified collections and columns', () => {
  it('fills every page, and the log has one line, which says what the site could do more', async () => {
    const site = await specifiedSite();
    for (const path of specifiedAddresses) {
      const { status, text } = await request(site.url).get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text, path).not.toContain('Directus is unreachable');
    }
    const front = parseHtml((await request(site.url).get('/')).text);
    expect(front.all('.service-card, .card')).toHaveLength(9);
    const service = await request(site.url).get('/services/snow-removal');
    expect(service.text).toContain('Roof edges raked when needed');
    await request(site.url).get('/services/no-such-service').expect(404);
    expect(site.reports).toEqual([]);
    expect(told(site.logs).map(({ level, msg }) => [level, msg])).toEqual([
      [
        30,
        expect.stringMatching(
          /^The site shows what the content service has\. With npm run directus:provision it can also have (?=.*the people of the company;)(?=.*homes with a page each;)/,
        ),
      ],
    ]);
  });

  it('has its rows of which none is published named once in the log', async () => {
    const contentService = await specified();
    const { services, blog_posts: posts } = contentService.rows;
    for (const row of services) row.status = 'Live';
    for (const row of posts) row.status = 'draft';
    const site = await siteForTest({ contentService });
    await site.load();
    await site.content.start();
    const said = site.logs.filter(({ msg }) => String(msg).startsWith('Visitors see'));
    const msg = 'Visitors see no row of services, blog_posts: none has the status published.';
    expect(said).toMatchObject([{ level: 30, msg, collection: 'services, blog_posts' }]);
  });

  it('has no link to a page that it lacks', async () => {
    const site = await specifiedSite();
    const pageAt = async (path: string) => parseHtml((await request(site.url).get(path).buffer(true)).text);
    const listed = (await pageAt('/sitemap.xml')).all('loc').map(({ text }) => new URL(text).pathname);
    const linked = new Set<string>();
    for (const path of listed) {
      for (const link of (await pageAt(path)).all('a[href^="/"]'))
        linked.add(link.attribute('href')?.replace(/#.*/, '') ?? '');
    }
    expect(linked.size).toBeGreaterThan(listed.length);
    for (const path of linked)
      expect([path, (await request(site.url).get(path)).status]).toEqual([path, 200]);
  });

  it('is asked for everything that may be read, without a filter, a sort or a name of a column', async () => {
    const site = await specifiedSite();
    for (const { path, search, headers } of site.contentService.requests) {
      expect([path, search]).toEqual([
        path,
        '?fields=*&limit=-1&meta=filter_count'.slice(search.startsWith('?') ? 0 : 1),
      ]);
      expect(headers.authorization).toBeUndefined();
    }
  });

  it('shows an edit, and lets a later column appear', async () => {
    const site = await specifiedSite({ CONTENT_HOOK_SECRET: 'a-secret-of-the-tests-0123' });
    const row = site.contentService.row('services', 'snow-removal');
    Object.assign(row, { title: 'Snow plowing' });
    await site.content.load(['services'], true);
    expect((await request(site.url).get('/services/snow-removal')).text).toContain('Snow plowing');
    site.contentService.hidden.delete('services.price_from');
    site.contentService.hidden.delete('services.price_unit');
    Object.assign(row, { price_from: 80, price_unit: 'a visit' });
    await site.content.load(['services'], true);
    expect((await request(site.url).get('/services/snow-removal')).text).toContain('a visit');
  });

  it('may have other keys, types of lists, and dates', async () => {
    const contentService = await specified();
    const { rows } = contentService;
    const uuid = (id: unknown) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
    for (const row of rows.navigation)
      Object.assign(row, {
        id: uuid(row.id),
        parent_id: row.parent_id === null ? null : uuid(row.parent_id),
      });
    for (const row of rows.services) row.id = uuid(row.id);
    for (const row of rows.service_features) row.service_id = { id: uuid(row.service_id), note: 'expanded' };
    const [post = {}, other = {}, third = {}] = rows.blog_posts.filter(
      ({ status, published_at }) =>
        status === 'published' && String(published_at ?? '') < new Date().toISOString(),
    );
    Object.assign(post, {
      categories: ['One', 'Two'],
      tags: '["Three"]',
      published_at: null,
      published_date: '2025-02-03',
    });
    Object.assign(other, { categories: null, tags: null, published_at: null, published_date: null });
    Object.assign(third, { categories: 'One , Two', tags: [], published_date: '2020-01-01' });
    const str = rows.pages.find(({ slug }) => slug === 'str-management') ?? {};
    str.services_repeater = JSON.parse(String(str.services_repeater));
    const [call = {}] = rows.cta_settings;
    const site = await siteForTest({ contentService });
    await contentService.fault('cta_settings', {
      kind: 'shape',
      data: { title: call.title, button_text: 'Go' },
    });
    await contentService.fault('site_settings', {
      kind: 'shape',
      data: { id: 1, site_name: 'Singleton', tagline: 'Of one' },
    });
    await site.load();
    const shown = async (path: string) => (await request(site.url).get(path).expect(200)).text;
    expect(await shown('/services/snow-removal')).toContain('Roof edges raked when needed');
    expect(await shown(`/blog/${post.slug}`)).toMatch(/February 3, 2025[\s\S]*Three/);
    expect(await shown('/blog/category/two')).toContain(String(third.title));
    expect(await shown('/str-management')).toContain('Short-Term Rental Staging');
    expect(await shown('/about')).toContain('Go');
    expect(await shown('/')).toContain('Of one');
  });
});

describe('what a content service has besides', () => {
  const canary = 'internal-canary-6137';

  it('may be a status by which editors keep rows of any collection from visitors', async () => {
    const contentService = await specified();
    const { rows } = contentService;
    const [feature = {}] = rows.service_features;
    const [call = {}] = rows.cta_settings;
    rows.navigation.push({ id: 901, title: 'Draft entry', url: '/about', status: 'draft' });
    rows.navigation.push({ id: 902, title: 'Shown entry', url: '/about', status: 'published' });
    rows.service_features.push({ ...feature, id: 903, feature_text: 'Archived line', status: 'archived' });
    rows.cta_settings.unshift({ ...call, id: 904, title: 'Draft call', status: 'draft' });
    const site = await siteForTest({ contentService });
    await site.load();
    const slug = rows.services.find(({ id }) => id === feature.service_id)?.slug;
    const { text } = await request(site.url).get(`/services/${slug}`).expect(200);
    expect(text).toContain('Shown entry');
    expect(text).toContain(String(feature.feature_text));
    expect(text).not.toMatch(/Draft entry|Archived line/);
    expect((await request(site.url).get('/about')).text).not.toContain('Draft call');
  });

  it.runIf(hasRedis)('reaches no memory that lasts, no snapshot, no Redis, no log and no page', async () => {
    const redis = await forTest(startRedis());
    const contentService = await contentForTest();
    const notes = { internal_notes: canary, owner: { name: canary }, files: [{ text: canary }] };
    for (const name of collectionNames)
      for (const row of contentService.rows[name]) Object.assign(row, notes);
    for (const page of contentService.rows.pages) {
      const blocks = Array.isArray(page.blocks) ? page.blocks : [];
      for (const block of blocks) Object.assign(block.item, notes);
    }
    const [service = {}] = contentService.rows.services;
    Object.assign(service, {
      steps: JSON.stringify([{ title: 'A step', text: 'Shown', internal_notes: canary }]),
      hero_image: { id: service.hero_image, title: canary },
    });
    contentService.rows.site_settings.push({ id: 99, key: 'smtp_password', value: canary });
    contentService.rows.services.push({ ...service, id: 98, slug: 'draft', status: 'draft', title: canary });
    const path = join(folder, 'snapshot.json');
    const site = await siteForTest({
      contentService,
      environment: {
        CONTENT_SNAPSHOT_PATH: path,
        REDIS_URL: redis.url,
        SITE_SECRET: 'of-the-tests-0123456789',
      },
    });
    await site.load();
    for (const address of [...pageAddresses, '/feed.xml', '/feed.json', '/sitemap.xml'])
      expect((await request(site.url).get(address).buffer(true)).text, address).not.toContain(canary);
    expect(JSON.stringify([...site.content.rawContent()])).not.toContain(canary);
    expect(await redis.dump()).toContain('content:');
    expect(await redis.dump()).not.toContain(canary);
    expect(JSON.stringify(site.logs)).not.toContain(canary);
    await site.reset();
    expect(await readFile(path, 'utf8')).toContain('snow-removal');
    expect(await readFile(path, 'utf8')).not.toContain(canary);
  });

  it.each<[string, (at: number) => unknown]>([
    [
      'objects that convert to nothing',
      () => JSON.parse('{"toString":"x","valueOf":"x","length":3,"then":"x"}'),
    ],
    ['lists in lists', () => JSON.parse('[[["x"],{"toString":"x"}],[null,7]]')],
    ['two megabytes of text in every tenth', (at) => (at % 10 === 3 ? 'long '.repeat(400_000) : null)],
    ['numbers', () => 7],
    ['truth', () => true],
  ])(
    'may have the wrong type in every column of one row, which costs that row alone: %s',
    async (_what, value) => {
      const site = await siteForTest();
      for (const name of collectionNames) {
        const columns = [...collectionOf(name).columns.keys()];
        const odd = { ...Object.fromEntries(columns.map((column, at) => [column, value(at)])), id: 9_000 };
        const published = columns.includes('status') ? { status: 'published' } : {};
        const data = [...site.contentService.rows[name], { ...odd, ...published }];
        const body = JSON.stringify({ meta: { filter_count: data.length }, data });
        await site.contentService.fault(name, { kind: 'raw', body });
      }
      await site.load();
      expect(collectionNames.filter((name) => !('ok' in site.content.current()[name]))).toEqual([]);
      for (const path of pageAddresses.filter((address) => !devAddresses.includes(address))) {
        const { status, text } = await request(site.url).get(path);
        expect([path, status]).toEqual([path, 200]);
        expect(text.includes('[object Object]'), path).toBe(false);
      }
      expect(site.reports).toEqual([]);
    },
  );
});

describe('a content service that lets the public read too little', () => {
  it('says once that nothing can be read, what to do, and is not ready, however long it waits', async () => {
    const contentService = await contentForTest({ hidden: collectionNames });
    const site = await startSiteProcess(contentService.url);
    onTestFinished(async () => void (await site.end('SIGKILL')));
    await site.firstOk('/livez');
    await expect
      .poll(() => told(site.logs).filter(({ level }) => level === 50), { timeout: 30_000 })
      .toHaveLength(1);
    const [line] = told(site.logs).filter(({ level }) => level === 50);
    expect(line?.msg).toMatch(/nobody may read .*services.*directus:provision.*not ready/);
    // Without a content service, one that starts now is ready when it has waited long enough.
    const later = await startSiteProcess('http://127.0.0.1:9');
    onTestFinished(async () => void (await later.end('SIGKILL')));
    await later.firstOk('/readyz');
    await request(site.url).get('/readyz').expect(503);
    contentService.hidden.clear();
    await site.firstOk('/readyz');
    expect(told(site.logs).filter(({ level }) => level === 50)).toHaveLength(1);
    await request(site.url).get('/services/snow-removal').expect(200);
  });

  it('that is emptied while a process serves it leaves the process ready, for its forms and other pages', async () => {
    const [service] = demoRows().services;
    const contentService = await contentForTest({ rows: { services: service ? [service] : [] } });
    const site = await siteProcessForTest(contentService, { CONTENT_HOOK_SECRET: hookSecret });
    contentService.rows.services = [];
    await callHook(site.url, { collection: 'services' }).expect(200);
    await request(site.url).get('/services').expect(503);
    await request(site.url).get('/contact').expect(200);
    await request(site.url).get('/readyz').expect(200);
  });

  it.each<[string, Parameters<typeof contentForTest>[0], RegExp]>([
    ['that is new and empty', { rows: {} }, /it is empty: publish a service/],
    [
      'of which only the menu is filled',
      { rows: { navigation: demoRows().navigation, site_settings: demoRows().site_settings } },
      /it is empty: publish a service/,
    ],
  ])('%s says so, and makes no 404 of what may come', async (_what, options, words) => {
    const contentService = await contentForTest(options);
    const site = await siteForTest({ contentService });
    await site.load();
    expect(site.content.isUnusable()).toBe(true);
    expect(
      told(site.logs)
        .filter(({ level }) => level === 50)
        .map(({ msg }) => msg),
    ).toEqual([expect.stringMatching(words)]);
    for (const path of ['/services/snow-removal', '/blog/opening-the-cabin-in-april', '/services', '/blog'])
      expect([path, (await request(site.url).get(path)).status]).toEqual([path, 503]);
    await request(site.url).get('/contact').expect(200);
  });

  it('sends nothing but keys: its rows count as none, and the log says so once', async () => {
    const contentService = await contentForTest();
    const keys = (rows: readonly ContentRow[]) => rows.map(({ id }) => ({ id }));
    const site = await siteForTest({ contentService });
    await contentService.fault('services', { kind: 'shape', data: keys(contentService.rows.services) });
    await site.load();
    await site.content.load(['services'], false);
    expect(site.reports.map(({ context }) => context?.collection)).toEqual(['services']);
    await request(site.url).get('/services').expect(503);
    await request(site.url).get('/blog').expect(200);
  });

  it('takes the public role away while the site runs: all that was shown stays', async () => {
    const site = await siteForTest();
    await site.load();
    for (const name of collectionNames) site.contentService.hidden.add(name);
    await site.content.load(collectionNames, false);
    for (const path of ['/', '/services/snow-removal', '/rentals/meadow-cabin', '/second-homes'])
      expect([path, (await request(site.url).get(path)).status]).toEqual([path, 200]);
    expect((await request(site.url).get('/second-homes')).text).toContain('Do you keep a key?');
  });

  it('takes the blocks of pages away while the site runs: what was shown stays, and one warning says why', async () => {
    const site = await siteForTest();
    await site.load();
    site.contentService.hidden.add('pages.blocks');
    Object.assign(site.contentService.row('pages', 'second-homes'), { hero_title: 'An edited title' });
    for (const _ of [1, 2]) await site.content.load(['pages'], true);
    const { text } = await request(site.url).get('/second-homes');
    for (const words of ['An edited title', 'Do you keep a key?']) expect(text).toContain(words);
    const warnings = site.logs.filter(({ level, collection }) => level === 40 && collection === 'pages');
    expect(warnings).toMatchObject([{ reason: expect.stringContaining('"blocks"') }]);
  });

  it('refuses the blocks of pages, which costs only them', async () => {
    const site = await siteForTest();
    site.contentService.hidden.add('pages.blocks');
    await site.load();
    const page = await request(site.url).get('/second-homes').expect(200);
    expect(page.text).not.toContain('Do you keep a key?');
    expect(site.reports).toEqual([]);
  });

  it('has a firewall that refuses the query of blocks: edits of pages arrive, and the blocks that were shown stay', async () => {
    const site = await siteForTest();
    await site.load();
    Object.assign(site.contentService.row('pages', 'second-homes'), { hero_title: 'An edited title' });
    await site.contentService.fault('pages', { kind: 'status', status: 406 }, { times: 1 });
    await site.content.load(['pages'], true);
    const { text } = await request(site.url).get('/second-homes');
    for (const words of ['An edited title', 'Do you keep a key?']) expect(text).toContain(words);
  });

  it('sends only the ids of blocks, which the log says once', async () => {
    const site = await siteForTest();
    for (const row of site.contentService.rows.pages) row.blocks = [1, 2];
    await site.load();
    await site.content.load(['pages'], true);
    expect(site.logs.filter(({ level }) => level === 40)).toMatchObject([
      { collection: 'pages', column: 'blocks' },
    ]);
  });
});

describe('a loss that nobody has announced', () => {
  it('of more than half of the rows is not believed at once', async () => {
    const site = await siteForTest();
    await site.load();
    const first = (name: 'services' | 'blog_posts') => site.contentService.rows[name].slice(0, 1);
    await site.contentService.fault('services', { kind: 'shape', data: first('services') });
    await site.contentService.fault('blog_posts', { kind: 'shape', data: first('blog_posts') });
    await site.content.load(['services', 'blog_posts'], false);
    await request(site.url).get('/services/snow-removal').expect(200);
    await request(site.url).get('/blog/opening-the-cabin-in-april').expect(200);
    await site.content.load(['services'], true);
    expect(valueIn(site.content.current().services)).toHaveLength(1);
  });
});
