import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

const folder = new URL('../../dist/static/', import.meta.url);
const parts = 3;
const requestsInPart = 8;

/**
 * Opens connections whose clients never read, each with a response larger than the system's buffers (some 4 MB), so
 * that the rest waits in the process. Requests are sent in batches, because the site would end a flood of them at once.
 */
export async function openNeverReading(url: string, count: number): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(url);
  const part = `GET /static/${largestFile()} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requestsInPart);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    return socket.pause();
  });
  for (let sent = 0; sent < parts; sent += 1) {
    for (const socket of sockets) socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return sockets;
}

/** The name of the largest file that pages load. */
function largestFile(): string {
  const sizes = readdirSync(folder).map((name) => ({ name, size: statSync(new URL(name, folder)).size }));
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.name ?? '';
}
