import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startContentService } from '../../support/contentService.ts';
import { sendRequest, untilClosed } from '../../support/http.ts';
import { forFile, siteProcessForFile } from '../../support/started.ts';

const site = await siteProcessForFile(await forFile(startContentService()));
/** Called after all tests. */
const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
});

/** Connects, sends something, goes on in drips; resolves with what came back until the connection ended. */
async function dripSlowly(
  first: string,
  drip: string,
  dripEveryMs = 700,
): Promise<{ readonly response: string; readonly seconds: number }> {
  const { hostname, port } = new URL(site.url);
  const startedAt = performance.now();
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  let response = '';
  socket.setEncoding('utf8').on('data', (part) => {
    response += String(part);
  });
  if (first !== '') socket.write(first);
  const dripping = setInterval(() => drip !== '' && socket.write(drip), dripEveryMs);
  ends.push(() => {
    clearInterval(dripping);
    socket.destroy();
  });
  await untilClosed(socket);
  clearInterval(dripping);
  return { response, seconds: (performance.now() - startedAt) / 1_000 };
}

/** A connection that is idle after its first request; it stays open during the other tests. */
const idle = dripSlowly('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n', '');

// Figures of a process from Linux (proc(5)); where there is no such file, they are infinite.

/** Resident memory in MB. */
function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) ? /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return kilobytes === undefined ? Number.POSITIVE_INFINITY : Math.round(Number(kilobytes) / 1_000);
}

/** Sockets that are open, those that listen included. */
function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return Number.POSITIVE_INFINITY;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      // Closed since it was listed.
      return false;
    }
  }).length;
}

/**
 * Opens connections whose clients never read, each with a response larger than the system's buffers (some 4 MB), so
 * that the rest waits in the process. Requests are sent in batches, because the site would end a flood of them at once.
 */
async function openNeverReading(count: number): Promise<readonly Socket[]> {
  const folder = new URL('../../../dist/static/', import.meta.url);
  const size = (name: string) => statSync(new URL(name, folder)).size;
  const [largest] = readdirSync(folder).toSorted((a, b) => size(b) - size(a));
  const { hostname, port } = new URL(site.url);
  const sockets = Array.from({ length: count }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined)
      .pause(),
  );
  for (let sent = 0; sent < 3; sent += 1) {
    const batch = `GET /static/${largest} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8);
    for (const socket of sockets) socket.write(batch);
    await pause(1_000);
  }
  return sockets;
}

const slowHeaders = ['GET / HTTP/1.1\r\nHost: x\r\n', 'x: y\r\n'] as const;
const slowBody = [
  'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
  ' ',
] as const;

it('D2 slow clients get a 408 and are cut off, and keep nobody else waiting', async () => {
  const crowdOf = ([first, drip]: readonly [string, string], size: number) =>
    Promise.all(Array.from({ length: size }, (_, at) => dripSlowly(first, drip, 600 + 7 * at)));
  const ended = Promise.all([crowdOf(slowHeaders, 130), crowdOf(slowBody, 20), dripSlowly('', '')]);
  for (let visit = 0; visit < 100; visit += 1) expect((await sendRequest(site.url, '/')).status).toBe(200);
  const [headers, body, silent] = await ended;
  expect(silent.response).toMatch(/^$|408/);
  for (const [clients, least] of [
    [headers, 9],
    [body, 14],
  ] as const) {
    // A client that drips at the moment of the end gets a reset, and reads nothing.
    const told = clients.filter(({ response }) => /^HTTP\/1\.1 408 /.test(response));
    expect(told.length).toBeGreaterThan(clients.length / 2);
    // Ten and fifteen seconds.
    expect(Math.min(...clients.map(({ seconds }) => seconds))).toBeGreaterThan(least);
  }
});

it('D13 clients that never read take little memory, keep nobody waiting and are cut off', async () => {
  const residentBefore = residentMb(site.pid);
  const crowd = 50;
  const readers = await openNeverReading(crowd);
  onTestFinished(() => {
    for (const socket of readers) socket.destroy();
  });
  const stalledAt = performance.now();
  expect(openSockets(site.pid)).toBeGreaterThanOrEqual(crowd);
  for (let visit = 0; visit < 100; visit += 1) expect((await sendRequest(site.url, '/')).status).toBe(200);
  expect(residentMb(site.pid) - residentBefore).toBeLessThan(crowd);

  // Thirty seconds without a byte, noticed within as many more.
  await expect.poll(() => openSockets(site.pid), { timeout: 200_000, interval: 500 }).toBeLessThan(crowd / 2);
  expect((performance.now() - stalledAt) / 1_000).toBeGreaterThan(20);
  expect((await sendRequest(site.url, '/')).status).toBe(200);
}, 240_000);

it('D1 an idle connection stays open for longer than a balancer keeps it', async () => {
  const { seconds } = await idle;
  expect(seconds).toBeGreaterThan(62);
  expect(seconds).toBeLessThan(100);
}, 240_000);
