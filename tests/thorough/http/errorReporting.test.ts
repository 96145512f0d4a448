import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentService, startContentService } from '../../support/contentService.ts';
import { type Ingest, startIngest } from '../../support/ingest.ts';
import { startSiteProcess } from '../../support/siteProcess.ts';

let ingest: Ingest;
let content: ContentService;
beforeAll(async () => {
  [ingest, content] = await Promise.all([startIngest(), startContentService()]);
});
afterAll(() => Promise.all([ingest.close(), content.close()]));

/** Logs every module of the error reporting service that is imported. */
const spy = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) { if (name.startsWith('@sentry')) console.log(JSON.stringify({ msg: 'imported', name })); return next(name, context); } });",
)}`;

/** Keeps the profiler from being found, as on a machine that none of its builds fits. */
const withoutProfiler = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) { if (name.startsWith('@sentry/profiling')) throw new Error('No such build.'); return next(name, context); } });",
)}`;

describe('without a profiler for the machine', () => {
  it('everything else works, and one line says so', async () => {
    const other = await startSiteProcess(content.url, {
      SENTRY_DSN: ingest.dsn,
      DEV_PAGES: '1',
      RELEASE: 'without-profiler',
      NODE_OPTIONS: `--import ${withoutProfiler}`,
    });
    await other.firstOk('/readyz');
    await request(other.url).post('/sentry-example-page/endpoint-error');
    expect(await other.end()).toBe(0);
    expect(other.logs.filter(({ msg }) => msg === 'Profiling is off.')).toEqual([
      expect.objectContaining({ level: 40, reason: 'No such build.' }),
    ]);
    expect(ingest.items.some(({ payload }) => payload.release === 'without-profiler')).toBe(true);
  });
});

describe('without error reporting', () => {
  it.each([
    ['without a DSN', {}, false],
    ['in development', { NODE_ENV: 'development', SENTRY_DSN: 'http://key@127.0.0.1:9/1' }, false],
    [
      'in development with its flag',
      { NODE_ENV: 'development', SENTRY_DSN: 'http://key@127.0.0.1:9/1', SENTRY_ENABLE_DEV: '1' },
      true,
    ],
  ])('%s the SDK is imported: %s', async (_case, environment, imported) => {
    const other = await startSiteProcess(content.url, { ...environment, NODE_OPTIONS: `--import ${spy}` });
    await other.firstOk('/livez');
    await other.end();
    expect(other.logs.some(({ msg }) => msg === 'imported')).toBe(imported);
  });
});
