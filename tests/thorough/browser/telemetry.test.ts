import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { debugIdOf } from '../../../shared/debugId.ts';
import { field } from '../../../shared/field.ts';
import { hydrate, openPage } from '../../support/browserPage.ts';
import { countsOf, observedOf } from '../../support/metricValues.ts';
import { forFile, forTest, siteForTest } from '../../support/started.ts';
import {
  arrived,
  fileOf,
  isException,
  startReportingSite,
  violationsOn,
  withRandom,
} from '../../support/telemetryPage.ts';

const reporting = await forFile(startReportingSite({ RELEASE: 'r-browser' }));

describe('errors of the browser', () => {
  it('reach the error reporting service through the site, with the ids of their source maps', async () => {
    const opened = await reporting.open('/sentry-example-page');
    await opened.page.locator('[data-sentry-test=browser-error]').click();
    const { payload } = await reporting.ingest.waitFor(
      isException('Test error of the browser.'),
      'browser error',
    );
    expect(payload).toMatchObject({
      release: 'r-browser',
      tags: { route: 'sentryExample' },
      request: { url: `${reporting.site.url}/sentry-example-page` },
    });
    const images = field(payload, 'debug_meta', 'images');
    const [script] = readdirSync(new URL('../../../dist/maps/', import.meta.url)).filter((name) =>
      JSON.stringify(images).includes(`${name}"`),
    );
    const map = readFileSync(new URL(`../../../dist/maps/${script}.map`, import.meta.url), 'utf8');
    expect(field(JSON.parse(map), 'debug_id')).toBe(debugIdOf(script ?? ''));
    expect(images).toContainEqual({
      type: 'sourcemap',
      code_file: `${reporting.site.url}/static/${script}`,
      debug_id: debugIdOf(script ?? ''),
    });
    expect(violationsOn(opened)).toEqual([]);
  });

  it('that React recovers from are reported too: markup that differs from what an island renders', async () => {
    const { page } = await reporting.open('/sentry-example-page', {
      prepare: (prepared) =>
        prepared.addInitScript(() => {
          document.addEventListener('readystatechange', () => {
            const button = document.querySelector('[data-island=errorTests] button');
            if (button) button.textContent = 'Somebody has changed this.';
          });
        }),
    });
    await page.locator('[data-sentry-test=island-error]').hover();
    const { payload } = await reporting.ingest.waitFor(
      ({ payload: { tags } }) => field(tags, 'kind') === 'recoverable',
      'recoverable error',
    );
    expect(payload).toMatchObject({ level: 'error', tags: { island: 'errorTests', route: 'sentryExample' } });
  });

  it('of an island are reported with its name', async () => {
    const { page } = await reporting.open('/sentry-example-page');
    await hydrate(page, 'errorTests');
    await page.locator('[data-sentry-test=island-error]').click();
    await page.getByText('Oops! Something went wrong').first().waitFor();
    const { payload } = await reporting.ingest.waitFor(
      isException('Test error of an island.'),
      'error of an island',
    );
    expect(field(payload, 'tags')).toMatchObject({ kind: 'caught', island: 'errorTests' });
  });

  it('that are not ours are neither reported nor recorded, of whatever kind', async () => {
    const { open, ingest } = await forTest(startReportingSite());
    // Not one of the visits that are recorded anyway.
    const options = withRandom(0.9, (prepared) =>
      prepared.addInitScript(() => {
        // As a translator does, before React has seen the button.
        document.addEventListener('readystatechange', () => {
          const button = document.querySelector('[data-island=errorTests] button');
          const translated = document.createElement('font');
          translated.textContent = 'Translated';
          button?.replaceChildren(translated);
        });
      }),
    );
    const { page } = await open('/sentry-example-page', options);
    await arrived(page, 'replay');
    await hydrate(page, 'errorTests');
    await page.evaluate(() => {
      const failAt = (message: string, stack: string | undefined) => {
        const error = Object.assign(new Error(message), { stack });
        setTimeout(() => {
          throw error;
        });
        void Promise.reject(error);
      };
      failAt('Of an extension', 'Error: x\n    at f (chrome-extension://abcdef/content.js:1:2)');
      failAt('Of an extension in Firefox', 'f@moz-extension://abcdef/content.js:1:2');
      failAt('Of a masked frame', 'f@webkit-masked-url://hidden/:12:3');
      failAt('Without a stack', undefined);
      failAt('Of a place that nobody knows', 'global code');
      // Of mail scanners.
      void Promise.reject('Object Not Found Matching Id:1, MethodName:update, ParamCount:4');
      void Promise.reject(new Event('error'));
      void Promise.reject({ isTrusted: true });
      dispatchEvent(new Event('error'));
      dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
    });
    await page.locator('[data-sentry-test=browser-error]').click();
    await ingest.waitFor(({ type }) => type.startsWith('replay'), 'recording of an error of ours');
    const types = ingest.items.map(({ type }) => type).filter((type) => /^(?:event|replay)/.test(type));
    expect(types[0]).toBe('event');
    const events = ingest.items.filter(({ type }) => type === 'event');
    expect(events.map(({ payload }) => field(payload, 'exception', 'values', 0, 'value'))).toEqual([
      'Test error of the browser.',
    ]);
  });

  it('of the first moment are held until the SDK can send them', async () => {
    await reporting.open('/about', {
      prepare: (page) =>
        page.addInitScript(() => {
          const fail = () => {
            throw new Error('Error of the first moment.');
          };
          document.addEventListener('readystatechange', fail, { once: true });
        }),
    });
    const { payload } = await reporting.ingest.waitFor(
      isException('Error of the first moment.'),
      'early error',
    );
    expect(field(payload, 'tags', 'kind')).toBe('uncaught');
  });
});

