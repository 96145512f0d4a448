import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { removePictures } from '../../../scripts/removePictures.ts';
import { themes } from '../../../shared/themes.ts';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { seen, worstContrast } from '../../support/contrast.ts';
import { startSite } from '../../support/site.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

/** Selectors of every element with text of its own that stands on a drawing. */
function textsOnDrawings(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(':is(.hero-scene, .scenic) :not(svg, svg *, option)')]
      .filter((node) => [...node.childNodes].some((child) => child instanceof Text && child.data.trim()))
      .filter((node) => node.checkVisibility())
      .map((node, position) => {
        node.setAttribute('data-in-sky', String(position));
        return `[data-in-sky="${position}"]`;
      }),
  );
}

it('every text on a drawing is legible, on every page and in every theme', async () => {
  const [browser, bare] = await Promise.all([connectBrowser(), startSite()]);
  onTestFinished(async () => void (await Promise.all([browser.close(), bare.close()])));
  removePictures(bare.contentService.rows);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const found: string[] = [];
  const withSky = new Set<string>();
  for (const path of Object.values(siteAddresses)) {
    // Rendered for a crawler first, it is cached and arrives whole.
    await fetch(bare.url + path, { headers: { 'User-Agent': 'testbot' } });
    await page.goto(bare.url + path);
    for (const { key } of themes) {
      await page.evaluate((theme) => {
        document.documentElement.dataset.theme = theme;
      }, key);
      const selectors = await textsOnDrawings(page);
      if (selectors.length > 0) withSky.add(path);
      for (const { what, color, grounds } of await seen(page, selectors)) {
        const ratio = worstContrast(color, grounds);
        if (!(ratio >= 4.5)) found.push(`${path} ${key} ${what}: ${ratio.toFixed(2)}`);
      }
    }
  }
  expect(withSky.size).toBeGreaterThan(8);
  expect(found).toEqual([]);
});
