import { type CollectionName, collectionNames } from '../content/collections/collections.ts';
import { createAssetSource } from './assets.ts';
import { listItems, readItem } from './contentQuery.ts';
import { demoFolder } from './demoContent.ts';
import { type ContentRow, type ContentRows, demoRows } from './demoRows.ts';
import { DirectusError, directusErrorOf, forbidden, noAccess } from './errorReplies.ts';
import { html, jsonReply, type Reply, reply } from './faults.ts';
import { type FaultyServer, type ReceivedRequest, startFaultyServer } from './faultyServer.ts';

/** What a fault of the content service can be aimed at; `server` is the probe. */
type ContentTarget = CollectionName | 'assets' | 'server';

interface ContentServiceOptions {
  readonly port?: number;
  /** Instead of the demo content. Collections that are left out are empty. */
  readonly rows?: Partial<ContentRows>;
  /** QUERY_LIMIT_MAX: a list with a larger `limit` is refused. */
  readonly largestLimit?: number;
}

export interface ContentService extends FaultyServer<ContentTarget> {
  /** The stored rows. Content is changed here: edit a row, add some, replace a collection. */
  readonly rows: ContentRows;
  /** @returns the stored row with that id or slug, to be edited. @throws when there is none. */
  row(collection: CollectionName, idOrSlug: number | string): ContentRow;
  /** Draws the pictures, one at a time, before they are requested. */
  drawPictures(): Promise<void>;
}

/**
 * Starts a content service that serves the calls of the site as Directus 11.17 on SQLite with open public reading
 * does, and that can be broken while it runs. It knows the queries that the site makes and refuses all others;
 * `tests/directus` compares its responses with those of a real Directus.
 *
 * @throws when the port is taken
 */
export async function startContentService(options: ContentServiceOptions = {}): Promise<ContentService> {
  const rows: ContentRows = demoRows();
  if (options.rows)
    for (const name of collectionNames) rows[name] = structuredClone(options.rows[name] ?? []);
  const assets = createAssetSource(demoFolder('images'));

  async function route(request: ReceivedRequest): Promise<Reply> {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const [area = '', ...rest] = segmentsOf(request.path);
    const [name = '', id] = area === 'files' ? ['directus_files'] : rest;
    const query = new URLSearchParams(request.search);
    if (request.headers.authorization !== undefined) {
      throw new DirectusError(401, 'INVALID_CREDENTIALS', 'Invalid user credentials.');
    }
    if ((area === 'items' && (rest.length === 1 || rest.length === 2)) || request.path === '/files') {
      if (!reads) throw noAccess(`collection "${name}"`);
      if (area === 'items' && name.startsWith('directus_')) throw forbidden();
      const collection = collectionNames.find((known) => known === name);
      if (collection === undefined) throw noAccess(`collection "${name}"`);
      const found =
        id === undefined
          ? listItems(query, collection, rows, options.largestLimit)
          : { data: readItem(id, query, collection, rows) };
      return jsonReply(200, found, { 'Cache-Control': 'no-cache' });
    }
    if (reads && area === 'assets' && rest.length === 1) return assets.read(name, query, rows.directus_files);
    if (reads && request.path === '/server/ping') return reply(200, html, 'pong');
    if (reads && area === 'booking' && rest.length < 2) return bookingPage(query, name);
    const { path } = request;
    throw new DirectusError(404, 'ROUTE_NOT_FOUND', `Route ${path} doesn't exist.`, { path });
  }

  let isDown = false;
  /**
   * The control of the demo, by hand: `POST /demo/down` resets every other request until `POST /demo/up`. The port
   * stays open, so that the service can be brought back. `/admin` has a button for each.
   */
  function control({ method, path }: ReceivedRequest): Reply | undefined {
    if (path === '/admin' && method === 'GET') return adminPage(isDown);
    if (method !== 'POST' || (path !== '/demo/down' && path !== '/demo/up')) return undefined;
    isDown = path === '/demo/down';
    if (isDown) server.fault('*', { kind: 'rst' });
    else server.clearFaults('*');
    const text = `The content service is ${isDown ? 'down' : 'up'}.\n`;
    return reply(303, 'text/plain; charset=utf-8', text, { Location: '/admin' });
  }

  const server = await startFaultyServer<ContentTarget>({
    ...(options.port === undefined ? {} : { port: options.port }),
    targetsOf,
    control,
    errorFor: directusErrorOf,
    async respond(request) {
      try {
        return await route(request);
      } catch (error) {
        if (error instanceof DirectusError) return error.reply;
        return directusErrorOf(500);
      }
    },
  });

  return {
    ...server,
    rows,
    row(collection, idOrSlug) {
      const key = typeof idOrSlug === 'number' || collection === 'directus_files' ? 'id' : 'slug';
      const found = rows[collection].find((row) => row[key] === idOrSlug);
      if (found === undefined) throw new Error(`No row ${idOrSlug} in ${collection}.`);
      return found;
    },
    drawPictures: () => assets.draw(rows.directus_files),
  };
}

/** @returns the fault targets that a request belongs to; none for the pages of the service. */
function targetsOf(request: ReceivedRequest): ContentTarget[] {
  const [area = '', name = ''] = segmentsOf(request.path);
  if (area === 'assets' || area === 'server') return [area];
  const collection = area === 'files' ? 'directus_files' : area === 'items' ? name : '';
  return collectionNames.filter((known) => known === collection);
}

/**
 * @returns the decoded segments of a raw path. A trailing slash changes nothing, a slash that is
 * encoded stays part of its segment, a malformed escape stays as it was written.
 */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1).map(decodeSegment);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * The page at /admin, where a real content service has its editor: the demo has one button there, which takes the
 * service down and up again.
 */
function adminPage(isDown: boolean): Reply {
  const state = isDown
    ? 'It is <strong>down</strong>: every other request to it is reset. The site goes on with what it has cached.'
    : 'It is <strong>up</strong>. Take it down, and look at the site.';
  const action = isDown ? 'up' : 'down';
  return page(
    'Demo content service',
    '<p>This is the embedded content service of the demo. It responds like Directus and has no editor: ' +
      'in production this link opens the admin area of the content service.</p>' +
      `<p>${state}</p><form method="post" action="/demo/${action}"><button>Take it ${action}</button></form>`,
  );
}

/** @returns the page in place of the booking site, or of one home there: it says, escaped, what was searched for. */
function bookingPage(query: URLSearchParams, home: string): Reply {
  const rows = Object.entries({ 'Check-in': 'checkIn', 'Check-out': 'checkOut', Guests: 'guests' }).map(
    ([label, name]) => `<dt>${label}</dt><dd>${escapeHtml(query.get(name) ?? 'not given')}</dd>`,
  );
  return page(
    'Demo booking site',
    `<p>A real booking site would ${home === '' ? 'list the free homes' : `say whether ${escapeHtml(home)} is free`} for this search.</p><dl>${rows.join('')}</dl>`,
  );
}

function page(title: string, body: string): Reply {
  const text =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width"></head>' +
    `<body><main><h1>${title}</h1>${body}</main></body></html>`;
  return reply(200, html, text, {
    'Content-Security-Policy': "default-src 'none'",
    'X-Robots-Tag': 'noindex',
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
