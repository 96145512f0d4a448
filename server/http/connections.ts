import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { createRateLimit } from '../process/rateLimit.ts';

/** A connection younger than this may have its first request on the way. */
const unusedMs = 1_000;

/**
 * Makes a server with limits on how long a request may take, and on the number of connections. When all are taken, idle
 * ones are closed; refused connections are one log line a minute. Limits by address are the proxy's, as in
 * `deploy/nginx/nginx.conf`: it knows the visitors' addresses, and can answer with a 429.
 *
 * @returns the server, and a function that closes the connections which serve no request
 */
export function createBoundedServer(listener: RequestListener, log: Pick<Logger, 'warn'>, most = 5_000) {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  server.setTimeout(30_000);
  server.maxConnections = most;
  /** Connections without a first request, and since when they are open. */
  const unused = new Map<Socket, number>();
  server.on('connection', (socket) => {
    unused.set(socket, performance.now());
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));

  /**
   * Also closes unused ones: load balancers open those in advance, and Node counts them as busy, because it waits for
   * the headers of a request that will not come.
   */
  const closeIdle = () => {
    server.closeIdleConnections();
    const longAgo = performance.now() - unusedMs;
    for (const [socket, since] of unused) {
      if (socket.bytesRead === 0 && since < longAgo) socket.destroySoon();
    }
  };

  const isFirstInMinute = createRateLimit(1);
  server.on('drop', () => {
    closeIdle();
    if (isFirstInMinute()) log.warn('Connections were refused: all were in use.');
  });
  return { server, closeIdle };
}
