import type { ReactNode } from 'react';
import { StaticRouter } from 'react-router-dom';
import type { MenuEntry, SiteSettings } from '../../shared/content.ts';
import { loadedValue } from '../site/definePage.tsx';
import type { LayoutParts } from '../site/layout/layoutParts.ts';
import { ReviewsContent } from '../site/layout/Reviews.tsx';
import { SiteFooterContent } from '../site/layout/SiteFooter.tsx';
import { SiteHeaderContent } from '../site/layout/SiteHeader.tsx';
import { type Site, SiteProvider } from '../site/siteContext.ts';
import { renderFragment } from './renderWhole.ts';

/** The shared parts of a page at a path, or null while menu or settings are not known. */
export type PremadeLayout = (site: Site, path: string) => LayoutParts | null;

/** The paths that the menu names; every other path has the same header. */
const noEntry = '/-';

/**
 * Makes header, reviews and footer once for each version of menu and settings, which is most of what a page
 * costs to render. A new version is another object, so old parts go with the content that they show.
 */
export function createPremadeLayout(): PremadeLayout {
  const made = new WeakMap<readonly MenuEntry[], WeakMap<SiteSettings, Map<string, LayoutParts>>>();
  return (site, path) => {
    const [menu, settings] = [loadedValue(site.menu), loadedValue(site.settings)];
    if (!menu || !settings) return null;
    const forMenu = getOrMake(made, menu, () => new WeakMap<SiteSettings, Map<string, LayoutParts>>());
    const byPath = getOrMake(forMenu, settings, () => new Map<string, LayoutParts>());
    const place = names(menu, path) ? path : noEntry;
    return getOrMake(byPath, place, () => ({
      header: draw(site, place, <SiteHeaderContent />),
      reviews: draw(site, place, <ReviewsContent />),
      footer: draw(site, place, <SiteFooterContent />),
    }));
  };
}

function draw(site: Site, place: string, content: ReactNode): string {
  return renderFragment(
    <StaticRouter location={place}>
      <SiteProvider value={site}>{content}</SiteProvider>
    </StaticRouter>,
  );
}

function names(entries: readonly MenuEntry[], path: string): boolean {
  return entries.some((entry) => entry.url === path || names(entry.children, path));
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
