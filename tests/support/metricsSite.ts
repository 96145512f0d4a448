import request from 'supertest';
import { createMetricsServer, type Observed } from '../../server/monitoring/metrics.ts';
import { noTelemetry } from '../../server/telemetry/telemetry.ts';
import { hookSecret } from './hook.ts';
import { listen } from './listen.ts';
import { startSite, type TestSite } from './site.ts';

/** The site with its metrics server beside it. */
export interface MetricsSite {
  readonly site: TestSite;
  /** The address of the metrics server. */
  readonly url: string;
  /** The lines of one metric. */
  series(name: string): Promise<readonly string[]>;
  /** Replaces these sources of the status page from now on. */
  observe(special: Partial<Observed>): void;
  close(): Promise<void>;
}

/** Starts both. Sources that only a whole process has are stubs without any problem. */
export async function startMetricsSite(): Promise<MetricsSite> {
  const site = await startSite({
    environment: { METRICS_PORT: '0', CONTENT_HOOK_SECRET: hookSecret, SHELL_DEADLINE_MS: '10000' },
  });
  const { counts, content, pictures, config } = site;
  const observed: Observed = {
    counts,
    content,
    pictures,
    config: { ...config, release: 'a "release"' },
    app: {
      doctor: { report: () => site.doctor.report() },
      search: { missed: () => site.missedSearches() },
    },
    reportError: () => undefined,
    reports: { counts: () => ({ reported: 0, held: 0 }) },
    telemetry: noTelemetry,
    redis: null,
    isReady: () => true,
  };
  const server = createMetricsServer(observed);
  const url = await listen(server);
  return {
    site,
    url,
    async series(name) {
      const { text } = await request(url).get('/metrics');
      return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    },
    observe(special) {
      Object.assign(observed, special);
    },
    async close() {
      server.close();
      await site.close();
    },
  };
}
