import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import type { Config } from '../process/config.ts';
import { networkOfAddress } from './addressLimit.ts';

/** A connection this young may have a request under way to us. */
const unusedMs = 1_000;
/** The server is crowded when this share of its connections is taken: idle ones are then closed, at most this often. */
const crowdedShare = 0.9;
const sweepEveryMs = 250;
/** How long the headers of a request may take, and all of it. */
const usualTimeouts = { headersMs: 10_000, requestMs: 15_000 };
const crowdedTimeouts = { headersMs: 1_000, requestMs: 2_000 };

/** A server, and what closes those of its connections that serve no request. */
export interface BoundedServer {
  readonly server: Server;
  /**
   * Some were never used: balancers open them in advance, and Node counts them as busy, because it waits for the headers
   * of a request that will not come.
   */
  closeIdle(): void;
}

/**
 * Makes a server with bounds on how long a connection may take, and on how many there are: of one network, unless it is
 * that of a proxy, and all together. When it is crowded, idle connections and slow requests are closed.
 */
export function createBoundedServer(
  listener: RequestListener,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { most = 5_000, mostOfOne = 200 } = {},
): BoundedServer {
  const server = createServer(
    { maxHeaderSize: 16 * 1024, connectionsCheckingInterval: sweepEveryMs },
    listener,
  );
  server.keepAliveTimeout = 65_000;
  server.setTimeout(30_000);
  // As Express reads TRUST_PROXY for the address of a visitor.
  const isProxy: (address: string, hop: number) => boolean = express()
    .set('trust proxy', trustProxy)
    .get('trust proxy fn');
  const openedAt = new Map<Socket, number>();
  const counts = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const closeIdle = () => {
    server.closeIdleConnections();
    const longAgo = performance.now() - unusedMs;
    for (const [socket, since] of openedAt) {
      if (socket.bytesRead === 0 && since < longAgo) socket.destroySoon();
    }
  };

  const isCrowded = () => openedAt.size >= crowdedShare * most;
  // Node reads both each time that it checks connections.
  const setTimeouts = () => {
    const { headersMs, requestMs } = isCrowded() ? crowdedTimeouts : usualTimeouts;
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
  };

  setTimeouts();
  server.maxConnections = most;
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const network = isProxy(remoteAddress, 0) ? null : networkOfAddress(remoteAddress);
    const count = network === null ? 0 : (counts.get(network) ?? 0) + 1;
    if (count > mostOfOne) {
      socket.destroy();
      return;
    }
    const now = performance.now();
    openedAt.set(socket, now);
    if (network !== null) counts.set(network, count);
    socket.once('close', () => {
      openedAt.delete(socket);
      setTimeouts();
      if (network === null) return;
      const left = (counts.get(network) ?? 0) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
    setTimeouts();
    if (!isCrowded() || now - sweptAt < sweepEveryMs) return;
    sweptAt = now;
    closeIdle();
  });
  return { server, closeIdle };
}
