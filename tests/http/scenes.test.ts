import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { removePictures } from '../../scripts/removePictures.ts';
import type { ContentRows } from '../../server/demo/demoRows.ts';
import { drawingNames } from '../../shared/drawings.ts';
import { parseHtml } from '../support/html.ts';
import type { TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile, siteForTest } from '../support/started.ts';

/** Starts a site over changed rows of the demo. */
async function start(change: (rows: ContentRows) => void, started = siteForTest()): Promise<TestSite> {
  const site = await started;
  change(site.contentService.rows);
  await site.load();
  return site;
}

const site = await start(removePictures, siteForFile());

const pageAt = async (path: string, { url } = site) => parseHtml((await request(url).get(path)).text);

/** Every scene of a page: what is drawn in it, or which drawing it shows in which view. */
async function scenesOf(address: string): Promise<string[]> {
  const page = await pageAt(address);
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

  it('loads its drawings from one sheet, which may be cached', async () => {
    const { status, headers, body } = await request(site.url).get('/drawings.svg');
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers['cache-control']).toBe('public, max-age=86400');
    const sheet = parseHtml(String(body));
    for (const name of drawingNames) expect(sheet.all(`symbol#${name}`)).toHaveLength(1);
    for (const path of ['/services', '/blog/anatomy-of-a-turnover-day']) {
      const drawings = (await pageAt(path)).all('svg.placeholder use').map((use) => use.attribute('href'));
      expect(new Set(drawings.map((address) => address?.split('#')[0]))).toEqual(new Set(['/drawings.svg']));
    }
  });
});

describe('what represents a subject', () => {
  it('is the picture of its newest post, none twice, or a drawing when no post has one', async () => {
    const asset = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
    const row = (day: number, categories: string, featured_image: string | null) => ({
      id: 900 + day,
      slug: `post-${day}`,
      title: `Post ${day}`,
      status: 'published',
      categories,
      published_date: `2020-01-0${day}`,
      featured_image,
    });
    const own = await start((rows) => {
      for (const [at, file] of rows.directus_files.slice(0, 2).entries()) file.id = asset(at + 1);
      rows.blog_posts = [
        row(1, 'Barns', asset(1)),
        row(2, 'Attics, Barns', asset(2)),
        row(3, 'Attics, Cellars', null),
        row(4, 'Attics', asset(2)),
      ];
    });
    const cards = (await pageAt('/blog/categories', own)).all('main .card');
    const shown = cards.map((card) => [
      card.one('h2').text,
      card.all('img').map((image) => image.attribute('src')?.split(/[/?]/)[2]),
      card.all('svg.placeholder').length,
    ]);
    expect(shown).toEqual([
      ['Attics', [asset(2)], 0],
      ['Barns', [asset(1)], 0],
      ['Cellars', [], 1],
    ]);
  });

  it('is an emoji or a few characters as entered, or for an unknown name a drawing, with one line in the log', async () => {
    const icons = {
      hero_feature1_icon: '\u{1f332}',
      hero_feature2_icon: '24/7',
      hero_feature3_icon: 'rocket',
    };
    const own = await start(({ pages }) => {
      Object.assign(pages.find(({ slug }) => slug === 'home') ?? {}, icons);
    });
    const page = await pageAt('/', own);
    const signs = page.all('.front-features .feature-sign').map((sign) => sign.text);
    expect([signs, page.all('.front-features svg').length]).toEqual([['\u{1f332}', '24/7'], 1]);
    const lines = own.logs.filter(({ msg }) => msg === 'Content is left out');
    expect(lines).toMatchObject([{ collection: 'pages', field: 'Icon for line 3', lost: 'rocket' }]);
  });
});
