import request from 'supertest';
import { afterAll, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { type RouteName, siteAddresses } from '../support/siteAddresses.ts';
import { routeStates } from './states.ts';

const routes: readonly RouteName[] = Object.keys(siteAddresses).filter(
  (name): name is RouteName => name in siteAddresses,
);
const crawler = { 'User-Agent': 'testbot' };

const running: TestSite[] = [];
afterAll(() => Promise.all(running.map((site) => site.close())));

describe('A20 one collection is down from the start', () => {
  it.each(collectionNames)('A20 %s: only the routes that it is the content of say so', async (collection) => {
    const site = await startSite();
    running.push(site);
    await site.contentService.fault(collection, { kind: 'status', status: 500 });
    const found = await Promise.all(
      routes.map(async (route) => {
        const reply = await request(site.url).get(siteAddresses[route]).set(crawler);
        const page = parseHtml(reply.text);
        // Whatever is missing, the page around it is there.
        const around = ['header .brand', 'main h1', '.reviews .review', 'footer .footer-copyright'];
        expect(around.map((selector) => page.all(selector).length > 0)).toEqual(around.map(() => true));
        return [route, reply.status];
      }),
    );
    const expected = routes.map((route) => {
      if (routeStates[route]?.ownCollection === collection) return [route, 503];
      return [route, route === 'notFound' ? 404 : 200];
    });
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });
});
