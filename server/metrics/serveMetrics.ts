import type { Server } from 'node:http';
import type { Collaborators } from '../collaborators.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { ErrorReports } from '../telemetry/errorReports.ts';
import { sentrySettings } from '../telemetry/sentrySettings.ts';
import { createMetrics } from './metrics.ts';
import { createMetricsServer } from './metricsServer.ts';
import type { Status } from './statusPage.ts';

interface Observed extends Collaborators {
  readonly pages: Pick<PageCache, 'stats'>;
  readonly reports: Pick<ErrorReports, 'counts' | 'recent'>;
}

/** The server of the metrics and of the status page, made from what the site stands on. Not listening yet. */
export function serveMetrics(observed: Observed): Server {
  const { config, content, pages, counts, reports, isReady } = observed;
  const metrics = createMetrics({ ...observed, release: config.release });
  const startedAt = Date.now();

  const status = (): Status => ({
    release: config.release,
    startedAt,
    now: Date.now(),
    ready: isReady(),
    entries: content.stats(),
    lastHookAt: counts.lastHookAt,
    recent: reports.recent(),
    requests: [...counts.routes.all()].reduce((sum, [, { answered }]) => sum + answered.count, 0),
    keptPages: pages.stats().pages,
    rendersInFlight: counts.rendersInFlight,
    residentBytes: process.memoryUsage.rss(),
    errorReporting: hostOf(sentrySettings(config)?.dsn),
    contact: config.contactApiUrl !== null,
  });
  return createMetricsServer({ metrics, status });
}

/** The host of a DSN, without its key. */
function hostOf(dsn: string | undefined): string | null {
  return dsn !== undefined && URL.canParse(dsn) ? new URL(dsn).host : null;
}
