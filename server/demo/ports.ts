import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const portsToTry = 50;
/** Below the ephemeral ports: an outgoing connection could take one of those before its service listens. */
const anyPort = { from: 11_000, below: 32_768 };
const given = new Set<number>();

/**
 * @returns the wanted port, or the next one above it that nothing listens on; 0 gives some free port, a different one
 *   on each call
 * @throws when none of fifty is free
 */
export async function findFreePort(wanted: number): Promise<number> {
  if (wanted === 0) return someFreePort();
  for (let port = wanted; port < wanted + portsToTry && port <= 65_535; port += 1) {
    // A port may be taken on one of the two addresses only, and the browser would then reach the wrong one.
    const free = (await isFree(port)) && (await isFree(port, '127.0.0.1'));
    if (free) return port;
  }
  throw new Error(`No free port from ${wanted} on.`);
}

async function someFreePort(): Promise<number> {
  for (let attempt = 0; attempt < portsToTry; attempt += 1) {
    const port = randomInt(anyPort.from, anyPort.below);
    if (given.has(port) || !(await isFree(port, '127.0.0.1'))) continue;
    given.add(port);
    return port;
  }
  throw new Error('No free port.');
}

/** Whether it is free at an address, by default at all of them. */
async function isFree(port: number, host?: string): Promise<boolean> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** The URL at which this machine reaches a site on this `HOST` (unset or a wildcard: all addresses) and port. */
export function localUrl(host: string | undefined, port: number): string {
  const isAny = !host || host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * Resolves when the address responds with 200.
 *
 * @param signal ends the waiting; the promise then rejects
 * @param pollMs time between two requests
 */
export async function waitUntilReady(url: string, signal: AbortSignal, pollMs = 100): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const attempt = AbortSignal.any([signal, AbortSignal.timeout(2000)]);
    // Until it listens, connections are refused.
    const response = await fetch(url, { signal: attempt }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
