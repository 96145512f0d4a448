import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { canaries, findCanary } from '../support/canaries.ts';
import { type IslandPage, openPage } from '../support/islandPage.ts';
import {
  arrived,
  fileOf,
  isException,
  type ReportingSite,
  requested,
  startReportingSite,
  violationsOn,
} from '../support/telemetryPage.ts';

let browser: Browser;
let reporting: ReportingSite;
beforeAll(async () => {
  [browser, reporting] = await Promise.all([launchBrowser(), startReportingSite()]);
});
afterAll(async () => {
  await browser.close();
  await reporting.close();
});

async function open(path: string, options: Parameters<typeof openPage>[2] = {}): Promise<IslandPage> {
  const opened = await openPage(browser, reporting.site.url + path, options);
  onTestFinished(() => opened.context.close());
  return opened;
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
    await reporting.site.contactService.fault('contact', {
      kind: 'status',
      status: 500,
      body: { error: canaries.message },
    });
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/contact'));
    await page.locator('form button[type=submit]').click();
    expect((await answered).status()).toBe(502);
    await page.locator('[href^="mailto:"][href*="Canarymessage"]').waitFor();
    await throwLate(page, `Late error for ${canaries.email} at /contact?email=${canaries.email}`);
    await reporting.ingest.waitFor(isException('Late error for'), 'error after a failed message');
    const recording = await reporting.ingest.waitFor(
      ({ type }) => type === 'replay_recording',
      'its recording',
    );
    await reporting.site.contactService.heal();

    // The worker has compressed it, so Trusted Types have let it start; and it does hold this page.
    expect(recording.payload.isCompressed).toBe(true);
    expect(String(recording.payload.text)).toContain('textarea');
    expect(String(recording.payload.text)).not.toContain('Juniper Ridge');
    expect(violationsOn(opened)).toEqual([]);
    expect(findCanary(reporting.ingest.raw.join('\n'))).toBe('');
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
    await reporting.ingest.waitFor(
      isException('Error on a page with a query.'),
      'error on a page with a query',
    );
    await page.waitForLoadState('networkidle');
    expect(names).not.toContain(fileOf('replay'));
    expect(findCanary(reporting.ingest.raw.join('\n'))).toBe('');
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
