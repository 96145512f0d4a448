import { once } from 'node:events';
import { createServer } from 'node:net';

const portsToTry = 50;

/**
 * @returns the wanted port, or the next one above it that nothing listens on; 0 becomes some free port
 * @throws when none of fifty is free
 */
export async function findFreePort(wanted: number): Promise<number> {
  if (wanted === 0) return listenOnce(0, '127.0.0.1');
  for (let port = wanted; port < wanted + portsToTry && port <= 65_535; port += 1) {
    // A port may be taken on one of the two addresses only, and the browser would then reach the wrong one.
    const free = (await isFree(port, '0.0.0.0')) && (await isFree(port, '127.0.0.1'));
    if (free) return port;
  }
  throw new Error(`No free port from ${wanted} on.`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
  );
}

async function listenOnce(port: number, host: string): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : port;
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
    // Until it listens, only the connection can be refused.
    const response = await fetch(url, { signal: attempt }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
