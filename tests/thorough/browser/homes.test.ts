import { expect, it } from 'vitest';
import { accessibilityProblems, visitSite } from '../../support/browserPage.ts';

const visit = visitSite();

it.each([true, false])(
  'a picture opens with the keyboard and closes with Escape (script: %s)',
  async (script) => {
    const { page } = await visit.open('/rentals/meadow-cabin', { javaScriptEnabled: script });
    const button = page.locator('.gallery-open').nth(1);
    await button.focus();
    await page.keyboard.press('Enter');
    const view = page.locator('#picture-2');
    await view.waitFor({ state: 'visible' });
    expect(await view.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 900 });
    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await view.locator('.gallery-close').click();
    await view.waitFor({ state: 'hidden' });
  },
);

it('axe finds nothing in the page of a home, nor in a picture that is shown large', async () => {
  const { page } = await visit.open('/rentals/meadow-cabin');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.locator('.gallery-open').first().click();
  await page.locator('#picture-1').waitFor({ state: 'visible' });
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('pictures that are not shown large are not loaded large', async () => {
  const { page, requested } = await visit.open('/rentals/meadow-cabin');
  await page.waitForLoadState('networkidle');
  const pictures = requested.filter((path) => path.includes('/media/'));
  expect(new Set(pictures).size).toBe(pictures.length);
});
