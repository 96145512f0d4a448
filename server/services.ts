import type { Logger } from 'pino';
import {
  type ContactService,
  type ContactServiceOptions,
  createContactService,
} from './contact/contactService.ts';
import { type Content, type ContentOptions, createContent } from './content/content.ts';
import { readSnapshot, type SnapshotOrigin } from './content/contentSnapshot.ts';
import { createSnapshotWriter, type SnapshotWriter } from './content/snapshotWriter.ts';
import type { ReadOutcome, StoredValue } from './content/store/contentSlot.ts';
import { type ContentStoreOptions, createContentStore } from './content/store/contentStore.ts';
import { createDirectusClient, type DirectusClientOptions } from './directus/directusClient.ts';
import type { FinishedCall, ServiceCallerOptions } from './directus/serviceCaller.ts';
import { type AssetManifest, readAssetManifest } from './http/assetManifest.ts';
import { noOverload, type Overload } from './http/overload.ts';
import type { LogRequest } from './http/requestLog.ts';
import { createSecurityHeaders } from './http/securityHeaders.ts';
import { createPictureClient } from './media/pictureClient.ts';
import { createPictureStore, type PictureStore, type PictureStoreOptions } from './media/pictureStore.ts';
import type { Config } from './process/config.ts';
import type { ReportError } from './process/errors.ts';
import type { Replicas } from './replicas/joinReplicas.ts';
import type { RedisConnection } from './replicas/redisConnection.ts';
import type { SharedContent } from './replicas/sharedContent.ts';
import { readStaticFiles, type StaticFiles } from './routes/staticFiles.ts';
import { countCall, countRead, createSiteCounts, type SiteCounts } from './telemetry/siteCounts.ts';
import { noTelemetry, type Telemetry } from './telemetry/telemetry.ts';

/** Everything that the application stands on. */
export interface Services {
  readonly config: Config;
  readonly content: Content;
  readonly contact: ContactService;
  readonly pictures: PictureStore;
  readonly assets: AssetManifest;
  readonly staticFiles: StaticFiles;
  readonly log: Logger;
  readonly logRequest: LogRequest;
  readonly reportError: ReportError;
  readonly telemetry: Telemetry;
  readonly counts: SiteCounts;
  readonly overload: Overload;
  /** Null: without REDIS_URL this replica is on its own. */
  readonly redis: RedisConnection | null;
  readonly sharedContent: SharedContent | null;
  /** Whether traffic should come here. */
  readonly isReady: () => boolean;
  /** Bound of the cached pages in bytes; 0 stores none, for measurements. */
  readonly pageCacheBytes?: number;
  /** Least time between two batches of the publish hook for a collection. */
  readonly hookIntervalMs?: number;
}

interface Surroundings {
  readonly config: Config;
  readonly log: Logger;
  readonly logRequest: LogRequest;
  readonly reportError: ReportError;
  readonly isReady: () => boolean;
  /** The folder of the build. */
  readonly dist: URL;
  /** Nothing is sent anywhere without it. */
  readonly telemetry?: Telemetry;
  /** Without it no request is refused. */
  readonly overload?: Overload;
  /** Without them this replica is on its own. */
  readonly replicas?: Replicas | null;
}

/** What tests and measurements set otherwise than the defaults: deadlines, clocks, bounds. */
interface Tuning {
  readonly client?: Partial<DirectusClientOptions>;
  readonly store?: Partial<ContentStoreOptions>;
  readonly content?: Partial<ContentOptions>;
  readonly contact?: Partial<ContactServiceOptions>;
  readonly pictureClient?: Partial<ServiceCallerOptions>;
  readonly pictures?: Partial<PictureStoreOptions>;
  readonly pageCacheBytes?: number;
  readonly hookIntervalMs?: number;
}

/** The services with what only the process around the application needs of them. */
interface RunningServices extends Services {
  /** Content comes from a snapshot or from other replicas: pages can be rendered before the content service has responded. */
  readonly hasSnapshotContent: boolean;
  /** Null without CONTENT_SNAPSHOT_PATH. */
  readonly snapshotWriter: SnapshotWriter | null;
  /** Asks from now on for edits that nobody tells of. */
  watchChanges(): void;
  /** Ends timers and connections, and writes the snapshot a last time. Never rejects. */
  close(): Promise<void>;
}

/**
 * Builds the services from a configuration, for the process and for tests alike. Throws when the build
 * is missing.
 */
