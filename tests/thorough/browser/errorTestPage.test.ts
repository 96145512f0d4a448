import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { field } from '../../../shared/field.ts';
import { hydrate } from '../../support/browserPage.ts';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { type ContentService, startContentService } from '../../support/contentService.ts';
import { type Ingest, type IngestedItem, startIngest } from '../../support/ingest.ts';
import { type SiteProcess, startSiteProcess } from '../../support/siteProcess.ts';

let browser: Browser;
let content: ContentService;
let ingest: Ingest;
let site: SiteProcess;
beforeAll(async () => {
  [browser, content, ingest] = await Promise.all([connectBrowser(), startContentService(), startIngest()]);
  site = await startSiteProcess(content.url, { SENTRY_DSN: ingest.dsn, DEV_PAGES: '1' });
  await site.firstOk('/readyz');
});
afterAll(async () => {
  await browser.close();
  await site.end('SIGKILL');
  await Promise.all([content.close(), ingest.close()]);
});

/** Each button, what the page then shows, and what the event says. */
const kinds = [
  ['render-error', 'Oops! Something went wrong', 'Test error of a server render.'],
  ['endpoint-error', 'Oops! Something went wrong', 'Test error of a server endpoint.'],
  ['content-error', 'The content service refused, and the error was reported.', "You don't have permission"],
  ['message', 'A message was reported.', 'Test message of the error reporting test page.'],
  ['browser-error', 'Thrown once: Test error of the browser.', 'Test error of the browser.'],
  ['island-error', 'Oops! Something went wrong', 'Test error of an island.'],
] as const;

const saying = (text: string) => (item: IngestedItem) =>
  item.type === 'event' &&
  `${field(item.payload, 'exception', 'values', 0, 'value')} ${item.payload.message}`.includes(text);

const inBrowser = ['browser-error', 'island-error'];

it('each button of the error reporting test page shows a result and makes exactly one event', async () => {
  const page = await browser.newPage();
  for (const [name, shown, said] of kinds) {
    await page.goto(`${site.url}/sentry-example-page`);
    if (inBrowser.includes(name)) await hydrate(page, 'errorTests');
    await page.locator(`[data-sentry-test=${name}]`).click();
    await page.getByText(shown).first().waitFor();
    const event = await ingest.waitFor(saying(said), name);
    if (name === 'island-error')
      expect(field(event.payload, 'tags')).toMatchObject({ kind: 'caught', island: 'errorTests' });
    if (inBrowser.includes(name)) continue;
    expect(await page.locator('main').innerText(), name).toContain(
      field(event.payload, 'tags', 'request_id'),
    );
  }
  await page.close();
  // Everything that is still pending is sent at the end.
  expect(await site.end()).toBe(0);
  const events = ingest.items.filter(({ type }) => type === 'event');
  expect(kinds.map(([name, , said]) => [name, events.filter(saying(said)).length])).toEqual(
    kinds.map(([name]) => [name, 1]),
  );
  expect(events).toHaveLength(kinds.length);
});
