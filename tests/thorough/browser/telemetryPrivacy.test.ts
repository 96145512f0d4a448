import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hydrate } from '../../support/browserPage.ts';
import { canaries, findCanary } from '../../support/canaries.ts';
import { fill } from '../../support/contactForm.ts';
import { forFile } from '../../support/started.ts';
import {
  arrived,
  isException,
  startReportingSite,
  violationsOn,
  withRandom,
} from '../../support/telemetryPage.ts';

const reporting = await forFile(startReportingSite());

const throwLate = (page: Page, text: string) =>
  page.evaluate((message) => {
    setTimeout(() => {
      throw new Error(message);
    });
  }, text);

describe('H7 G-14 what a visitor types', () => {
  it('H7 G-14 is in no report and in no recording, while sending fails and errors are thrown', async () => {
    const requests = requestsWithTraces();
    const opened = await reporting.open('/contact', { prepare: async (page) => requests.watch(page) });
    const { page } = opened;
    await arrived(page, 'replay');
    // Without its script the form is sent to another address.
    await hydrate(page, 'contactForm');
    for (const name of ['name', 'email', 'phone', 'message'] as const) {
      await page.locator(`[name=${name}]`).fill(canaries[name]);
    }
    await reporting.site.contactService.fault('contact', {
      kind: 'status',
      status: 500,
      body: { error: canaries.message },
    });
    const response = page.waitForResponse((response) => response.url().endsWith('/api/contact'));
    await page.locator('form button[type=submit]').click();
    expect((await response).status()).toBe(502);
    await page.locator('[href^="mailto:"][href*="Canarymessage"]').waitFor();
    await throwLate(page, `Late error for ${canaries.email} at /contact?email=${canaries.email}`);
    await reporting.ingest.waitFor(isException('Late error for'), 'error after a failed message');
    const recording = await reporting.ingest.waitFor(
      ({ type }) => type === 'replay_recording',
      'its recording',
    );
    await reporting.site.contactService.clearFaults();

    expect(String(recording.payload.text)).toContain('textarea');
    expect(String(recording.payload.text)).not.toContain('Juniper Ridge');
    expect(violationsOn(opened)).toEqual([]);
    expect(findCanary(reporting.ingest.raw.join('\n'))).toBe('');
    expect(requests.traced).toEqual([]);
  });

  it('H7 as a part of the address is in no report and in no recording', async () => {
    const query = `?utm_source=${encodeURIComponent(canaries.email)}&note=${canaries.query}`;
    const before = reporting.ingest.items.length;
    const { page } = await reporting.open(`/contact${query}#${canaries.query}`);
    await arrived(page, 'replay');
    await throwLate(page, 'Error on a page with a query.');
    await reporting.ingest.waitFor(
      isException('Error on a page with a query.'),
      'error on a page with a query',
    );
    // A last segment of the previous test may still arrive, but it does not begin a recording.
    const begins = `"href":"${reporting.site.url}/contact"`;
    const { payload } = await reporting.ingest.waitFor(
      (item) =>
        item.type === 'replay_recording' &&
        reporting.ingest.items.indexOf(item) >= before &&
        String(item.payload.text).includes(begins),
      'its recording, which begins with the address without its query',
    );
    expect(JSON.parse(String(payload.text)).length).toBeGreaterThan(1);
    expect(findCanary(reporting.ingest.raw.join('\n'))).toBe('');
  });
});

it('H7 the number that opens the page of a message is in no report and in no recording', async () => {
  const { page } = await reporting.open('/contact', withRandom(0));
  await arrived(page, 'replay');
  await hydrate(page, 'contactForm');
  await fill(page);
  await page.click('form#enquiry button[type=submit]');
  const link = page.locator('.contact-success .contact-reference');
  const address = (await link.getAttribute('href')) ?? '';
  const number = address.slice(address.lastIndexOf('/') + 1);
  expect(number).toMatch(/^[0-9a-f-]{36}$/);
  // Its status is polled.
  await page.locator('.timeline [data-step=delivered][data-state=completed]').waitFor();
  await throwLate(page, `After /contact/sent/${number}`);
  await reporting.ingest.waitFor(isException('After /contact/sent/'), 'error after a message');

  const before = reporting.ingest.items.length;
  await page.goto(reporting.site.url + address);
  await arrived(page, 'replay');
  await throwLate(page, 'Error on the page of a message.');
  await reporting.ingest.waitFor(isException('Error on the page of a message.'), 'error on its page');
  const short = `${reporting.site.url}/contact/sent/${number.slice(0, 8)}"`;
  for (const type of ['event', 'transaction', 'replay_event', 'replay_recording'])
    await reporting.ingest.waitFor(
      (item) =>
        item.type === type &&
        reporting.ingest.items.indexOf(item) >= before &&
        JSON.stringify(item.payload).replaceAll('\\', '').includes(short),
      `${type} with the address of the page`,
    );
  expect(reporting.ingest.raw.join('\n')).not.toContain(number);
});

/** Watches for requests with the headers that continue traces. */
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