export function createServices(surroundings: Surroundings, tuning: Tuning = {}): RunningServices {
  const { config, log, logRequest, reportError, isReady, dist } = surroundings;
  const { telemetry = noTelemetry, overload = noOverload, replicas = null } = surroundings;
  const redis = replicas?.redis ?? null;
  const counts = createSiteCounts();
  const onCall = (call: FinishedCall) => {
    countCall(counts, call);
    const { endpoint, method, url, durationMs, failure } = call;
    const ended = { status: failure ? failure.status : 200, hasSucceeded: failure === null };
    telemetry.noteCall({ service: 'content', endpoint, method, url, durationMs, ...ended });
  };
  const onRead = (key: string, outcome: ReadOutcome) => countRead(counts, key, outcome);
  const assets = readAssetManifest(new URL('manifest.json', dist));
  const staticFiles = readStaticFiles(
    new URL('static/', dist),
    createSecurityHeaders(config, assets).resource,
  );
  const upstream = { baseUrl: config.directusUrl, reportError, log, onCall };
  const { contentSnapshotPath: path, directusUrl, backendUrl, imageHosts, embedHosts } = config;
  const origin = contentOrigin(config, assets);
  const snapshot = newestOf(
    path === null ? [] : readSnapshot(path, origin, log),
    replicas?.content.held ?? [],
  );
  const content = createContent({
    client: createDirectusClient({ ...upstream, ...tuning.client }),
    store: createContentStore({ log, onRead, snapshot, shared: replicas?.content, ...tuning.store }),
    log,
    reportError,
    imageHosts,
    embedHosts,
    assetHosts: [directusUrl, backendUrl].flatMap((url) => (url === null ? [] : new URL(url).host)),
    publicAssetBase: backendUrl ?? '',
    ...tuning.content,
  });
  const snapshotWriter =
    path === null ? null : createSnapshotWriter({ path, origin, content, log, reportError });
  const pictureOptions = { ...upstream, ...tuning.pictureClient };
  const pictures = createPictureStore({
    client: createPictureClient(pictureOptions),
    unknownClient: createPictureClient({ ...pictureOptions, maxSockets: 2, maxQueue: 4 }),
    file: content.file,
    log,
    ...tuning.pictures,
  });
  content.onFileChange(pictures.invalidate);
  const contact = createContactService({
    baseUrl: config.contactApiUrl,
    log,
    reportError,
    redis,
    onCall: (call) => telemetry.noteCall({ service: 'contact', ...call }),
    onOutcome: (outcome) => counts.contact.inc({ outcome }),
    ...tuning.contact,
  });
  return {
    config,
    content,
    contact,
    pictures,
    assets,
    staticFiles,
    log,
    logRequest,
    reportError,
    isReady,
    telemetry,
    counts,
    overload,
    redis,
    sharedContent: replicas?.content ?? null,
    ...(tuning.pageCacheBytes === undefined ? {} : { pageCacheBytes: tuning.pageCacheBytes }),
    ...(tuning.hookIntervalMs === undefined ? {} : { hookIntervalMs: tuning.hookIntervalMs }),
    hasSnapshotContent: snapshot.size > 0,
    snapshotWriter,
    watchChanges: () =>
      content.watchChanges(async () => {
        if (!redis?.isUp()) return true;
        // With the hook every replica hears of every edit; without it one asks for all, and they hear of what it finds.
        return config.contentHookSecret === null && (await replicas?.content.mayPoll()) !== false;
      }),
    async close() {
      await snapshotWriter?.close();
      overload.close();
      redis?.close();
      content.close();
      pictures.close();
    },
  };
}

/** What the values of content depend on, for those that come from another process. */
export function contentOrigin(
  { directusUrl, backendUrl, imageHosts, embedHosts }: Config,
  { contentSchema }: Pick<AssetManifest, 'contentSchema'>,
): SnapshotOrigin {
  const settings = JSON.stringify({ backendUrl, imageHosts, embedHosts });
  return { schema: contentSchema, directusUrl, settings };
}

/** The values of both, and of a key that is in both the one that was fetched later. */
function newestOf(
  ...sources: readonly Iterable<readonly [string, StoredValue]>[]
): ReadonlyMap<string, StoredValue> {
  const newest = new Map<string, StoredValue>();
  for (const [key, value] of sources.flatMap((source) => [...source])) {
    if (value.fetchedAt >= (newest.get(key)?.fetchedAt ?? 0)) newest.set(key, value);
  }
  return newest;
}
