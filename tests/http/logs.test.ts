import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startSite } from '../../scripts/serverProcess.ts';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { findFreePort, waitUntilReady } from '../../server/demo/ports.ts';
import { callHook, hookSecret } from '../support/hook.ts';
import { sendRequest } from '../support/http.ts';
import type { TestSite } from '../support/site.ts';
import { contentForTest, folderForFile, siteForTest, siteProcessForTest } from '../support/started.ts';

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

describe('the log line of a request', () => {
  let site: TestSite;
  beforeEach(async () => {
    site = await siteForTest();
    await site.load();
  });

  const lineOf = async (reply: { readonly headers: { readonly [name: string]: unknown } }) => {
    const id = reply.headers['x-request-id'];
    for (;;) {
      const lines = site.logs.filter((line) => line.id === id && line.status !== undefined);
      if (lines.length > 0) return lines;
      await new Promise(setImmediate);
    }
  };

  it('has the id, method, path, route, status, duration and page cache outcome, and comes once', async () => {
    const ids = new Set<unknown>();
    for (const cache of ['miss', 'hit']) {
      const lines = await lineOf(await request(site.url).get('/about'));
      const line = { method: 'GET', path: '/about', route: 'about', status: 200, cache };
      expect(lines).toEqual([
        expect.objectContaining({ ...line, id: expect.stringMatching(/^[\w-]+$/), ms: expect.any(Number) }),
      ]);
      ids.add(lines[0]?.id);
    }
    expect(ids.size).toBe(2);
  });

  it('does not exist for a probe that succeeds', async () => {
    for (const path of ['/livez', '/readyz']) await request(site.url).get(path).expect(200);
    await lineOf(await request(site.url).get('/about'));
    expect(site.logs.map((line) => line.path)).not.toEqual(expect.arrayContaining(['/livez']));
    expect(site.logs.map((line) => line.path)).not.toEqual(expect.arrayContaining(['/readyz']));
    const missing = await lineOf(await request(site.url).get('/livez/x'));
    expect(missing).toHaveLength(1);
  });

  it.each(['/contact/sent/', '/contact/sent/|/', '//contact/sent/|/?x', '/api/contact/status/|/'])(
    'has no more of the number of a message than its short reference, also at %s',
    async (address) => {
      const number = '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a01';
      const path = address.includes('|') ? address.replace('|', number) : address + number;
      for (const method of ['GET', 'POST']) {
        const lines = await lineOf(await sendRequest(site.url, path, { method }));
        expect(String(lines[0]?.path)).toMatch(/\/6d1f0a52\/?$/);
      }
    },
  );

  it('E19 is one line of JSON whatever is requested, and repeats neither the query nor a long path', async () => {
    const attacks = [
      '/%0d%0a{"level":60}',
      '/%1b[31mred',
      '/"}\\n{"injected":true}',
      `/${'a'.repeat(1_900)}`,
      '/about?email=someone@example.com&',
      // These end a line for a route's pattern and for some readers of logs.
      '/%E2%80%A8%E2%80%A9',
    ];
    for (const attack of attacks) {
      // Sent unchanged: a client would encode the path.
      const reply = await sendRequest(site.url, attack, {
        headers: { 'User-Agent': `${'x'.repeat(5_000)}"}` },
      });
      const lines = await lineOf(reply);
      expect(lines).toHaveLength(1);
      const text = JSON.stringify(lines[0]);
      expect(text.length).toBeLessThan(600);
      expect(text).not.toMatch(/someone@|\r|\n|\u001b|\u2028/);
    }
    expect(site.logs.some((line) => line.injected === true)).toBe(false);
  });
});

/** Gives a program a terminal to write to (util-linux). */
const terminal = '/usr/bin/script';

