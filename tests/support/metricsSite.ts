import request from 'supertest';
import { registerMetrics } from '../../server/monitoring/metrics.ts';
import { createMetricsServer } from '../../server/monitoring/metricsServer.ts';
import type { Status } from '../../server/monitoring/status.ts';
import { noTelemetry } from '../../server/telemetry/telemetry.ts';
import { listen } from './listen.ts';
import { startSite, type TestSite } from './site.ts';

/** The site with its metrics server beside it. */
export interface MetricsSite {
  readonly site: TestSite;
  /** The address of the metrics server. */
  readonly url: string;
  /** The lines of one metric. */
  series(name: string): Promise<readonly string[]>;
  /** Replaces these values of the status page from now on. */
  setStatus(special: Partial<Status>): void;
  close(): Promise<void>;
}

export const hookSecret = 'a-secret-of-enough-characters';

/** Starts both; the status page says what is held of content, and of everything else that all is well. */
export async function startMetricsSite(): Promise<MetricsSite> {
  const site = await startSite({
    environment: { METRICS_PORT: '0', CONTENT_HOOK_SECRET: hookSecret, SHELL_DEADLINE_MS: '10000' },
    hookIntervalMs: 0,
  });
  const { counts, content, pictures } = site;
  registerMetrics({
    counts,
    content,
    pictures,
    pages: { stats: () => ({ pages: 1, bytes: 2 }) },
    reports: { counts: () => ({ reported: 3, held: 0 }) },
    telemetry: noTelemetry,
    isReady: () => true,
    release: 'a "release"',
  });
  let special: Partial<Status> = {};
  const server = createMetricsServer({
    registry: counts.registry,
    status: async () => ({ ...calm(), collections: content.stats(), ...special }),
  });
  const url = await listen(server);
  return {
    site,
    url,
    async series(name) {
      const { text } = await request(url).get('/metrics');
      return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    },
    setStatus(next) {
      special = next;
    },
    async close() {
      server.close();
      await site.close();
    },
  };
}

function calm(): Status {
  const now = Date.now();
  return {
    release: 'r1',
    startedAt: now - 90_000,
    now,
    ready: true,
    collections: [],
    hook: { isOn: true, lastCallAt: now - 5_000 },
    contact: { sent: 4, failed: 0 },
    errorReporting: { host: 'errors.example', sent: 6, failed: 0 },
    redis: { isUp: true, lastChangedAt: now - 60_000 },
    errors: { reported: 0, held: 0, recent: [] },
    requests: 7,
    cachedPages: 3,
    cachedBytes: 2e6,
    rendersInFlight: 0,
    residentBytes: 1e8,
  };
}
