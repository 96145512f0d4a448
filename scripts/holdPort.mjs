import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Listens on the port of a site that is restarted again and again, and passes connections on to where it listens now.
 * While it listens nowhere they wait, so that pages are asked for before the next site is up. Rejects where the port
 * cannot be had.
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
    /** From now on connections wait. */
    hold() {
      target = null;
    },
    /** From now on connections lead to this port. */
    passTo(next) {
      target = next;
      for (const socket of waiting) passOn(socket);
      waiting.clear();
    },
  };
}
