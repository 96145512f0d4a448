import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and balancers wait for a response before the next request; some tools send a few in advance. */
const mostInAdvance = 16;

const waiting = new WeakMap<Socket, number>();

/**
 * Ends a connection on which more requests were sent in advance (RFC 9112 section 9.3.2) than anybody needs. Node
 * reads all that stand in 64 kB, some two thousand, and holds 6 kB for each until its reader takes the answers:
 * thirty readers that never do would fill the memory of a container.
 *
 * @returns whether the request is on such a connection, hence not to be answered
 */
export function endFlood({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Only an answer that waits for the one before it has no connection yet.
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
