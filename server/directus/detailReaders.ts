import { ContentTooLargeError, type FailedContentCall } from '../upstream/callErrors.ts';
import type { DirectusClient } from './directusClient.ts';
import { readId, readSlug } from './readField.ts';
import { createRowReader } from './rowReader.ts';

/** What lists are filtered by; the parsers look at the status once more. */
export const published = { status: { _eq: 'published' } };
/** The fields of posts in lists. */
export const postFields =
  'id,slug,title,excerpt,categories,tags,status,published_at,published_date,featured_image,thumbnail_image,author_name';

/** Reads the rows behind pages of their own: several in one call where several are asked for at once. */
export function createDetailReaders(client: Pick<DirectusClient, 'items'>) {
  const together = { isExpected: isTooLarge };
  const bySlug = (collection: string, fields?: string) =>
    createRowReader({
      readOne: (slug) => {
        const query = { filter: { slug: { _eq: slug }, ...published }, sort: 'id', limit: 1, fields };
        return client.items(collection, query);
      },
      readMany: (slugs) => {
        const query = { filter: { slug: { _in: slugs }, ...published }, sort: 'id', fields };
        return client.items(collection, query, together);
      },
      nameOf: (row) => readSlug(row.slug),
    });
  return {
    /** The service of a slug. */
    service: bySlug('services'),
    /** The post of a slug, with its text. */
    post: bySlug('blog_posts', `${postFields},content`),
    /** The features of the service with an id. */
    features: createRowReader({
      readOne: (id) =>
        client.items('service_features', { filter: { service_id: { _eq: id } }, sort: 'sort' }),
      readMany: (ids) => {
        const query = { filter: { service_id: { _in: ids } }, sort: 'sort' };
        return client.items('service_features', query, together);
      },
      nameOf: (row) => readId(row.service_id),
    }),
  };
}

/** Then each is read alone. */
function isTooLarge(error: FailedContentCall): boolean {
  return error instanceof ContentTooLargeError;
}
