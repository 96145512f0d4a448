import { hash } from 'node:crypto';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { blockKinds } from '../../server/content/collections/blocks.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { specifiedRows } from '../../server/demo/specifiedContent.ts';
import { readAssetManifest } from '../../server/http/assetManifest.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { directivesOf } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { devAddresses, siteAddresses } from '../support/siteAddresses.ts';
import { contentForTest, siteForFile, siteForTest } from '../support/started.ts';

const { layers } = readAssetManifest(new URL('../../dist/manifest.json', import.meta.url)).styles;
const sheets = Object.values(layers).flatMap((layer) => Object.entries(layer));

/** The selectors of a built stylesheet, without the states that only a browser knows. */
const selectorsOf = (css: string): readonly string[] =>
  [...css.replace(/@keyframes \w+\{.*?\}\}/g, '').matchAll(/(?<=^|[{};])([^{};@]+)\{/g)].map(
    ([, selector = '']) =>
      selector.replace(
        /::[\w-]+|:(before|after|hover|focus(-visible|-within)?|active|disabled|popover-open)\b/g,
        '',
      ),
  );

/** Which stylesheets a page has, and which of the others have a rule for anything on it. */
function sheetsOf(html: string) {
  const page = parseHtml(html);
  const style = styleOf(html);
  const has = (text: string) => style.includes(text);
  const shows = (text: string) => selectorsOf(text).some((selector) => page.all(selector).length > 0);
  const named = (chosen: typeof sheets) => chosen.map(([name]) => name);
  return {
    shown: named(sheets.filter(([, text]) => has(text))),
    missing: named(sheets.filter(([, text]) => !has(text) && shows(text))),
    idle: named(sheets.filter(([, text]) => has(text) && !shows(text))),
  };
}

/** The text of a page's one style element. */
function styleOf(html: string): string {
  const [style = '', ...others] = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, text]) => text,
  );
  expect(others, 'other styles').toEqual([]);
  return style;
}

const environment = { SHELL_DEADLINE_MS: '10000', DEV_PAGES: 'on' };
const site = await siteForFile({ environment });
const get = (path: string) => request(site.url).get(path);

const addresses = [
  ...Object.values(siteAddresses),
  ...devAddresses,
  '/blog?category=seasonal-care',
  '/blog?page=99',
  '/blog?tag=none',
  '/blog/none',
  '/services/none',
  '/rentals?guests=30&dogs=yes&town=sunriver',
  '/rentals?checkIn=2020-07-10&checkOut=2020-07-17',
  '/rentals/meadow-cabin?checkIn=2020-07-10&checkOut=2020-07-17',
  '/search?q=snow',
  '/search?q=xylophone',
  '/contact/sent',
  '/%',
];

describe('the style of a page', () => {
  it.each(addresses)(
    '%s has the stylesheets of what it shows, in one element that its policy names',
    async (path) => {
      const { text, headers } = await get(path);
      expect(sheetsOf(text)).toMatchObject({ missing: [], idle: [] });
      const sources = directivesOf(headers).get('style-src') ?? [];
      if (!sources.includes("'unsafe-inline'"))
        expect(sources).toEqual(["'self'", `'sha256-${hash('sha256', styleOf(text), 'base64')}'`]);
    },
  );

  it('has nothing for what content lacks', async () => {
    const rows = specifiedRows(demoRows());
    rows.homes.push({ id: 1, slug: 'meadow-cabin', name: 'Meadow Cabin', status: 'published' });
    const contentService = await contentForTest({ rows });
    const bare = await siteForTest({ contentService, environment });
    await bare.load();
    const idle: Record<string, readonly string[]> = {};
    for (const path of Object.values(siteAddresses)) {
      const { text } = await request(bare.url).get(path);
      const found = sheetsOf(text).idle;
      if (found.length > 0) idle[path] = found;
    }
    expect(idle).toEqual({});
  });

  it('follows an edit: sixty blocks on a page that had none, one style each', async () => {
    const { pages } = site.contentService.rows;
    const items = [
      ['quote', { id: 1, text: 'It was warm when we came.', name: 'A guest' }],
      ['cards', { id: 1, title: 'Parts', cards: [{ title: 'One', text: 'Of them.' }] }],
    ] as const;
    const blocks = Array.from({ length: 60 }, (_, at) => {
      const [kind, item] = items[at % 2] ?? items[0];
      return { id: at + 1, sort: at + 1, collection: `block_${kind}`, item };
    });
    const row = { id: 900, slug: 'first-snow', title: 'First snow', status: 'published' };
    pages.push(row);
    const show = async () => {
      await site.content.load(['pages'], true);
      return (await get('/first-snow').expect(200)).text;
    };
    expect(sheetsOf(await show())).toEqual({ shown: ['hero', 'scene', 'dotList'], missing: [], idle: [] });
    Object.assign(row, { blocks });
    const text = await show();
    expect(parseHtml(text).all('.block-quote')).toHaveLength(30);
    expect(sheetsOf(text)).toMatchObject({ missing: [], idle: [] });
    expect(styleOf(text).split('.block-quote strong{')).toHaveLength(2);
    const empty = Object.keys(blockKinds).filter((kind) => kind !== 'form');
    const places = empty.map((kind, at) => ({
      id: at + 1,
      sort: at + 1,
      collection: `block_${kind}`,
      item: { id: 1 },
    }));
    Object.assign(row, { blocks: places });
    expect(sheetsOf(await show())).toMatchObject({ missing: [], idle: [] });
  });

  it('a refused form has the styles of its errors', async () => {
    const posted = request(site.url).post('/contact').set(fromOwnPage(site.url)).type('form');
    const { text } = await posted.send(asForm({ ...goodEnquiry, email: 'nobody' })).expect(422);
    expect(sheetsOf(text)).toMatchObject({ missing: [], idle: [] });
    expect(sheetsOf(text).shown).toContain('notices');
  });
});
