import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseHtml } from '../../support/html.ts';
import { startSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const textOf = async (address: string) =>
  (await request(site.url).get(address).set('user-agent', 'a bot')).text;

let pictures = 0;

/** The pictures of a page that stand on it more than once, apart from what a gallery opens in large. */
async function repeated(address: string): Promise<readonly string[]> {
  const page = parseHtml(await textOf(address));
  const sources = (selector: string) =>
    page.all(selector).map((picture) => picture.attribute('src')?.replace(/\?.*/, '') ?? '');
  const shown = sources('main img');
  for (const source of sources('main .gallery-view img')) shown.splice(shown.indexOf(source), 1);
  pictures += shown.length;
  return shown.filter((source, at) => shown.indexOf(source) !== at);
}

it('the demo shows no picture twice on any page', async () => {
  const listed = [...(await textOf('/sitemap.xml')).matchAll(/<loc>([^<]*)<\/loc>/g)];
  const pages = listed.map(([, address = '']) => new URL(address).pathname);
  expect(pages.length).toBeGreaterThan(50);
  const found: Record<string, readonly string[]> = {};
  for (const page of [...pages, '/blog?page=2', '/blog?page=3']) {
    const twice = await repeated(page);
    if (twice.length > 0) found[page] = twice;
  }
  expect(found).toEqual({});
  expect(pictures).toBeGreaterThan(pages.length);
});
