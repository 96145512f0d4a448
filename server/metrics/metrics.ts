import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Content } from '../content/content.ts';
import type { PictureStore } from '../media/pictureStore.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { ErrorReports } from '../telemetry/errorReports.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { contentMetrics } from './contentMetrics.ts';
import { histogramText } from './histogramText.ts';
import type { Metric } from './metric.ts';
import { reportMetrics } from './reportMetrics.ts';
import { requestMetrics } from './requestMetrics.ts';
import type { SiteCounts } from './siteCounts.ts';

/** What the metrics are read from when somebody asks for them. */
export interface MetricSources {
  readonly counts: SiteCounts;
  readonly content: Pick<Content, 'stats'>;
  readonly pictures: Pick<PictureStore, 'stats'>;
  readonly pages: Pick<PageCache, 'stats'>;
  readonly reports: Pick<ErrorReports, 'counts'>;
  readonly telemetry: Pick<Telemetry, 'deliveries'>;
  readonly isReady: () => boolean;
  readonly release: string;
}

/** The metrics, ready to be asked for. */
export interface Metrics {
  readonly contentType: string;
  /** All of them in Prometheus' text format. */
  read(): Promise<string>;
}

/** Makes the metrics of the process: those of this site, and those of Node and the process. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const histograms: (() => string)[] = [];
  for (const metric of [...requestMetrics(sources), ...contentMetrics(sources), ...reportMetrics(sources)]) {
    if (metric.kind !== 'histogram') register(registry, metric);
    else histograms.push(() => histogramText(metric.name, metric.help, metric.read()));
  }
  return {
    contentType: registry.contentType,
    read: async () => [await registry.metrics(), ...histograms.map((write) => write())].join('\n'),
  };
}

/** Lets the library read a metric anew each time that it is asked for. */
function register(registry: Registry, metric: Exclude<Metric, { readonly kind: 'histogram' }>): void {
  const { kind, name, help, read } = metric;
  const Kind = kind === 'counter' ? Counter : Gauge;
  new Kind({
    ...{ name, help, registers: [registry] },
    labelNames: ['route', 'status', 'outcome', 'collection', 'reason', 'release', 'state'],
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.inc({ ...labels }, value);
    },
  });
}
