import { use } from 'react';
import { expect, it } from 'vitest';
import { definePage } from '../../../server/site/definePage.tsx';
import { routes } from '../../../server/site/routes.tsx';
import { aboutPath } from '../../../shared/paths.ts';
import { holdResponses } from '../../support/hold.ts';
import { parseHtml } from '../../support/html.ts';
import { openResponse, sendRequest } from '../../support/http.ts';
import { siteForTest } from '../../support/started.ts';

const never = new Promise<never>(() => undefined);
const endless = definePage({
  select: () => ({ kind: 'found', selected: {} }),
  describe: () => ({ title: null, description: null, path: aboutPath }),
  View: () => use(never),
});
const endlessRoutes = routes.map((route) => (route.path === aboutPath ? { ...route, page: endless } : route));

it('D10 a render without end is the error screen, and in a stream the notice', async () => {
  const site = await siteForTest({ routes: endlessRoutes, environment: { SHELL_DEADLINE_MS: '20' } });
  const release = await holdResponses(site.contentService, '*');
  const stream = await openResponse(site.url, aboutPath);
  release();
  await site.load();
  const whole = await sendRequest(site.url, aboutPath);
  expect([whole.status, whole.headers['cache-control']]).toEqual([500, 'no-store']);
  expect(parseHtml(whole.text).one('main h1').text).toBe('Oops! Something went wrong');
  expect(stream.status).toBe(200);
  const html = await stream.rest();
  expect(parseHtml(html).one('.pending .pending-notice').text).toContain('Directus is unreachable.');
  expect(html.trim().endsWith('</html>')).toBe(true);
  expect(site.reports.map(({ context }) => context)).toMatchObject([{ route: 'about' }, { route: 'about' }]);
});
