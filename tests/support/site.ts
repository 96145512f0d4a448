import { createServer, type RequestListener } from 'node:http';
import pino from 'pino';
import { createApp } from '../../server/app.ts';
import type { ContactServiceOptions } from '../../server/contact/contactService.ts';
import type { CollectionName } from '../../server/content/collections/collections.ts';
import type { LiveContent } from '../../server/content/liveContent.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { createDependencies } from '../../server/dependencies.ts';
import type { DirectusClientOptions } from '../../server/directus/directusClient.ts';
import type { PageDoctor } from '../../server/doctor/pageDoctor.ts';
import { createRequestLog } from '../../server/http/requestContext.ts';
import type { PictureStore } from '../../server/media/pictureStore.ts';
import type { Clock } from '../../server/process/clock.ts';
import { type Config, toConfig } from '../../server/process/config.ts';
import type { RedisConnection } from '../../server/redis/redisConnection.ts';
import type { SiteRoute } from '../../server/site/routes.tsx';
import type { SiteCounts } from '../../server/telemetry/siteCounts.ts';
import { type ContactService, startContactService } from './contactService.ts';
import { type ContentService, startContentService } from './contentService.ts';
import { closeServer, listen } from './listen.ts';

/** The real application on loopback, with its real upstream services. */
export interface TestSite {
  readonly url: string;
  /** For supertest. */
  readonly listener: RequestListener;
  readonly config: Config;
  readonly contentService: ContentService;
  readonly contactService: ContactService;
  readonly content: LiveContent;
  readonly pictures: PictureStore;
  readonly counts: SiteCounts;
  /** Null without REDIS_URL. */
  readonly redis: RedisConnection | null;
  /** Cached pages, and the bytes that they take. */
  readonly cachedPages: () => { readonly pages: number; readonly bytes: number };
  /** Searches that found nothing. */
  readonly missedSearches: () => readonly { readonly words: string; readonly times: number }[];
  readonly doctor: Pick<PageDoctor, 'report'>;
  /** Begins to load content, as the process does at its start; otherwise the first request does so. */
  load(): Promise<void>;
  /** Loads edited collections and brings them to the pages, as the hook does; the addresses that have changed. */
  publish(collections: readonly CollectionName[]): Promise<readonly string[]>;
  /** Everything that was logged, parsed. */
  readonly logs: Record<string, unknown>[];
  /** Every error that was reported, with its context. */
  readonly reports: {
    readonly error: unknown;
    readonly context: Readonly<Record<string, unknown>> | undefined;
  }[];
  /** Ends it and starts it again at the same address, as a new process would. */
  restart(): Promise<void>;
  /** The same with the demo's rows, services without faults or messages, and no logs. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface TestSiteOptions {
  /** Environment variables that add to those that name the services, or override them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The deadline of calls to the content service, for tests about it. */
  readonly client?: Pick<DirectusClientOptions, 'deadlineMs'>;
  /** The clock by which content ages. */
  readonly clock?: Clock;
  /** The client of the contact API, and how long its messages are remembered. */
  readonly contact?: Partial<ContactServiceOptions>;
  /** Bytes that cached pages may take. */
  readonly pageCacheBytes?: number;
  /** How long cached pages may be rendered again after an edit; by default all are. */
  readonly longestRenderMs?: number;
  /** How long compressing cached pages again rests between two of them. */
  readonly tightenRestMs?: number;
  /** The deadline of a Redis call, for tests that must not depend on how busy the machine is. */
  readonly redisDeadlineMs?: number;
  /** The route table, where a test adds a page to that of the site. */
  readonly routes?: readonly SiteRoute[];
  /** Upstream services that the test has started itself; it closes them too. */
  readonly contentService?: ContentService;
  readonly contactService?: ContactService;
}

/** A deadline that a busy machine does not miss: most tests are not about deadlines. */
export const patientClient = { deadlineMs: 60_000 };

/** Starts the site as `main.ts` builds it; only the process around it is missing. */
export async function startSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const contentService = options.contentService ?? (await startContentService());
  const contactService = options.contactService ?? (await startContactService());
  const listener: RequestListener = (request, response) => {
    void running.load();
    running.app(request, response);
  };
  const server = createServer(listener);
  const url = await listen(server);
  const result = toConfig({
    NODE_ENV: 'development',
    DIRECTUS_URL: contentService.url,
    CONTACT_API_URL: contactService.url,
    FRONTEND_URL: url,
    ...options.environment,
  });
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  const { config } = result;
  const logs: Record<string, unknown>[] = [];
  const reports: { error: unknown; context: Readonly<Record<string, unknown>> | undefined }[] = [];
  const destination = {
    write: (lines: string) =>
      void logs.push(
        ...lines
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
  };
  const log = pino({ level: 'debug' }, destination);
  const logRequest = createRequestLog(destination, config);
  const reportError = (error: unknown, context?: Readonly<Record<string, unknown>>) => {
    reports.push({ error, context });
  };
  const surroundings = {
    config,
    log,
    logRequest,
    reportError,
    isReady: () => true,
    dist: new URL('../../dist/', import.meta.url),
  };
  const begin = async () => {
    const dependencies = await createDependencies(surroundings, {
      redisDeadlineMs: options.redisDeadlineMs,
      client: { ...patientClient, ...options.client },
      longestRenderMs: options.longestRenderMs ?? 60_000,
      tightenRestMs: options.tightenRestMs,
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.pageCacheBytes === undefined ? {} : { pageCacheBytes: options.pageCacheBytes }),
      ...(options.contact ? { contact: options.contact } : {}),
    });
    let loading: Promise<void> | null = null;
    const load = () => {
      loading ??= dependencies.content.start();
      return loading;
    };
    return { dependencies, app: createApp(dependencies, options.routes), load };
  };
  const end = async () => {
    running.app.close();
    await running.dependencies.close();
  };
  let running = await begin();
  return {
    url,
    listener,
    config,
    contentService,
    contactService,
    get content() {
      return running.dependencies.content;
    },
    get pictures() {
      return running.dependencies.pictures;
    },
    get redis() {
      return running.dependencies.redis;
    },
    get counts() {
      return running.dependencies.counts;
    },
    cachedPages: () => running.app.pages.stats(),
    missedSearches: () => running.app.search.missed(),
    get doctor() {
      return running.app.doctor;
    },
    load: () => running.load(),
    async publish(collections) {
      const { changes } = await running.dependencies.content.load(collections, true);
      return running.app.publisher.publish(changes);
    },
    logs,
    reports,
    async restart() {
      await end();
      running = await begin();
    },
    async reset() {
      await end();
      Object.assign(contentService.rows, structuredClone(demoRows()));
      await Promise.all([contentService.clearFaults(), contactService.clearFaults()]);
      contentService.clearRequests();
      contactService.reset();
      logs.length = 0;
      reports.length = 0;
      running = await begin();
    },
    async close() {
      await closeServer(server);
      await end();
      if (!options.contentService) await contentService.close();
      if (!options.contactService) await contactService.close();
    },
  };
}
