import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTheme } from '../../../shared/themes.ts';
import { accessibilityProblems, hydrateAll, openPage, phone } from '../../support/browserPage.ts';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { type ContentService, startContentService } from '../../support/contentService.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';
import { type SiteProcess, startBuiltSite } from '../../support/siteProcess.ts';
import { serverForTest } from '../../support/started.ts';

let browser: Browser;
let content: ContentService;
let site: SiteProcess;
const addresses: string[] = [...Object.values(siteAddresses), '/blog?category=seasonal-care', '/blog?page=2'];

beforeAll(async () => {
  [browser, content] = await Promise.all([connectBrowser(), startContentService()]);
  site = await startBuiltSite(content.url);
  // On a busy machine the server may refuse visitors, but never from cached pages.
  for (const path of addresses) {
    for (let tries = 0; tries < 20 && (await fetch(site.url + path)).status === 503; tries += 1);
  }
});
afterAll(() => Promise.all([browser.close(), site.end('SIGKILL'), content.close()]));

describe.each([
  { name: 'phone', window: { viewport: phone.viewport }, keys: [defaultTheme] },
  { name: 'desktop', window: {}, keys: undefined },
])('on a $name', ({ window, keys }) => {
  it.each(addresses)('F9 %s has no error, no policy violation and no accessibility problem', async (path) => {
    const { page, problems, refused } = await openPage(browser, site.url + path, window);
    await hydrateAll(page);
    expect([problems, refused]).toEqual([[], []]);
    const overflow: unknown = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow, 'pixels beyond the right edge').toBe(0);
    await page.evaluate('scrollTo(0, 0)');
    expect(await accessibilityProblems(page, 'html', keys)).toEqual([]);
  });
});

describe('F9 the policy', () => {
  it('F9 keeps a planted inline script, handler and style from working, and reports them', async () => {
    const { page, problems } = await openPage(browser, `${site.url}/about`);
    await page.evaluate(`
      const script = document.createElement('script');
      try { script.textContent = 'window.planted = 1'; document.body.append(script); } catch {}
      const button = document.createElement('p');
      button.setAttribute('style', 'color: red');
      try { button.setAttribute('onclick', 'window.planted = 2'); } catch {}
      document.body.append(button);
      button.click();
    `);
    expect(await page.evaluate('window.planted')).toBeUndefined();
    // The page hears of what was blocked in a later task.
    await expect
      .poll(() => problems)
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/script-src|require-trusted-types-for|TrustedScript/),
          expect.stringMatching(/inline style violates .*style-src/),
        ]),
      );
  });

  it('F13 lets no page be framed', async () => {
    // This host sends no policy, so that only the framed page can refuse.
    const host = await serverForTest((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Frames</title>');
    });
    const { page } = await openPage(browser, host);
    /** Frames a page, and resolves when the browser has loaded whatever it lets the frame show. */
    const frame = (address: string) =>
      page.evaluate(async (src) => {
        const frame = document.createElement('iframe');
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        frame.src = src;
        document.body.replaceChildren(frame);
        await loaded;
      }, address);
    /** The address of the frame, and its headings. */
    const shown = async () => {
      const [, inside] = page.frames();
      return [inside?.url(), await inside?.locator('main h1').allTextContents()];
    };
    const mayBeFramed = `${content.url}/booking`;
    await frame(mayBeFramed);
    // The driver learns a little later what is in a frame.
    await expect.poll(shown).toEqual([mayBeFramed, ['Demo booking site']]);
    await frame(`${site.url}/about`);
    await expect.poll(shown).toEqual(['chrome-error://chromewebdata/', []]);
  });
});
