import { Agent, request } from 'node:http';
import supertest from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startContentService } from '../../support/contentService.ts';
import { holdResponses } from '../../support/hold.ts';
import { sendRequest } from '../../support/http.ts';
import { startIngest } from '../../support/ingest.ts';
import { forFile, siteProcessForTest } from '../../support/started.ts';

const content = await forFile(startContentService());

/** Runs a statement when the process gets SIGUSR2, where no code catches its error. */
const onSignal = (statement: string) =>
  `data:text/javascript,${encodeURIComponent(
    `const error = new Error('Nobody catches this.'); process.on('SIGUSR2', () => setImmediate(() => { ${statement} }));`,
  )}`;

it('D3 in production readiness ends first, and visitors lose nothing until a balancer notices', async () => {
  const site = await siteProcessForTest(content, { NODE_ENV: 'production' });
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onTestFinished(() => agent.destroy());
  const outcomes = new Map<string, number>();
  let leaving = false;
  const visit = async (): Promise<void> => {
    while (!leaving) {
      const outcome = await getHome(site.url, agent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const visitors = Array.from({ length: 20 }, visit);
  const served = () => outcomes.get('200') ?? 0;
  await expect.poll(served, { timeout: 50_000 }).toBeGreaterThan(20);
  const startedAt = performance.now();
  const ended = site.end();
  await site.logged('Draining.');
  await supertest(site.url).get('/readyz').expect(503);
  await supertest(site.url).get('/livez').expect(200);
  const page = await supertest(site.url).get('/');
  expect([page.status, page.headers.connection]).toEqual([200, 'close']);
  // The balancer notices after some probes; until then it sends visitors as before.
  const before = served();
  await expect.poll(served).toBeGreaterThan(before + 20);
  leaving = true;
  await Promise.all(visitors);
  expect([...outcomes.keys()]).toEqual(['200']);
  expect(await ended).toBe(0);
  expect(performance.now() - startedAt).toBeGreaterThan(4_500);
});

describe('an uncaught error', async () => {
  const ingest = await forFile(startIngest());

  it.each([
    ['uncaughtException', 'throw error;'],
    ['unhandledRejection', 'Promise.reject(error);'],
  ])('D7 %s is reported once, requests finish, and the process exits with 1', async (kind, statement) => {
    const site = await siteProcessForTest(content, {
      SENTRY_DSN: ingest.dsn,
      NODE_OPTIONS: `--import ${onSignal(statement)}`,
    });
    // Nothing else waits for the content service once there is content.
    const release = await holdResponses(content, 'assets');
    const arrived = content.nextRequest(({ path }) => path.startsWith('/assets/'));
    const underWay = sendRequest(site.url, `/media/${content.row('pages', 'home').story_image}`);
    await arrived;
    const ended = site.end('SIGUSR2');
    await expect.poll(() => site.logs.some(({ level }) => Number(level) >= 50)).toBe(true);
    release();
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
  });
});

/** Requests the home page over a persistent connection; returns how it ended. */
function getHome(url: string, agent: Agent): Promise<string> {
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
