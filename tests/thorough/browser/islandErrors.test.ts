import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { islands } from '../../../client/islands.ts';
import { accessibilityProblems, hydrateAll, islandCode, visitSite } from '../../support/browserPage.ts';
import { goodEnquiry } from '../../support/goodEnquiry.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

/** The number of a message that was sent before. */
let number = '';
const visit = visitSite({
  environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' },
  async arrange(site) {
    const headers = { 'Content-Type': 'application/json', Origin: site.url };
    const body = JSON.stringify(goodEnquiry);
    const sent = await fetch(`${site.url}/api/contact`, { method: 'POST', headers, body });
    number = String(Object(await sent.json()).submissionId);
  },
});

/** Wraps each island of a page in a component that throws while `window.broken` is true. */
async function breakIslands(page: Page): Promise<void> {
  await page.addInitScript('window.broken = true');
  await page.route(islandCode, (route) => {
    const file = new URL(route.request().url()).pathname;
    // The header's parts are no components.
    if (file.includes('/header-')) return route.continue();
    const component = `(props) => {
      if (window.broken) throw new Error('Broken on purpose.');
      return real.component(props);
    }`;
    const names = `export const { component, hydrateIsland } = { ...real, component: ${component} };`;
    return route.fulfill({
      contentType: 'text/javascript',
      // With a query the same file has another address, which is not intercepted.
      body: `import * as real from '${file}?as-built';\n${names}`,
    });
  });
}

const met = new Set<string | null>();

it.each([...Object.values(siteAddresses), '/contact/sent/:id'])(
  'G-11 every island of %s that throws shows an error screen, and recovers with the focus in it; the rest of the page is unaffected',
  async (address) => {
    const path = address.replace(':id', number);
    const { page, problems } = await visit.open(path, { prepare: breakIslands });
    const roots = await page.locator('[data-island][data-props]').all();
    const around = () =>
      page.evaluate(() => {
        const copy = document.body.cloneNode(true);
        if (!(copy instanceof HTMLElement)) return '';
        for (const island of copy.querySelectorAll('[data-island], script')) island.remove();
        return copy.textContent;
      });
    const before = await around();
    const names = await Promise.all(roots.map((root) => root.getAttribute('data-island')));
    for (const name of names) met.add(name);
    await hydrateAll(page);
    for (const root of roots) {
      const screen = root.locator('.island-error');
      expect(await screen.locator('strong').textContent()).toBe('Oops! Something went wrong');
      expect(await screen.textContent()).toContain('The error has been reported.');
      expect(await screen.locator('a').textContent()).toBe('Go Home');
      expect(await screen.locator('a').getAttribute('href')).toBe('/');
    }
    expect(await around()).toBe(before);
    expect(problems.filter((text) => !text.includes('Broken on purpose.'))).toEqual([]);
    expect(problems).toHaveLength(roots.length);
    if (path === siteAddresses.contact)
      expect(await accessibilityProblems(page, '.island-error')).toEqual([]);

    const tryAgain = async (root: Locator) => {
      await root.locator('.island-error button').press('Enter');
      expect(await root.evaluate((island) => island.contains(document.activeElement))).toBe(true);
    };
    for (const root of roots) await tryAgain(root);
    expect(await page.locator('.island-error').count(), 'it fails again').toBe(roots.length);
    await page.evaluate('window.broken = false');
    for (const root of roots) await tryAgain(root);
    await expect.poll(() => page.locator('.island-error').count()).toBe(0);
    for (const root of roots)
      expect(await root.evaluate(({ childElementCount }) => childElementCount)).toBeGreaterThan(0);
  },
);

it('G-11 every island was among them', () => {
  expect([...met].sort()).toEqual(Object.keys(islands).sort());
});