describe('the code for telemetry', () => {
  it('is not loaded before the page is loaded and idle; then error reporting comes, and the recorder last', async () => {
    const { page, requested } = await reporting.open('/about');
    await arrived(page, 'replay');
    const order = ['lateTelemetry', 'vitals', 'errorReporting', 'replay'].map((part) =>
      requested.indexOf(fileOf(part)),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(Math.min(...order)).toBeGreaterThan(0);
    const [load, first] = await page.evaluate(
      (late) => [
        performance.getEntriesByType('navigation').map((entry) => entry.toJSON().loadEventStart)[0],
        performance.getEntriesByName(location.origin + late)[0]?.startTime ?? 0,
      ],
      fileOf('lateTelemetry'),
    );
    expect(first).toBeGreaterThanOrEqual(load);
  });

  it('is not loaded at all when nothing is to be reported, and a plain visit leaves no cookie', async () => {
    const silent = await siteForTest();
    const { page, context, requested } = await openPage(reporting.browser, `${silent.url}/about`);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('meta[name=telemetry]').count()).toBe(0);
    expect(requested.filter((name) => /telemetry|errorReporting|replay|vitals|reports/i.test(name))).toEqual(
      [],
    );
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  });

  it('is loaded without the recorder when the visitor asks for privacy, and sets no cookie', async () => {
    const { page, context, requested } = await reporting.open('/about', {
      prepare: (prepared) =>
        prepared.addInitScript(() => {
          Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true });
        }),
    });
    await arrived(page, 'errorReporting');
    await page.waitForLoadState('networkidle');
    expect(requested).not.toContain(fileOf('replay'));
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

describe('web vitals', () => {
  it('arrive when a page is left, under the name of its route', async () => {
    const { page } = await reporting.open('/services');
    // The recorder loads in an idle moment, after web vitals have been measured.
    await arrived(page, 'replay');
    const { vitals, beacons } = reporting.site.counts;
    const counted = (vital: 'ttfb' | 'fcp') => observedOf(vitals[vital], { route: 'services' });
    await page.goto(`${reporting.site.url}/privacy`);
    await expect.poll(() => counted('ttfb')).not.toBe(0);
    expect(await counted('fcp')).toBe(1);
    expect(Object.keys(await countsOf(beacons, 'outcome'))).toEqual(['counted']);
  });
});
