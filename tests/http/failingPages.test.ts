import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { pageOf, valueIn } from '../../server/content/siteContent.ts';
import { definePage, type SitePage } from '../../server/site/definePage.tsx';
import { routes } from '../../server/site/routes.tsx';
import { aboutPath } from '../../shared/paths.ts';
import { callHook, hookSecret } from '../support/hook.ts';
import { parseHtml } from '../support/html.ts';
import type { TestSite } from '../support/site.ts';
import { siteForTest } from '../support/started.ts';

const failingTitle = 'This title fails';

/** The About page, one part of which throws when content has the failing title. */
function pageWithFailing(part: 'selection' | 'description' | 'head' | 'view'): SitePage {
  const titleIn = (title: string | null, where: typeof part) => {
    if (where === part && title === failingTitle) throw new Error(`Test error of a ${where}.`);
    return title;
  };
  return definePage({
    select({ content }) {
      const title = valueIn(pageOf(content, 'about'))?.heroTitle ?? null;
      return { kind: 'found', selected: { title: titleIn(title, 'selection') } };
    },
    describe: ({ title }) => {
      titleIn(title, 'description');
      return {
        get title() {
          return titleIn(title, 'head');
        },
        description: null,
        path: aboutPath,
      };
    },
    View: ({ title }) => titleIn(title, 'view'),
  });
}

async function start(page: SitePage): Promise<TestSite> {
  const site = await siteForTest({
    environment: { CONTENT_HOOK_SECRET: hookSecret },
    routes: routes.map((route) => (route.path === aboutPath ? { ...route, page } : route)),
  });
  await site.load();
  return site;
}

const parts = ['selection', 'description', 'head', 'view'] as const;

describe('a page with a part that throws', () => {
  it.each(parts)('is the error screen with 500, and edits are published all the same: %s', async (part) => {
    const site = await start(pageWithFailing(part));
    const about = () => request(site.url).get(aboutPath);
    const publish = async (title: unknown) => {
      site.contentService.row('pages', 'about').hero_title = title;
      const hook = await callHook(site.url, { collection: 'pages' });
      return [hook.status, hook.body.urls];
    };
    await about().expect(200);
    expect((await about()).headers['server-timing']).toBe('cache;desc="hit"');
    expect(await publish(failingTitle)).toEqual([200, [site.url + aboutPath]]);
    expect(site.reports.map(({ context }) => context)).toEqual([{ route: 'about', requestId: 'publish' }]);
    site.reports.length = 0;
    const reply = await about();
    expect([reply.status, reply.headers['cache-control']]).toEqual([500, 'no-store']);
    expect(reply.headers['server-timing']).toBe('cache;desc="bypass"');
    expect(parseHtml(reply.text).one('main h1').text).toBe('Oops! Something went wrong');
    expect(site.reports.map(({ context }) => context)).toEqual([
      { route: 'about', requestId: reply.headers['x-request-id'] },
    ]);
    await request(site.url).get('/services').expect(200);
    expect((await publish('It is mended'))[0]).toBe(200);
    await about().expect(200);
  });
});
