import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and balancers wait for a response before the next request; some tools send a few in advance. */
const mostInAdvance = 16;

const waiting = new WeakMap<Socket, number>();

/**
 * Ends a connection on which too many requests were sent in advance (pipelining, RFC 9112 section 9.3.2). Node
 * reads all requests in 64 kB, some two thousand, and holds 6 kB for each until the client reads the responses:
 * thirty clients that never read would fill the memory of a container.
 *
 * @returns whether the request is on such a connection, hence gets no response
 */
export function endFlood({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Only a response that waits for the one before it has no connection yet.
  if (response.socket !== null) return false;
  if (socket.destroyed) return true;
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > mostInAdvance) {
    socket.destroy();
    return true;
  }
  waiting.set(socket, count);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return false;
}
