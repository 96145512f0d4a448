import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Listens on the public port of a site that is restarted again and again, and forwards connections to its current port.
 * While there is none, connections wait, so that pages can be requested before the next site is up. Rejects if the
 * port is not available.
 */
export async function holdPort(port, host) {
  let target = null;
  const waiting = new Set();
  const passOn = (socket) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ]) {
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => other.destroySoon());
    }
  };
  const server = createServer((socket) => {
    if (target !== null) return passOn(socket);
    waiting.add(socket);
    socket.on('error', () => undefined).on('close', () => waiting.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    /** Makes new connections wait. */
    hold() {
      target = null;
    },
    /** Forwards waiting and new connections to this port. */
    passTo(next) {
      target = next;
      for (const socket of waiting) passOn(socket);
      waiting.clear();
    },
  };
}
