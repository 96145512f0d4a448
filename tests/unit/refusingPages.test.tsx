import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { collections } from '../../server/content/collections/collections.ts';
import type { SiteContent } from '../../server/content/siteContent.ts';
import type { PageQuery } from '../../server/site/definePage.tsx';
import { type RouteName, routes } from '../../server/site/routes.tsx';
import { type Site, SiteProvider } from '../../server/site/siteContext.ts';
import { arrangeRows } from '../support/arrangeRows.ts';

const { blog_posts: posts, homes, service_features: features, services } = collections;
const loaded = <T,>(ok: T) => ({ ok, version: 1 });
const row = { id: 1, status: 'published' };
const category = 'seasonal-care';
const content: SiteContent = {
  navigation: loaded([]),
  site_settings: { unreachable: 'down', version: 1 },
  pages: loaded([]),
  services: loaded(arrangeRows(services, [{ ...row, slug: 'snow' }])),
  service_features: loaded(arrangeRows(features, [{ id: 1, service_id: 1, feature_text: 'Plowing' }])),
  homes: loaded(arrangeRows(homes, [{ ...row, slug: 'cabin', town: 'Bend', guests: 2 }])),
  cta_settings: loaded(null),
  team: loaded([]),
  reviews: loaded([]),
  blog_posts: loaded(arrangeRows(posts, [{ ...row, slug: 'winter', categories: 'Seasonal Care' }])),
  directus_files: loaded(new Map()),
};
const unreachable = { unreachable: 'down', version: 1 } as const;
const outage: SiteContent = {
  ...content,
  services: unreachable,
  homes: unreachable,
  blog_posts: unreachable,
};

const site: Site = {
  productName: 'Ridge',
  menu: content.navigation,
  settings: content.site_settings,
  reviews: content.reviews,
  isLoading: false,
  adminUrl: null,
  contactEmail: null,
  takesEnquiries: true,
  bookingSiteUrl: null,
  apiBase: '',
  searchStyles: '',
  requestId: 'r1',
};
const search = () => ({ ok: { hits: [], total: 0 } });
const noQuery: PageQuery = {
  ...{ category: null, tag: null, page: 1, town: null, guests: null, dogs: false },
  ...{ service: null, home: null, q: null },
};

interface Address {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Partial<PageQuery>;
}

/** What a page shows and says of itself at an address. */
function pageAt(name: RouteName, { params = {}, query = {} }: Address, of: SiteContent = content) {
  const page = routes.find((route) => route.name === name)?.page;
  if (!page) throw new Error(`There is no route ${name}.`);
  const selected = page.select({ content: of, search, params, query: { ...noQuery, ...query } });
  const html = renderToStaticMarkup(
    <StaticRouter location="/-">
      <SiteProvider value={site}>{selected.provide(page.element)}</SiteProvider>
    </StaticRouter>,
  );
  const { status, isEmpty } = selected;
  return { status, isEmpty, head: selected.describe(), html };
}

describe('a page that refuses or finds nothing', () => {
  it.each<[RouteName, number, string, readonly Address[]]>([
    ['service', 404, 'Service not found', [{ params: { slug: 'a' } }, { params: { slug: 'b' } }]],
    ['rental', 404, 'Home not found', [{ params: { slug: 'a' } }, { params: { slug: 'b' } }]],
    ['post', 404, 'Back to Blog', [{ params: { slug: 'a' } }, { params: { slug: 'b' } }]],
    [
      'blogCategory',
      404,
      'No posts found',
      [{ params: { category: 'a' } }, { params: { category }, query: { page: 7 } }],
    ],
    [
      'blogTag',
      404,
      'No posts found',
      [{ params: { tag: 'a' } }, { params: { tag: 'b' }, query: { page: 3 } }],
    ],
    ['blog', 404, 'No posts found', [{ query: { page: 7 } }, { query: { category, page: 9 } }]],
    ['blog', 200, 'Clear Filter', [{ query: { category: 'a' } }, { query: { tag: 'b' } }]],
    ['rentals', 200, 'No homes found', [{ query: { town: 'a' } }, { query: { town: 'bend', guests: 9 } }]],
    ['searchRentals', 200, 'No homes found', [{ query: { town: 'a' } }, { query: { guests: 9 } }]],
    ['contact', 200, 'Send', [{ query: { service: 'a' } }, { query: { home: 'b' } }]],
  ])('%s (%i) says %s, and the same at every address', (name, status, words, [one = {}, other = {}]) => {
    const shown = pageAt(name, one);
    expect(shown).toMatchObject({ status, head: { path: null, unlisted: true } });
    if (status === 200) expect(shown.isEmpty).toBe(true);
    expect(shown.html).toContain(words);
    expect(pageAt(name, other)).toEqual(shown);
  });

  it.each<[RouteName, readonly Address[]]>([
    ['service', [{ params: { slug: 'a' } }, { params: { slug: 'snow' } }]],
    ['rental', [{ params: { slug: 'a' } }, { params: { slug: 'cabin' } }]],
    ['post', [{ params: { slug: 'a' } }, { params: { slug: 'winter' } }]],
    ['blogCategory', [{ params: { category: 'a' } }, { params: { category: 'b' }, query: { page: 7 } }]],
    ['blogTag', [{ params: { tag: 'a' } }, { params: { tag: 'b' }, query: { page: 7 } }]],
    ['blog', [{}, { query: { category: 'a', page: 7 } }]],
  ])('%s is one page while its content cannot be had', (name, [one = {}, other = {}]) => {
    const shown = pageAt(name, one, outage);
    expect(shown).toMatchObject({ status: 503, head: { path: null, unlisted: true } });
    expect(pageAt(name, other, outage).html).toBe(shown.html);
    expect(pageAt(name, other, outage).head).toEqual(shown.head);
  });
});

describe('a page that finds what its address asks for', () => {
  it.each<[RouteName, Address, string, string]>([
    ['service', { params: { slug: 'snow' } }, '/services/snow', 'Plowing'],
    ['rental', { params: { slug: 'cabin' } }, '/rentals/cabin', 'Sleeps 2'],
    ['post', { params: { slug: 'winter' } }, '/blog/winter', 'Seasonal Care'],
    ['blogCategory', { params: { category } }, '/blog/category/seasonal-care', '1 post'],
    ['blog', { query: { category } }, '/blog/category/seasonal-care', 'Showing posts in'],
    ['rentals', { query: { town: 'bend' } }, '/rentals', '1 home'],
    ['contact', { query: { home: 'cabin' } }, '/contact', 'About: Cabin, Bend'],
  ])('%s at %j has its own address and words', (name, address, path, words) => {
    const shown = pageAt(name, address);
    expect(shown).toMatchObject({ status: 200, isEmpty: false, head: { path } });
    expect(shown.html).toContain(words);
  });
});
