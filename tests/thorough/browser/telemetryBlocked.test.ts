import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { field } from '../../../shared/field.ts';
import { forFile } from '../../support/started.ts';
import { arrived, fileOf, startReportingSite, withRandom } from '../../support/telemetryPage.ts';

const reporting = await forFile(startReportingSite());

/** Throws this many different errors, each when the requests that `countUnderWay` counts have ended. */
const throwMany = (page: Page, count: number) =>
  page.evaluate(async (most) => {
    for (let at = 0; at < most; at += 1) {
      setTimeout(() => {
        throw new Error(`Error number ${at}.`);
      });
      do await new Promise((resolve) => setTimeout(resolve, 50));
      while (Reflect.get(window, 'underWay') > 0);
    }
  }, count);

/** Counts the requests that the page has under way. */
function countUnderWay(): void {
  const { fetch } = window;
  const count = (more: number) => Reflect.set(window, 'underWay', Reflect.get(window, 'underWay') + more);
  Reflect.set(window, 'underWay', 0);
  window.fetch = (...request) => {
    count(1);
    return fetch(...request).finally(() => count(-1));
  };
}

const notOurs = (problem: string) => !problem.includes('Error number');

describe('G-13 when error reports are blocked', () => {
  it.each(['lateTelemetry', 'vitals', 'errorReporting', 'replay'])(
    'G-13 by their file %s, the page works and is silent',
    async (part) => {
      const { page, requested, problems } = await reporting.open(
        '/about',
        withRandom(0.5, (opened) =>
          opened.route(`**${fileOf(part)}`, (route) => route.abort('blockedbyclient')),
        ),
      );
      await expect.poll(() => requested).toContain(fileOf(part));
      await throwMany(page, 3);
      await page.waitForLoadState('networkidle');
      expect(requested.filter((name) => name === fileOf(part))).toHaveLength(1);
      expect(problems.filter(notOurs)).toEqual([]);
    },
  );

  it('G-13 on their way, a page stops sending after a few, and is silent', async () => {
    // On a busy machine a report may be refused after the next error is thrown.
    const { page, requested, problems } = await reporting.open(
      '/about',
      withRandom(0.5, async (opened) => {
        await opened.addInitScript(countUnderWay);
        await opened.route('**/api/reports', (route) => route.abort('blockedbyclient'));
      }),
    );
    await arrived(page, 'replay');
    await throwMany(page, 30);
    await page.waitForLoadState('networkidle');
    const sent = requested.filter((name) => name === '/api/reports').length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(5);
    expect(problems.filter(notOurs)).toEqual([]);
  });
});

it('a page that fails again and again sends only ten reports', async () => {
  const { page } = await reporting.open('/services', withRandom(0.5));
  await arrived(page, 'errorReporting');
  await throwMany(page, 30);
  const sent = () =>
    reporting.ingest.items.flatMap(({ payload }) =>
      field(payload, 'tags', 'route') === 'services' ? field(payload, 'exception', 'values', 0, 'value') : [],
    );
  await expect.poll(sent).toHaveLength(10);
  await page.goto(`${reporting.site.url}/privacy`, { waitUntil: 'networkidle' });
  expect(sent().toSorted()).toEqual(Array.from({ length: 10 }, (_, number) => `Error number ${number}.`));
});
