import type { Browser, CDPSession, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor } from '../../support/browser.ts';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

let site: TestSite;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), connectBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** A page whose web fonts wait until `release` is called. */
async function openWithoutWebFonts(viewport: { width: number; height: number }) {
  const context = await newVisitor(browser, { viewport });
  const held: Route[] = [];
  await context.route('**/*.woff2', (route) => void held.push(route));
  const page = await context.newPage();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.defineProperty(window, 'layoutShifts', { value: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(entry.toJSON().value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    context,
    page,
    async open(path: string) {
      held.length = 0;
      await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
      await expect.poll(() => held.length).toBe(2);
      await painted(page);
    },
    async release() {
      await page.evaluate(() => Reflect.get(window, 'layoutShifts').splice(0));
      await Promise.all(held.splice(0).map((route) => route.continue()));
      await page.evaluate(() => document.fonts.ready);
      await painted(page);
    },
  };
}

/** From here on a shift is 0.001 when it is written with three digits. */
const leastShift = 0.0005;

const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The fonts that the first element of a selector is painted with. */
async function fontsOf(devtools: CDPSession, selector: string): Promise<string> {
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName).join();
}

const shiftsOn = async (page: Page): Promise<number> => {
  const shifts: readonly number[] = await page.evaluate(() => Reflect.get(window, 'layoutShifts'));
  return shifts.reduce((sum, value) => sum + value, 0);
};

describe('while the web fonts are on their way', () => {
  it('text is painted in the fallback fonts, and then in the web fonts', async () => {
    const { context, page, open, release } = await openWithoutWebFonts({ width: 1440, height: 900 });
    const devtools = await context.newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const fonts = async () => [await fontsOf(devtools, 'main h1'), await fontsOf(devtools, 'main p')];
    await open('/');
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await fonts()).toEqual(['Tinos', 'Arimo']);
    await release();
    expect(await fonts()).toEqual([
      expect.stringContaining('Newsreader'),
      expect.stringContaining('Figtree'),
    ]);
    await context.close();
  });

  it.each([
    { width: 390, height: 844 },
    { width: 412, height: 823 },
    { width: 1280, height: 800 },
    // One paragraph of the privacy page has a line more in the web font.
    { width: 1440, height: 900, least: 0.001 },
  ])(
    'nothing moves on any page when they arrive, at $width px',
    async ({ least = leastShift, ...viewport }) => {
      const { context, page, open, release } = await openWithoutWebFonts(viewport);
      const moved: Record<string, number> = {};
      for (const path of Object.values(siteAddresses)) {
        await open(path);
        await release();
        const shift = await shiftsOn(page);
        if (shift >= least) moved[path] = shift;
      }
      expect(moved).toEqual({});
      await context.close();
    },
  );

  it('rows of buttons, facts and tags break alike in both, at every width', async () => {
    const { context, page, open, release } = await openWithoutWebFonts({ width: 390, height: 844 });
    const moved: Record<string, number> = {};
    for (const width of [360, 390, 412, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [siteAddresses.home, siteAddresses.contact, siteAddresses.blogTags]) {
        await open(path);
        await release();
        const shift = await shiftsOn(page);
        if (shift >= leastShift) moved[`${path} at ${width} px`] = shift;
      }
    }
    expect(moved).toEqual({});
    await context.close();
  });
});
