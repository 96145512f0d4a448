import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import supertest from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort, waitUntilReady } from '../../server/demo/ports.ts';
import { startContactService } from '../support/contactService.ts';
import { startContentService } from '../support/contentService.ts';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { holdResponses } from '../support/hold.ts';
import { sendRequest, untilClosed } from '../support/http.ts';
import { listen } from '../support/listen.ts';
import { startSiteProcess } from '../support/siteProcess.ts';
import { forFile, forTest, siteProcessForTest } from '../support/started.ts';

const content = await forFile(startContentService());

/** Opens a connection that sends nothing yet; `closed` resolves when the server has ended it. */
async function openSocket(
  url: string,
): Promise<{ readonly socket: Socket; readonly closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  return { socket, closed: untilClosed(socket) };
}

describe('the end of a process', () => {
  it('D3 finishes requests after a signal, closes idle and unused connections, and exits with 0', async () => {
    const contact = await forTest(startContactService());
    const site = await siteProcessForTest(content, { CONTACT_API_URL: contact.url });
    const unused = await openSocket(site.url);
    const idle = await openSocket(site.url);
    idle.socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    const release = await holdResponses(contact, 'contact');
    // Sent at once: supertest would only send when awaited.
    const underWay = sendRequest(site.url, '/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...fromOwnPage(site.url) },
      body: JSON.stringify(goodEnquiry),
    });
    await contact.nextRequest();
    const ended = site.end();
    await site.logged('Draining.');
    await Promise.all([idle.closed, unused.closed]);
    release();
    const reply = await underWay;
    expect([reply.status, reply.headers.connection]).toEqual([200, 'close']);
    expect(await ended).toBe(0);
  });

  it('D3 comes at once after a signal during the start, and by its own doing, as the first of a container must', async () => {
    const redis = createServer();
    onTestFinished(() => void redis.close());
    const connected = once(redis, 'connection');
    const url = (await listen(redis)).replace('http:', 'redis:');
    const site = await startSiteProcess(content.url, { REDIS_URL: url });
    await connected;
    expect(await site.end()).toBe(0);
    expect(site.logs).not.toContainEqual(expect.objectContaining({ msg: 'Draining.' }));
  });

  it('D5 comes at once after a second signal', async () => {
    const site = await siteProcessForTest(content, { NODE_ENV: 'production' });
    const ended = site.end();
    // Through npm one press of Ctrl-C arrives as two signals, which must not count as a second one. Waiting for the
    // log between them would take too long.
    await pause(20);
    process.kill(site.pid, 'SIGTERM');
    await site.logged('Draining.');
    await supertest(site.url).get('/livez').expect(200);
    const again = setInterval(() => void site.end(), 100);
    onTestFinished(() => clearInterval(again));
    // A process that waits for the notice and for visitors exits with 0.
    expect(await ended).not.toBe(0);
  });

  it('D5 comes without a wait after a signal during the start', async () => {
    await content.fault('*', { kind: 'blackhole' });
    onTestFinished(() => content.clearFaults());
    // In production everything is served for five seconds after a signal: here such a wait never ends.
    const endless = `
      import timers from 'node:timers/promises';
      import { syncBuiltinESMExports } from 'node:module';
      const { setTimeout } = timers;
      timers.setTimeout = (ms, ...rest) => (ms < 5_000 ? setTimeout(ms, ...rest) : new Promise(() => undefined));
      syncBuiltinESMExports();`;
    const site = await startSiteProcess(content.url, {
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(endless)}`,
    });
    await site.firstOk('/livez');
    expect(await site.end()).toBe(0);
  });
});

/** A folder in which `npm start` runs the build of this one, without its `.env`, which belongs to whoever works here. */
function checkoutWithoutSettings(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const name of ['dist', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  return folder;
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  'D3 %s to npm alone ends the site too, and frees its port',
  async (signal) => {
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const { PATH = '' } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: checkoutWithoutSettings(),
      env: { PATH, DIRECTUS_URL: content.url, FRONTEND_URL: url, HOST: '127.0.0.1', PORT: String(port) },
      stdio: 'ignore',
      detached: true,
    });
    // Unlike `process.kill`, it does not throw if nothing is left to end.
    onTestFinished(() => void spawnSync('kill', ['-KILL', '--', `-${npm.pid}`], { stdio: 'ignore' }));
    await waitUntilReady(`${url}/readyz`, AbortSignal.timeout(30_000));
    npm.kill(signal);
    const isListening = () => sendRequest(url, '/livez').then(Boolean, () => false);
    await expect.poll(isListening, { timeout: 20_000 }).toBe(false);
  },
);

it('D16 a clock that is set a day back or forth neither ages pages, loads content nor lengthens limits', async () => {
  const shift =
    'const real = Date.now; let days = 0; Date.now = () => real() + days * 86_400_000; ' +
    "process.on('SIGUSR2', () => { days = days === 0 ? 1 : -1; });";
  const site = await siteProcessForTest(content, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shift)}`,
  });
  const paths = ['/', '/about', '/services', '/blog'];
  const visit = () => Promise.all(paths.map((path) => supertest(site.url).get(path)));
  await visit();
  const callsBefore = content.requests.length;
  for (let jump = 0; jump < 2; jump += 1) {
    process.kill(site.pid, 'SIGUSR2');
    await supertest(site.url).get('/livez');
    const replies = await visit();
    expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(replies.map(({ headers }) => headers['server-timing'])).toEqual(
      paths.map(() => expect.stringContaining('hit')),
    );
    expect(replies.map(({ headers }) => headers.age ?? null)).toEqual(paths.map(() => null));
    // Rendered now, from the content that was loaded before.
    const fresh = jump === 0 ? '/blog/tags' : '/blog/categories';
    await supertest(site.url).get(fresh).expect(200);
    const { headers } = await supertest(site.url).get('/search?q=snow');
    expect(headers.ratelimit).toMatch(/; t=([1-5]?\d|60)$/);
  }
  expect(content.requests.length).toBe(callsBefore);
});

it('D23 a process that may open no more connections refuses them, and takes new ones when others end', async () => {
  const site = await siteProcessForTest(content, {}, 100);
  const { hostname, port } = new URL(site.url);
  const crowd = Array.from({ length: 200 }, () =>
    connect(Number(port), hostname).on('error', () => undefined),
  );
  onTestFinished(() => {
    for (const socket of crowd) socket.destroy();
  });
  const isRefused = () =>
    supertest(site.url)
      .get('/livez')
      .then(
        () => false,
        () => true,
      );
  await expect.poll(isRefused).toBe(true);
  for (const socket of crowd) socket.destroy();
  await expect.poll(isRefused).toBe(false);
  await supertest(site.url).get('/').expect(200);
  expect(await site.end()).toBe(0);
});