describe.skipIf(!existsSync(terminal))('in development, on a terminal', () => {
  it('a request is one short line, and an outage one line with its cause', async () => {
    const content = await contentForTest();
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(terminal, ['-qec', `"${process.execPath}" "${main}"`, '/dev/null'], {
      env: {
        NODE_ENV: 'development',
        DIRECTUS_URL: content.url,
        FRONTEND_URL: url,
        PORT: String(port),
        NO_COLOR: '1',
        CONTENT_HOOK_SECRET: hookSecret,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    onTestFinished(() => void (child.pid && process.kill(-child.pid, 'SIGKILL')));
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => void lines.push(line));
    const linesWith = (text: string) => lines.filter((line) => line.includes(text));
    await waitUntilReady(`${url}/readyz`, AbortSignal.timeout(30_000));
    await sendRequest(url, '/about?email=someone@example.com');
    await expect
      .poll(() => linesWith('/about'))
      .toEqual([expect.stringMatching(/^GET \/about 200 \d+ ms miss$/)]);

    await content.fault('*', { kind: 'status', status: 503 });
    await callHook(url, {});
    const names = collectionNames.join(', ');
    const outage = `warn: Content could not be loaded: ${names}. (Service "api" is unavailable. Under pressure.)`;
    await expect.poll(() => linesWith('could not be loaded')).toEqual([outage]);
    await content.clearFaults();
    await expect.poll(() => linesWith('loaded again')).toEqual([`Content can be loaded again: ${names}.`]);
    expect(lines.filter((line) => /^(warn|error|fatal)/.test(line))).toEqual([outage]);
    expect(lines.join('')).not.toContain('{');
  });
});

describe('the log line of an error', () => {
  it('B2 names a collection whose rows are of something else, like one that could not be read', async () => {
    const content = await contentForTest();
    await content.fault('navigation', { kind: 'shape', data: [1, 2, 3] });
    const site = await siteProcessForTest(content);
    await site.logged('Content could not be loaded: navigation.');
    await site.end();
    const reason = 'Malformed response: its members are not rows of navigation';
    expect(site.logs.filter(({ level, collection }) => Number(level) >= 40 && collection)).toMatchObject([
      { level: 40, collection: 'navigation', reason },
    ]);
  });

  it('is the only one, and says without error reporting what a report would', async () => {
    const content = await contentForTest();
    const site = await siteProcessForTest(content, { DEV_PAGES: '1' });
    const requestIds = new Map<string, unknown>();
    for (const name of ['render-error', 'endpoint-error', 'content-error', 'message']) {
      const reply = await request(site.url).post(`/sentry-example-page/${name}`);
      requestIds.set(name, reply.headers['x-request-id']);
    }
    expect(await site.end()).toBe(0);
    const type = 'Error';
    // The file and line of the source, not those of the bundle.
    const placeIn = (file: string) => expect.stringMatching(new RegExp(`/server/${file}:\\d+:\\d+`));
    expect(site.logs.filter(({ level }) => Number(level) >= 50)).toEqual([
      expect.objectContaining({
        requestId: requestIds.get('render-error'),
        err: { type, message: 'Test error of a server render.', stack: placeIn('routes/testErrors.tsx') },
      }),
      expect.objectContaining({
        requestId: requestIds.get('endpoint-error'),
        err: { type, message: 'Test error of a server endpoint.', stack: placeIn('routes/testErrors.tsx') },
      }),
      expect.objectContaining({
        kind: 'response',
        endpoint: '/items/pages/no-such-page',
        status: 403,
        method: 'GET',
        url: `${content.url}/items/pages/no-such-page`,
        body: expect.stringContaining('permission'),
        // Its other properties are not repeated.
        err: {
          type: 'CallFailure',
          message: expect.stringContaining('permission'),
          stack: placeIn('directus/directusClient.ts'),
        },
      }),
    ]);
    expect(site.logs.filter(({ text }) => text !== undefined)).toHaveLength(1);
  });
});

/** Runs a script with the production log, whose lines nobody reads yet. */
function spawnLog(script: string) {
  const begin = `
    import { createLog } from '${new URL('../../server/process/log.ts', import.meta.url)}';
    const { log } = await createLog({ environment: 'production', logLevel: 'info', release: 'r' });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', begin + script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('H7 text that a visitor typed is left out, even if it is logged by mistake', async () => {
  const { stdout } = spawnLog(`
    const typed = { name: 'canary', email: 'canary', phone: 'canary', message: 'canary' };
    log.info({ ...typed, body: typed, route: 'contact' }, 'Logged.');
    log.error({ err: Object.assign(new Error('Broken.'), { body: typed, requestBody: 'canary' }) }, 'Reported.');
    log.flush();
  `);
  let output = '';
  for await (const part of stdout) output += String(part);
  const lines = output.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'Logged.', route: 'contact', body: {} }),
    expect.objectContaining({ msg: 'Reported.', err: expect.objectContaining({ message: 'Broken.' }) }),
  ]);
  expect(output).not.toContain('canary');
});

describe('D20 standard output', () => {
  it('D20 whose reader stalls misses lines, which are counted, and gets the others when it reads again', async () => {
    const written = 40_000;
    const child = spawnLog(`
      for (let line = 0; line < ${written}; line += 1) log.info({ path: '/'.padEnd(200, 'x') }, 'Logged.');
      process.stderr.write('written');
      setInterval(() => undefined, 1_000);
    `);
    await once(child.stderr, 'data');
    let logged = 0;
    for await (const line of createInterface(child.stdout)) {
      const { msg, dropped }: { msg: string; dropped?: number } = JSON.parse(line);
      if (msg === 'Logged.') logged += 1;
      if (dropped === undefined) continue;
      expect(dropped).toBeGreaterThan(written / 4);
      expect(logged + dropped).toBe(written);
      break;
    }
    // Four megabytes at 300 bytes a line, and what the pipe holds.
    expect(logged).toBeGreaterThan(10_000);
  });

  const folder = folderForFile();

  it.each([
    // A shell opens a pipe of 64 kB; Node would make a socket.
    ['a pipe that nobody reads', 'mkfifo "$0" && exec "$@" 1<>"$0"'],
    ['a full disk', 'exec "$@" >/dev/full'],
  ])('D20 %s delays neither pages nor the end of the process', async (_what, redirected) => {
    const { url, stop } = await startSite((await contentForTest()).url, {
      environment: { NODE_ENV: 'test' },
      probePath: '/readyz',
      wrapper: ['sh', '-c', redirected, join(folder, 'pipe')],
    });
    onTestFinished(() => void stop());
    // Some 200 bytes a line: three times what the pipe holds.
    for (let round = 0; round < 40; round += 1) {
      const replies = await Promise.all(Array.from({ length: 25 }, () => request(url).get('/about')));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await stop('SIGTERM')).toBe(0);
  });
});
