import type { Server } from 'node:http';
import type { Counts } from '../metrics/tally.ts';
import type { Config } from '../process/config.ts';
import { sentrySettings } from '../process/sentrySettings.ts';
import type { ErrorReports } from '../telemetry/errorReports.ts';
import type { MetricSources } from './metric.ts';
import { createMetrics } from './metrics.ts';
import { createMetricsServer } from './metricsServer.ts';
import type { Status } from './status.ts';

interface Observed extends Omit<MetricSources, 'release'> {
  readonly config: Config;
  readonly reports: Pick<ErrorReports, 'counts' | 'recent'>;
}

/** The server of the metrics and of the status page, made from what the site stands on. Not listening yet. */
export function serveMetrics(observed: Observed): Server {
  const { config, content, pages, counts, reports, telemetry, isReady } = observed;
  const metrics = createMetrics({ ...observed, release: config.release });
  const startedAt = Date.now();
  const reportsTo = hostOf(sentrySettings(config)?.dsn);

  const status = (): Status => ({
    release: config.release,
    startedAt,
    now: Date.now(),
    ready: isReady(),
    entries: content.stats(),
    hook: { isOn: config.contentHookSecret !== null, lastCallAt: counts.lastHookAt },
    contact: config.contactApiUrl === null ? null : sentAndFailed(counts.contact),
    errorReporting: reportsTo === null ? null : { host: reportsTo, ...sentAndFailed(telemetry.deliveries) },
    errors: { ...reports.counts(), recent: reports.recent() },
    requests: [...counts.routes.all()].reduce((sum, [, { answered }]) => sum + answered.count, 0),
    keptPages: pages.stats().pages,
    keptBytes: pages.stats().bytes,
    rendersInFlight: counts.rendersInFlight,
    residentBytes: process.memoryUsage.rss(),
  });
  return createMetricsServer({ metrics, status });
}

function sentAndFailed(counts: Counts): { readonly sent: number; readonly failed: number } {
  const outcomes = [...counts.all()];
  const all = outcomes.reduce((sum, [, { value }]) => sum + value, 0);
  const sent = outcomes.find(([outcome]) => outcome === 'sent')?.[1].value ?? 0;
  return { sent, failed: all - sent };
}

/** The host of a DSN, without its key. */
function hostOf(dsn: string | undefined): string | null {
  return dsn !== undefined && URL.canParse(dsn) ? new URL(dsn).host : null;
}
