import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { debugIdOf } from '../../shared/debugId.ts';
import { launchBrowser } from '../support/browser.ts';
import { at, type Ingest, type IngestedItem, startIngest } from '../support/ingest.ts';
import { type IslandPage, openPage } from '../support/islandPage.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { arrived, fileOf, requested } from '../support/telemetryPage.ts';

let browser: Browser;
let ingest: Ingest;
let site: TestSite;
beforeAll(async () => {
  [browser, ingest] = await Promise.all([launchBrowser(), startIngest()]);
  site = await startSite({
    environment: { SENTRY_DSN: ingest.dsn, SENTRY_ENABLE_DEV: '1', METRICS_PORT: '0', RELEASE: 'r-browser' },
  });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await ingest.close();
});

async function open(path: string, options: Parameters<typeof openPage>[2] = {}): Promise<IslandPage> {
  const opened = await openPage(browser, site.url + path, options);
  onTestFinished(() => opened.context.close());
  return opened;
}

const isException = (text: string) => (item: IngestedItem) =>
  item.type === 'event' && JSON.stringify(at(item.payload, 'exception') ?? '').includes(text);
const violations = ({ problems }: IslandPage) => problems.filter((text) => /policy|trusted/i.test(text));

describe('errors of the browser', () => {
  it('reach the error reporting service through the site, with what leads to their source maps', async () => {
    const opened = await open('/sentry-example-page');
    await opened.page.locator('[data-sentry-test=browser-error]').click();
    const { payload } = await ingest.waitFor(isException('Test error of the browser.'), 'browser error');
    expect(payload).toMatchObject({
      release: 'r-browser',
      tags: { route: 'sentryExample' },
      request: { url: `${site.url}/sentry-example-page` },
    });
    const images = at(payload, 'debug_meta', 'images');
    const [script] = readdirSync(new URL('../../dist/maps/', import.meta.url)).filter((name) =>
      JSON.stringify(images).includes(`${name}"`),
    );
    const map = readFileSync(new URL(`../../dist/maps/${script}.map`, import.meta.url), 'utf8');
    expect(at(JSON.parse(map), 'debug_id')).toBe(debugIdOf(script ?? ''));
    expect(images).toContainEqual({
      type: 'sourcemap',
      code_file: `${site.url}/static/${script}`,
      debug_id: debugIdOf(script ?? ''),
    });
    expect(violations(opened)).toEqual([]);
  });

  it('of an island come once, from the callbacks of its root', async () => {
    const { page } = await open('/sentry-example-page');
    await page.locator('[data-sentry-test=island-error]').click();
    const { payload } = await ingest.waitFor(isException('Test error of an island.'), 'island error');
    expect(at(payload, 'tags')).toMatchObject({ kind: 'caught', island: 'errorTests' });
    await page.getByText('Oops! Something went wrong').waitFor();
    expect(ingest.items.filter(isException('Test error of an island.'))).toHaveLength(1);
  });

  it('of the first moment are kept until somebody can send them', async () => {
    await open('/about', {
      prepare: (page) =>
        page.addInitScript(() => {
          document.addEventListener(
            'readystatechange',
            () => {
              throw new Error('Error of the first moment.');
            },
            { once: true },
          );
        }),
    });
    const { payload } = await ingest.waitFor(isException('Error of the first moment.'), 'early error');
    expect(at(payload, 'tags', 'kind')).toBe('uncaught');
  });
});

