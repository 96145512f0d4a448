import { describe, expect, it } from 'vitest';
import type { PageAddress } from '../../server/content/collections/collection.ts';
import { isLandingSlug } from '../../server/content/collections/pages.ts';
import { fixedPaths, renderSitemap } from '../../server/site/seo/sitemap.ts';
import { xmlProblems } from '../support/validFeeds.ts';

const origin = 'https://ridge.example';
const entries = (count: number): PageAddress[] =>
  Array.from({ length: count }, (_, at) => ({ path: `/p/${at}`, lastModified: null }));
const render = (count: number, page: number) => renderSitemap(origin, '/sitemap.xml', entries(count), page);
const addresses = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);

describe('a sitemap', () => {
  it('of up to 1,000 addresses is one file', async () => {
    expect(addresses(render(1_000, 1))).toHaveLength(1_000);
    expect(await xmlProblems(render(1_000, 1) ?? '', 'sitemap')).toEqual([]);
    expect(render(1_000, 2)).toBeNull();
  });

  it('of more is an index, whose parts have each address once', async () => {
    const parts = [2, 3, 4].map((page) => `${origin}/sitemap.xml?page=${page}`);
    expect(await xmlProblems(render(2_001, 1) ?? '', 'sitemapIndex')).toEqual([]);
    expect(await xmlProblems(render(2_001, 4) ?? '', 'sitemap')).toEqual([]);
    expect(addresses(render(2_001, 1))).toEqual(parts);
    const all = [2, 3, 4].flatMap((page) => addresses(render(2_001, page)));
    expect(all).toEqual(entries(2_001).map(({ path }) => origin + path));
    expect(render(2_001, 5)).toBeNull();
  });

  it('gives the last change and the pictures of a page', () => {
    const picture = { source: { address: '/a&b.jpg' }, alt: '', width: null, height: null, focus: null };
    const page = { path: '/p', lastModified: '2026-11-01', pictures: [picture] };
    expect(renderSitemap(origin, '/sitemap.xml', [page], 1)).toContain(
      `<url><loc>${origin}/p</loc><lastmod>2026-11-01</lastmod><image:image><image:loc>${origin}/a&amp;b.jpg</image:loc></image:image></url>`,
    );
  });
});

it('the address of a fixed page is that of no page of editors', () => {
  expect(fixedPaths.filter((path) => isLandingSlug(path.slice(1)))).toEqual([]);
});
