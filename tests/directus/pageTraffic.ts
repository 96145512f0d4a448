import { setTimeout as pause } from 'node:timers/promises';
import { sendRequest } from '../support/http.ts';

/** What visitors met while somebody edited. */
export interface TrafficReport {
  readonly requests: number;
  /** Responses that were no page, and requests without a response. */
  readonly failures: readonly string[];
  /** Pages that showed an edition after a newer one had already been read. */
  readonly older: readonly string[];
}

const edition = /Edition (\d{3}) of the text/;

/** Reads these pages in turn, so many times a second, until stopped. */
export function startTraffic(
  site: string,
  addresses: readonly string[],
  perSecond: number,
): { stop(): Promise<TrafficReport> } {
  const failures: string[] = [];
  const older: string[] = [];
  /** The newest edition of each address that a visitor has read to its end. */
  const newest = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let requests = 0;
  let isStopped = false;

  const visit = async (address: string) => {
    const known = newest.get(address) ?? 0;
    try {
      const { status, text } = await sendRequest(site, address);
      if (status !== 200) failures.push(`${address}: ${status}`);
      const read = Number(edition.exec(text)?.[1] ?? 0);
      if (read < known) older.push(`${address}: ${read} after ${known}`);
      newest.set(address, Math.max(read, newest.get(address) ?? 0));
    } catch (error) {
      failures.push(`${address}: ${String(error)}`);
    }
  };

  const run = async () => {
    const startedAt = performance.now();
    while (!isStopped) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
      for (; requests < due; requests += 1) {
        const visiting = visit(addresses[requests % addresses.length] ?? '/');
        underWay.add(visiting);
        void visiting.finally(() => underWay.delete(visiting));
      }
      await pause(1000 / perSecond);
    }
    await Promise.all(underWay);
  };
  const running = run();

  return {
    async stop() {
      isStopped = true;
      await running;
      return { requests, failures, older };
    },
  };
}
