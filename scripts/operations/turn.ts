import { findFreePort } from '../../server/demo/demoSite.ts';
import { type SiteProcess, startSite } from '../bench/siteProcess.ts';
import { type FakeIngest, type Manner, startFakeIngest } from './ingest.ts';
import { type Latency, measureLatency } from './latency.ts';

/** A site and the service to which it reports. */
export interface ReportingSite extends SiteProcess {
  readonly ingest: FakeIngest;
}

export async function startReportingSite(contentUrl: string, manner?: Manner): Promise<ReportingSite> {
  const ingest = await startFakeIngest(manner);
  const environment = { NODE_ENV: 'test', DEV_PAGES: '1', SENTRY_DSN: ingest.dsn };
  const site = await startSite(contentUrl, await findFreePort(0), environment, '/readyz');
  return {
    ...site,
    ingest,
    async stop() {
      await site.stop();
      await ingest.close();
    },
  };
}

/** What some time of load showed. */
export interface Turn extends Latency {
  /** Processor time of the site for one page. */
  readonly microseconds: number;
}

const connections = 8;

/** Load on a page, while a handler throws at once and then once a second: as many errors as are ever sent. */
export async function takeTurn(site: SiteProcess, seconds: number): Promise<Turn> {
  const fail = () => {
    fetch(`${site.url}/sentry-example-page/endpoint-error`, { method: 'POST' }).catch(() => undefined);
  };
  fail();
  const timer = setInterval(fail, 1_000);
  const before = await site.processorMs();
  const latency = await measureLatency(`${site.url}/`, connections, seconds);
  const spentMs = (await site.processorMs()) - before;
  clearInterval(timer);
  return { ...latency, microseconds: (spentMs * 1_000) / Math.max(1, latency.answers) };
}
