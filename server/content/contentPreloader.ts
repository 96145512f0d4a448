import type { Logger } from 'pino';
import type { Query } from '../../shared/contentSource.ts';
import type { Clock } from '../process/clock.ts';
import type { Content } from './content.ts';

export interface ContentPreloader {
  start(): void;
  close(): void;
}

export interface ContentPreloaderOptions {
  readonly content: Pick<Content, 'source' | 'allServices' | 'allPosts' | 'onChange'>;
  readonly log: Pick<Logger, 'debug'>;
  readonly clock: Clock;
}

/** Between two details, so that visitors come first. */
const pauseMs = 25;
/** No more than the store holds: a longer list would push out what was loaded first. */
const mostDetails = 500;
const firstRetryMs = 5_000;
const longestRetryMs = 60_000;
/** Asked again before the store takes them for unwanted. */
const repeatMs = 6 * 3_600_000;

/** One thing to have seen: its name, and how to ask for it. */
type Wanted = readonly [name: string, ask: () => Query<unknown>];

/**
 * Asks in the background, one at a time, for everything that has a page of its own, so that the content
 * service can go away without any page having been asked for before. What failed is asked for again, and
 * services and posts that are new are asked for when they appear.
 */
export function createContentPreloader({ content, log, clock }: ContentPreloaderOptions): ContentPreloader {
  const loaded = new Set<string>();
  let isRunning = false;
  let isWanted = false;
  let isClosed = false;
  let retryMs = firstRetryMs;
  let cancel = () => {};
  let stopListening = () => {};

  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  const listWanted = async (): Promise<readonly Wanted[] | null> => {
    const [services, posts] = await Promise.all([content.allServices(), content.allPosts()]);
    if (!('ok' in services && 'ok' in posts)) return null;
    const source = () => content.source(() => undefined);
    const wanted: readonly Wanted[] = [
      ...services.ok.flatMap(({ id, slug }): Wanted[] => [
        [`service ${slug}`, () => source().service(slug)],
        [`features ${id}`, () => source().serviceFeatures(id)],
      ]),
      ...posts.ok.map(({ slug }): Wanted => [`post ${slug}`, () => source().post(slug)]),
    ];
    return wanted.slice(0, mostDetails);
  };

  const loadAll = async (): Promise<boolean> => {
    const wanted = await listWanted();
    for (const [name, ask] of wanted ?? []) {
      if (isClosed) return true;
      if (loaded.has(name)) continue;
      const answer = await ask();
      if (!('ok' in answer)) return false;
      loaded.add(name);
      await wait(pauseMs);
    }
    return wanted !== null;
  };

  const run = async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    let isComplete = true;
    while (isWanted && !isClosed) {
      isWanted = false;
      isComplete = await loadAll();
    }
    isRunning = false;
    if (isClosed) return;
    log.debug({ loaded: loaded.size, isComplete }, 'Content was loaded ahead.');
    cancel();
    cancel = clock.after(isComplete ? repeatMs : retryMs, () => {
      if (isComplete) loaded.clear();
      void run();
    });
    retryMs = isComplete ? firstRetryMs : Math.min(retryMs * 2, longestRetryMs);
  };

  return {
    start() {
      stopListening = content.onChange((key) => {
        if (key === 'services' || key === 'posts') void run();
      });
      void run();
    },
    close() {
      isClosed = true;
      stopListening();
      cancel();
    },
  };
}
