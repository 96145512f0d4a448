import type { Page } from 'playwright-core';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { field } from '../../../shared/field.ts';
import type { TestSite } from '../../support/site.ts';
import { forTest } from '../../support/started.ts';
import { arrived, fileOf, startReportingSite, withRandom } from '../../support/telemetryPage.ts';

const start = (environment: Readonly<Record<string, string>> = {}) =>
  forTest(startReportingSite({ RELEASE: 'r-rates', ...environment }));

/** Resolves when the recorder runs: it then stores the number of its recording. */
const recording = (page: Page) =>
  page.waitForFunction(() => sessionStorage.getItem('sentryReplaySession') !== null);
const leave = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
/** Keeps a page's script busy for a while, and then hides the page. */
async function workAndLeave(page: Page): Promise<void> {
  await page.evaluate(() => {
    const until = performance.now() + 500;
    while (performance.now() < until);
  });
  await leave(page);
}
const throwLate = (page: Page) =>
  page.evaluate(() => {
    setTimeout(() => {
      throw new Error('Late error.');
    });
  });

describe('of visits', () => {
  // The first segments of these recordings are among the largest.
  it.each([
    ['/', 'front'],
    ['/blog', 'blog'],
  ])('one in ten is traced and recorded: %s', async (path, transaction) => {
    const { ingest, open } = await start();
    const { page } = await open(path, withRandom(0.099));
    const { payload } = await ingest.waitFor(({ type }) => type === 'transaction', 'the trace');
    expect(payload).toMatchObject({ transaction, release: 'r-rates' });
    const attributes = field(payload, 'contexts', 'trace', 'data');
    expect(field(attributes, 'sentry.sample_rate')).toBe(0.1);
    expect(
      Object.keys(Object(attributes)).filter((name) => /device|hardware|connection/i.test(name)),
    ).toEqual([]);
    await recording(page);
    await leave(page);
    const recorded = await ingest.waitFor(({ type }) => type === 'replay_event', 'the recording');
    expect(field(recorded.payload, 'replay_type')).toBe('session');
    expect(ingest.items.filter(({ type }) => type === 'event')).toEqual([]);
  });

  it('the other nine are recorded only when they have an error, but then always', async () => {
    const { ingest, open } = await start();
    const { page, requested } = await open('/about', withRandom(0.101));
    await recording(page);
    await leave(page);
    await page.waitForLoadState('networkidle');
    expect(ingest.items.filter(({ type }) => type !== 'client_report')).toEqual([]);
    expect(requested).not.toContain(fileOf('tracing'));

    const other = await open('/services', withRandom(0.999));
    await recording(other.page);
    await throwLate(other.page);
    await ingest.waitFor(({ type }) => type === 'event', 'the error');
    const recorded = await ingest.waitFor(({ type }) => type === 'replay_event', 'its recording');
    expect(field(recorded.payload, 'replay_type')).toBe('buffer');
    expect(ingest.items.filter(({ type }) => type === 'transaction')).toEqual([]);
  });
});

describe('profiles of scripts', () => {
  const number = '435e6268-1111-4222-8333-444455556666';
  const policyOf = async (site: TestSite) =>
    (await request(site.url).get('/about')).headers['document-policy'];

  it('are made when they are configured, on pages that allow it, of traced visits', async () => {
    const { ingest, site, open } = await start({ SENTRY_BROWSER_PROFILING: '1' });
    expect(await policyOf(site)).toBe('js-profiling');
    const opened = await open('/about', withRandom(0.05));
    await arrived(opened.page, 'replay');
    await workAndLeave(opened.page);
    const { payload } = await ingest.waitFor(({ type }) => type === 'profile_chunk', 'the profile');
    expect(payload).toMatchObject({ platform: 'javascript', release: 'r-rates' });
    expect(field(payload, 'profile', 'samples', 10)).toBeDefined();
    expect(opened.problems).toEqual([]);

    const untraced = await open('/about', withRandom(0.5));
    await arrived(untraced.page, 'replay');
    expect(untraced.requested).not.toContain(fileOf('tracing'));
  });

  it.each([
    ['a page with a query, which may name somebody', '/about?note=canary', 'canary'],
    ['the page of a message, whose number opens it', `/contact/sent/${number}`, number],
  ])('are not made of %s', async (_which, path, secret) => {
    const { ingest, open } = await start({ SENTRY_BROWSER_PROFILING: '1' });
    const { page } = await open(path, withRandom(0.05));
    await ingest.waitFor(({ type }) => type === 'transaction', 'the trace');
    await workAndLeave(page);
    const other = await open('/about', withRandom(0.05));
    await arrived(other.page, 'replay');
    expect(ingest.items.filter(({ type }) => type === 'profile_chunk')).toEqual([]);
    await workAndLeave(other.page);
    await ingest.waitFor(({ type }) => type === 'profile_chunk', 'the profile of the other page');
    expect(ingest.raw.join('\n')).not.toContain(secret);
  });
});
