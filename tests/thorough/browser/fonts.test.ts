import type { CDPSession, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newVisitor, visitSite } from '../../support/browserPage.ts';
import { countShifts, forgetShifts, leastShift, painted, shiftOn } from '../../support/layoutShifts.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

const visit = visitSite();

/** A page whose web fonts are held until `release` is called. */
async function openWithoutWebFonts(viewport: { width: number; height: number }) {
  const context = await newVisitor(visit.browser, { viewport });
  const held: Route[] = [];
  await context.route('**/*.woff2', (route) => void held.push(route));
  await countShifts(context);
  const page = await context.newPage();
  return {
    context,
    page,
    async open(path: string) {
      held.length = 0;
      await page.goto(visit.site.url + path, { waitUntil: 'domcontentloaded' });
      await expect.poll(() => held.length).toBe(2);
      await painted(page);
    },
    async release() {
      await forgetShifts(page);
      await Promise.all(held.splice(0).map((route) => route.continue()));
      await page.evaluate(() => document.fonts.ready);
      await painted(page);
    },
  };
}

/** The fonts that the first element of a selector is painted with. */
async function fontsOf(devtools: CDPSession, selector: string): Promise<string> {
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName).join();
}

const everyAddress = Object.values(siteAddresses);
/** Pages with rows of buttons, facts and tags. */
const withRows = [siteAddresses.front, siteAddresses.contact, siteAddresses.blogTags];

describe('while the web fonts are loading', () => {
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
  });

  it.each([
    { width: 360, height: 900, addresses: withRows },
    { width: 390, height: 844, addresses: everyAddress },
    { width: 412, height: 823, addresses: everyAddress },
    { width: 768, height: 900, addresses: withRows },
    { width: 1280, height: 800, addresses: everyAddress },
    // One paragraph of the privacy page has one more line in the web font.
    { width: 1440, height: 900, addresses: everyAddress, least: 0.001 },
  ])(
    'nothing moves when they arrive, at $width px',
    async ({ addresses, least = leastShift, ...viewport }) => {
      const { page, open, release } = await openWithoutWebFonts(viewport);
      const moved: Record<string, number> = {};
      for (const path of addresses) {
        await open(path);
        await release();
        const shift = await shiftOn(page);
        if (shift >= least) moved[path] = shift;
      }
      expect(moved).toEqual({});
    },
  );
});
