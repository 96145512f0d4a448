import { describe, expect, it } from 'vitest';
import type { PageAddress } from '../../server/content/collections/collection.ts';
import { renderSitemap } from '../../server/site/seo/sitemap.ts';
import { xmlProblems } from '../support/validFeeds.ts';

const origin = 'https://ridge.example';
const entries = (count: number): PageAddress[] =>
  Array.from({ length: count }, (_, at) => ({ path: `/p/${at}`, lastModified: null }));
const render = (count: number, page: number) => renderSitemap(origin, '/sitemap.xml', entries(count), page);
const addresses = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);

describe('a sitemap', () => {
  it('of up to 50,000 addresses is one', async () => {
    expect(addresses(render(50_000, 1))).toHaveLength(50_000);
    expect(await xmlProblems(render(50_000, 1) ?? '', 'sitemap')).toEqual([]);
    expect(render(50_000, 2)).toBeNull();
  });

  it('of more is an index, whose parts have each address once', async () => {
    const parts = [`${origin}/sitemap.xml?page=2`, `${origin}/sitemap.xml?page=3`];
    expect(await xmlProblems(render(50_001, 1) ?? '', 'sitemapIndex')).toEqual([]);
    expect(await xmlProblems(render(50_001, 3) ?? '', 'sitemap')).toEqual([]);
    expect(addresses(render(50_001, 1))).toEqual(parts);
    const all = [...addresses(render(50_001, 2)), ...addresses(render(50_001, 3))];
    expect(all).toEqual(entries(50_001).map(({ path }) => origin + path));
    expect(render(50_001, 4)).toBeNull();
  });

  it('says when a page changed, and what it shows', () => {
    const picture = { source: { address: '/a&b.jpg' }, alt: '', width: null, height: null, focus: null };
    const page = { path: '/p', lastModified: '2026-11-01', pictures: [picture] };
    expect(renderSitemap(origin, '/sitemap.xml', [page], 1)).toContain(
      `<url><loc>${origin}/p</loc><lastmod>2026-11-01</lastmod><image:image><image:loc>${origin}/a&amp;b.jpg</image:loc></image:image></url>`,
    );
  });
});
