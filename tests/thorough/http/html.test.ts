import request from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { parseHtml } from '../../support/html.ts';
import { faultsOf } from '../../support/htmlFaults.ts';
import { startSite } from '../../support/site.ts';

it('every page of the sitemap is valid', async () => {
  const site = await startSite();
  onTestFinished(() => site.close());
  await site.load();
  const { text } = await request(site.url).get('/sitemap.xml');
  const paths = parseHtml(text)
    .all('loc')
    .map((loc) => new URL(loc.text).pathname);
  expect(paths.length).toBeGreaterThan(60);
  for (const path of paths)
    expect(await faultsOf((await request(site.url).get(path)).text), path).toEqual([]);
});
