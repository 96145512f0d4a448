import { describe, expect, it } from 'vitest';
import { focusOf, hydrate, hydrated, phone, visitSite } from '../support/browserPage.ts';

const visit = visitSite({
  arrange: ({ contentService: { rows } }) => {
    const child = { id: 900, title: 'Our team', url: '/about#team', parent_id: null, display_order: 0 };
    const services = rows.navigation.find(({ title }) => title === 'Services');
    Object.assign(services ?? {}, { title: 'Wintervorbereitung and whatever a house needs then' });
    const about = rows.navigation.find(({ title }) => title === 'About');
    const childOfAbout = { ...child, id: 901, title: 'Winter', url: '/about#winter', parent_id: about?.id };
    rows.navigation = [...rows.navigation, child, childOfAbout];
  },
});

describe('the open drawer', () => {
  it('shows the focus outline around the visible close icon, on the background of the panel', async () => {
    const { page, problems } = await visit.open('/about', phone);
    const toggle = page.locator('.drawer-toggle');
    await toggle.focus();
    await page.keyboard.press('Enter');
    await hydrated(page, 'siteMenu');
    const seen = await page.locator('.drawer-close').evaluate((cross) => {
      const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(cross);
      const panel = document.querySelector('.drawer-panel');
      const ground = panel && getComputedStyle(panel).backgroundColor;
      return {
        outlineStyle,
        outlineWidth,
        isSeen: outlineColor !== ground,
        covers: backgroundColor === ground,
      };
    });
    expect(seen).toEqual({ outlineStyle: 'solid', outlineWidth: '3px', isSeen: true, covers: true });
    expect(problems).toEqual([]);
  });

  it.each([true, false])('has no entry that covers another, with script: %s', async (script) => {
    const { page } = await visit.open('/about', {
      viewport: { width: 320, height: 800 },
      javaScriptEnabled: script,
    });
    await page.locator('.drawer-toggle').click();
    await page.locator('.drawer .submenu-toggle').first().click();
    const boxes = await page
      .locator('.drawer .nav-list a')
      .evaluateAll((links) =>
        links.filter((link) => link.checkVisibility()).map((link) => link.getBoundingClientRect().toJSON()),
      );
    expect(boxes.filter(({ top }, at) => top < boxes[at - 1]?.bottom)).toEqual([]);
  });

  it('keeps a submenu open when another is opened', async () => {
    const { page } = await visit.open('/about', phone);
    await page.locator('.drawer-toggle').click();
    const toggles = page.locator('.drawer .submenu-toggle');
    await toggles.nth(0).click();
    await toggles.nth(1).click();
    const submenus = page.locator('.drawer .submenu');
    const open = await submenus.evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
    expect(open.slice(0, 2)).toEqual([true, true]);
  });

  it.each([
    ['its focus', () => {}],
    // As the browser does when styles hide the drawer, at times before the query of the width reports a change.
    [
      'the focus that was in it',
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    ],
  ])('hands %s to the row when the window becomes wide', async (_name, before) => {
    const { page, problems } = await visit.open('/about', phone);
    await hydrate(page, 'siteMenu');
    await page.locator('.drawer-toggle').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focusOf(page)).toBe('Search');
    await page.evaluate(before);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('.site-nav a:focus').waitFor();
    expect(await page.locator('[inert]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('closes for a link to an anchor of the page, and makes the page interactive again', async () => {
    const { page, problems } = await visit.open('/about', phone);
    await hydrate(page, 'siteMenu');
    await page.locator('.drawer-toggle').click();
    const isHeld = () => page.locator('main').evaluate((main) => main.closest('[inert]') !== null);
    // The event that the drawer has opened comes in a later task.
    await expect.poll(isHeld).toBe(true);
    await page.locator('.drawer-panel a[href="/about#team"]').click();
    expect(await page.locator('.drawer').getAttribute('open')).toBeNull();
    expect(await isHeld()).toBe(false);
    await expect.poll(() => new URL(page.url()).hash).toBe('#team');
    expect(problems).toEqual([]);
  });
});

it.each([
  ['the drawer', phone, 'About', '.drawer[open]'],
  ['the list of themes', {}, 'Forest%20Pine', '.theme-switcher[open]'],
])(
  'a link to a text of the page does not open %s, which has it too',
  async (_name, options, text, opened) => {
    const { page } = await visit.open('/services', options);
    await page.goto(`${visit.site.url}/about#:~:text=${text}`);
    await hydrate(page, 'siteMenu');
    // The browser looks for the text until some time after the page has loaded.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(await page.locator(opened).count()).toBe(0);
    expect(await page.locator('[inert]').count()).toBe(0);
  },
);
