import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface DrainOptions {
  /** Milliseconds between "not ready" and the last accepted connection: balancers need to notice. */
  readonly noticeMs: number;
  /** Milliseconds after which connections that are still open are cut. */
  readonly forceMs: number;
}

const sweepEveryMs = 250;
/** A connection this young may have a request under way to us. */
const unusedMs = 1_000;

/**
 * Notes which sockets of a server have never been used. Balancers open some in advance, and Node counts them as
 * busy: it waits for the headers of a request that will not come.
 *
 * @returns closes those that are still unused
 */
export function watchUnusedSockets(server: Server): () => void {
  const openedAt = new Map<Socket, number>();
  server.on('connection', (socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  return () => {
    const longAgo = performance.now() - unusedMs;
    for (const [socket, since] of openedAt) {
      if (socket.bytesRead === 0 && since < longAgo) socket.destroySoon();
    }
  };
}

/**
 * Closes a server without losing what it has accepted. `close()` alone would wait for sockets that balancers hold
 * open unused, and go on serving idle ones. Resolves when the last connection is closed.
 *
 * @param closeUnused what `watchUnusedSockets` has returned for this server
 */
export async function drain(
  server: Server,
  closeUnused: () => void,
  { noticeMs, forceMs }: DrainOptions,
): Promise<void> {
  // From now on every response ends its connection.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  await new Promise((resolve) => setTimeout(resolve, noticeMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    closeUnused();
  }, sweepEveryMs);
  const force = setTimeout(() => server.closeAllConnections(), Math.max(0, forceMs - noticeMs));
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
