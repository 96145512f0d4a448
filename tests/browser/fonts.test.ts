import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptFacesKey } from '../../client/lateFonts.ts';
import { newVisitor } from '../support/browser.ts';
import { connectBrowser } from '../support/connectBrowser.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), connectBrowser()]);
  // A kept page: what the very first render of a process costs is not the line's.
  await fetch(site.url);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** The faces that the first element of a selector is drawn with. */
async function facesOf(devtools: CDPSession, selector: string): Promise<string> {
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName).join();
}

/** Opens the home page as somebody who has never been here. */
async function firstVisit() {
  const context = await newVisitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(site.url);
  const devtools = await context.newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const faces = { heading: await facesOf(devtools, 'main h1'), text: await facesOf(devtools, 'main p') };
  const early = await page.locator('link[rel=preload][as=font]').count();
  await context.close();
  return { faces, early };
}

/** A page whose answers take 700 ms each; without routes of ours, which would turn the browser's cache off. */
async function openOverSlowLine() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const devtools = await context.newCDPSession(page);
  for (const domain of ['DOM.enable', 'CSS.enable', 'Network.enable'] as const) await devtools.send(domain);
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 700, ...unlimited });
  return { context, page, devtools, complaints };
}

/** Whether each face was asked for after the page had loaded, and whether it came over the line. */
function facesFetched(page: Page) {
  return page.evaluate(() => {
    const loadedAt: unknown = performance.getEntriesByType('navigation')[0]?.toJSON().loadEventStart;
    return performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => ({
        late: entry.startTime >= Number(loadedAt),
        overTheLine: entry.toJSON().transferSize > 0,
      }));
  });
}

const familyOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontFamily);

describe('the faces of a first visit', () => {
  it('are there at the first paint where the page came at once', { timeout: 20_000 }, async () => {
    // Where other tests keep the machine busy, a page may take longer than a quick line's.
    await expect.poll(firstVisit, { timeout: 15_000 }).toEqual({
      faces: { heading: expect.stringContaining('Newsreader'), text: expect.stringContaining('Figtree') },
      early: 2,
    });
  });

  it('leave a slow line to the pictures, and are there on a later page', { timeout: 40_000 }, async () => {
    const { context, page, devtools, complaints } = await openOverSlowLine();
    await page.goto(site.url);
    expect(await page.locator('link[rel=preload][as=font]').count()).toBe(0);
    expect(await familyOf(page, 'main h1')).toBe('"Times New Roman", serif');
    expect(await familyOf(page, 'main p')).toBe('Arial, sans-serif');
    await page.waitForFunction((key) => localStorage.getItem(key) !== null, keptFacesKey);
    const late = { late: true, overTheLine: true };
    expect(await facesFetched(page)).toEqual([late, late]);

    await page.locator('main a[href="/services"]').first().click();
    await page.waitForURL('**/services');
    // On a busy machine a face may miss the moment in which the browser waits for it.
    await expect
      .poll(
        async () => {
          const used = await facesOf(devtools, 'main h1');
          if (!used.includes('Newsreader')) await page.reload();
          return used;
        },
        { timeout: 15_000 },
      )
      .toContain('Newsreader');
    const early = { late: false, overTheLine: false };
    expect(await facesFetched(page)).toEqual([early, early]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are not taken for fetched when they could not be had', { timeout: 20_000 }, async () => {
    const { context, page } = await openOverSlowLine();
    await context.route('**/*.woff2', (route) => route.fulfill({ status: 404, body: '' }));
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) refused.push(response.url());
    });
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await expect.poll(() => refused.length).toBe(1);
    await page.waitForTimeout(200);
    expect(await page.evaluate((key) => localStorage.getItem(key), keptFacesKey)).toBeNull();
    await context.close();
  });

  it('are not fetched over a slow line for somebody who saves data', { timeout: 20_000 }, async () => {
    const { context, page } = await openOverSlowLine();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto(site.url, { waitUntil: 'networkidle' });
    expect(await familyOf(page, 'main h1')).toBe('"Times New Roman", serif');
    expect(await facesFetched(page)).toEqual([]);
    await context.close();
  });
});
