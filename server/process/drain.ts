import type { Server } from 'node:http';

interface DrainOptions {
  /** Milliseconds between "not ready" and the last accepted connection: load balancers need to notice. */
  readonly noticeMs: number;
  /** Milliseconds after which connections that are still open are cut. */
  readonly forceMs: number;
}

const sweepEveryMs = 250;
/**
 * Closes a server without losing accepted requests. `close()` alone would wait for unused sockets that load balancers
 * hold open, and keep serving idle ones. Resolves when the last connection is closed.
 *
 * @param closeIdle closes the connections that serve no request, as `createBoundedServer` returns it
 */
export async function drain(
  server: Server,
  closeIdle: () => void,
  { noticeMs, forceMs }: DrainOptions,
): Promise<void> {
  // From now on every response ends its connection.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  await new Promise((resolve) => setTimeout(resolve, noticeMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(closeIdle, sweepEveryMs);
  const force = setTimeout(() => server.closeAllConnections(), Math.max(0, forceMs - noticeMs));
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
