import type { CollectionName } from '../../server/content/collections/collections.ts';
import { parseHtml } from './html.ts';
import type { TestSite } from './site.ts';
import { pageAddresses, siteAddresses } from './siteAddresses.ts';

/** Everything in texts and attributes that no reader may ever see. */
export function leakedValuesIn(html: string): readonly string[] {
  const page = parseHtml(html);
  const attributes = page
    .all('body [href]')
    .concat(page.all('body [src]'), page.all('body [alt]'), page.all('[content]'))
    .flatMap((part) => Object.values(part.attributes));
  const shown = `${page.text} ${attributes.join(' ')}`;
  return [...shown.matchAll(/\[object \w+\]|\bundefined\b|\bNaN\b|Invalid Date|\bfunction \(/g)].map(
    ([found]) => found,
  );
}

/** Pages that show something of a collection. */
export function addressesOf(collection: CollectionName): readonly string[] {
  const { front, about, services, service, strManagement, contact, privacy, blog, post } = siteAddresses;
  const { rentals, rental, searchRentals } = siteAddresses;
  const { blogCategories, blogTags, blogCategory, blogTag } = siteAddresses;
  switch (collection) {
    case 'navigation':
    case 'site_settings':
      return [about, contact];
    case 'pages':
      return [front, about, contact, blog, strManagement, privacy];
    case 'services':
      return [front, services, service];
    case 'service_features':
      return [service];
    case 'cta_settings':
      return [about, service];
    case 'homes':
      return [front, rentals, rental, searchRentals];
    case 'blog_posts':
      return [blog, post, blogCategories, blogTags, blogCategory, blogTag];
    case 'directus_files':
      return [front, service, post];
    case 'reviews':
      return [front, service, strManagement, rental];
    case 'team':
      return [about];
    case 'notices':
      return [front, about];
    case 'redirects':
      return [front, '/no-such-page'];
    // A collection that is not listed here may show on any page.
    default:
      return pageAddresses;
  }
}

/** Reported errors of renders. Failed calls are reported too, but are not errors of a page. */
export const renderErrors = (site: TestSite) =>
  site.reports.filter(({ context }) => context !== undefined && 'requestId' in context);
