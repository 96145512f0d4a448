import { type CollectionName, collectionNames } from '../../server/content/collections/collections.ts';
import {
  type ContentServiceOptions,
  createContentService,
  type EmbeddedContent,
  segmentsOf,
} from '../../server/demo/contentService.ts';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { DirectusError, forbidden, internalError } from '../../server/demo/directusError.ts';
import type { Reply, ServiceRequest } from '../../server/demo/httpService.ts';
import { type FaultyServer, startFaultyServer } from './faultyServer.ts';

/** What a fault of the content service can target; `server` is the health probe. */
type ContentTarget = CollectionName | 'assets' | 'server' | 'enquiries';

/** The embedded content service, which a test can break while it runs. */
export interface ContentService
  extends FaultyServer<ContentTarget>,
    Pick<EmbeddedContent, 'rows' | 'enquiries' | 'versions' | 'hidden'> {
  /** @returns the stored row with that id or slug, to be edited. @throws when there is none. */
  row(collection: CollectionName, idOrSlug: number | string): ContentRow;
}

/** Longer than any test: a call fails when it is sent just as the server closes its idle connection. */
const keepAliveMs = 600_000;

/** Starts the embedded content service on a free loopback port. */
export async function startContentService(
  options: ContentServiceOptions & { readonly now?: () => number } = {},
): Promise<ContentService> {
  const { rows, enquiries, versions, hidden, respond } = createContentService(options);
  const server = await startFaultyServer({ targetsOf, respond, errorFor, keepAliveMs, now: options.now });
  return {
    ...server,
    rows,
    enquiries,
    versions,
    hidden,
    row(collection, idOrSlug) {
      const key = typeof idOrSlug === 'number' || collection === 'directus_files' ? 'id' : 'slug';
      const found = rows[collection].find((row) => row[key] === idOrSlug);
      if (found === undefined) throw new Error(`No row ${idOrSlug} in ${collection}.`);
      return found;
    },
  };
}

/** @returns the fault targets that a request belongs to; none for the pages of the service. */
function targetsOf(request: ServiceRequest): ContentTarget[] {
  const [area = '', name = ''] = segmentsOf(request.path);
  if (area === 'assets' || area === 'server') return [area];
  if (name === 'enquiries' || area === 'permissions') return ['enquiries'];
  const collection = area === 'files' ? 'directus_files' : area === 'items' ? name : '';
  return collectionNames.filter((known) => known === collection);
}

/** What the rate limiter of Directus puts into `Retry-After`. */
const retrySeconds = 10;

/** @returns the error response of Directus with this status, also for statuses that Directus does not use. */
function errorFor(status: number): Reply {
  switch (status) {
    case 403:
      return forbidden().reply;
    case 429: {
      const reset = new Date(Date.now() + retrySeconds * 1000).toISOString();
      const message = `Too many requests, retry after ${retrySeconds}s.`;
      const { reply } = new DirectusError(429, 'REQUESTS_EXCEEDED', message, { limit: 50, reset });
      return { ...reply, headers: { ...reply.headers, 'Retry-After': String(retrySeconds) } };
    }
    case 500:
      return internalError().reply;
    case 503: {
      const reason = 'Under pressure';
      const message = `Service "api" is unavailable. ${reason}.`;
      return new DirectusError(503, 'SERVICE_UNAVAILABLE', message, { service: 'api', reason }).reply;
    }
    default:
      return new DirectusError(status, 'FAULT', `Fault ${status}.`).reply;
  }
}
