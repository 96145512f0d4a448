import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { themes } from '../../../shared/themes.ts';
import {
  accessibilityProblems,
  focusOf,
  hydrate,
  hydrated,
  openHeld,
  phone,
  themeOf,
  visitSite,
} from '../../support/browserPage.ts';

const visit = visitSite();

const isOpen = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.hasAttribute('open'));

/** Presses keys, and returns each with the text that then has the focus. */
async function walk(page: Page, keys: readonly string[]) {
  const pressed: [string, string | undefined][] = [];
  for (const key of keys) {
    await page.keyboard.press(key);
    pressed.push([key, await focusOf(page)]);
  }
  return pressed;
}

describe('the choice of a theme', () => {
  it('applies, is stored, closes the list, and marks the 300 ms of its transition', async () => {
    const { page, problems } = await visit.open('/', { prepare: (opened) => opened.clock.install() });
    await page.click('.theme-toggle');
    await hydrated(page, 'themeSwitcher');
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    const marked = () => page.evaluate(() => document.documentElement.classList.contains('theme-transition'));
    await page.click('.theme-list [value=sunset]');
    // Advances to the millisecond in which the theme changes, soon after the next frame.
    for (let ms = 0; ms < 100 && !(await marked()); ms += 1) await page.clock.runFor(1);
    expect(await marked()).toBe(true);
    await page.clock.runFor(299);
    expect(await marked(), 'after 299 ms').toBe(true);
    await page.clock.runFor(2);
    expect(await marked(), 'after 301 ms').toBe(false);
    expect([await themeOf(page), await isOpen(page, '.theme-switcher')]).toEqual(['sunset', false]);
    expect(await page.evaluate(() => localStorage.getItem('selectedTheme'))).toBe('sunset');
    expect(await page.getAttribute('.theme-list [value=sunset]', 'aria-pressed')).toBe('true');
    expect(problems).toEqual([]);
  });

  it('is followed by other tabs', async () => {
    const { page, context } = await visit.open('/');
    const other = await context.newPage();
    await other.goto(`${visit.site.url}/about`);
    await other.click('.theme-toggle');
    await page.click('.theme-toggle');
    await page.click('.theme-list [value=original]');
    await expect.poll(() => themeOf(other)).toBe('original');
    await hydrated(other, 'themeSwitcher');
    await expect.poll(() => other.getAttribute('.theme-list [value=original]', 'aria-pressed')).toBe('true');
  });

  it('of another tab stays when the code of this one, where another was chosen before, arrives late', async () => {
    const { page, context, release } = await openHeld(visit, '/');
    await page.click('.theme-toggle');
    await page.click('.theme-list [value=mountain]');
    const other = await context.newPage();
    await other.goto(`${visit.site.url}/about`);
    await other.click('.theme-toggle');
    await other.click('.theme-list [value=sunset]');
    await expect.poll(() => themeOf(page)).toBe('sunset');
    await release();
    await hydrated(page, 'themeSwitcher');
    // Closed by the replayed click, a frame before which a theme is applied.
    await expect.poll(() => isOpen(page, '.theme-switcher')).toBe(false);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect([await themeOf(page), await themeOf(other)]).toEqual(['sunset', 'sunset']);
    expect(await page.evaluate(() => localStorage.getItem('selectedTheme'))).toBe('sunset');
  });

  it('works by keyboard, and closes when left', async () => {
    const { page } = await visit.open('/about');
    await page.focus('.theme-toggle');
    await hydrated(page, 'themeSwitcher');
    const pressed = await walk(page, [
      'ArrowDown',
      'ArrowDown',
      'End',
      'ArrowDown',
      'Home',
      // Keys of the browser or the system.
      'Control+End',
      'Alt+ArrowDown',
      'ArrowUp',
      'Escape',
    ]);
    const [first, second, , last] = themes.map(({ name }) => name);
    expect(pressed).toEqual([
      ['ArrowDown', first],
      ['ArrowDown', second],
      ['End', last],
      ['ArrowDown', first],
      ['Home', first],
      ['Control+End', first],
      ['Alt+ArrowDown', first],
      ['ArrowUp', last],
      ['Escape', 'Color theme'],
    ]);
    await page.keyboard.press('Enter');
    expect(await isOpen(page, '.theme-switcher')).toBe(true);
    await page.mouse.click(300, 600);
    expect(await isOpen(page, '.theme-switcher')).toBe(false);
    await page.keyboard.press('ArrowDown');
  });
});

