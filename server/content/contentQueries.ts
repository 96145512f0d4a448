import { pageSlugs } from '../../shared/content.ts';
import { createDetailReaders, postFields, published } from '../directus/detailReaders.ts';
import type { DirectusClient } from '../directus/directusClient.ts';
import { isFailedContentCall } from '../upstream/callErrors.ts';
import { managementKey, managementSlug } from './contentKeys.ts';
import type { FileTable } from './fileTable.ts';
import type { ParseContext } from './parse/parseContext.ts';
import { parseMenu } from './parse/parseMenu.ts';
import { parsePages } from './parse/parsePage.ts';
import { parsePost, parsePosts } from './parse/parsePost.ts';
import { parseService, parseServiceFeatures, parseServices } from './parse/parseService.ts';
import { parseCallToAction, parseSettings } from './parse/parseSettings.ts';
import { nextDue } from './postIndex.ts';
import type { StoreQuery, Windows } from './store/contentSlot.ts';
import { digestOf } from './store/digest.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Content that editors change while they look at the site. */
export const contentWindows: Windows = {
  fresh: minute,
  staleWhileRevalidate: 10 * minute,
  staleOnError: day,
};

/** What changes rarely, and stands on every page. */
export const settingsWindows: Windows = {
  fresh: 5 * minute,
  staleWhileRevalidate: hour,
  staleOnError: 7 * day,
};

export interface QueryOptions {
  readonly client: DirectusClient;
  readonly files: FileTable;
  readonly context: Omit<ParseContext, 'fileFacts'>;
  /** Hears of answers that arrived and could not be used; failed calls are the client's to tell. */
  readonly onUnusable: (error: unknown, key: string) => void;
}

const serviceFields = 'id,slug,title,short_description,thumbnail_image,hero_image,status,display_order';

/** Makes our own types of what the content service gave. Pure, but for what the context notes. */
type Parse<T> = (rows: unknown, context: ParseContext) => T;

export type ContentQueries = ReturnType<typeof createContentQueries>;

/**
 * Everything that is asked of the content service: the call, what its answer is parsed into, and under
 * which key and for how long the store keeps it.
 */
export function createContentQueries(options: QueryOptions) {
  const { client, files, context, onUnusable } = options;
  const read = createDetailReaders(client);

  /** Fetches and parses. The same rows with the same facts of their files give the same object, for nothing. */
  const query = <T>(
    kind: 'list' | 'detail',
    key: string,
    fetchRows: () => Promise<unknown>,
    parse: Parse<T>,
    windows = contentWindows,
  ): StoreQuery<T> => {
    let last: { readonly value: T; readonly rows: string; readonly files: number } | null = null;
    const load = async () => {
      files.begin();
      const fetched = await fetchRows();
      const rows = digestOf(fetched);
      if (last?.rows === rows && last.files === files.version()) return last.value;
      const { value, version } = await files.describe(key, (fileFacts) =>
        parse(fetched, { ...context, fileFacts }),
      );
      last = version === null ? null : { value, rows, files: version };
      return value;
    };
    return {
      ...{ kind, key, windows },
      load: () =>
        load().catch((error) => {
          if (!isFailedContentCall(error)) onUnusable(error, key);
          throw error;
        }),
    };
  };
  const list = <T>(key: string, fetchRows: () => Promise<unknown>, parse: Parse<T>, windows?: Windows) =>
    query('list', key, fetchRows, parse, windows);
  const detail = <T>(key: string, fetchRows: () => Promise<unknown>, parse: Parse<T>) =>
    query('detail', key, fetchRows, parse);

  const homeServices = { filter: published, sort: 'display_order', limit: 9, fields: '*,thumbnail_image' };
  const services = { filter: published, sort: ['display_order', 'id'], fields: serviceFields };
  // A steady order, so that no post slips between two pages; the dates are sorted here.
  const posts = { filter: published, sort: 'id', fields: postFields };
  const managementPage = { filter: { slug: { _eq: managementSlug } } };

  return {
    menu: list('navigation', () => client.items('navigation'), parseFullMenu, settingsWindows),
    settings: list('settings', () => client.items('site_settings'), parseSettings, settingsWindows),
    callToAction: list('cta', () => client.items('cta_settings'), parseCallToAction),

    pages: list(
      'pages',
      () => client.items('pages'),
      (rows, full) => parsePages(rows, pageSlugs, full),
    ),
    managementPage: list(
      managementKey,
      () => client.items('pages', managementPage),
      (rows, full) => parsePages(rows, [managementSlug], full),
    ),

    homeServices: list(
      'homeServices',
      () => client.items('services', homeServices),
      (rows, full) => parseServices(rows, full).slice(0, 9),
    ),
    services: list('services', () => client.items('services', services), parseServices),
    service: (slug: string) => detail(`service:${slug}`, () => read.service(slug), parseService),
    serviceFeatures: (id: string) =>
      detail(
        `features:${id}`,
        () => read.features(id),
        (rows) => parseServiceFeatures(rows, id),
      ),

    posts: { ...list('posts', () => client.items('blog_posts', posts), parsePosts), changesAt: nextDue },
    // Held whatever its date, so that one that was put off is there at once when it falls due.
    post: (slug: string) => detail(`post:${slug}`, () => read.post(slug), parsePost),
  };
}

function parseFullMenu(rows: unknown, context: ParseContext) {
  const menu = parseMenu(rows, context);
  if (menu) return menu;
  throw new Error('The menu is a list of bare ids');
}
