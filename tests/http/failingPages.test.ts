import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { definePage, loadedValue } from '../../server/site/definePage.tsx';
import { routes } from '../../server/site/routes.tsx';
import { aboutPath } from '../../shared/paths.ts';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';

const secret = 'a-secret-of-the-tests-0123456789';
const failingTitle = 'This title fails';

/** The About page with a description that fails when the content says so. */
const failingPage = definePage({
  styles: 'plain',
  load: ({ content }) => ({ page: content.page('about') }),
  describe: ({ page }) => {
    const title = loadedValue(page)?.heroTitle ?? null;
    if (title === failingTitle) throw new Error('Test error of a description.');
    return { title, description: null, path: aboutPath };
  },
  View: () => 'The page itself.',
});

/** The About page with a title that fails when the head of the document reads it. */
const failingHead = definePage({
  styles: 'plain',
  load: ({ content }) => ({ page: content.page('about') }),
  describe: () => ({
    get title(): string {
      throw new Error('Test error of a head.');
    },
    description: null,
    path: aboutPath,
  }),
  View: () => 'The page itself.',
});

async function start(page: typeof failingPage): Promise<TestSite> {
  const site = await startSite({
    environment: { CONTENT_HOOK_SECRET: secret },
    hookIntervalMs: 10,
    routes: routes.map((route) => (route.path === aboutPath ? { ...route, page } : route)),
  });
  onTestFinished(() => site.close());
  await site.content.warmUp();
  return site;
}

const callHook = (site: TestSite, collection: string) =>
  request(site.url).post('/hooks/content').set('X-Content-Hook-Secret', secret).send({ collection });

describe('a page whose description or head throws', () => {
  it.each([
    ['description', failingPage],
    ['head', failingHead],
  ])('is the error screen with 500, reported once: %s', async (_part, page) => {
    const site = await start(page);
    site.contentService.row('pages', 'about').hero_title = failingTitle;
    await callHook(site, 'pages');
    site.reports.length = 0;
    const reply = await request(site.url).get(aboutPath);
    expect([reply.status, reply.headers['cache-control']]).toEqual([500, 'no-store']);
    expect(reply.headers['server-timing']).toBe('cache;desc="bypass"');
    expect(parseHtml(reply.text).one('main h1').text).toBe('Oops! Something went wrong');
    expect(site.reports.map(({ context }) => context)).toEqual([
      { route: 'about', requestId: reply.headers['x-request-id'] },
    ]);
    await request(site.url).get('/services').expect(200);
  });

  it('does not break the renders before the first visitor', async () => {
    const site = await start(failingHead);
    await request(site.url).get('/');
    // The home page is cached, so this one is the first that is rendered.
    await site.renderAhead();
    await expect
      .poll(() => site.reports.map(({ context }) => context))
      .toEqual([{ route: 'about', requestId: 'warm-up' }]);
    await request(site.url).get('/services').expect(200);
  });

  it('does not break the hook when an edit makes it fail', async () => {
    const site = await start(failingPage);
    await request(site.url).get(aboutPath).expect(200);
    expect((await request(site.url).get(aboutPath)).headers['server-timing']).toBe('cache;desc="hit"');
    const row = site.contentService.row('pages', 'about');
    const before = row.hero_title;
    row.hero_title = failingTitle;
    const hook = await callHook(site, 'pages');
    expect([hook.status, hook.body.urls]).toEqual([200, [`${site.url}${aboutPath}`]]);
    expect(site.reports.map(({ context }) => context)).toEqual([{ route: 'about', requestId: 'republish' }]);
    await request(site.url).get(aboutPath).expect(500);
    row.hero_title = before;
    await callHook(site, 'pages').expect(200);
    await request(site.url).get(aboutPath).expect(200);
  });
});
