import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { field } from '../../shared/field.ts';
import { startContentService } from '../support/contentService.ts';
import { type IngestedItem, startIngest } from '../support/ingest.ts';
import { forFile, siteProcessForFile, siteProcessForTest } from '../support/started.ts';

const [ingest, content] = [await forFile(startIngest()), await forFile(startContentService())];
const site = await siteProcessForFile(content, {
  SENTRY_DSN: ingest.dsn,
  RELEASE: 'release-of-the-test',
  DEV_PAGES: '1',
});

const exception = ({ payload }: IngestedItem) => field(payload, 'exception', 'values', 0);
const isException = (text: string) => (item: IngestedItem) =>
  item.type === 'event' && String(field(exception(item), 'value')).includes(text);

describe('the error reporting service gets', () => {
  it.each([
    ['render-error', 'Test error of a server render.', 500],
    ['endpoint-error', 'Test error of a server endpoint.', 500],
  ])('the error of %s, with the number of the request and the release', async (name, text, status) => {
    const reply = await request(site.url).post(`/sentry-example-page/${name}`).expect(status);
    const event = await ingest.waitFor(isException(text), name);
    expect(field(event.payload, 'tags', 'request_id')).toBe(reply.headers['x-request-id']);
    expect(event.payload).toMatchObject({ level: 'error', release: 'release-of-the-test' });
    // The process reads its own source map: frames name our files although no map was uploaded.
    expect(JSON.stringify(exception(event))).toContain('server/routes/testErrors.tsx');
  });

  it('a refused content call at level error, with endpoint, status, method, address and body', async () => {
    const { text } = await request(site.url).post('/sentry-example-page/content-error');
    expect(text).toContain('The content service refused, and the error was reported.');
    const event = await ingest.waitFor(
      (item) => field(item.payload, 'contexts', 'report', 'kind') === 'response',
      'content error',
    );
    expect(event.payload.level).toBe('error');
    expect(field(event.payload, 'contexts', 'report')).toMatchObject({
      endpoint: '/items/pages/no-such-page',
      status: 403,
      method: 'GET',
      url: `${content.url}/items/pages/no-such-page`,
      body: expect.stringContaining('permission'),
    });
  });

  it('a failed connection to the content service, grouped apart from refusals', async () => {
    await content.fault('*', { kind: 'rst' });
    await request(site.url).post('/sentry-example-page/content-error');
    await content.clearFaults();
    const event = await ingest.waitFor(
      (item) => field(item.payload, 'contexts', 'report', 'kind') === 'network',
      'network error',
    );
    expect(field(event.payload, 'tags', 'kind')).toBe('network');
    expect(field(event.payload, 'fingerprint')).toEqual([
      'content',
      'network',
      '/items/pages/no-such-page',
      'null',
    ]);
  });

  it('a message', async () => {
    const { text, headers } = await request(site.url).post('/sentry-example-page/message');
    expect(text).toContain('A message was reported.');
    expect(text).toContain(String(headers['x-request-id']));
    const event = await ingest.waitFor((item) => item.payload.message !== undefined, 'message');
    expect(event.payload).toMatchObject({
      level: 'info',
      message: 'Test message of the error reporting test page.',
    });
  });
});

describe('at the end of the process', () => {
  it('everything has been reported, and each error once', async () => {
    expect(await site.end()).toBe(0);
    for (const text of ['Test error of a server render.', 'Test error of a server endpoint.']) {
      expect(ingest.items.filter(isException(text)), text).toHaveLength(1);
    }
    const kinds = ingest.items.map((item) => field(item.payload, 'contexts', 'report', 'kind'));
    expect(kinds.filter((kind) => kind === 'response')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'network')).toHaveLength(1);
  });
});

it('H8 an error shows a visitor its number and no detail, even when NODE_ENV is empty', async () => {
  const other = await siteProcessForTest(content, { NODE_ENV: '', DEV_PAGES: '1' });
  for (const name of ['render-error', 'endpoint-error']) {
    const reply = await request(other.url).post(`/sentry-example-page/${name}`).expect(500);
    expect(reply.text).toContain(String(reply.headers['x-request-id']));
    expect(reply.text).not.toMatch(/Test error of|server\/|node_modules|\n\s+at /);
  }
});

/** Makes the profiler impossible to load, as on a machine for which it has no build. */
const withoutProfiler = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) { if (name.startsWith('@sentry/profiling')) throw new Error('No such build.'); return next(name, context); } });",
)}`;

it('without a profiler for the machine everything else works, and one line says so', async () => {
  const other = await siteProcessForTest(content, {
    SENTRY_DSN: ingest.dsn,
    DEV_PAGES: '1',
    RELEASE: 'without-profiler',
    NODE_OPTIONS: `--import ${withoutProfiler}`,
  });
  await request(other.url).post('/sentry-example-page/endpoint-error');
  expect(await other.end()).toBe(0);
  expect(other.logs.filter(({ msg }) => msg === 'Profiling is off.')).toEqual([
    expect.objectContaining({ level: 40, reason: 'No such build.' }),
  ]);
  expect(ingest.items.some(({ payload }) => payload.release === 'without-profiler')).toBe(true);
});
