/** The one page that is a query of its own. */
export const managementSlug = 'str-management';
export const managementKey = `page:${managementSlug}`;

/** Which keys hold something of a collection. */
export function keysOfCollection(collection: string, known: readonly string[]): readonly string[] {
  const details = (prefix: string) => known.filter((key) => key.startsWith(prefix));
  switch (collection) {
    case 'navigation':
      return ['navigation'];
    case 'site_settings':
      return ['settings'];
    case 'cta_settings':
      return ['cta'];
    case 'pages':
      return ['pages', managementKey];
    case 'services':
      return ['services', 'homeServices', ...details('service:')];
    case 'service_features':
      return details('features:');
    case 'blog_posts':
      return ['posts', ...details('post:')];
    case 'directus_files':
      // The table first: the others take sizes and texts from it when they are parsed.
      return ['files', ...known.filter((key) => key !== 'files')];
    default:
      return [];
  }
}
