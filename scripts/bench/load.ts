import autocannon from 'autocannon';
import type { SiteProcess } from './siteProcess.ts';

/** What a browser sends. */
export const browserEncodings = 'gzip, deflate, br, zstd';

export interface Load {
  readonly perSecond: number;
  /** Answers in all. */
  readonly total: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 2xx or 304, and connections that failed. */
  readonly failures: number;
}

type Headers = Readonly<Record<string, string>>;

/** Asks one address over and over for some seconds; latencies in milliseconds. */
export async function load(
  url: string,
  connections: number,
  seconds: number,
  headers: Headers = { 'accept-encoding': browserEncodings },
): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { ...headers } });
  return {
    perSecond: result.requests.average,
    total: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = low] =
    sorted.length % 2 === 1 ? [sorted[middle]] : sorted.slice(middle - 1, middle + 1);
  return (low + high) / 2;
}

/** A load, and what an answer cost the server. */
interface Measured extends Load {
  readonly microseconds: number;
}

async function measure(server: SiteProcess, path: string, ...how: LoadParameters): Promise<Measured> {
  const before = await server.processorMs();
  const result = await load(server.url + path, ...how);
  const spent = (await server.processorMs()) - before;
  return { ...result, microseconds: (spent * 1_000) / Math.max(1, result.total) };
}

type LoadParameters = [connections: number, seconds: number, headers?: Headers];

/** One of two figures over the other, as the median of the rounds. */
export interface Comparison {
  readonly ours: Measured;
  readonly yardstick: Measured;
  /** Answers a second, ours over the yardstick's. */
  readonly ratio: number;
  /** The same of answers for each second of the server's processor: what holds when the generator is the limit. */
  readonly processorRatio: number;
  readonly p99Ratio: number;
  /** The most of our rounds over the least. */
  readonly spread: number;
  readonly failures: number;
}

/** Two servers under the same load in turn, so that what disturbs the machine disturbs both. */
export async function compare(
  ours: SiteProcess,
  yardstick: SiteProcess,
  path: string,
  rounds: number,
  ...how: LoadParameters
): Promise<Comparison> {
  const pairs: { readonly ours: Measured; readonly yardstick: Measured }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({
      ours: await measure(ours, path, ...how),
      yardstick: await measure(yardstick, path, ...how),
    });
  }
  const medians = (side: 'ours' | 'yardstick'): Measured => {
    const of = (figure: keyof Measured) => median(pairs.map((pair) => pair[side][figure]));
    return {
      ...{ perSecond: of('perSecond'), total: of('total'), p50: of('p50'), p99: of('p99') },
      ...{ failures: of('failures'), microseconds: of('microseconds') },
    };
  };
  const speeds = pairs.map((pair) => pair.ours.perSecond);
  return {
    ours: medians('ours'),
    yardstick: medians('yardstick'),
    ratio: median(pairs.map((pair) => pair.ours.perSecond / pair.yardstick.perSecond)),
    processorRatio: median(pairs.map((pair) => pair.yardstick.microseconds / pair.ours.microseconds)),
    // autocannon counts whole milliseconds.
    p99Ratio: median(pairs.map((pair) => Math.max(pair.ours.p99, 1) / Math.max(pair.yardstick.p99, 1))),
    spread: Math.max(...speeds) / Math.min(...speeds),
    failures: pairs.reduce((sum, pair) => sum + pair.ours.failures + pair.yardstick.failures, 0),
  };
}

export const comparisonHeads = [
  ...[
    'page',
    'connections',
    'ours /s',
    'yardstick /s',
    'ratio',
    'ours µs',
    'yardstick µs',
    'processor ratio',
  ],
  ...['p50 ms', 'p99 ms', 'p99 ratio', 'spread', 'failures'],
];

/** A comparison as a row under `comparisonHeads`. */
export function comparisonRow(name: string, connections: number, found: Comparison): (string | number)[] {
  const { ours, yardstick, ratio, processorRatio, p99Ratio, spread, failures } = found;
  return [
    ...[name, connections, Math.round(ours.perSecond), Math.round(yardstick.perSecond), ratio.toFixed(2)],
    ...[ours.microseconds.toFixed(0), yardstick.microseconds.toFixed(0), processorRatio.toFixed(2)],
    ...[ours.p50, ours.p99, p99Ratio.toFixed(2), spread.toFixed(2), failures],
  ];
}
