import type { ServerResponse } from 'node:http';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { hookPath } from '../../shared/contentHook.ts';
import type { HeaderList } from './securityHeaders.ts';

/** Why a request is shed. */
export type OverloadReason = 'renders' | 'utilisation' | 'delay';

export interface Overload {
  /** Whether a request for this address should be refused now, and why. */
  reasonToShed(path: string, rendersInFlight: number): OverloadReason | null;
  close(): void;
}

/** A site that is never overloaded: for tests of other things, which share a process with their load. */
export const noOverload: Overload = { reasonToShed: () => null, close: () => undefined };

const sampleMs = 250;
const longestDelayMs = 500;
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
const isNeverShed = (address: string): boolean =>
  address.startsWith('/static/') || neverShed.has(address.split('?', 1)[0] ?? '');
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
    reasonToShed(path, rendersInFlight) {
      if (isNeverShed(path)) return null;
      // Also counts how late this timer is now.
      if (Math.max(delayMs, performance.now() - dueAt) > longestDelayMs) return 'delay';
      if (withoutRender.test(path)) return null;
      if (rendersInFlight >= mostRenders) return 'renders';
      return fullSamples >= samplesToBeFull && rendersInFlight >= mostRendersWhenFull ? 'utilisation' : null;
    },
    close: () => clearInterval(timer),
  };
}

const retryAfterSeconds = '5';
const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Busy</title><h1>We are very busy</h1><p>Please try again in a few seconds.</p>';

/** The response to a shed request: small, and nothing is computed for it. */
export function sendOverload(response: ServerResponse, path: string, security: HeaderList, id: string): void {
  const isApi = path.startsWith('/api/');
  const body = isApi ? '{"error":"The site is very busy. Please try again in a few seconds."}' : page;
  const type = isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
  response
    .writeHead(503, [
      ...security,
      ...['Content-Type', type, 'Content-Length', String(Buffer.byteLength(body))],
      ...['Cache-Control', 'no-store', 'Retry-After', retryAfterSeconds, 'X-Request-Id', id],
    ])
    .end(body);
}
