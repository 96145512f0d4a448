import autocannon from 'autocannon';

/** What a browser sends. */
export const browserEncodings = 'gzip, deflate, br, zstd';

export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 2xx or 304, and connections that failed. */
  readonly failures: number;
}

/** Asks one address over and over for some seconds; latencies in milliseconds. */
export async function load(
  url: string,
  connections: number,
  seconds: number,
  headers: Readonly<Record<string, string>> = { 'accept-encoding': browserEncodings },
): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { ...headers } });
  return {
    perSecond: result.requests.average,
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

/** Two servers under the same load in turn, so that what disturbs the machine disturbs both. */
export async function compare(
  ours: string,
  yardstick: string,
  connections: number,
  rounds: number,
  seconds: number,
  headers?: Readonly<Record<string, string>>,
) {
  const pairs: { readonly ours: Load; readonly yardstick: Load }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({
      ours: await load(ours, connections, seconds, headers),
      yardstick: await load(yardstick, connections, seconds, headers),
    });
  }
  return {
    ratio: median(pairs.map((pair) => pair.ours.perSecond / pair.yardstick.perSecond)),
    p99Ratio: median(pairs.map((pair) => Math.max(pair.ours.p99, 1) / Math.max(pair.yardstick.p99, 1))),
    ours: median(pairs.map((pair) => pair.ours.perSecond)),
    yardstick: median(pairs.map((pair) => pair.yardstick.perSecond)),
    p50: median(pairs.map((pair) => pair.ours.p50)),
    p99: median(pairs.map((pair) => pair.ours.p99)),
    failures: pairs.reduce((sum, pair) => sum + pair.ours.failures + pair.yardstick.failures, 0),
    spread: Math.max(...pairs.map((p) => p.ours.perSecond)) / Math.min(...pairs.map((p) => p.ours.perSecond)),
  };
}
