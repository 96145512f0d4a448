import request from 'supertest';
import { expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { parseHtml } from '../support/html.ts';
import { type RouteName, siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';
import { routeStates } from './states.ts';

const routes: readonly RouteName[] = Object.keys(siteAddresses).filter(
  (name): name is RouteName => name in siteAddresses,
);
const site = await siteForFile();

/** Collections that pages are made of: each in turn. All others, which only parts of pages show, at once. */
const own = collectionNames.filter((name) =>
  Object.values(routeStates).some(({ ownCollection }) => ownCollection === name),
);
const groups = [...own.map((name) => [name]), collectionNames.filter((name) => !own.includes(name))];

it.each(groups.map((group) => [group.join(', '), group] as const))(
  'A20 without %s from the start, only the routes whose content it is are a 503',
  async (_names, collections) => {
    await site.reset();
    for (const collection of collections)
      await site.contentService.fault(collection, { kind: 'status', status: 500 });
    await site.load();
    for (const route of routes) {
      const get = () => request(site.url).get(siteAddresses[route]);
      const { status, text } = await get();
      const { ownCollection } = routeStates[route] ?? {};
      const isOwn = ownCollection !== undefined && collections.includes(ownCollection);
      expect([route, status]).toEqual([route, isOwn ? 503 : route === 'notFound' ? 404 : 200]);
      // Whatever is missing, the layout around it is there, and the page is cached.
      const page = parseHtml(text);
      for (const around of ['header .brand', 'main h1', 'footer .footer-copyright']) {
        expect(page.all(around), `${route}: ${around}`).not.toEqual([]);
      }
      if (route === 'front') expect(page.all('.reviews .review')).not.toEqual([]);
      // A search is never cached.
      if (route !== 'search') expect((await get()).headers['server-timing'], route).toBe('cache;desc="hit"');
    }
  },
);
