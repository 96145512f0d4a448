import { pageSlugs } from '../../shared/content.ts';
import type { Clock } from './clock.ts';
import { isFailedContentCall } from './contentErrors.ts';
import type { ContentQuestion, Windows } from './contentSlot.ts';
import type { DirectusClient } from './directusClient.ts';
import type { FileTable } from './fileTable.ts';
import type { ParseContext } from './parseContext.ts';
import { parseMenu } from './parseMenu.ts';
import { parsePages } from './parsePage.ts';
import { parsePost, parsePosts } from './parsePost.ts';
import { parseService, parseServiceFeatures, parseServices } from './parseService.ts';
import { parseCallToAction, parseSettings } from './parseSettings.ts';
import { nextDue } from './postIndex.ts';

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

export interface QuestionOptions {
  readonly client: DirectusClient;
  readonly files: FileTable;
  readonly context: Omit<ParseContext, 'fileFacts'>;
  readonly clock: Clock;
  /** Hears of answers that arrived and could not be used; failed calls are the client's to tell. */
  readonly onUnusable: (error: unknown, key: string) => void;
}

const published = { status: { _eq: 'published' } };
const serviceFields = 'id,slug,title,short_description,thumbnail_image,hero_image,status,display_order';
const postFields =
  'id,slug,title,excerpt,categories,tags,status,published_at,published_date,featured_image,thumbnail_image,author_name';
const managementSlug = 'str-management';

/** Parses the rows of a call with the facts of the files that they name, which are asked for beside it. */
type Parse = <T>(call: Promise<unknown>, parse: (rows: unknown, full: ParseContext) => T) => Promise<T>;

export type ContentQuestions = ReturnType<typeof createContentQuestions>;

/**
 * Everything that is asked of the content service: the call, what its answer is parsed into, and under
 * which key and for how long the store keeps it.
 */
export function createContentQuestions(options: QuestionOptions) {
  const { client, files, context, clock, onUnusable } = options;

  const question = <T>(
    kind: 'list' | 'detail',
    key: string,
    windows: Windows,
    load: (parsed: Parse) => Promise<T>,
  ): ContentQuestion<T> => ({
    ...{ kind, key, windows },
    async load() {
      try {
        return await load(async (call, parse) => {
          files.begin();
          const rows = await call;
          return files.describe(key, (fileFacts) => parse(rows, { ...context, fileFacts }));
        });
      } catch (error) {
        if (!isFailedContentCall(error)) onUnusable(error, key);
        throw error;
      }
    },
  });
  const list = <T>(key: string, load: (parsed: Parse) => Promise<T>, windows = contentWindows) =>
    question('list', key, windows, load);
  const detail = <T>(key: string, load: (parsed: Parse) => Promise<T>) =>
    question('detail', key, contentWindows, load);

  const loadMenu = async () => {
    const menu = parseMenu(await client.items('navigation'), context);
    if (menu) return menu;
    throw new Error('The menu is a list of bare ids');
  };

  return {
    menu: list('navigation', loadMenu, settingsWindows),
    settings: list(
      'settings',
      async () => parseSettings(await client.items('site_settings')),
      settingsWindows,
    ),
    callToAction: list('cta', async () => parseCallToAction(await client.items('cta_settings'))),

    pages: list('pages', async (parsed) =>
      parsed(client.items('pages'), (rows, full) => parsePages(rows, pageSlugs, full)),
    ),
    managementPage: list(`page:${managementSlug}`, async (parsed) =>
      parsed(client.items('pages', { filter: { slug: { _eq: managementSlug } } }), (rows, full) =>
        parsePages(rows, [managementSlug], full),
      ),
    ),

    homeServices: list('homeServices', async (parsed) => {
      const query = { filter: published, sort: 'display_order', limit: 9, fields: '*,thumbnail_image' };
      return parsed(client.items('services', query), (rows, full) => parseServices(rows, full).slice(0, 9));
    }),
    services: list('services', async (parsed) => {
      const query = { filter: published, sort: ['display_order', 'id'], fields: serviceFields };
      return parsed(client.items('services', query), parseServices);
    }),
    service: (slug: string) =>
      detail(`service:${slug}`, async (parsed) => {
        const query = { filter: { slug: { _eq: slug }, ...published }, sort: 'id', limit: 1 };
        return parsed(client.items('services', query), parseService);
      }),
    serviceFeatures: (serviceId: string) =>
      detail(`features:${serviceId}`, async () => {
        const query = { filter: { service_id: { _eq: serviceId } }, sort: 'sort' };
        return parseServiceFeatures(await client.items('service_features', query), serviceId);
      }),

    posts: {
      ...list('posts', async (parsed) => {
        // A steady order, so that no post slips between two pages; the dates are sorted here.
        const query = { filter: published, sort: 'id', fields: postFields };
        return parsed(client.items('blog_posts', query), parsePosts);
      }),
      changesAt: nextDue,
    },
    post: (slug: string) =>
      detail(`post:${slug}`, async (parsed) => {
        const query = { filter: { slug: { _eq: slug }, ...published }, sort: 'id', limit: 1 };
        const fields = `${postFields},content`;
        const post = await parsed(client.items('blog_posts', { ...query, fields }), parsePost);
        return post && (post.dueAt ?? 0) <= clock.date() ? post : null;
      }),
  };
}

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
      return ['pages', `page:${managementSlug}`];
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
