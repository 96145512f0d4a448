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
  /** The current application: in development there are several, one after the other. */
  readonly app: () => {
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

const startedAt = Date.now();

/**
 * What is up, how old content is and how many errors there were, for `GET /status`. Times are ISO 8601; null: never,
 * or not configured.
 */
export function statusOf(observed: Observed): object {
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
    searchedInVain: app().search.missed(),
    errors: reports.counts(),
  };
}

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
