import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { startIngest } from '../../support/ingest.ts';
import { contentForTest, forFile, siteProcessForTest } from '../../support/started.ts';

const ingest = await forFile(startIngest());

/** Makes the profiler impossible to load, as on a machine for which it has no build. */
const withoutProfiler = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) { if (name.startsWith('@sentry/profiling')) throw new Error('No such build.'); return next(name, context); } });",
)}`;

describe('without a profiler for the machine', () => {
  it('everything else works, and one line says so', async () => {
    const other = await siteProcessForTest(await contentForTest(), {
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
});
