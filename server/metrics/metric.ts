import type { HistogramSeries } from './histogramText.ts';
import type { Counts } from './tally.ts';

export type Labels = Readonly<Record<string, string>>;
type Series = Iterable<readonly [labels: Labels, value: number]>;

interface Named {
  readonly name: string;
  readonly help: string;
}

/** One metric and how it is read; nothing is computed before somebody asks for it. */
export type Metric =
  | (Named & { readonly kind: 'counter' | 'gauge'; readonly read: () => Series })
  | (Named & { readonly kind: 'histogram'; readonly read: () => Iterable<HistogramSeries> });

/** A number that only grows. */
export const counter = (name: string, help: string, read: () => Series): Metric => ({
  kind: 'counter',
  ...{ name, help, read },
});

/** A number that goes up and down. */
export const gauge = (name: string, help: string, read: () => Series): Metric => ({
  kind: 'gauge',
  ...{ name, help, read },
});

/** Values by the bounds that they stay within. */
export const histogram = (name: string, help: string, read: () => Iterable<HistogramSeries>): Metric => ({
  kind: 'histogram',
  ...{ name, help, read },
});

/** Named numbers as series, their names under one label. */
export function* labelled(label: string, counts: Counts): Generator<readonly [Labels, number]> {
  for (const [name, { value }] of counts.all()) yield [{ [label]: name }, value];
}

/** One series without labels. */
export const single = (value: number): Series => [[{}, value]];
