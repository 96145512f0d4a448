import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import type { Logger } from 'pino';
import type { Config } from '../process/config.ts';
import { createRateLimit } from '../process/rateLimit.ts';
import { networkOfAddress } from './rateLimits.ts';

/** A connection younger than this may have its first request on the way. */
const unusedMs = 1_000;
/** When this share of the connections is taken, the server is crowded: idle ones are closed, at most this often. */
const crowdedShare = 0.9;
const sweepEveryMs = 250;
/** How long the headers of a request may take to arrive, and the whole request. */
const usualTimeouts = { headersTimeout: 10_000, requestTimeout: 15_000 };
const crowdedTimeouts = { headersTimeout: 1_000, requestTimeout: 2_000 };

/**
 * Makes a server with limits on how long a request may take, and on the number of connections: from one network, unless
 * it is that of a proxy, and in total. When it is crowded, idle connections and slow requests are closed. Refused
 * connections are one log line a minute for each of the two.
 */
export function createBoundedServer(
  listener: RequestListener,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  log: Pick<Logger, 'warn'>,
  { most = 5_000, mostOfOne = 200 } = {},
) {
  const server = createServer(
    { maxHeaderSize: 16 * 1024, connectionsCheckingInterval: sweepEveryMs },
    listener,
  );
  server.keepAliveTimeout = 65_000;
  server.setTimeout(30_000);
  // Express's own reading of TRUST_PROXY, by which it also finds a visitor's address.
  const isProxy: (address: string, hop: number) => boolean = express()
    .set('trust proxy', trustProxy)
    .get('trust proxy fn');
  const openedAt = new Map<Socket, number>();
  const counts = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  /** Logs a refusal, once a minute. */
  const refusalLog = (text: string) => {
    const isFirst = createRateLimit(1);
    return () => isFirst() && log.warn(text);
  };
  const logFull = refusalLog('Connections were refused: all were in use.');
  const logCrowdedNetwork = refusalLog(
    'Connections were refused: one network had too many. If it is your proxy, name it in TRUST_PROXY.',
  );

  /**
   * Closes connections that serve no request, even unused ones: load balancers open those in advance, and Node counts
   * them as busy, because it waits for the headers of a request that will not come.
   */
  const closeIdle = () => {
    server.closeIdleConnections();
    const longAgo = performance.now() - unusedMs;
    for (const [socket, since] of openedAt) {
      if (socket.bytesRead === 0 && since < longAgo) socket.destroySoon();
    }
  };

  const isCrowded = () => openedAt.size >= crowdedShare * most;
  // Node reads both each time that it checks connections.
  const setTimeouts = () => Object.assign(server, isCrowded() ? crowdedTimeouts : usualTimeouts);

  setTimeouts();
  server.maxConnections = most;
  server.on('drop', logFull);
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const network = isProxy(remoteAddress, 0) ? null : networkOfAddress(remoteAddress);
    const count = network === null ? 0 : (counts.get(network) ?? 0) + 1;
    if (count > mostOfOne) {
      logCrowdedNetwork();
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
