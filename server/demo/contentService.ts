import { fileURLToPath } from 'node:url';
import type { Answer, ReceivedRequest } from './answer.ts';
import { jsonAnswer, textAnswer, withConditions } from './answer.ts';
import type { Collection, CollectionName, ContentRow, ContentRows } from './contentCollections.ts';
import { findCollection } from './contentCollections.ts';
import { adminPage } from './contentPages.ts';
import type { ContentTarget } from './contentRoutes.ts';
import { carriesToken, checkBody, fixedPages, jsonHeaders, segmentsOf, targetsOf } from './contentRoutes.ts';
import { demoRows } from './demoRows.ts';
import { createAssetSource } from './directusAssets.ts';
import {
  DirectusError,
  directusAnswerFor,
  forbidden,
  forbiddenCollection,
  invalidCredentials,
  routeNotFound,
  unexpectedError,
} from './directusErrors.ts';
import { listItems, readItem } from './directusQuery.ts';
import type { FaultyServer } from './faultyServer.ts';
import { startFaultyServer } from './faultyServer.ts';
import { parseQuery } from './queryString.ts';

export interface ContentServiceOptions {
  readonly port?: number;
  /** Instead of the demo content. Collections that are left out are empty. */
  readonly rows?: Partial<ContentRows>;
  /** Where the SVG drawings are; `images` beside this file by default. */
  readonly imagesFolder?: string;
  /** The clock behind `$NOW`. */
  readonly now?: () => number;
  /** QUERY_LIMIT_MAX: a list with a larger `limit` is refused. */
  readonly largestLimit?: number;
}

export interface ContentService extends FaultyServer<ContentTarget> {
  /** The stored rows. Content is changed here: edit a row, add some, replace a collection. */
  readonly rows: ContentRows;
  /** @returns the stored row with that id or slug, to be edited. @throws when there is none. */
  row(collection: CollectionName, idOrSlug: number | string): ContentRow;
  /** Draws the pictures in the order in which a visitor meets them, one at a time, before they are asked for. */
  drawPictures(): Promise<void>;
}

const noRows: ContentRows = {
  navigation: [],
  site_settings: [],
  pages: [],
  services: [],
  service_features: [],
  cta_settings: [],
  blog_posts: [],
  directus_files: [],
};

/**
 * Starts a content service that answers the site's calls over HTTP as Directus 11.17 on SQLite with open
 * public reading does (what was recorded is in the tests), and that can be broken while it runs.
 * @throws when the port is taken
 */
export async function startContentService(options: ContentServiceOptions = {}): Promise<ContentService> {
  const rows: ContentRows = structuredClone(options.rows ? { ...noRows, ...options.rows } : demoRows());
  const folder = options.imagesFolder ?? fileURLToPath(new URL('./images', import.meta.url));
  const assets = createAssetSource(folder);
  const now = options.now ?? Date.now;

  async function route(request: ReceivedRequest): Promise<Answer> {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const [area = '', ...rest] = segmentsOf(request.path);
    if (carriesToken(request)) throw invalidCredentials();
    if (area === 'items' && (rest.length === 1 || rest.length === 2)) return items(request, reads, rest);
    if (area === 'files' && rest.length <= 1) return items(request, reads, ['directus_files', ...rest], true);
    if (!reads) throw routeNotFound(request.path);
    if (area === 'assets' && (rest.length === 1 || rest.length === 2)) {
      return assets.read(rest[0] ?? '', request, rows.directus_files);
    }
    const page = fixedPages[`/${[area, ...rest].join('/')}`];
    if (page === undefined) throw routeNotFound(request.path);
    return page(request);
  }

  function items(
    request: ReceivedRequest,
    reads: boolean,
    [name = '', id]: string[],
    system = false,
  ): Answer {
    if (!reads) {
      checkBody(request);
      throw forbiddenCollection(name);
    }
    if (name.startsWith('directus_') && !system) throw forbidden();
    const collection: Collection | undefined = findCollection(name);
    if (collection === undefined) throw forbiddenCollection(name);
    const query = parseQuery(request.search);
    const found =
      id === undefined
        ? listItems(query, collection, rows, now(), options.largestLimit)
        : { data: readItem(id, query, collection, rows) };
    return jsonAnswer(200, found, jsonHeaders);
  }

  let isDown = false;
  /**
   * The control of the demo, by hand: `POST /demo/down` resets every other request until `POST /demo/up`. The port
   * stays open, so that the service can be brought back. `/admin` has a button for each.
   */
  function control({ method, path }: ReceivedRequest): Answer | undefined {
    if (path === '/admin' && method === 'GET') return adminPage(isDown);
    if (method !== 'POST' || (path !== '/demo/down' && path !== '/demo/up')) return undefined;
    isDown = path === '/demo/down';
    if (isDown) server.fault('*', { kind: 'rst' });
    else server.heal('*');
    const text = `The content service is ${isDown ? 'down' : 'up'}.\n`;
    return textAnswer(303, 'text/plain; charset=utf-8', text, { Location: '/admin' });
  }

  const server = await startFaultyServer<ContentTarget>({
    ...(options.port === undefined ? {} : { port: options.port }),
    targetsOf,
    control,
    errorFor: directusAnswerFor,
    async answer(request) {
      try {
        return withConditions(await route(request), request);
      } catch (error) {
        return error instanceof DirectusError ? error.answer : unexpectedError().answer;
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
    drawPictures() {
      const named = [...rows.pages, ...rows.services, ...rows.blog_posts].flatMap((row) =>
        Object.values(row),
      );
      const place = (file: ContentRow) => {
        const at = named.indexOf(file.id);
        return at < 0 ? named.length : at;
      };
      return assets.draw([...rows.directus_files].sort((a, b) => place(a) - place(b)));
    },
  };
}
