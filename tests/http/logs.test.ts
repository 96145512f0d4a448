import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort, waitUntilReady } from '../../server/demo/ports.ts';
import { hookPath, hookSecretHeader } from '../../shared/contentHook.ts';
import { type ContentService, startContentService } from '../support/contentService.ts';
import { sendRequest } from '../support/http.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { startSiteProcess } from '../support/siteProcess.ts';

describe('the line of a request', () => {
  let site: TestSite;
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.close());

  const lineOf = async (reply: { readonly headers: { readonly [name: string]: unknown } }) => {
    const id = reply.headers['x-request-id'];
    for (;;) {
      const lines = site.logs.filter((line) => line.id === id && line.status !== undefined);
      if (lines.length > 0) return lines;
      await new Promise(setImmediate);
    }
  };

  it('tells id, method, path, route, status, duration and what the page cache did, once', async () => {
    // A bot waits for the whole page, however slow the machine.
    const first = await lineOf(await request(site.url).get('/about').set('User-Agent', 'a bot'));
    expect(first).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/about',
        route: 'about',
        status: 200,
        cache: 'miss',
        id: expect.stringMatching(/^[\w-]+$/),
        ms: expect.any(Number),
      }),
    ]);
    // The sizes of pictures may come after the first content, and make a new page of it.
    const again = async () => (await lineOf(await request(site.url).get('/about')))[0];
    await expect.poll(again).toMatchObject({ cache: 'hit', route: 'about' });
    expect((await again())?.id).not.toBe(first[0]?.id);
  });

  it('E19 is one line of JSON whatever is requested, and repeats neither the query nor a long path', async () => {
    const attacks = [
      '/%0d%0a{"level":60}',
      '/%1b[31mred',
      '/"}\\n{"injected":true}',
      `/${'a'.repeat(1_900)}`,
      '/about?email=someone@example.com&\u0000',
      '/%E2%80%A8%E2%80%A9',
    ];
    for (const attack of attacks) {
      const path = attack.replace(/[\u0000 ]/g, '');
      // The path as it is written: a client would encode it.
      const reply = await sendRequest(site.url, path, {
        headers: { 'User-Agent': `${'x'.repeat(5_000)}"}` },
      });
      const lines = await lineOf(reply);
      expect(lines).toHaveLength(1);
      const text = JSON.stringify(lines[0]);
      expect(text.length).toBeLessThan(600);
      expect(text).not.toMatch(/someone@|\r|\n|\u001b|\u2028/);
    }
    expect(site.logs.some((line) => line.injected === true)).toBe(false);
    // These two end a line for a route's pattern and for some readers of logs.
    await request(site.url).get('/%E2%80%A8%E2%80%A9').expect(400);
  });

  it('its number stands on every error screen', async () => {
    for (const name of ['render-error', 'endpoint-error']) {
      const reply = await request(site.url).post(`/sentry-example-page/${name}`);
      expect(reply.status, name).toBe(500);
      expect(reply.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
      expect(reply.text).toContain(String(reply.headers['x-request-id']));
    }
    expect((await request(site.url).get('/%')).headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  });
});

/** Gives a program a terminal to write to (util-linux). */
const terminal = '/usr/bin/script';
const secret = 'a-secret-of-the-tests-0123456789';

