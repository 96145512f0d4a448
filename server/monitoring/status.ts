import type { Counter } from 'prom-client';
import type { CollectionStats } from '../content/heldCollection.ts';
import type { Config } from '../process/config.ts';
import type { RedisStatus } from '../replicas/redisConnection.ts';
import type { ErrorReports, RecentReport } from '../telemetry/errorReports.ts';
import type { MetricSources } from './metrics.ts';

/** The data of the status page. Moments are milliseconds since 1970. */
export interface Status {
  readonly release: string;
  readonly startedAt: number;
  readonly now: number;
  readonly ready: boolean;
  readonly collections: readonly CollectionStats[];
  readonly hook: { readonly isOn: boolean; readonly lastCallAt: number | null };
  /** Null: none is configured. */
  readonly contact: { readonly sent: number; readonly failed: number } | null;
  /** Where events are sent to: the host of the DSN, never its key. Null: nowhere. */
  readonly errorReporting: { readonly host: string; readonly sent: number; readonly failed: number } | null;
  /** Null: none is configured. */
  readonly redis: Pick<RedisStatus, 'isUp' | 'lastChangedAt'> | null;
  readonly errors: {
    readonly reported: number;
    readonly held: number;
    readonly recent: readonly RecentReport[];
  };
  readonly requests: number;
  readonly cachedPages: number;
  readonly cachedBytes: number;
  readonly rendersInFlight: number;
  readonly residentBytes: number;
}

/** The sources of the metrics and the status page. */
export interface Observed extends Omit<MetricSources, 'release'> {
  readonly config: Config;
  readonly reports: Pick<ErrorReports, 'counts' | 'recent'>;
}

const startedAt = Date.now();

/** Reads the status of this process now. */
export async function readStatus(observed: Observed): Promise<Status> {
  const { config, content, pages, counts, reports, telemetry, redis, isReady } = observed;
  const dsn = config.sentry?.dsn;
  const { deliveries } = telemetry;
  const enquiries = await valuesOf(counts.contact, 'outcome');
  const requests = await valuesOf(counts.requests, 'route');
  return {
    release: config.release,
    startedAt,
    now: Date.now(),
    ready: isReady(),
    collections: content.stats(),
    hook: { isOn: config.contentHookSecret !== null, lastCallAt: counts.lastHookAt },
    contact: config.contactApiUrl === null ? null : sentAndFailed(enquiries),
    errorReporting:
      dsn !== undefined && URL.canParse(dsn)
        ? { host: new URL(dsn).host, ...sentAndFailed(deliveries) }
        : null,
    redis: redis?.status() ?? null,
    errors: { ...reports.counts(), recent: reports.recent() },
    requests: sum(requests),
    cachedPages: pages.stats().pages,
    cachedBytes: pages.stats().bytes,
    rendersInFlight: counts.rendersInFlight,
    residentBytes: process.memoryUsage.rss(),
  };
}

/** The values of a counter, summed up by one of its labels. */
async function valuesOf(counter: Counter, label: string): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const { labels, value } of (await counter.get()).values) {
    const name = String(labels[label]);
    values.set(name, (values.get(name) ?? 0) + value);
  }
  return values;
}

const sum = (values: ReadonlyMap<string, number>): number => values.values().reduce((a, b) => a + b, 0);

function sentAndFailed(outcomes: ReadonlyMap<string, number>) {
  const sent = outcomes.get('sent') ?? 0;
  return { sent, failed: sum(outcomes) - sent };
}