describe('what is fetched for it', () => {
  it('nothing before the page is loaded and idle; then error reporting, and the recorder last', async () => {
    let names: readonly string[] = [];
    const { page } = await open('/about', {
      prepare: async (prepared) => {
        names = requested(prepared);
      },
    });
    await arrived(page, 'replay');
    const order = ['lateTelemetry', 'vitals', 'errorReporting', 'replay'].map((part) =>
      names.indexOf(fileOf(part)),
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

  it('nothing at all where nobody listens, and a plain visit leaves no cookie', async () => {
    const silent = await startSite();
    onTestFinished(() => silent.close());
    let names: readonly string[] = [];
    const opened = await openPage(browser, `${silent.url}/about`, {
      prepare: async (prepared) => {
        names = requested(prepared);
      },
    });
    onTestFinished(() => opened.context.close());
    await opened.page.waitForLoadState('networkidle');
    expect(await opened.page.locator('meta[name=telemetry]').count()).toBe(0);
    expect(names.filter((name) => /telemetry|errorReporting|replay|vitals|reports/i.test(name))).toEqual([]);
    expect(await opened.context.cookies()).toEqual([]);
    expect(await opened.page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  });

  it('no recorder where the visitor asks for privacy, and no cookie in any case', async () => {
    let names: readonly string[] = [];
    const { page, context } = await open('/about', {
      prepare: async (prepared) => {
        names = requested(prepared);
        await prepared.addInitScript(() => {
          Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true });
        });
      },
    });
    await arrived(page, 'errorReporting');
    await page.waitForLoadState('networkidle');
    expect(names).not.toContain(fileOf('replay'));
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

const canaries = {
  name: 'Canaryname Juniper',
  email: 'canary.mailbox@visitor.example',
  phone: '+1 541 555 0142',
  message: 'Canarymessage about a private matter.',
  query: 'canary-in-the-address',
};

/** Everything that has arrived, recordings decoded, holds none of the canaries in any writing. */
function expectNoCanary(): void {
  const everything = ingest.raw.join('\n');
  for (const text of Object.values(canaries)) {
    for (const form of [text, encodeURIComponent(text), new URLSearchParams({ text }).toString().slice(5)]) {
      const found = everything.indexOf(form);
      expect(found < 0 ? '' : everything.slice(Math.max(0, found - 300), found + 100)).toBe('');
    }
  }
}

const throwLate = (page: Page, text: string) =>
  page.evaluate((message) => {
    setTimeout(() => {
      throw new Error(message);
    });
  }, text);

describe('H7 G-14 what a visitor types', () => {
  it('H7 G-14 is in no report and in no recording, while sending fails and errors are thrown', async () => {
    const asked = requestsWithTraces();
    const opened = await open('/contact', { prepare: async (page) => asked.watch(page) });
    const { page } = opened;
    await arrived(page, 'replay');
    for (const name of ['name', 'email', 'phone', 'message'] as const) {
      await page.locator(`[name=${name}]`).fill(canaries[name]);
    }
    await site.contactService.fault('contact', {
      kind: 'status',
      status: 500,
      body: { error: canaries.message },
    });
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/contact'));
    await page.locator('form button[type=submit]').click();
    expect((await answered).status()).toBe(502);
    await page.locator('[href^="mailto:"][href*="Canarymessage"]').waitFor();
    await throwLate(page, `Late error for ${canaries.email} at /contact?email=${canaries.email}`);
    await ingest.waitFor(isException('Late error for'), 'error after a failed message');
    const recording = await ingest.waitFor(({ type }) => type === 'replay_recording', 'its recording');
    await site.contactService.heal();

    // The worker has compressed it, so Trusted Types have let it start; and it does hold this page.
    expect(recording.payload.isCompressed).toBe(true);
    expect(String(recording.payload.text)).toContain('textarea');
    expect(String(recording.payload.text)).not.toContain('Juniper Ridge');
    expect(violations(opened)).toEqual([]);
    expectNoCanary();
    expect(asked.traced).toEqual([]);
  });

  it('H7 what stands in the address is in no report, and such a page is not recorded', async () => {
    const query = `?email=${encodeURIComponent(canaries.email)}&note=${canaries.query}`;
    let names: readonly string[] = [];
    const { page } = await open(`/contact${query}#${canaries.query}`, {
      prepare: async (prepared) => {
        names = requested(prepared);
      },
    });
    await arrived(page, 'errorReporting');
    await throwLate(page, 'Error on a page with a query.');
    await ingest.waitFor(isException('Error on a page with a query.'), 'error on a page with a query');
    await page.waitForLoadState('networkidle');
    expect(names).not.toContain(fileOf('replay'));
    expectNoCanary();
  });
});

/** Watches for the headers by which traces are continued. */
function requestsWithTraces() {
  const traced: string[] = [];
  return {
    traced,
    watch(page: Page) {
      page.on('request', (request) => {
        const headers = Object.keys(request.headers());
        if (headers.includes('sentry-trace') || headers.includes('baggage')) traced.push(request.url());
      });
    },
  };
}

describe('vital signs', () => {
  it('arrive when a page is left, under the name of its route', async () => {
    const { page } = await open('/services');
    await arrived(page, 'vitals');
    await page.waitForLoadState('networkidle');
    const counted = () => [...site.counts.vitals.all()].find(([route]) => route === 'services')?.[1];
    await page.goto(`${site.url}/privacy`);
    while ((counted()?.ttfb.count ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(counted()?.fcp.count).toBe(1);
    expect([...site.counts.beacons.all()].map(([outcome]) => outcome)).toEqual(['counted']);
  });
});
