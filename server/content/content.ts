import type { Logger } from 'pino';
import type { Query } from '../../shared/query.ts';
import { assetPath } from '../directus/assetPath.ts';
import type { DirectusClient } from '../directus/directusClient.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ReportError } from '../process/errors.ts';
import { createChangePoll } from './changePoll.ts';
import { type PageAddress, settingsWindows } from './collections/collection.ts';
import { allDetails, allLists, type CollectionName, keysOfCollection } from './collections/collections.ts';
import { createContentQueries } from './contentQueries.ts';
import { createContentSource, type FullSource, type OnRead } from './contentSource.ts';
import { createFileTable, type KnownFile } from './fileTable.ts';
import type { SlotStats, StoredValue } from './store/contentSlot.ts';
import type { ChangeListener, ContentStore } from './store/contentStore.ts';

export interface ContentOptions {
  readonly client: DirectusClient;
  readonly store: ContentStore;
  readonly log: Logger;
  readonly reportError: ReportError;
  readonly imageHosts?: readonly string[];
  readonly embedHosts?: readonly string[];
  /** Hosts that content uses in addresses of the content service's files: those of DIRECTUS_URL and BACKEND_URL. */
  readonly assetHosts?: readonly string[];
  /** The origin at which browsers find those files, or empty for this site. */
  readonly publicAssetBase?: string;
  /**
   * Longest time for a query: for primary queries (one slow call and its pictures, within what a streamed page
   * waits for), and for all others.
   */
  readonly primaryMs?: number;
  readonly secondaryMs?: number;
  readonly clock?: Clock;
}

export interface Content {
  /**
   * The queries of one render: each key is read once, and `onRead` is called with the version that was used. No
   * query takes longer than `longestMs`.
   */
  source(onRead: OnRead, longestMs?: number): FullSource;
  /** The pages that exist because of content. */
  pages(): Query<readonly PageAddress[]>;
  /** The current version of a key, if any. */
  versionOf(key: string): number | undefined;
  /** Counts as a read: lets the key be refreshed when it is due. */
  touch(key: string): void;
  /** The keys that depend on a collection of the content service. */
  keysFor(collection: CollectionName): readonly string[];
  /** Fetches keys again, now; resolves with those that changed. */
  invalidate(keys: readonly string[]): Promise<readonly string[]>;
  onChange(listener: ChangeListener): () => void;
  /** Reads every list, again where no row is known. Resolves, never rejects. */
  warmUp(): Promise<void>;
  /**
   * Notices from now on what has changed without a publish hook, within a minute.
   *
   * @param isNeeded false while every edit is heard of in another way
   */
  watchChanges(isNeeded?: () => boolean | Promise<boolean>): void;
  /** Every detail, to be loaded ahead; null while a list of them is unreachable. */
  detailsAhead(): Promise<readonly DetailAhead[] | null>;
  /** Makes one call that the content service refuses, for the error reporting test page. Never rejects. */
  makeRefusedCall(): Promise<void>;
  /** Whether any list has rows: the content service has been reached, or an earlier process has. */
  hasContent(): boolean;
  /** Everything that may still be served, for the snapshot. */
  forSnapshot(): readonly (readonly [key: string, stored: StoredValue])[];
  stats(): readonly SlotStats[];
  /** Null for a file that neither content nor the file library names. Until one was read, any may exist. */
  file(id: string): KnownFile | null;
  /** Calls the listener with the ids of files that were replaced, changed or deleted. */
  onFileChange(listener: (ids: readonly string[]) => void): void;
  /** Stops timers and closes connections. */
  close(): void;
}

/** A detail that no request waits for. */
interface DetailAhead {
  readonly key: string;
  /** Resolves with whether it was loaded. */
  read(): Promise<boolean>;
}

/** The content of the site: Directus through the store, parsed, as queries that never reject. */
export function createContent(options: ContentOptions): Content {
  const { client, store, log, reportError, clock = systemClock, publicAssetBase = '' } = options;
  const { imageHosts = [], embedHosts = [], assetHosts = [] } = options;
  const { primaryMs = 4_500, secondaryMs = 1_500 } = options;
  const files = createFileTable({ client, store, clock, windows: settingsWindows });
  const queries = createContentQueries({
    client,
    files,
    reload: (key) => store.invalidate([key]),
    context: {
      imageHosts,
      embedHosts,
      assetHosts,
      assetAddress: (id) => assetPath(publicAssetBase, id),
      warn: warnOnce(log),
    },
    onUnusable: (error, key) => reportError(error, { kind: 'malformed', key }),
  });
  const source = (onRead: OnRead, longestMs = Number.POSITIVE_INFINITY) =>
    createContentSource(
      { store, queries, clock, secondaryMs, primaryMs: Math.min(primaryMs, longestMs) },
      onRead,
    );
  const keysFor = (collection: CollectionName) => keysOfCollection(collection, store.keys());
  const changePoll = createChangePoll({
    client,
    clock,
    random: Math.random,
    async refetch(collection) {
      const keys = new Set(keysFor(collection));
      await store.invalidate([...keys]);
      return !store.stats().some(({ key, hasFailed }) => hasFailed && keys.has(key));
    },
  });
  let wasWarmedUp = false;
  const unobserved = () => source(() => undefined);

  return {
    source,
    pages: () => unobserved().pages(),
    versionOf: (key) => store.versionOf(key) ?? undefined,
    touch: store.touch,
    keysFor,
    invalidate: store.invalidate,
    onChange: store.onChange,
    async warmUp() {
      const { list } = unobserved();
      // Lists of a snapshot or of another replica are not parsed here, and so ask for no files.
      await Promise.all([files.begin(), ...allLists.map((declared) => list(declared))]);
      // Lists that came empty are fresh; with rows in none of them, each further call reads them again.
      if (wasWarmedUp && !store.hasRows()) await store.invalidate(store.keys());
      wasWarmedUp = true;
    },
    watchChanges: changePoll.start,
    async detailsAhead() {
      const { list } = unobserved();
      const found = await Promise.all(
        allDetails.map(async (detail) => {
          const result = await list(detail.ids.list);
          return 'ok' in result
            ? detail.ids.of(result.ok, clock.date()).map((id) => queries.detail(detail, id))
            : null;
        }),
      );
      if (found.includes(null)) return null;
      return found.flatMap((ofDetail) =>
        (ofDetail ?? []).map((query) => ({
          key: query.key,
          read: async () => 'value' in (await store.read(query)),
        })),
      );
    },
    async makeRefusedCall() {
      await client.item('pages', 'no-such-page').catch(() => undefined);
    },
    hasContent: store.hasRows,
    forSnapshot: store.forSnapshot,
    stats: store.stats,
    file: files.file,
    onFileChange: files.onChange,
    close() {
      changePoll.close();
      store.close();
      client.close();
    },
  };
}

/** Content is parsed again and again; each fault in it is logged once. */
function warnOnce(log: Logger) {
  const logged = new Set<string>();
  return (message: string, details: Readonly<Record<string, unknown>>) => {
    const line = JSON.stringify([message, details]);
    if (logged.has(line)) return;
    if (logged.size >= 1_000) logged.clear();
    logged.add(line);
    log.warn(details, message);
  };
}
