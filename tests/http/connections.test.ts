import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBoundedServer } from '../../server/http/connections.ts';
import type { Config } from '../../server/process/config.ts';
import { listen } from '../support/listen.ts';
import { contentForTest, siteProcessForTest } from '../support/started.ts';

const bounds = { most: 60, mostOfOne: 20 };

/** Starts a server that allows few connections, and makes visitors from any loopback address. */
async function start(trustProxy: Config['trustProxy'] = []) {
  const logged: string[] = [];
  const log = { warn: (text: string) => void logged.push(text) };
  const { server } = createBoundedServer(
    (_request, response) => response.end('ok'),
    { trustProxy },
    log,
    bounds,
  );
  const { hostname, port } = new URL(await listen(server));
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const open = (localAddress: string) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** What one visitor reads: nothing, when they get no connection. */
  const visit = async (from: string) => {
    const socket = open(from);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    let read = '';
    await new Promise<void>((resolve) => {
      socket.on('close', resolve).on('data', (part) => {
        read += part;
        resolve();
      });
    });
    return read.slice(0, 15);
  };
  const visitAll = (from: readonly string[]) => Promise.all(from.map(visit));
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)));
  return { visit, visitAll, open, count, logged };
}

const ok = 'HTTP/1.1 200 OK';
const times = (amount: number, from: string) => Array.from({ length: amount }, () => from);

describe('D2 connections', () => {
  it('of one address are bounded, and others notice nothing', async () => {
    const { visit, visitAll, open, count, logged } = await start();
    const replies = await visitAll(times(100, '127.0.0.2'));
    expect(replies.filter((reply) => reply === ok)).toHaveLength(20);
    expect(logged).toEqual([expect.stringContaining('one network had too many')]);
    expect(await visit('127.0.0.3')).toBe(ok);
    for (let opened = 0; opened < 100; opened += 1) open('127.0.0.4');
    await expect.poll(count).toBe(41);
    expect(await visit('127.0.0.5')).toBe(ok);
  });

  it('that end make room for the next of their address', async () => {
    const { visit, open, count } = await start();
    const first = Array.from({ length: 20 }, () => open('127.0.0.2'));
    await expect.poll(count).toBe(20);
    expect(await visit('127.0.0.2')).toBe('');
    first[0]?.destroy();
    await expect.poll(() => visit('127.0.0.2')).toBe(ok);
  });

  it('that are idle make room when all are taken', async () => {
    const { visit, visitAll, count } = await start();
    for (let address = 2; address < 5; address += 1) await visitAll(times(17, `127.0.0.${address}`));
    expect(await count()).toBe(51);
    // More than there is room for.
    for (let from = 10; from < 30; from += 1) {
      await expect.poll(() => visit(`127.0.0.${from}`)).toBe(ok);
    }
  });

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x'],
    ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx'],
  ])(
    'of unfinished requests, without the end of %s, make room before their usual timeout',
    async (_what, half) => {
      const { visit, open, count, logged } = await start();
      for (let address = 2; address < 6; address += 1)
        for (const from of times(20, `127.0.0.${address}`)) open(from).write(half);
      await expect.poll(count).toBe(60);
      await expect.poll(() => logged).toEqual(['Connections were refused: all were in use.']);
      await expect.poll(() => visit('127.0.0.9'), { timeout: 8_000 }).toBe(ok);
    },
  );

  it('of one address to the built server are bounded', async () => {
    const site = await siteProcessForTest(await contentForTest());
    const { hostname: host, port } = new URL(site.url);
    const sockets = Array.from({ length: 300 }, () =>
      connect({ host, port: Number(port), localAddress: '127.0.0.2' }),
    );
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    for (const socket of sockets) socket.on('error', () => undefined);
    await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(200);
  });

  it.each([[1], [['loopback']]])(
    'of a proxy (TRUST_PROXY %s) are not bounded like those of one address',
    async (trustProxy) => {
      const { visitAll } = await start(trustProxy);
      expect(new Set(await visitAll(times(40, '127.0.0.1')))).toEqual(new Set([ok]));
    },
  );
});
