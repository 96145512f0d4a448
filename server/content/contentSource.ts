import type { ContentSource, Post, PostSummary } from '../../shared/content.ts';
import { pendingQuery, type Query, type QueryResult, settledQuery } from '../../shared/query.ts';
import type { Clock } from '../process/clock.ts';
import { within } from '../process/within.ts';
import type { DetailQuery, ListQuery, PageAddress } from './collections/collection.ts';
import { details, lists, listsOfPages } from './collections/collections.ts';
import { listOfPage } from './collections/pages.ts';
import { isDue, type PostIndex, postIndexOf } from './collections/postIndex.ts';
import type { ContentQueries } from './contentQueries.ts';
import type { PostRow } from './parse/parsePost.ts';
import type { Reading, StoreQuery } from './store/contentSlot.ts';
import type { ContentStore } from './store/contentStore.ts';

/** Called once for each key with the version that a render used; null: unreachable. */
export type OnRead = (key: string, version: number | null) => void;

interface SourceOptions {
  readonly store: ContentStore;
  readonly queries: ContentQueries;
  readonly clock: Clock;
  /** Longest time for a primary query, and for all others. */
  readonly primaryMs: number;
  readonly secondaryMs: number;
}

/** The queries of pages, and those of feeds and sitemaps. */
export interface FullSource extends ContentSource {
  /** All posts that are due, newest first. */
  allPosts(): Query<readonly PostSummary[]>;
  /** A list as it is. */
  list<T>(list: ListQuery<T>): Query<T>;
  /** The pages that exist because of content. */
  pages(): Query<readonly PageAddress[]>;
}

type Eventually<T> = T | Promise<T>;
type Result<T> = Eventually<QueryResult<T>>;
type ValueOf<Q> = Q extends { parse(...given: never): infer T } ? T : never;

/** The lists and details that are returned unchanged, by the names of their declarations. */
type PlainQueries = {
  readonly [Name in keyof typeof lists]: () => Query<ValueOf<(typeof lists)[Name]>>;
} & {
  readonly [Name in keyof typeof details]: (id: string) => Query<ValueOf<(typeof details)[Name]>>;
};

/** The queries of one render over the store: every key is read once, every query ends within its deadline. */
export function createContentSource(options: SourceOptions, onRead: OnRead): FullSource {
  const { store, queries, clock, primaryMs, secondaryMs } = options;
  const readings = new Map<string, Eventually<Reading<unknown>>>();

  const inTime = <T>(reading: Promise<Reading<T>>, deadline: number) =>
    within(Math.max(0, deadline - clock.now()), reading, { unreachable: 'No response in time' }, { clock });

  /** Reads a key for the first time in this render; `deadline` is a moment of the clock. */
  const readOnce = <T>(query: StoreQuery<T>, deadline: number): Eventually<Reading<T>> => {
    // A key belongs to one query, so what was read for it has its type.
    const earlier = readings.get(query.key) as Eventually<Reading<T>> | undefined;
    if (earlier) return earlier;
    const note = (reading: Reading<T>) => {
      onRead(query.key, 'version' in reading ? reading.version : null);
      return reading;
    };
    const reading = store.read(query);
    const noted = reading instanceof Promise ? inTime(reading, deadline).then(note) : note(reading);
    readings.set(query.key, noted);
    return noted;
  };

  const deadlineOf = ({ isSupporting }: { readonly isSupporting?: true }) =>
    clock.now() + (isSupporting ? secondaryMs : primaryMs);
  const read = <T, R>(query: StoreQuery<T>, deadline: number, use: (value: T) => Result<R>): Result<R> =>
    andThen(readOnce(query, deadline), (reading) => ('value' in reading ? use(reading.value) : reading));
  const readDetail = <T>(detail: DetailQuery<T>, id: string, deadline: number): Result<T> =>
    read(queries.detail(detail, id), deadline, (ok) => ({ ok }));

  const ofList = <T, R>(list: ListQuery<T>, use: (value: T) => R): Query<R> =>
    toQuery(read(queries.list(list), deadlineOf(list), (value) => ({ ok: use(value) })));
  const asItIs = <T>(list: ListQuery<T>): Query<T> => ofList(list, (value) => value);
  const ofPosts = <R>(use: (index: PostIndex) => R): Query<R> =>
    ofList(lists.posts, (rows) => use(postIndexOf(rows, clock.date())));
  const ofDetail = <T>(detail: DetailQuery<T>, id: string): Query<T> => {
    const deadline = deadlineOf(detail);
    if (!detail.isListedOnly) return toQuery(readDetail(detail, id, deadline));
    const { list, of } = detail.ids;
    return toQuery(
      read<unknown, T>(queries.list(list), deadline, (value) =>
        of(value, clock.date()).includes(id)
          ? readDetail(detail, id, deadline)
          : { ok: queries.absent(detail, id) },
      ),
    );
  };

  const plain: PlainQueries = Object.assign(
    {},
    ...Object.entries<ListQuery<unknown>>(lists).map(([name, list]) => ({
      [name]: () => asItIs(list),
    })),
    ...Object.entries<DetailQuery<unknown>>(details).map(([name, detail]) => ({
      [name]: (id: string) => ofDetail(detail, id),
    })),
  );

  return {
    ...plain,
    list: asItIs,

    page: (slug) => ofList(listOfPage(slug), (pages) => pages.find((page) => page.slug === slug) ?? null),

    postListing: (query) => ofPosts((index) => index.list(query)),
    postTaxonomy: () => ofPosts((index) => index.taxonomy),
    allPosts: () => ofPosts((index) => index.all),

    post(slug) {
      const deadline = deadlineOf(lists.posts);
      return toQuery(
        read<readonly PostRow[], Post | null>(queries.list(lists.posts), deadline, (rows) => {
          const index = postIndexOf(rows, clock.date());
          const summary = index.find(slug);
          if (!summary) return { ok: null };
          return read(queries.detail(details.postDetail, slug), deadline, (detail) => {
            // The cached list may be older than the cached post.
            if (!detail || !isDue(detail, clock.date())) return { ok: null };
            const { content, readingMinutes } = detail;
            return { ok: { ...detail.summary, content, readingMinutes, ...index.around(summary) } };
          });
        }),
      );
    },

    pages() {
      // All of them are read at once, and joined in their order.
      const ofLists = listsOfPages.map((list) =>
        read<unknown, readonly PageAddress[]>(queries.list(list), deadlineOf(list), (value) => ({
          ok: list.pages?.(value, clock.date()) ?? [],
        })),
      );
      return toQuery(
        ofLists.reduce<Result<readonly PageAddress[]>>(
          (joined, next) =>
            andThen(joined, (earlier) =>
              andThen(next, (later) => {
                if (!('ok' in earlier)) return earlier;
                return 'ok' in later ? { ok: [...earlier.ok, ...later.ok] } : later;
              }),
            ),
          { ok: [] },
        ),
      );
    },
  };
}

/**
 * Continues synchronously with a value that is already there, so that a page with stored content is rendered
 * without suspending.
 */
function andThen<A, B>(value: Eventually<A>, next: (value: A) => Eventually<B>): Eventually<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function toQuery<T>(result: Result<T>): Query<T> {
  return result instanceof Promise ? pendingQuery(result) : settledQuery(result);
}
