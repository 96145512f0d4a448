import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removePictures } from '../../scripts/removePictures.ts';
import { drawingNames } from '../../shared/drawings.ts';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
  removePictures(site.contentService.rows);
});
afterAll(() => site.close());

/** A page with everything in it. */
async function pageOf(address: string) {
  const { text } = await request(site.url).get(address).set('user-agent', 'a bot');
  return parseHtml(text);
}

/** Where the drawings of a page come from: file and name. */
async function drawingsOf(address: string): Promise<string[]> {
  const page = await pageOf(address);
  return page.all('svg.placeholder use').map((use) => use.attribute('href') ?? '');
}

/** Every scene of a page: what is drawn in it, or which drawing it shows in which view. */
async function scenesOf(address: string): Promise<string[]> {
  const page = await pageOf(address);
  const inline = page.all('svg.scene').map((scene) =>
    scene
      .all('path')
      .map((path) => path.attribute('d'))
      .join(),
  );
  const placed = page
    .all('svg.placeholder')
    .map((frame) => `${frame.one('use').attribute('href')?.split('#')[1]} ${frame.attribute('class')}`);
  return [...inline, ...placed];
}

describe('a site without a single photograph', () => {
  it.each(Object.values(siteAddresses))('shows no scene twice on %s', async (address) => {
    const scenes = await scenesOf(address);
    expect(scenes.filter((scene, at) => scenes.indexOf(scene) !== at)).toEqual([]);
  });

  it('has a drawing in the place of every picture', async () => {
    expect(await scenesOf('/')).toHaveLength(3 + 9 + 3);
    expect((await scenesOf('/services')).length).toBeGreaterThan(10);
  });

  it('shows no scene twice among forty services', async () => {
    const { rows } = site.contentService;
    const [first] = rows.services;
    for (let id = 100; id < 140; id += 1) {
      rows.services.push({
        ...first,
        id,
        slug: `service-${id}`,
        title: `Service ${id}`,
        status: 'published',
      });
    }
    await site.content.load(['services'], true);
    const scenes = await scenesOf('/services');
    expect(scenes.length).toBeGreaterThan(40);
    expect(new Set(scenes).size).toBe(scenes.length);
  });
});

describe('what a page fetches for its drawings', () => {
  it('is one sheet with each of them, which may be cached', async () => {
    const { status, headers, body } = await request(site.url).get('/drawings.svg');
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers['cache-control']).toBe('public, max-age=86400');
    const sheet = parseHtml(String(body));
    for (const name of drawingNames) expect(sheet.all(`symbol#${name}`)).toHaveLength(1);
  });

  it.each(['/services', '/blog/anatomy-of-a-turnover-day'])('is that sheet on %s', async (path) => {
    const drawings = await drawingsOf(path);
    expect(new Set(drawings.map((address) => address.split('#')[0]))).toEqual(new Set(['/drawings.svg']));
  });
});
