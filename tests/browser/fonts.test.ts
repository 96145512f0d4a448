import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, newVisitor } from '../support/browser.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
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

/** Opens the home page as somebody who has never been here; the document takes `ms` to arrive. */
async function firstVisit(ms: number) {
  const context = await newVisitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (ms > 0) {
    await page.route(site.url, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await route.continue();
    });
  }
  await page.goto(site.url);
  const devtools = await context.newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const faces = { heading: await facesOf(devtools, 'main h1'), text: await facesOf(devtools, 'main p') };
  const early = await page.locator('link[rel=preload][as=font]').count();
  await context.close();
  return { faces, early };
}

describe('the faces of a first visit', () => {
  it('are there at the first paint where the page came at once', { timeout: 20_000 }, async () => {
    // Where other tests keep the machine busy, a page may take longer than a quick line's.
    await expect
      .poll(() => firstVisit(0), { timeout: 15_000 })
      .toEqual({
        faces: { heading: expect.stringContaining('Newsreader'), text: expect.stringContaining('Figtree') },
        early: 2,
      });
  });

  it('leave a slow line to the pictures, and are there on the next page', { timeout: 30_000 }, async () => {
    // Without routes of ours, which would turn the browser's cache off.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const devtools = await context.newCDPSession(page);
    for (const domain of ['DOM.enable', 'CSS.enable', 'Network.enable'] as const) await devtools.send(domain);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 700,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    /** When each face was asked for after the page had loaded, and the bytes that came over the line. */
    const facesFetched = () =>
      page.evaluate(() => {
        const loadedAt: unknown = performance.getEntriesByType('navigation')[0]?.toJSON().loadEventStart;
        return performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.woff2'))
          .map((entry) => ({
            late: entry.startTime >= Number(loadedAt),
            bytes: entry.toJSON().transferSize,
          }));
      });

    await page.goto(site.url);
    expect(await page.locator('link[rel=preload][as=font]').count()).toBe(0);
    await expect.poll(facesFetched, { timeout: 5_000 }).toEqual([
      { late: true, bytes: expect.any(Number) },
      { late: true, bytes: expect.any(Number) },
    ]);
    expect(await facesOf(devtools, 'main h1')).not.toContain('Newsreader');

    await page.locator('main a[href="/services"]').first().click();
    await page.waitForURL('**/services');
    await page.waitForLoadState();
    expect(await facesOf(devtools, 'main h1')).toContain('Newsreader');
    expect(await facesFetched()).toEqual([
      { late: false, bytes: 0 },
      { late: false, bytes: 0 },
    ]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