describe('the navigation bar', () => {
  const group = '.site-nav .nav-group:has(> a)';
  const submenu = `${group} .submenu`;

  it('opens under a resting mouse, stays open for a click, and closes when the mouse leaves', async () => {
    const { page, problems } = await visit.open('/contact');
    await page.hover(`${group} > .nav-link`);
    await expect.poll(() => isOpen(page, submenu)).toBe(true);
    await page.click(`${submenu} > summary`);
    expect(await isOpen(page, submenu), 'the press that follows the mouse does not close').toBe(true);
    await page.mouse.move(640, 700);
    await page.mouse.click(640, 700);
    expect(await isOpen(page, submenu)).toBe(false);
    await page.hover(`${group} > .nav-link`);
    await expect.poll(() => isOpen(page, submenu)).toBe(true);
    await page.mouse.move(640, 700);
    await expect.poll(() => isOpen(page, submenu)).toBe(false);
    await page.hover(`${group} > .nav-link`);
    await expect.poll(() => isOpen(page, submenu)).toBe(true);
    await page.focus(`${submenu} a`);
    await page.mouse.move(640, 700);
    // Longer than the submenu waits.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(await isOpen(page, submenu), 'stays open around the focus').toBe(true);
    await page.focus('#enquiry-name');
    expect(await isOpen(page, submenu)).toBe(false);
    await page.hover(`${group} > .nav-link`);
    await expect.poll(() => isOpen(page, submenu)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isOpen(page, submenu), 'Escape closes wherever the focus is').toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('enquiry-name');
    expect(problems).toEqual([]);
  });

  it('is navigated with keys', async () => {
    const { page } = await visit.open('/about');
    await page.focus(`${submenu} > summary`);
    await hydrated(page, 'siteMenu');
    const textsOf = async (elements: Locator) =>
      (await elements.allTextContents()).map((text) => text.trim());
    const links = await textsOf(page.locator(submenu).first().locator('a'));
    const row = await focusOf(page);
    expect(
      await walk(page, [
        'ArrowDown',
        'End',
        'ArrowDown',
        'ArrowUp',
        'ArrowUp',
        'Escape',
        'End',
        'ArrowRight',
      ]),
    ).toEqual([
      ['ArrowDown', links[0]],
      ['End', links.at(-1)],
      ['ArrowDown', links[0]],
      ['ArrowUp', row],
      ['ArrowUp', links.at(-1)],
      ['Escape', row],
      ['End', 'Get Quote'],
      ['ArrowRight', (await textsOf(page.locator('.site-nav a, .site-nav summary')))[0]],
    ]);
    expect(await isOpen(page, submenu)).toBe(false);
    await page.focus(`${submenu} > summary`);
    await page.keyboard.press('Enter');
    expect(await isOpen(page, submenu)).toBe(true);
    await page.focus('.theme-toggle');
    expect(await isOpen(page, submenu), 'leaving closes').toBe(false);
  });

  it('opens with a tap, and closes with a tap beside it', async () => {
    const { page } = await visit.open('/about', { hasTouch: true });
    await page.tap(`${submenu} > summary`);
    // The click of a tap comes a little after the finger has left.
    await expect.poll(() => isOpen(page, submenu)).toBe(true);
    await hydrated(page, 'siteMenu');
    await page.touchscreen.tap(640, 700);
    await expect.poll(() => isOpen(page, submenu)).toBe(false);
  });
});

