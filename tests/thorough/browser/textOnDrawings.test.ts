import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { removePictures } from '../../../scripts/removePictures.ts';
import { themes } from '../../../shared/themes.ts';
import { visitSite } from '../../support/browserPage.ts';
import { seen, worstContrast } from '../../support/contrast.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

const visit = visitSite({ arrange: ({ contentService }) => removePictures(contentService.rows) });

/** Selectors of every element with text of its own that is on a drawing. */
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
  const { page } = await visit.open('/');
  const found: string[] = [];
  const withSky = new Set<string>();
  for (const path of Object.values(siteAddresses)) {
    await page.goto(visit.site.url + path);
    for (const { key } of themes) {
      await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), key);
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
