import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBoundedServer } from '../../server/http/connections.ts';
import { listen } from '../support/listen.ts';

/** Starts a server that allows 60 connections. */
async function start() {
  const logged: string[] = [];
  const log = { warn: (text: string) => void logged.push(text) };
  const { server } = createBoundedServer((_request, response) => response.end('ok'), log, 60);
  const { hostname, port } = new URL(await listen(server));
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const open = () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** What one visitor reads: nothing, when they get no connection. */
  const visit = async (socket = open()) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    let read = '';
    await new Promise<void>((resolve) => {
      if (socket.destroyed) resolve();
      socket.on('close', resolve).on('data', (part) => {
        read += part;
        resolve();
      });
    });
    return read.slice(0, 15);
  };
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)));
  return { visit, open, count, logged };
}

const ok = 'HTTP/1.1 200 OK';

describe('D2 connections', () => {
  it.each([
    ['idle', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['unused', ''],
  ])('that are %s make room when all are taken, with one line in the log', async (_what, sent) => {
    const { visit, open, count, logged } = await start();
    for (let opened = 0; opened < 60; opened += 1) open().write(sent);
    await expect.poll(count).toBe(60);
    for (let from = 0; from < 20; from += 1) await expect.poll(() => visit(), { timeout: 8_000 }).toBe(ok);
    expect(logged).toEqual(['Connections were refused: all were in use.']);
  });

  it('that are new are kept for the request that is on its way', async () => {
    const { visit, open, count, logged } = await start();
    // They do not age.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => void vi.restoreAllMocks());
    const unused = Array.from({ length: 60 }, open);
    await expect.poll(count).toBe(60);
    expect(await visit()).toBe('');
    expect(logged).toHaveLength(1);
    for (const socket of unused) expect(await visit(socket)).toBe(ok);
  });
});