describe.skipIf(!existsSync(terminal))('in development, on a terminal', () => {
  it('a request is one short line, and an outage one line with its cause', async () => {
    const content = await startContentService();
    onTestFinished(() => content.close());
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
    const child = spawn(terminal, ['-qec', `"${process.execPath}" "${main}"`, '/dev/null'], {
      env: {
        NODE_ENV: 'development',
        DIRECTUS_URL: content.url,
        FRONTEND_URL: url,
        PORT: String(port),
        NO_COLOR: '1',
        CONTENT_HOOK_SECRET: secret,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    onTestFinished(() => void (child.pid && process.kill(-child.pid, 'SIGKILL')));
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => void lines.push(line));
    const linesWith = (text: string) => lines.filter((line) => line.includes(text));
    await waitUntilReady(`${url}/readyz`, AbortSignal.timeout(30_000));
    // A slow machine has the page in its cache some requests later.
    let sent = 0;
    const lastOf = async () => {
      await sendRequest(url, '/about?email=someone@example.com');
      sent += 1;
      return linesWith('GET /about').at(-1);
    };
    await expect.poll(lastOf).toMatch(/^GET \/about 200 \d+ ms hit$/);
    await expect.poll(() => linesWith('GET /about').length).toBe(sent);
    for (const line of linesWith('GET /about')) expect(line).toMatch(/^GET \/about 200 \d+ ms \w+$/);

    await content.fault('*', { kind: 'rst' });
    // All content is to be read again: more failed calls than open the circuit breaker.
    const readAgain = () =>
      sendRequest(url, hookPath, { method: 'POST', headers: { [hookSecretHeader]: secret }, body: '{}' });
    await readAgain();
    await expect.poll(() => linesWith('Content service failing')).toHaveLength(1);
    expect(linesWith('failing')).toEqual([
      'error: Content service failing: only probes go out (read ECONNRESET)',
    ]);
    await content.clearFaults();
    await expect
      .poll(async () => {
        await readAgain();
        return linesWith('responds again');
      })
      .toEqual(['Content service responds again']);
    expect(lines.filter((line) => /ECONN|^(warn|error|fatal)/.test(line))).toEqual(linesWith('failing'));
    expect(lines.join('')).not.toContain('{');
  });
});

describe('the line of an error', () => {
  it('is the only one, without error reporting too, and says what the report would', async () => {
    const content = await startContentService();
    const site = await startSiteProcess(content.url, { DEV_PAGES: '1' });
    onTestFinished(async () => {
      await site.end('SIGKILL');
      await content.close();
    });
    await site.firstOk('/readyz');
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
          type: 'ResponseError',
          message: expect.stringContaining('permission'),
          stack: placeIn('directus/serviceCaller.ts'),
        },
      }),
    ]);
    expect(site.logs.filter(({ text }) => text !== undefined)).toHaveLength(1);
  });
});

describe('H7 what a visitor types', () => {
  it('H7 is left out, whoever logs it by mistake', async () => {
    const source = new URL('../../server/process/log.ts', import.meta.url);
    const script = `
      import { createLog } from '${source}';
      const { log } = await createLog({ environment: 'production', logLevel: 'info', release: 'r' });
      const typed = { name: 'canary', email: 'canary', phone: 'canary', message: 'canary' };
      log.info({ ...typed, body: typed, route: 'contact' }, 'Logged.');
      log.error({ err: Object.assign(new Error('Broken.'), { body: typed, requestBody: 'canary' }) }, 'Reported.');
      log.flush();
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const part of child.stdout) output += String(part);
    const lines: unknown[] = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'Logged.', route: 'contact', body: {} }),
      expect.objectContaining({ msg: 'Reported.', err: expect.objectContaining({ message: 'Broken.' }) }),
    ]);
    expect(output).not.toContain('canary');
  });
});

describe('D20 a reader of standard output that stands still', () => {
  it('D20 costs lines, bounded and counted, and gets the others when it reads again', async () => {
    const written = 40_000;
    const script = `
      import { createLog } from '${new URL('../../server/process/log.ts', import.meta.url)}';
      const { log } = await createLog({ environment: 'production', logLevel: 'info', release: 'r' });
      for (let line = 0; line < ${written}; line += 1) log.info({ path: '/'.padEnd(200, 'x') }, 'Logged.');
      process.stderr.write('written');
      setInterval(() => undefined, 1_000);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
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
    // Four megabytes at 300 bytes a line, and what the pipe takes.
    expect(logged).toBeGreaterThan(10_000);
  });

  let content: ContentService;
  beforeEach(async () => {
    content = await startContentService();
  });
  afterEach(() => content.close());

  it('D20 stalls no page, and not the end', async () => {
    const port = await findFreePort(0);
    const url = `http://127.0.0.1:${port}`;
    const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
    const child = spawn(process.execPath, [main], {
      env: {
        NODE_ENV: 'test',
        DIRECTUS_URL: content.url,
        FRONTEND_URL: url,
        PORT: String(port),
        HOST: '127.0.0.1',
      },
      // Nobody ever reads from this pipe, which takes 64 kB.
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    await waitUntilReady(`${url}/readyz`, AbortSignal.timeout(15_000));
    // Some 200 bytes a line: three times what the pipe takes.
    for (let round = 0; round < 40; round += 1) {
      const replies = await Promise.all(Array.from({ length: 25 }, () => request(url).get('/about')));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(child.stdout.readableFlowing).toBeNull();
    const startedAt = performance.now();
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
