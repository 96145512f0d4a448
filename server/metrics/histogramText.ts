import type { Durations } from './durations.ts';

/** One series of a histogram: its labels and what was counted. */
export type HistogramSeries = readonly [labels: Readonly<Record<string, string>>, durations: Durations];

/**
 * A histogram in Prometheus' text format (prometheus.io/docs/instrumenting/exposition_formats), from counts
 * of our own: the library's histogram wants to be told of every single value with its labels, which costs a
 * request more than everything else that is counted for it.
 */
export function histogramText(name: string, help: string, series: Iterable<HistogramSeries>): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
  for (const [labels, durations] of series) {
    for (const { bound, count } of durations.cumulative()) {
      lines.push(`${name}_bucket${labelText({ ...labels, le: String(bound) })} ${count}`);
    }
    lines.push(
      `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${durations.count}`,
      `${name}_sum${labelText(labels)} ${durations.sum}`,
      `${name}_count${labelText(labels)} ${durations.count}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeValue = (value: string): string =>
  value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
