import type { PageSlug, Post, PostSummary, Service } from '../../shared/content.ts';
import {
  type ContentSource,
  pendingQuery,
  type Query,
  type QueryResult,
  settledQuery,
} from '../../shared/contentSource.ts';
import type { Clock } from '../process/clock.ts';
import type { ContentQueries } from './contentQueries.ts';
import type { PostRow } from './parse/parsePost.ts';
import { isDue, type PostIndex } from './postIndex.ts';
import type { Reading, StoreQuery } from './store/contentSlot.ts';
import type { ContentStore } from './store/contentStore.ts';

/** Hears once of each key which version a render used; null: none could be had. */
export type OnRead = (key: string, version: number | null) => void;

export interface ContentViewOptions {
  readonly store: ContentStore;
  readonly queries: ContentQueries;
  readonly indexPosts: (rows: readonly PostRow[], version: number) => PostIndex;
  readonly onRead: OnRead;
  readonly clock: Clock;
  readonly primaryMs: number;
  readonly secondaryMs: number;
}

export interface ContentView {
  readonly source: ContentSource;
  allPosts(): Query<readonly PostSummary[]>;
}

type Eventually<T> = T | Promise<T>;

/** Goes on at once with what is known at once, so that a warm page is rendered without suspending. */
function follow<A, B>(value: Eventually<A>, next: (value: A) => Eventually<B>): Eventually<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function query<T>(answer: Eventually<QueryResult<T>>): Query<T> {
  return answer instanceof Promise ? pendingQuery(answer) : settledQuery(answer);
}

/** The queries of one render over the store: every key read once, every query within its deadline. */
export function createContentView(options: ContentViewOptions): ContentView {
  const { store, queries, indexPosts, onRead, clock, primaryMs, secondaryMs } = options;
  const reads = new Map<string, Eventually<Reading<unknown>>>();

  /** Reads a key for the first time in this render; `deadline` is a moment of the clock. */
  const readOnce = <T>(asking: StoreQuery<T>, deadline: number): Eventually<Reading<T>> => {
    // A key belongs to one query, so what was read for it has its type.
    const known = reads.get(asking.key) as Eventually<Reading<T>> | undefined;
    if (known) return known;
    const note = (reading: Reading<T>) => {
      onRead(asking.key, 'version' in reading ? reading.version : null);
      return reading;
    };
    const reading = store.read(asking);
    const noted = reading instanceof Promise ? before(deadline, reading).then(note) : note(reading);
    reads.set(asking.key, noted);
    return noted;
  };

  const before = async <T>(deadline: number, reading: Promise<Reading<T>>): Promise<Reading<T>> => {
    const late = Promise.withResolvers<Reading<T>>();
    const cancel = clock.after(Math.max(0, deadline - clock.now()), () =>
      late.resolve({ unreachable: 'No answer in time' }),
    );
    const first = await Promise.race([reading, late.promise]);
    cancel();
    return first;
  };

  const ask = <T, R>(
    asking: StoreQuery<T>,
    deadline: number,
    use: (value: T, version: number) => Eventually<QueryResult<R>>,
  ): Eventually<QueryResult<R>> =>
    follow(readOnce(asking, deadline), (reading) =>
      'value' in reading ? use(reading.value, reading.version) : reading,
    );
  const plainly = <T>(asking: StoreQuery<T>, ms: number): Query<T> =>
    query(ask(asking, clock.now() + ms, (ok) => ({ ok })));

  const askPosts = <R>(deadline: number, use: (index: PostIndex) => Eventually<QueryResult<R>>) =>
    ask(queries.posts, deadline, (rows, version) => use(indexPosts(rows, version)));
  const ofPosts = <R>(use: (index: PostIndex) => R): Query<R> =>
    query(askPosts(clock.now() + primaryMs, (index) => ({ ok: use(index) })));

  const pageQuestion = (slug: PageSlug) =>
    slug === 'str-management' ? queries.managementPage : queries.pages;

  const source: ContentSource = {
    menu: () => plainly(queries.menu, secondaryMs),
    settings: () => plainly(queries.settings, secondaryMs),
    callToAction: () => plainly(queries.callToAction, secondaryMs),
    homeServices: () => plainly(queries.homeServices, primaryMs),
    services: () => plainly(queries.services, primaryMs),
    serviceFeatures: (serviceId) => plainly(queries.serviceFeatures(serviceId), secondaryMs),

    page: (slug) =>
      query(
        ask(pageQuestion(slug), clock.now() + primaryMs, (pages) => ({
          ok: pages.find((page) => page.slug === slug) ?? null,
        })),
      ),

    service(slug) {
      const deadline = clock.now() + primaryMs;
      const answer = ask<readonly { slug: string }[], Service | null>(
        queries.services,
        deadline,
        (services) =>
          services.some((service) => service.slug === slug)
            ? ask(queries.service(slug), deadline, (ok) => ({ ok }))
            : { ok: null },
      );
      return query(answer);
    },

    postListing: (query) => ofPosts((index) => index.list(query)),
    postTaxonomy: () => ofPosts((index) => index.taxonomy),

    post(slug) {
      const deadline = clock.now() + primaryMs;
      const answer = askPosts<Post | null>(deadline, (index) => {
        const summary = index.find(slug);
        if (!summary) return { ok: null };
        return ask(queries.post(slug), deadline, (detail) => {
          // What is held of the list may be older than what is held of the post.
          if (!detail || !isDue(detail, clock.date())) return { ok: null };
          const { content, readingMinutes } = detail;
          return { ok: { ...detail.summary, content, readingMinutes, ...index.around(summary) } };
        });
      });
      return query(answer);
    },
  };

  return { source, allPosts: () => ofPosts((index) => index.all) };
}