describe('the drawer', () => {
  const inert = (page: Page) => page.locator('main').evaluate((main) => Boolean(main.closest('[inert]')));

  it('G-15 is consistent in every state: press, overlay, Escape, rotation, back', async () => {
    const { page, problems } = await visit.open('/about', phone);
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    await hydrate(page, 'siteMenu');
    const state = async () => ({
      open: await isOpen(page, '.drawer'),
      inert: await inert(page),
      scroll: await page.evaluate(() => Math.round(scrollY)),
    });
    const opened = { open: true, inert: true, scroll: 400 };
    const closed = { open: false, inert: false, scroll: 400 };
    // Tapped by its position: the header is sticky, which the browser's driver does not know.
    const tapToggle = async () => {
      const box = await page.locator('.drawer-toggle > span:visible').boundingBox();
      if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    const open = async () => {
      await tapToggle();
      await expect.poll(state).toEqual(opened);
    };
    // Its nav has no links where its padding is.
    const pressBlank = () => page.locator('.drawer-panel').tap({ position: { x: 3, y: 300 } });
    const closings: Record<string, () => Promise<void>> = {
      'close button': tapToggle,
      overlay: () => page.touchscreen.tap(15, 500),
      Escape: () => page.keyboard.press('Escape'),
      'Escape after a press on its blank area': async () => {
        await pressBlank();
        await page.keyboard.press('Escape');
      },
      rotation: async () => {
        await page.setViewportSize({ width: 1200, height: 844 });
        await expect.poll(() => isOpen(page, '.drawer')).toBe(false);
        await page.setViewportSize(phone.viewport);
        await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
      },
      'leaving the page': async () => {
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
      },
    };
    for (const [name, close] of Object.entries(closings)) {
      await open();
      await close();
      await expect.poll(state, { message: name }).toEqual(closed);
    }
    await page.mouse.move(200, 500);
    await page.mouse.wheel(0, 200);
    await expect.poll(state, { message: 'a wheel moves the page' }).toEqual({ ...closed, scroll: 600 });
    await page.mouse.wheel(0, -200);
    await expect.poll(state).toEqual(closed);
    await open();
    // Over the panel, at its end and at its top, and beside it.
    for (const [x, y] of [
      [200, 200],
      [200, -200],
      [15, 200],
    ] as const) {
      await page.mouse.move(x, 500);
      await page.mouse.wheel(0, y);
      await page.evaluate(async () => {
        for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
      });
      expect(await state(), 'the page behind does not scroll').toEqual(opened);
    }
    expect(problems).toEqual([]);
  });

  it('G-15 keeps the focus inside, and returns it on Escape', async () => {
    const { page } = await visit.open('/about', phone);
    await hydrate(page, 'siteMenu');
    await page.focus('.drawer-toggle');
    await page.keyboard.press('Enter');
    await expect.poll(() => inert(page)).toBe(true);
    const within = () => page.evaluate(() => Boolean(document.activeElement?.closest('.drawer')));
    const stops = new Set<string | undefined>();
    for (let i = 0; i < 30; i += 1) {
      await page.keyboard.press(i === 29 ? 'Shift+Tab' : 'Tab');
      expect(await within()).toBe(true);
      stops.add(await focusOf(page));
    }
    expect(stops.has('Get Quote')).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('drawer-toggle');
  });
});

it.each(themes)('the header of $name looks lifted past 50 px, and moves nothing', async ({ key }) => {
  const { page } = await visit.open('/about', {
    prepare: (opened) => opened.addInitScript((theme) => localStorage.setItem('selectedTheme', theme), key),
  });
  const header = page.locator('.site-header');
  const lookAt = async (top: number) => {
    await page.evaluate(async (y) => {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, top);
    return header.evaluate((element) => {
      const { borderTop, borderBottomColor, boxShadow } = getComputedStyle(element);
      const { height } = element.getBoundingClientRect();
      return {
        marked: element.hasAttribute('data-scrolled'),
        height,
        borderTop,
        borderBottomColor,
        boxShadow,
      };
    });
  };
  const flat = await lookAt(0);
  expect([flat.marked, flat.borderBottomColor]).toEqual([false, 'rgba(0, 0, 0, 0)']);
  expect(flat.borderTop).toMatch(key === 'mountain' ? '4px solid rgb(36, 69, 107)' : '0px none');
  expect(await lookAt(50)).toEqual(flat);
  const lifted = await lookAt(51);
  expect(lifted).toEqual({
    ...flat,
    marked: true,
    borderBottomColor: expect.stringMatching(/^rgb\(/),
    boxShadow: 'rgba(0, 0, 0, 0.28) 0px 6px 24px -12px',
  });
  expect(await lookAt(400)).toEqual(lifted);
  expect(await lookAt(0)).toEqual(flat);
});

it('entries below Contact can be reached by mouse and by keys', async () => {
  const { navigation } = visit.site.contentService.rows;
  const parent_id = navigation.find(({ title }) => title === 'Contact')?.id;
  navigation.push({ id: 901, title: 'Where we are', url: '/about', parent_id, display_order: 1 });
  await visit.site.content.load(['navigation'], true);
  onTestFinished(() => visit.reset());

  const { page, problems } = await visit.open('/');
  const child = page.locator('.site-nav').getByText('Where we are');
  await page.hover('.site-nav .button-outline');
  await expect.poll(() => child.isVisible()).toBe(true);
  expect(await accessibilityProblems(page, '.site-header')).toEqual([]);
  await page.mouse.move(640, 700);
  await expect.poll(() => child.isVisible()).toBe(false);
  await page.focus('.site-nav .button-outline');
  await page.keyboard.press('ArrowDown');
  expect(await focusOf(page)).toBe('Where we are');
  expect(problems).toEqual([]);
});

it('axe finds nothing in open and closed menus, in a wide window and a narrow one', async () => {
  const { page } = await visit.open('/about');
  const problems = () => accessibilityProblems(page, '.site-header');
  expect(await problems()).toEqual([]);
  await page.locator('.site-nav .submenu > summary').first().click();
  expect(await problems()).toEqual([]);
  await page.click('.theme-toggle');
  expect(await problems()).toEqual([]);
  await hydrated(page, 'themeSwitcher');
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone.viewport);
  expect(await problems()).toEqual([]);
  await page.click('.drawer-toggle');
  await page.locator('.drawer .submenu-toggle').first().click();
  expect(await problems()).toEqual([]);
});
