import type { Logger } from 'pino';
import type { PostSummary, ServiceSummary } from '../../shared/content.ts';
import type { ContentSource, Query } from '../../shared/contentSource.ts';
import { assetPath } from '../directus/assetPath.ts';
import type { DirectusClient } from '../directus/directusClient.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ReportError } from '../process/reportError.ts';
import { keysOfCollection } from './contentKeys.ts';
import { createContentQueries, settingsWindows } from './contentQueries.ts';
import { createContentView, type OnRead } from './contentView.ts';
import { createFileTable } from './fileTable.ts';
import type { PostRow } from './parse/parsePost.ts';
import { createPostIndex, type PostIndex } from './postIndex.ts';
import type { SlotStats, StoredValue } from './store/contentSlot.ts';
import type { ChangeListener, ContentStore } from './store/contentStore.ts';

export interface ContentOptions {
  readonly client: DirectusClient;
  readonly store: ContentStore;
  readonly log: Logger;
  readonly reportError: ReportError;
  readonly imageHosts?: readonly string[];
  readonly embedHosts?: readonly string[];
  /** Hosts by which content names files of the content service: those of DIRECTUS_URL and BACKEND_URL. */
  readonly assetHosts?: readonly string[];
  /** Where browsers find those files: an origin, or empty for this site. */
  readonly publicAssetBase?: string;
  /**
   * How long a query may take: what a page is about (one slow call and its pictures, within what a
   * streamed page waits for), and what stands beside it.
   */
  readonly primaryMs?: number;
  readonly secondaryMs?: number;
  readonly clock?: Clock;
}

export interface Content {
  /**
   * A view for one render: each key is read once, and `onRead` hears once of each key which version was
   * used, or null when there was none to use.
   * No query takes longer than `longestMs`.
   */
  source(onRead: OnRead, longestMs?: number): ContentSource;
  /** All posts that are due, newest first. */
  allPosts(): Query<readonly PostSummary[]>;
  /** All published services by display order. */
  allServices(): Query<readonly ServiceSummary[]>;
  /** The version of a key that is now held, if any. */
  versionOf(key: string): number | undefined;
  /** Counts as a read: lets the key be refreshed when it is due. */
  touch(key: string): void;
  /** The keys that hold something of a collection of the content service. */
  keysFor(collection: string): readonly string[];
  /** Fetches keys again, now; resolves with those that changed. */
  invalidate(keys: readonly string[]): Promise<readonly string[]>;
  onChange(listener: ChangeListener): () => void;
  /** Asks once for everything that does not depend on an address. Resolves, never rejects. */
  warmUp(): Promise<void>;
  /** Makes one call that the content service refuses, for the error reporting test page. Never rejects. */
  askForRefusal(): Promise<void>;
  /** Everything that is held, for the snapshot. */
  toKeep(): readonly (readonly [key: string, kept: StoredValue])[];
  stats(): readonly SlotStats[];
  /** Stops timers and closes connections. */
  close(): void;
}

/** The content of the site: Directus through the store, parsed, as queries that never reject. */
export function createContent(options: ContentOptions): Content {
  const { client, store, log, reportError, clock = systemClock, publicAssetBase = '' } = options;
  const { imageHosts = [], embedHosts = [], assetHosts = [] } = options;
  const { primaryMs = 4_500, secondaryMs = 1_500 } = options;
  const files = createFileTable({ client, store, clock, windows: settingsWindows });
  const context = {
    ...{ imageHosts, embedHosts, assetHosts },
    assetAddress: (id: string) => assetPath(publicAssetBase, id),
    warn: warnOnce(log),
  };
  const onUnusable = (error: unknown, key: string) => reportError(error, { kind: 'malformed', key });
  const queries = createContentQueries({ client, files, context, onUnusable });

  /** One index for each version of the posts: a version changes too when a post falls due. */
  let indexed: { readonly version: number; readonly index: PostIndex } | null = null;
  const indexPosts = (rows: readonly PostRow[], version: number): PostIndex => {
    if (indexed?.version !== version) indexed = { version, index: createPostIndex(rows, clock.date()) };
    return indexed.index;
  };

  const view = (onRead: OnRead, longestMs = Number.POSITIVE_INFINITY) =>
    createContentView({
      ...{ store, queries, indexPosts, onRead, clock, secondaryMs },
      primaryMs: Math.min(primaryMs, longestMs),
    });
  const unobserved = () => view(() => undefined);

  return {
    source: (onRead, longestMs) => view(onRead, longestMs).source,
    allPosts: () => unobserved().allPosts(),
    allServices: () => unobserved().source.services(),
    versionOf: (key) => store.versionOf(key) ?? undefined,
    touch: store.touch,
    keysFor: (collection) => keysOfCollection(collection, store.keys()),
    invalidate: store.invalidate,
    onChange: store.onChange,
    async warmUp() {
      const { source, allPosts } = unobserved();
      await Promise.all([
        ...[source.menu(), source.settings(), source.callToAction(), source.page('home')],
        ...[source.page('str-management'), source.homeServices(), source.services(), allPosts()],
      ]);
    },
    async askForRefusal() {
      await client.item('pages', 'no-such-page').catch(() => undefined);
    },
    toKeep: store.toKeep,
    stats: store.stats,
    close() {
      store.close();
      client.close();
    },
  };
}

/** Content is parsed again and again; what is wrong with it is said once. */
function warnOnce(log: Logger) {
  const said = new Set<string>();
  return (message: string, details: Readonly<Record<string, unknown>>) => {
    const line = JSON.stringify([message, details]);
    if (said.has(line)) return;
    if (said.size >= 1_000) said.clear();
    said.add(line);
    log.warn(details, message);
  };
}
