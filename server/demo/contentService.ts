import { escapeXml } from '../../shared/escapeXml.ts';
import { type CollectionName, collectionNames } from '../content/collections/collections.ts';
import { createAssetSource } from './assets.ts';
import { listItems, readItem } from './contentQuery.ts';
import { demoFolder } from './demoContent.ts';
import { type ContentRow, type ContentRows, demoRows } from './demoRows.ts';
import { DirectusError, forbidden, internalError, noAccess } from './directusError.ts';
import { createEnquiryTable, type EnquiryTable } from './enquiryTable.ts';
import {
  html,
  jsonReply,
  type Reply,
  type RunningService,
  reply,
  type ServiceRequest,
  startHttpService,
} from './httpService.ts';

/** The token that reads drafts and versions, and may do nothing else. */
export const previewToken = 'the-token-of-the-demo-for-previews';

const previewRights = Object.fromEntries(
  collectionNames.map((name) => [name, { read: { access: 'full' }, update: { access: 'none' } }]),
);

export interface ContentServiceOptions {
  /** Used instead of the demo content. Missing collections are empty. */
  readonly rows?: Partial<ContentRows>;
  /** What the public may not read: see `EmbeddedContent`. */
  readonly hidden?: readonly string[];
  /** QUERY_LIMIT_MAX: a list with a larger `limit` is refused. */
  readonly largestLimit?: number;
}

/** The embedded content service without a server: what it holds, and how it responds. */
export interface EmbeddedContent {
  /** The stored rows. To change content, edit a row, add some, or replace a collection here. */
  readonly rows: ContentRows;
  /** The rows of `enquiries`, the site's ledger of messages. */
  readonly enquiries: EnquiryTable['rows'];
  /** Collections, and columns as `services.urgency`, that the public may not read, as if they did not exist. */
  readonly hidden: Set<string>;
  /** The changes of content versions, by collection, id and version key, separated by spaces. */
  readonly versions: Map<string, Partial<ContentRow>>;
  /** Null while it is down. */
  respond(request: ServiceRequest): Promise<Reply | null>;
  /** Draws the pictures, one at a time, before they are requested. */
  drawPictures(): Promise<void>;
}

/**
 * Creates a content service that responds to the site's requests as Directus 11.17 on SQLite with open public reading
 * does. It supports the queries that the site makes and refuses all others; `tests/directus` compares its responses
 * with those of a real Directus.
 *
 * `POST /demo/down` takes it down by hand: every other request is reset until `POST /demo/up`. `/admin` has a button
 * for each.
 */
export function createContentService(options: ContentServiceOptions = {}): EmbeddedContent {
  const rows = storedRows(options.rows);
  const assets = createAssetSource(demoFolder('images'));
  const enquiries = createEnquiryTable(options.largestLimit);
  const versions: EmbeddedContent['versions'] = new Map();
  const hidden = new Set(options.hidden);
  let isDown = false;

  async function route(request: ServiceRequest): Promise<Reply> {
    const { path, headers } = request;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const [area = '', ...rest] = segmentsOf(path);
    const query = new URLSearchParams(request.search);
    const isPreview = headers.authorization === `Bearer ${previewToken}`;
    if (isPreview && path === '/policies/me/globals')
      return jsonReply(200, { data: { admin_access: false } });
    if (isPreview && path === '/permissions/me') return jsonReply(200, { data: previewRights });
    if (headers.authorization !== undefined && !isPreview) return enquiries.respond(request);
    if ((area === 'items' && (rest.length === 1 || rest.length === 2)) || path === '/files') {
      const [name = '', id] = area === 'files' ? ['directus_files'] : rest;
      if (!reads) throw noAccess(`collection "${name}"`);
      if (area === 'items' && name.startsWith('directus_')) throw forbidden();
      const collection = collectionNamed(name);
      const unreadable: ReadonlySet<string> = isPreview ? new Set() : hidden;
      const version = query.get('version') ?? 'main';
      query.delete('version');
      const ofVersion = version === 'main' ? {} : versions.get(`${name} ${id} ${version}`);
      if (ofVersion === undefined) throw forbidden();
      const found =
        id === undefined
          ? listItems(query, collection, rows, unreadable, options.largestLimit)
          : { data: { ...readItem(id, query, collection, rows, unreadable), ...ofVersion } };
      return jsonReply(200, found, { 'Cache-Control': 'no-cache' });
    }
    const [name = ''] = rest;
    if (reads && area === 'assets' && rest.length === 1) return assets.read(name, query, rows.directus_files);
    if (reads && path === '/server/ping') return reply(200, html, 'pong');
    if (reads && area === 'booking' && rest.length < 2) return bookingPage(query, name, headers.referer);
    throw new DirectusError(404, 'ROUTE_NOT_FOUND', `Route ${path} doesn't exist.`, { path });
  }

  function takeDownOrUp(command: 'down' | 'up'): Reply {
    isDown = command === 'down';
    const text = `The content service is ${command}.\n`;
    return reply(303, 'text/plain; charset=utf-8', text, { Location: '/admin' });
  }

  return {
    rows,
    enquiries: enquiries.rows,
    versions,
    hidden,
    async respond(request) {
      const { method, path } = request;
      if (method === 'GET' && path === '/admin') return adminPage(isDown);
      if (method === 'POST' && path === '/demo/down') return takeDownOrUp('down');
      if (method === 'POST' && path === '/demo/up') return takeDownOrUp('up');
      if (isDown) return null;
      return route(request).catch((error: unknown) =>
        error instanceof DirectusError ? error.reply : internalError().reply,
      );
    },
    drawPictures: () => assets.draw(rows.directus_files),
  };
}

