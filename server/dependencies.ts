import type { Logger } from 'pino';
import { ContactService, type ContactServiceOptions } from './contact/contactService.ts';
import { createSnapshotWriter, readSnapshot } from './content/contentSnapshot.ts';
import { LiveContent } from './content/liveContent.ts';
import type { ParseContext } from './content/parse/parseContext.ts';
import { SharedContent } from './content/sharedContent.ts';
import { factsIn, type RawContent } from './content/siteContent.ts';
import { DirectusClient, type DirectusClientOptions, type FinishedCall } from './directus/directusClient.ts';
import { createPreviews } from './editors/previews.ts';
import { createUnseenRows } from './editors/unseenRows.ts';
import { readAssetManifest } from './http/assetManifest.ts';
import type { LogRequest } from './http/requestContext.ts';
import { createSecurityHeaders } from './http/securityHeaders.ts';
import { PictureStore } from './media/pictureStore.ts';
import { type Clock, systemClock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import type { ReportError } from './process/errors.ts';
import { readStaticFiles } from './routes/staticFiles.ts';
import { createSiteCounts } from './telemetry/siteCounts.ts';
import { noTelemetry, type Telemetry } from './telemetry/telemetry.ts';

/** Everything that the application depends on, and what only the process around it needs. */
export type Dependencies = Awaited<ReturnType<typeof createDependencies>>;

interface ProcessServices {
  readonly config: Config;
  readonly log: Logger;
  readonly logRequest: LogRequest;
  readonly reportError: ReportError;
  readonly isReady: () => boolean;
  /** The folder of the build. */
  readonly dist: URL;
  /** Without it, nothing is sent to an error reporting service. */
  readonly telemetry?: Telemetry;
}

/** Defaults that tests override: deadlines, clocks, limits. */
interface Tuning {
  readonly client?: Partial<DirectusClientOptions>;
  readonly contact?: Partial<ContactServiceOptions>;
  /** Size limit of the page cache in bytes; 0 caches nothing. */
  readonly pageCacheBytes?: number;
  /** How long compressing cached pages again rests between two of them. */
  readonly tightenRestMs?: number | undefined;
  /** How long re-rendering pages may delay the response of the content hook. */
  readonly longestRenderMs?: number;
  /** The clock for the age of content, of its snapshot and of pictures. */
  readonly clock?: Clock;
  /** Deadline of one Redis call. */
  readonly redisDeadlineMs?: number | undefined;
}

/**
 * Builds the dependencies from a configuration, for the process and for tests alike. Rejects when the build is missing.
 */
export async function createDependencies(services: ProcessServices, tuning: Tuning = {}) {
  const { config, log, reportError, dist, telemetry = noTelemetry } = services;
  const { clock = systemClock } = tuning;
  const { directusUrl, contentSnapshotPath: path } = config;
  const replicas = await joinReplicas(config, log, tuning.redisDeadlineMs);
  const redis = replicas?.redis ?? null;
  const counts = createSiteCounts();
  const onCall = ({ collection, endpoint, method, url, durationMs, failure }: FinishedCall) => {
    counts.calls.inc({ collection, outcome: failure?.kind ?? 'ok' });
    const ended = { status: failure ? failure.status : 200, hasSucceeded: failure === null };
    telemetry.noteCall({ upstream: 'content', endpoint, method, url, durationMs, ...ended });
  };
  const upstream = { baseUrl: directusUrl, reportError, log, onCall };
  const context = parseContextOf(config, log);
  const directus = new DirectusClient({ ...upstream, ...tuning.client });
  const content = new LiveContent({
    client: directus,
    log,
    reportError,
    context,
    initial: newestOf(
      path === null ? new Map() : readSnapshot(path, directusUrl, log),
      replicas?.copy ?? new Map(),
    ),
    shared: replicas?.content ?? null,
    traceLoad: telemetry.traceLoad,
    clock,
  });
  const previews = createPreviews({ config, live: content, log, context });
  const unseenRows = createUnseenRows(config, previews);
  const snapshotWriter =
    path === null ? null : createSnapshotWriter({ path, directusUrl, content, log, clock });
  const pictures = new PictureStore({
    ...upstream,
    fileFacts: (id) => factsIn(content.current().directus_files, id),
    clock,
  });
  const contact = new ContactService({
    baseUrl: config.contactApiUrl,
    ledger: config.enquiries.token === null ? null : { directusUrl, token: config.enquiries.token },
    secret: config.siteSecret,
    log,
    reportError,
    redis,
    onCall: telemetry.noteCall,
    onOutcome: (outcome) => counts.contact.inc({ outcome }),
    clock,
    ...tuning.contact,
  });
  return {
    ...services,
    telemetry,
    redis,
    content,
    previews,
    unseenRows,
    directus,
    contact,
    pictures,
    ...readBuild(config, dist),
    counts,
    pageCacheBytes: tuning.pageCacheBytes,
    longestRenderMs: tuning.longestRenderMs,
    tightenRestMs: tuning.tightenRestMs,
    /** Null without CONTENT_SNAPSHOT_PATH. */
    snapshotWriter,
    /** Ends timers and connections, and writes the snapshot a last time. Never rejects. */
    async close() {
      await snapshotWriter?.close();
      contact.close();
      redis?.close();
      content.close();
      previews?.content.close();
      unseenRows.close();
      pictures.close();
    },
  };
}

/** Reads what the browser gets from the folder of the build. Throws when that is missing. */
function readBuild(config: Config, dist: URL) {
  const assets = readAssetManifest(new URL('manifest.json', dist));
  const security = createSecurityHeaders(config, assets);
  return { assets, security, staticFiles: readStaticFiles(new URL('static/', dist), security) };
}

/**
 * Connects to the replicas that use the same Redis, and resolves with the content that they share; null: no Redis is
 * configured. If Redis does not respond, resolves within two seconds.
 */
async function joinReplicas(config: Config, log: Logger, deadlineMs: number | undefined) {
  const { redisUrl: url, externalApis, siteSecret, directusUrl } = config;
  if (url === null) return null;
  // Loaded only where Redis is used.
  const { createRedisConnection } = await import('./redis/redisConnection.ts');
  const redis = createRedisConnection({ ...externalApis, url, siteSecret, log, deadlineMs });
  const content = new SharedContent({ redis, directusUrl, log });
  await redis.connect();
  return { redis, content, copy: await content.readCopy() };
}

/** What parsers need besides the facts of files. */
function parseContextOf(
  { directusUrl, backendUrl, imageHosts, embedHosts, externalApis }: Config,
  log: Logger,
): Omit<ParseContext, 'fileFacts' | 'note'> {
  const logged = new Set<string>();
  return {
    imageHosts,
    embedHosts,
    assetHosts: [directusUrl, backendUrl].flatMap((url) => (url === null ? [] : new URL(url).host)),
    siteHost: new URL(externalApis.frontendUrl).host,
    assetAddress: (id) => `${backendUrl ?? ''}/assets/${id}`,
    // The same fault recurs with every load: log it once.
    warn(message, details) {
      const line = JSON.stringify([message, details]);
      if (logged.has(line)) return;
      if (logged.size >= 1_000) logged.clear();
      logged.add(line);
      log.warn(details, message);
    },
  };
}

/** Merges both; for a collection in both, takes the rows that were loaded later. */
function newestOf(one: RawContent, other: RawContent): RawContent {
  const newest = new Map(one);
  for (const [name, rows] of other) {
    if (rows.loadedAt >= (newest.get(name)?.loadedAt ?? 0)) newest.set(name, rows);
  }
  return newest;
}
