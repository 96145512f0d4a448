import type { ReactNode } from 'react';
import { StaticRouter } from 'react-router-dom';
import type { MenuEntry, Review, SiteSettings } from '../../shared/content.ts';
import { placeAmong } from '../../shared/currentMark.ts';
import { isUnreachable, loadedValue } from '../site/definePage.tsx';
import { ReviewsContent } from '../site/layout/Reviews.tsx';
import { footerPaths, SiteFooterContent } from '../site/layout/SiteFooter.tsx';
import { SiteHeaderContent } from '../site/layout/SiteHeader.tsx';
import type { LayoutParts } from '../site/layout/SiteLayout.tsx';
import { type Site, SiteProvider } from '../site/siteContext.ts';
import { renderToBytes } from './renderTree.ts';

/**
 * The shared parts of a page at a path; null while menu, settings or reviews are not known. Rejects with what a
 * component of the layout throws.
 */
type LayoutCache = (site: Site, path: string) => Promise<LayoutParts | null>;

/** Stands for reviews that cannot be read: the built-in ones are shown, as for an empty collection. */
const noReviews: readonly Review[] = [];

/**
 * Renders header, reviews and footer once for each version of menu, settings and reviews, which is most of what a
 * page costs to render. A new version is another object, so old parts go with the content that they show.
 */
export function createLayoutCache(): LayoutCache {
  type ByPath = Map<string, LayoutParts>;
  const byMenu = new WeakMap<
    readonly MenuEntry[],
    WeakMap<SiteSettings, WeakMap<readonly Review[], ByPath>>
  >();
  return async (site, path) => {
    const [menu, settings] = [loadedValue(site.menu), loadedValue(site.settings)];
    const reviews = isUnreachable(site.reviews) ? noReviews : loadedValue(site.reviews);
    if (!menu || !settings || !reviews) return null;
    const bySettings = getOrMake(
      byMenu,
      menu,
      () => new WeakMap<SiteSettings, WeakMap<readonly Review[], ByPath>>(),
    );
    const byReviews = getOrMake(bySettings, settings, () => new WeakMap<readonly Review[], ByPath>());
    const byPath = getOrMake(byReviews, reviews, () => new Map<string, LayoutParts>());
    const place = placeAmong([...linksOf(menu), ...footerPaths], path);
    const cached = byPath.get(place);
    if (cached) return cached;
    const [header = '', clients = '', footer = ''] = await Promise.all(
      [<SiteHeaderContent />, <ReviewsContent />, <SiteFooterContent />].map((part) =>
        renderPart(site, place, part),
      ),
    );
    const parts = { header, reviews: clients, footer };
    byPath.set(place, parts);
    return parts;
  };
}

async function renderPart(site: Site, path: string, part: ReactNode): Promise<string> {
  const bytes = await renderToBytes(
    <StaticRouter location={path}>
      <SiteProvider value={site}>{part}</SiteProvider>
    </StaticRouter>,
  );
  return bytes.toString();
}

function linksOf(entries: readonly MenuEntry[]): readonly (string | null)[] {
  return entries.flatMap(({ url, children }) => [url, ...linksOf(children)]);
}

function getOrMake<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}