/** Starts the embedded content service on a free loopback port. */
export async function startContentService(
  options: ContentServiceOptions = {},
): Promise<EmbeddedContent & RunningService> {
  const content = createContentService(options);
  return { ...content, ...(await startHttpService(content.respond)) };
}

/** @returns the demo content, or copies of the given rows, so that the caller's stay unchanged. */
function storedRows(given: Partial<ContentRows> | undefined): ContentRows {
  const rows: ContentRows = demoRows();
  if (given !== undefined) {
    for (const name of collectionNames) rows[name] = structuredClone(given[name] ?? []);
  }
  return rows;
}

/** @throws DirectusError 403 for a name that no collection has */
function collectionNamed(name: string): CollectionName {
  const collection = collectionNames.find((known) => known === name);
  if (collection === undefined) throw noAccess(`collection "${name}"`);
  return collection;
}

/**
 * @returns the decoded segments of a raw path. A trailing slash is ignored, an encoded slash stays part of its segment,
 *   a malformed escape stays as it was written.
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

/**
 * @param from the `Referer` header: the site that the visitor comes from
 * @returns the page in place of the booking site, or of one home there; it repeats the search, escaped
 */
function bookingPage(query: URLSearchParams, home: string, from: string | undefined): Reply {
  const site = URL.parse(from ?? '')?.origin;
  const back = site?.startsWith('http')
    ? `<p><a href="${escapeXml(site)}/rentals">Back to the homes</a></p>`
    : '';
  const rows = Object.entries({ 'Check-in': 'checkIn', 'Check-out': 'checkOut', Guests: 'guests' }).map(
    ([label, name]) => `<dt>${label}</dt><dd>${escapeXml(query.get(name) ?? 'not given')}</dd>`,
  );
  return page(
    'Demo booking site',
    `<p>A real booking site would ${home === '' ? 'list the available homes' : `say whether ${escapeXml(home)} is available`} for this search.</p><dl>${rows.join('')}</dl>${back}`,
  );
}

const pageStyle =
  'body{margin:0;background:#f7f4ec;color:#1d2a26;font:1.125rem/1.6 Georgia,serif}' +
  'main{max-width:38rem;margin:12vh auto;padding:0 1.5rem}h1{font-weight:400;line-height:1.1}' +
  'dl{display:grid;grid-template-columns:8rem 1fr;border-top:1px solid #c9c4b4}dt,dd{margin:0;padding:.6rem 0;' +
  'border-bottom:1px solid #c9c4b4}a{color:#1f4d3a}';

function page(title: string, body: string): Reply {
  const text =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${pageStyle}</style></head>` +
    `<body><main><h1>${title}</h1>${body}</main></body></html>`;
  return reply(200, html, text, {
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'X-Robots-Tag': 'noindex',
  });
}
