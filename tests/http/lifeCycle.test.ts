import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ContentService, startContentService } from '../../server/demo/contentService.ts';
import { askFor } from '../support/http.ts';
import { type Ingest, startIngest } from '../support/ingest.ts';
import { type SiteProcess, startSiteProcess } from '../support/siteProcess.ts';

let content: ContentService;
beforeAll(async () => {
  content = await startContentService();
});
afterAll(() => content.close());

async function start(environment: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
  const site = await startSiteProcess(content.url, environment);
  onTestFinished(async () => {
    await content.heal();
    await site.end('SIGKILL');
  });
  await site.firstOk('/readyz');
  return site;
}

/** A connection that says nothing yet; resolves `closed` when the server has ended it. */
async function openSocket(
  url: string,
): Promise<{ readonly socket: Socket; readonly closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  return { socket, closed: once(socket, 'close') };
}

/** An address whose content nobody has asked for yet, so that it waits for the content service. */
const slowPath = '/services/snow-removal';

describe('the end of a process', () => {
  it('D3 a signal finishes what is under way, closes idle and unused connections, and exits with 0', async () => {
    const site = await start();
    const unused = await openSocket(site.url);
    const idle = await openSocket(site.url);
    idle.socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await content.fault('service_features', { kind: 'slow', ms: 700 });
    const underWay = askFor(site.url, slowPath, { headers: { 'User-Agent': 'a bot that waits' } });
    await content.nextRequest();
    const endedAt = performance.now();
    const ended = site.end();
    await site.logged('Draining.');
    await Promise.all([idle.closed, unused.closed]);
    const reply = await underWay;
    expect([reply.status, reply.headers.connection]).toEqual([200, 'close']);
    expect(await ended).toBe(0);
    expect(performance.now() - endedAt).toBeLessThan(5_000);
  });

  it('D3 in production readiness goes first, and visitors lose nothing while a balancer notices', async () => {
    const site = await start({ NODE_ENV: 'production' });
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    onTestFinished(() => agent.destroy());
    const outcomes = new Map<string, number>();
    let leaving = false;
    const visit = async (): Promise<void> => {
      while (!leaving) {
        const outcome = await ask(site.url, agent);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    const visitors = Array.from({ length: 20 }, visit);
    while ((outcomes.get('200') ?? 0) < 500) await new Promise(setImmediate);
    const ended = site.end();
    await site.logged('Draining.');
    const startedAt = performance.now();
    expect((await askFor(site.url, '/readyz')).status).toBe(503);
    expect((await askFor(site.url, '/livez')).status).toBe(200);
    const page = await askFor(site.url, '/');
    expect([page.status, page.headers.connection]).toEqual([200, 'close']);
    // Three probes later the balancer sends nobody any more.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    leaving = true;
    await Promise.all(visitors);
    expect([...outcomes.keys()]).toEqual(['200']);
    expect(await ended).toBe(0);
    expect(performance.now() - startedAt).toBeGreaterThan(4_500);
    expect(performance.now() - startedAt).toBeLessThan(9_000);
  });

  it('D5 a second signal ends it at once', async () => {
    const site = await start({ NODE_ENV: 'production' });
    const startedAt = performance.now();
    const ended = site.end();
    await site.logged('Draining.');
    process.kill(site.pid, 'SIGTERM');
    expect(await ended).not.toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it('D5 a signal during the start ends it without waiting for anybody', async () => {
    await content.fault('*', { kind: 'blackhole' });
    const site = await startSiteProcess(content.url, { NODE_ENV: 'production' });
    onTestFinished(() => content.heal());
    await site.firstOk('/livez');
    const startedAt = performance.now();
    expect(await site.end()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

/** Does something where nobody catches what comes of it, when it is told to. */
const onSignal = (statement: string) =>
  `data:text/javascript,${encodeURIComponent(
    `const error = new Error('Nobody catches this.'); process.on('SIGUSR2', () => setImmediate(() => { ${statement} }));`,
  )}`;

describe('an error that nobody catches', () => {
  let ingest: Ingest;
  beforeAll(async () => {
    ingest = await startIngest();
  });
  afterAll(() => ingest.close());

  it.each([
    ['uncaughtException', 'throw error;'],
    ['unhandledRejection', 'Promise.reject(error);'],
  ])(
    'D7 %s is reported once, what is under way is finished, and the process ends with 1',
    async (kind, statement) => {
      const site = await start({ SENTRY_DSN: ingest.dsn, NODE_OPTIONS: `--import ${onSignal(statement)}` });
      await content.fault('service_features', { kind: 'slow', ms: 700 });
      const underWay = askFor(site.url, slowPath, { headers: { 'User-Agent': 'a bot that waits' } });
      await content.nextRequest();
      const ended = site.end('SIGUSR2');
      expect((await underWay).status).toBe(200);
      expect(await ended).toBe(1);
      const reports = ingest.items.splice(0).filter(({ type }) => type === 'event');
      expect(reports.map(({ payload }) => payload)).toEqual([
        expect.objectContaining({ tags: expect.objectContaining({ kind }), level: 'error' }),
      ]);
      expect(JSON.stringify(reports)).toContain('Nobody catches this.');
      expect(site.logs.filter(({ level }) => Number(level) >= 50)).toEqual([
        expect.objectContaining({
          kind,
          err: expect.objectContaining({ message: 'Nobody catches this.' }),
        }),
      ]);
    },
  );
});

/** Asks for the home page over a kept connection; how it ended. */
function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', () => resolve('cut off'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}
