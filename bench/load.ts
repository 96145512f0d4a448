import autocannon from 'autocannon';

/** The request headers of a browser that affect the response. */
export const browserHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** The median; for an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** The results of a load. */
export interface RateResult {
  readonly sent: number;
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Broken connections, and requests without a response within ten seconds. */
  readonly broken: number;
  /** The time of each response, in milliseconds. */
  readonly latencies: readonly number[];
  readonly p99: number;
  readonly p50: number;
  /** Responses per second. */
  readonly perSecond: number;
  /** The first five addresses that did not get a 200, with their status. */
  readonly others: readonly string[];
  /** Addresses that got a 5xx, with their status. */
  readonly serverErrors: readonly string[];
}

interface Rate {
  /** A list, or a function that creates each request from its number. */
  readonly requests: readonly autocannon.Request[] | ((n: number) => autocannon.Request);
  /** Requests per second; as fast as the connections allow if absent. */
  readonly perSecond?: number;
  readonly seconds?: number;
  /** Ends after this number of requests, instead of after `seconds`. */
  readonly amount?: number;
  readonly connections?: number;
}

/** Sends the requests in turn and records every response. */
export async function loadAtRate(url: string, rate: Rate): Promise<RateResult> {
  const { requests, perSecond, seconds, amount, connections = 20 } = rate;
  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  const others: string[] = [];
  const serverErrors: string[] = [];
  const note = ({ method = 'GET', path }: autocannon.Request, status: number) => {
    if (status !== 200 && others.length < 5) others.push(`${path} ${status}`);
    if (status >= 500) serverErrors.push(`${method} ${path} ${status}`);
  };
  let made = 0;
  const observed: autocannon.Request[] =
    typeof requests === 'function'
      ? [
          {
            setupRequest(request, context: { sent?: autocannon.Request }) {
              context.sent = requests(made);
              made += 1;
              return { ...request, ...context.sent };
            },
            onResponse: (status, _body, context: { sent?: autocannon.Request }) =>
              note(context.sent ?? {}, status),
          },
        ]
      : requests.map((request) => ({
          ...request,
          onResponse: (status) => note(request, status),
        }));
  const options = {
    url,
    connections,
    requests: observed,
    headers: { ...browserHeaders },
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    ...(seconds === undefined ? {} : { duration: seconds }),
    ...(amount === undefined ? {} : { amount }),
  };
  const result = Promise.withResolvers<autocannon.Result>();
  const running = autocannon(options, (error, value) =>
    error ? result.reject(error) : result.resolve(value),
  );
  running.on('response', (_client, status, _bytes, milliseconds) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    latencies.push(milliseconds);
  });
  const { errors, timeouts, duration } = await result.promise;
  return {
    sent: latencies.length,
    statuses,
    broken: errors + timeouts,
    others,
    serverErrors,
    latencies,
    p99: percentile(latencies, 0.99),
    p50: percentile(latencies, 0.5),
    perSecond: latencies.length / Math.max(0.001, duration),
  };
}

/** The value below which this share of the values lies; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
