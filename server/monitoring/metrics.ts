import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { histogramText } from '../metrics/histogramText.ts';
import { contentMetrics } from './contentMetrics.ts';
import type { Metric, MetricSources } from './metric.ts';
import { reportMetrics } from './reportMetrics.ts';
import { requestMetrics } from './requestMetrics.ts';

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
