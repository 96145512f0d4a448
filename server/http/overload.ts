import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { hookPath } from '../../shared/contentHook.ts';
import { contactApiPath, contactPath } from '../../shared/paths.ts';

/** Why a request is shed. */
type OverloadReason = 'renders' | 'utilisation' | 'delay';

export interface Overload {
  /** Whether a request for this address should be refused now, and why. */
  reasonToShed(address: string, rendersInFlight: number, method?: string): OverloadReason | null;
  close(): void;
}

/** A site that is never overloaded: for tests of other things, which share a process with their load. */
export const noOverload: Overload = { reasonToShed: () => null, close: () => undefined };

const sampleMs = 250;
const longestDelayMs = 500;
/**
 * Renders in flight below which a delay is not ours: another process has the machine, and a visitor who is alone
 * would be turned away for nothing.
 */
const fewestRenders = 4;
const mostRenders = 64;
const highUtilisation = 0.98;
/** So many samples in a row mean that the loop is full, and not only busy for a moment. */
const samplesToBeFull = 4;
/**
 * Concurrent renders while the loop is full. Not zero: a loop that is just full does all that it can, and refusing
 * every request would serve fewer than the machine is able to.
 */
const mostRendersWhenFull = 16;

/**
 * Never refused: probes, built files, and the publish hook, because its calls are not repeated. Cached pages have
 * been sent before this is called.
 */
const neverShed: ReadonlySet<string> = new Set(['/livez', '/readyz', hookPath]);
const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';
const isNeverShed = (address: string): boolean =>
  address.startsWith('/static/') || neverShed.has(pathOf(address));
/** What a visitor has typed is shed at so many times the limits of a page. */
const patienceWithForms = 4;
const forms: ReadonlySet<string> = new Set([contactPath, contactApiPath]);
/** Served without a render, so the number of renders does not matter for them. */
const withoutRender = /^\/(api|media)\//;

/**
 * Watches the event loop: its utilisation and how late its timers come, four times a second. Numbers after
 * fastify/under-pressure (utilisation 0.98) and Directus (delay 500 ms, sample 250 ms).
 */
export function watchOverload(): Overload {
  let since: EventLoopUtilization = performance.eventLoopUtilization();
  let fullSamples = 0;
  let delayMs = 0;
  // No delay counts before the first sample: a starting process is busy, and no request waits for it yet.
  let dueAt = Number.POSITIVE_INFINITY;
  const timer = setInterval(() => {
    const now = performance.now();
    delayMs = Math.max(0, now - dueAt);
    dueAt = now + sampleMs;
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, since);
    since = current;
    fullSamples = utilization > highUtilisation ? fullSamples + 1 : 0;
  }, sampleMs).unref();

  return {
    reasonToShed(address, rendersInFlight, method = 'GET') {
      if (isNeverShed(address)) return null;
      const patience = method === 'POST' && forms.has(pathOf(address)) ? patienceWithForms : 1;
      const renders = rendersInFlight / patience;
      // Also counts how late this timer is now.
      const lateMs = Math.max(delayMs, performance.now() - dueAt);
      if (lateMs > longestDelayMs * patience && renders >= fewestRenders) return 'delay';
      if (withoutRender.test(address)) return null;
      if (renders >= mostRenders) return 'renders';
      return fullSamples >= samplesToBeFull && renders >= mostRendersWhenFull ? 'utilisation' : null;
    },
    close: () => clearInterval(timer),
  };
}
