import { Agent, request } from 'node:http';

/** How long answers took, in milliseconds with their fractions. */
export interface Latency {
  readonly median: number;
  readonly p99: number;
  readonly answers: number;
  readonly failures: number;
}

/** Asks one address over and over on so many connections for some seconds. */
export async function measureLatency(url: string, connections: number, seconds: number): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let failures = 0;
  const askOn = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      if ((await ask(url, agent)) === 200) times.push(performance.now() - startedAt);
      else failures += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  agent.destroy();
  return { ...percentiles(times), answers: times.length, failures };
}

/** The middle and the 99th percentile of some times; both infinite where there are none. */
export function percentiles(times: readonly number[]): { readonly median: number; readonly p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;
  return { median: at(0.5), p99: at(0.99) };
}

/** The status of one answer, read to its end; 0 where there is none. */
function ask(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end();
  });
}
