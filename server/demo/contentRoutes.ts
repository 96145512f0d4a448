import type { Answer, ReceivedRequest } from './answer.ts';
import { textAnswer } from './answer.ts';
import type { CollectionName } from './contentCollections.ts';
import { findCollection } from './contentCollections.ts';
import { bookingPage } from './contentPages.ts';
import { forbiddenCollection, invalidPayload } from './directusErrors.ts';
import { parseQuery } from './queryString.ts';

/** What a fault of the content service can be aimed at; `*` is everything, `server` the probes. */
export type ContentTarget = CollectionName | 'assets' | 'server';

/** What every answer from the database carries. */
export const jsonHeaders = { 'Cache-Control': 'no-cache', Vary: 'Origin, Cache-Control' } as const;

/**
 * @returns the decoded segments of a raw path. A trailing slash changes nothing, a slash that is
 * encoded stays part of its segment, a malformed escape stays as it was written.
 */
export function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1).map(decodeSegment);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** @returns the fault targets that a request belongs to; none for the pages of the service. */
export function targetsOf(request: ReceivedRequest): ContentTarget[] {
  const [area = '', name = ''] = segmentsOf(request.path);
  if (area === 'assets' || area === 'server') return [area];
  const collection = area === 'files' ? 'directus_files' : area === 'items' ? name : '';
  const known = findCollection(collection);
  return known === undefined ? [] : [known.name];
}

/** @returns whether there is a token. One that no user has is refused even where the public may read; the demo
 * knows no users. */
export function carriesToken(request: ReceivedRequest): boolean {
  const header = String(request.headers.authorization ?? '');
  return /^bearer /i.test(header) || parseQuery(request.search).has('access_token');
}

/** @throws DirectusError 400 for a body that is not JSON: it is read before permissions are looked at. */
export function checkBody(request: ReceivedRequest): void {
  if (request.body.length === 0) return;
  try {
    JSON.parse(request.body.toString());
  } catch (error) {
    throw invalidPayload(error instanceof Error ? error.message : 'Invalid JSON');
  }
}

/** The answers that depend on no row. */
export const fixedPages: Readonly<Record<string, (request: ReceivedRequest) => Answer>> = {
  '/': () => {
    const headers = { Location: './admin', Vary: 'Accept' };
    return textAnswer(302, 'text/plain; charset=utf-8', 'Found. Redirecting to ./admin', headers);
  },
  '/booking': (request) => bookingPage(request.search),
  '/robots.txt': () => textAnswer(200, 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /'),
  '/server/ping': () => textAnswer(200, 'text/html; charset=utf-8', 'pong'),
  '/server/health': () =>
    textAnswer(200, 'application/health+json; charset=utf-8', '{"status":"ok"}', jsonHeaders),
  '/users': () => {
    throw forbiddenCollection('directus_users');
  },
};
