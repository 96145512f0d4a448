import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { themes } from '../../../shared/themes.ts';
import { visitSite } from '../../support/browserPage.ts';
import { type Seen, seen, worstContrast } from '../../support/contrast.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example' } });

let page: Page;
beforeAll(async () => {
  page = await visit.browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  // The page of all components.
  await page.goto(`${visit.site.url}/style`);
});

const nothing: Seen = { what: 'nothing', color: '', outline: '', edge: '', grounds: [] };

/** The selectors in a text. */
const selectors = (text: string) =>
  text
    .split(/[|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Elements that change under the pointer. */
const hovered = selectors(`
    main .button:not(.button-outline, [disabled]) | main .button-outline | .band .button
    .chip:not([aria-current]) | .chip[aria-current] | .pagination a:not([aria-current])
    .link-arrow | .nav-link | .site-nav .button-outline | .site-nav .button-small
    .site-footer a
  `);

/** Elements that the keyboard reaches: their outline must stand out from the background around it. */
const focused = selectors(`
    .brand-link | .nav-link | .theme-toggle | main .button | .chip | .pagination a
    .field input | .field select | .choice input | .band .button | .site-footer a
  `);

/** Controls that are recognized by their edges. */
const edges = selectors(`
    .chip:not([aria-current]) | .field input:not([disabled]) | .field select
    main .button-outline
  `);

// Texts at rest are checked by axe on every page, in every theme: 7:1, large ones 4.5:1.
describe.each(themes)('$name', ({ key }) => {
  it('has enough contrast for edges, hovered elements and focus outlines', async () => {
    const found: string[] = [];
    const demand = (what: string, color: string, grounds: readonly string[], least: number) => {
      const ratio = worstContrast(color, grounds);
      if (!(ratio >= least))
        found.push(`${what}: ${ratio.toFixed(2)} of ${least}, ${color} on ${grounds[0]}`);
    };
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
    }, key);
    for (const { what, edge, grounds } of await seen(page, edges)) demand(what, edge, grounds.slice(1), 3);
    for (const selector of hovered) {
      await page.locator(selector).first().hover({ force: true });
      const [{ what, color, grounds } = nothing] = await seen(page, [selector], 'under the pointer');
      demand(what, color, grounds, 7);
    }
    // From here on by keyboard: otherwise a focus set by script would show no outline.
    await page.mouse.move(0, 0);
    await page.keyboard.press('Tab');
    for (const selector of focused) {
      await page.locator(selector).first().focus();
      const [{ what, outline, grounds } = nothing] = await seen(page, [selector], 'in focus');
      demand(what, outline, grounds.slice(1), 3);
    }
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(
      key === 'sunset' ? 'dark' : 'light',
    );
    expect(found).toEqual([]);
  });
});

it('paper shows a sent message and the answers to closed questions, but no form, empty panel, gap or chip', async () => {
  const { page } = await visit.open('/contact');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('form').isVisible()).toBe(false);
  await page.evaluate(() => {
    const sent = document.createElement('div');
    sent.className = 'contact-success';
    sent.textContent = 'Thank you';
    document.querySelector('.contact-stage')?.prepend(sent);
  });
  expect(await page.getByText('Thank you').isVisible()).toBe(true);
  expect(await page.getByLabel('Message', { exact: true }).isVisible()).toBe(false);

  await page.goto(`${visit.site.url}/search-rentals`);
  const answer = page.locator('.question-list details p').first();
  expect(await answer.evaluate((text) => text.getClientRects().length)).toBe(1);
  expect(await answer.evaluate((text) => text.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
  expect(await page.locator('.panel').first().isVisible()).toBe(false);
  expect(await page.locator('.panel form').count()).toBe(1);
  await page.goto(`${visit.site.url}/services/no-such-service`);
  const padding = (element: Element) => Number.parseFloat(getComputedStyle(element).paddingBottom);
  expect(await page.locator('.hero-scene').evaluate(padding)).toBe(0);
  await page.goto(`${visit.site.url}/blog`);
  expect(await page.locator('main .chip[aria-current]').first().isVisible()).toBe(false);
});

it('paper names the company, its phone and its address on every page', async () => {
  const { page } = await visit.open('/');
  await page.emulateMedia({ media: 'print' });
  const lines = ['Juniper Ridge Property Services', '(541) 555-0142', '1480 NW Rimrock Juniper Way'];
  const { front, service, post, rentals, notFound } = siteAddresses;
  for (const path of [front, service, post, rentals, notFound]) {
    await page.goto(visit.site.url + path);
    for (const line of lines) {
      expect(await page.locator('.site-footer').getByText(line).first().isVisible(), path + line).toBe(true);
    }
  }
});

it('paper has three cards a row, and the compared homes on one line with their figures', async () => {
  const { page } = await visit.open('/', { viewport: { width: 740, height: 980 } });
  await page.emulateMedia({ media: 'print' });
  const across = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
  expect([await across('.grid-lines > li'), await across('.home-list > li')]).toEqual([3, 3]);
  await page.goto(`${visit.site.url}/rentals`);
  const styles = await page
    .locator('.compared-homes tbody tr:first-child > *')
    .evaluateAll((cells) =>
      cells.map((cell) => getComputedStyle(cell)).map((style) => `${style.position} ${style.verticalAlign}`),
    );
  expect(new Set(styles)).toEqual(new Set(['static middle']));
});

it('the color scheme of the system does not change the theme', async () => {
  const colors = new Set<unknown>();
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await visit.open('/privacy', { colorScheme });
    colors.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
  }
  expect(colors.size).toBe(1);
});

it('every control keeps its edge with forced colors', async () => {
  const { page } = await visit.open('/style', { forcedColors: 'active' });
  for (const selector of ['main .button', '.chip', '.panel', '.field input']) {
    const width = await page
      .locator(selector)
      .first()
      .evaluate((node) => getComputedStyle(node).borderTopWidth);
    expect(Number.parseFloat(width), selector).toBeGreaterThan(0);
  }
});
