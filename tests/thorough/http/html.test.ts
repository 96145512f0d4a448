import request from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { parseHtml } from '../../support/html.ts';
import { faultsOf } from '../../support/htmlFaults.ts';
import { startSite } from '../../support/site.ts';

it('every page of the sitemap is valid', async () => {
  const site = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
  onTestFinished(() => site.close());
  const { text } = await request(site.url).get('/sitemap.xml');
  const paths = parseHtml(text)
    .all('loc')
    .map((loc) => new URL(loc.text).pathname);
  const faults = await Promise.all(
    paths.map(async (path) =>
      (await faultsOf((await request(site.url).get(path)).text)).map((fault) => `${path} ${fault}`),
    ),
  );
  expect(faults.flat()).toEqual([]);
  expect(paths.length).toBeGreaterThan(60);
});
