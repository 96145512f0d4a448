import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge } from 'prom-client';
import type { LiveContent } from '../content/liveContent.ts';
import type { PageDoctor } from '../doctor/pageDoctor.ts';
import type { PictureStore } from '../media/pictureStore.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/errors.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import type { SiteSearch } from '../search/siteSearch.ts';
import type { ErrorReports } from '../telemetry/errorReports.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** The sources of the metrics and of the status. */
export interface Observed {
  readonly config: Pick<Config, 'release' | 'contentHookSecret' | 'sentry'>;
  readonly counts: SiteCounts;
  readonly content: Pick<LiveContent, 'stats'>;
  readonly pictures: Pick<PictureStore, 'stats'>;
  readonly app: {
    readonly search: Pick<SiteSearch, 'missed'>;
    readonly doctor: Pick<PageDoctor, 'report'>;
  };
  readonly reportError: ReportError;
  readonly reports: Pick<ErrorReports, 'counts'>;
  readonly telemetry: Pick<Telemetry, 'deliveries'>;
  /** Null: not configured. */
  readonly redis: Pick<RedisConnection, 'status'> | null;
  readonly isReady: () => boolean;
}

type Series = Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>;

/**
 * Registers the metrics whose values are read only on request: the state of content and of error reporting,
 * and the metrics of Node and the process.
 */
function registerMetrics(observed: Observed): void {
  const { counts, content, pictures, reports, telemetry, redis, isReady, config } = observed;
  const registers = [counts.registry];
  collectDefaultMetrics({ register: counts.registry });

  /** Makes the library read a metric anew on each request. */
  const collected =
    (Kind: typeof Counter | typeof Gauge) =>
    (name: string, help: string, read: () => Series | number, ...labelNames: string[]) =>
      new Kind({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          const values = read();
          if (typeof values === 'number') this.inc(values);
          else for (const [labels, value] of values) this.inc({ ...labels }, value);
        },
      });
  const gauge = collected(Gauge);
  const counter = collected(Counter);

  gauge(
    'site_renders_in_flight',
    'Pages that are being made or compressed, without cached ones.',
    () => counts.pagesInFlight,
  );
  const refused = () => pictures.stats().refused;
  counter('site_pictures_refused_total', 'Files from the content service that were not served.', refused);
  const failing = () =>
    content.stats().map(({ collection, failure }) => [{ collection }, failure === null ? 0 : 1] as const);
  gauge('site_content_failing', 'Whether the last load of a collection failed.', failing, 'collection');
  const ages = () =>
    content
      .stats()
      .flatMap(({ collection, ageMs }) => (ageMs === null ? [] : [[{ collection }, ageMs / 1_000] as const]));
  gauge('site_content_age_seconds', 'Age of the rows of each collection.', ages, 'collection');
  counter('site_errors_total', 'Errors reported by the server.', () => reports.counts().reported);
  const deliveries = () => [...telemetry.deliveries].map(([outcome, count]) => [{ outcome }, count] as const);
  const became = 'Events for the error reporting service, by outcome.';
  counter('site_reports_total', became, deliveries, 'outcome');
  if (redis) gauge('site_redis_up', 'Whether Redis responds.', () => (redis.status().isUp ? 1 : 0));
  const ready = () => [[{ release: config.release }, isReady() ? 1 : 0] as const];
  gauge('site_ready', 'Whether this replica should get traffic.', ready, 'release');
}

/** Headers for the browsers of operators and for Prometheus alike. */
const headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/**
 * The server of `METRICS_PORT`, apart from the site and not meant for the public: `GET /metrics` in
 * Prometheus' text format, `GET /status` for people and `GET /doctor.json`. Not listening yet.
 */
export function createMetricsServer(observed: Observed): Server {
  registerMetrics(observed);
  const { registry } = observed.counts;
  const server = createServer({ maxHeaderSize: 8 * 1024 }, async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const send = (status: number, type: string, text: string, more = {}) =>
      response.writeHead(status, { ...headers, 'Content-Type': type, ...more }).end(text);
    const sendJson = (value: object) => send(200, 'application/json', `${JSON.stringify(value, null, 2)}\n`);
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        send(405, 'text/plain', 'GET only.\n', { Allow: 'GET, HEAD' });
      else if (path === '/metrics') send(200, registry.contentType, await registry.metrics());
      else if (path === '/status') sendJson(statusOf(observed));
      else if (path === '/doctor.json') sendJson(await observed.app.doctor.report());
      else send(404, 'text/plain', 'See /metrics, /status and /doctor.json.\n');
    } catch (error) {
      observed.reportError(error, { kind: 'metrics' });
      send(500, 'text/plain', 'Something went wrong.\n');
    }
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.maxConnections = 50;
  // This server must not keep the process alive.
  return server.unref();
}

const startedAt = Date.now();

/**
 * What is up, how old content is and how many errors there were, for `GET /status`. Times are ISO 8601; null: never,
 * or not configured.
 */
function statusOf(observed: Observed): object {
  const { config, content, counts, redis, reports, app, telemetry, isReady } = observed;
  const now = Date.now();
  const dsn = config.sentry?.dsn;
  const connection = redis?.status();
  return {
    ready: isReady(),
    release: config.release,
    now: timeOf(now),
    startedAt: timeOf(startedAt),
    redis: connection ? { isUp: connection.isUp, since: timeOf(connection.lastChangedAt) } : null,
    contentHook: config.contentHookSecret === null ? null : { lastCalledAt: timeOf(counts.lastHookAt) },
    // The host of the DSN, never its key.
    errorReporting: dsn ? { host: new URL(dsn).host, ...Object.fromEntries(telemetry.deliveries) } : null,
    collections: content.stats().map(({ collection, rows, ageMs, failure }) => ({
      collection,
      rows,
      loadedAt: ageMs === null ? null : timeOf(now - ageMs),
      failure,
    })),
    searchedInVain: app.search.missed(),
    errors: reports.counts(),
  };
}

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
