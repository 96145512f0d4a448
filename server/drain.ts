import type { Server } from 'node:http';

interface DrainOptions {
  /** Milliseconds between "not ready" and the last accepted connection: balancers need to notice. */
  readonly noticeMs: number;
  /** Milliseconds after which connections that are still open are cut. */
  readonly forceMs: number;
}

/**
 * Closes a server without losing what it has accepted: `close()` alone would wait for sockets that balancers
 * hold open unused, and keep answering on idle ones. Resolves when the last connection is gone.
 */
export async function drain(server: Server, { noticeMs, forceMs }: DrainOptions): Promise<void> {
  // From now on every answer ends its connection.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  await new Promise((resolve) => setTimeout(resolve, noticeMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 250);
  const force = setTimeout(() => server.closeAllConnections(), Math.max(0, forceMs - noticeMs));
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
