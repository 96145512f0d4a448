import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems, focusOf, hydrate, visitSite } from '../support/browserPage.ts';

const visit = visitSite();
beforeEach(async () => {
  // The search is ready a moment after the content.
  await expect.poll(async () => (await fetch(`${visit.site.url}/api/search?q=snow`)).status).toBe(200);
});

const field = (page: Page) => page.getByRole('combobox');
const options = (page: Page) => page.getByRole('option');
const state = (page: Page) => page.locator('.search-state');

/** Opens the dialog with its link in the header, and types. */
async function search(page: Page, words: string) {
  await hydrate(page, 'siteSearch');
  await page.click('.search-link');
  await field(page).waitFor();
  await page.keyboard.type(words);
}

describe('the search dialog, siteSearch', () => {
  it('suggests pages, is navigated with arrow keys, and opens the chosen page', async () => {
    const { page, problems } = await visit.open('/about');
    await search(page, 'snow');
    await options(page).first().waitFor();
    expect(await field(page).getAttribute('aria-expanded')).toBe('true');
    const count = await options(page).count();
    await page.keyboard.press('ArrowUp');
    expect(await options(page).last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    // With Shift it selects text, on some systems.
    await page.keyboard.press('Shift+ArrowDown');
    const first = options(page).first();
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
    expect(await page.locator('[aria-selected=true]').count()).toBe(1);
    expect(await state(page).textContent()).toBe(`${count} suggestions. Enter opens the marked one.`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/services/snow-removal');
    expect(problems).toEqual([]);
  });

  it('opens with its link, also by keyboard, closes with Escape, and returns the focus', async () => {
    const { page, problems } = await visit.open('/about');
    await hydrate(page, 'siteSearch');
    for (const open of [() => page.click('.search-link'), () => page.keyboard.press('Enter')]) {
      await open();
      await field(page).waitFor();
      await page.keyboard.press('Escape');
      await field(page).waitFor({ state: 'detached' });
      expect(await focusOf(page)).toContain('Search');
    }
    expect(problems).toEqual([]);
  });

  it('takes no key of its own: those of a browser or of speech control stay theirs, also in a field', async () => {
    const { page } = await visit.open('/contact');
    await hydrate(page, 'siteSearch');
    const taken = () =>
      page.evaluate(() =>
        ['/', 'k', 'K'].flatMap((key) =>
          [{}, { ctrlKey: true }, { metaKey: true }].filter((modifiers) => {
            const init = { key, ...modifiers, bubbles: true, cancelable: true };
            return !document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
          }),
        ),
      );
    expect(await taken()).toEqual([]);
    await page.fill('[name=message]', 'either');
    expect(await taken()).toEqual([]);
    await page.keyboard.type('/or');
    expect(await page.inputValue('[name=message]')).toBe('either/or');
    // A turn of the event loop, in which a dialog would have opened.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await page.locator('.search-dialog').count()).toBe(0);
    expect(await page.getAttribute('.search-link', 'aria-keyshortcuts')).toBeNull();
  });

  it('keeps the chosen suggestion in sight in a low window', async () => {
    const { page } = await visit.open('/about', { viewport: { width: 640, height: 360 } });
    await search(page, 'snow');
    await options(page).first().waitFor();
    await page.keyboard.press('ArrowUp');
    const isInSight = () =>
      page.locator('[aria-selected=true]').evaluate((option) => {
        const list = option.parentElement?.getBoundingClientRect();
        const { top, bottom } = option.getBoundingClientRect();
        return list !== undefined && top >= list.top && bottom <= list.bottom;
      });
    await expect.poll(isInSight).toBe(true);
  });

  it('shows the words that match with dark forced colors', async () => {
    const { page } = await visit.open('/about', { forcedColors: 'active', colorScheme: 'dark' });
    const colors = () =>
      page
        .locator('mark')
        .first()
        .evaluate((mark) => [getComputedStyle(mark).color, getComputedStyle(mark).backgroundColor]);
    await search(page, 'snow');
    await options(page).first().waitFor();
    const inDialog = await colors();
    await page.goto(`${visit.site.url}/search?q=snow`);
    for (const [color, background] of [inDialog, await colors()]) {
      expect(Number(/^rgba.*, ([\d.]+)\)$/.exec(background ?? '')?.[1] ?? 1), 'opacity').toBeGreaterThan(0.7);
      expect(color).not.toBe(background);
    }
  });

  it('shows all results when Enter is pressed without a choice', async () => {
    const { page } = await visit.open('/about');
    await search(page, 'snow roof');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=snow+roof');
    expect(await page.locator('.search-count').textContent()).toContain('“snow roof”');
  });

  it('is the search page without script, linked in the header, and in the drawer of a phone', async () => {
    for (const { width, link } of [
      { width: 1280, link: '.search-link' },
      { width: 390, link: '.drawer-panel a[href="/search"]' },
    ]) {
      const { page } = await visit.open('/about', {
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
      });
      if (width < 1000) await page.click('.drawer-toggle');
      await page.click(link);
      await page.fill('#search-field', 'plubmer');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/search?q=plubmer');
      expect(await page.locator('main h2 + * a').first().getAttribute('href')).toBe('/services/handyman');
    }
  });

  it('says what to do when nothing is found, when it is urgent, and when suggestions cannot be loaded', async () => {
    const { page } = await visit.open('/about');
    await search(page, 'xylophone');
    await expect.poll(() => state(page).textContent()).toContain('Nothing found.');
    const links = page.locator('.search-dialog p a');
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(['/services', '/contact', 'tel:+15415550187']);
    await field(page).fill('burst pipe');
    await expect.poll(() => state(page).textContent()).toContain('A number to call is below.');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      'tel:+15415550187',
    ]);
    await page.route('**/api/search*', (route) => route.abort());
    await field(page).fill('snow');
    await expect.poll(() => state(page).textContent()).toContain('Suggestions are not available');
  });

  it('stays open when its link is clicked twice in a row', async () => {
    const { page } = await visit.open('/about');
    await hydrate(page, 'siteSearch');
    await page.hover('.search-link');
    await page.mouse.down();
    await page.mouse.up();
    await field(page).waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.keyboard.type('snow');
    await options(page).first().waitFor();
  });

  it('closes when the page beside it is pressed, but not after a text selection that ends there', async () => {
    const { page } = await visit.open('/about');
    await search(page, 'snow');
    await field(page).hover();
    await page.mouse.down();
    await page.mouse.move(5, 400);
    await page.mouse.up();
    expect(await field(page).inputValue()).toBe('snow');
    await page.mouse.click(5, 400);
    await field(page).waitFor({ state: 'detached' });
  });
});
