import type { Content } from '../content/content.ts';
import type { PictureStore } from '../media/pictureStore.ts';
import type { HistogramSeries } from '../metrics/histogramText.ts';
import type { SiteCounts } from '../metrics/siteCounts.ts';
import type { Counts } from '../metrics/tally.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { ErrorReports } from '../telemetry/errorReports.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

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
