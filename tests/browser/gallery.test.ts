import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pictureId } from '../../server/demo/demoContent.ts';
import { holdRequests, openHeld, phone, visitSite } from '../support/browserPage.ts';

/** Six pictures, whatever the demo shows of its homes. */
const visit = visitSite({
  arrange: ({ contentService }) => {
    const names = ['outside', 'inside', 'loft', 'porch'].map((part) => `home-meadow-cabin-${part}`);
    const pictures = [...names, 'season-summer', 'lake-reflection'].map((name) => ({
      picture: pictureId(name),
      caption: `As written of ${name}`,
    }));
    Object.assign(contentService.row('homes', 'meadow-cabin'), { pictures });
  },
});

describe('the enlarged pictures', () => {
  const middle = (page: Page) =>
    page.evaluate(() => {
      const slides = [...document.querySelectorAll('.gallery-strip > li')];
      const at = (slide: Element) => {
        const { left, right } = slide.getBoundingClientRect();
        return left <= innerWidth / 2 && right >= innerWidth / 2;
      };
      return slides.findIndex(at) + 1;
    });

  it('open at the tapped one, larger than before; keys and links page through them, Escape closes them', async () => {
    const { page, problems } = await visit.open('/rentals/meadow-cabin', phone);
    await page.waitForLoadState('networkidle');
    const small = await page.locator('.gallery-pictures img').nth(1).boundingBox();
    await page.locator('.gallery-open').nth(1).scrollIntoViewIfNeeded();
    await page.locator('.gallery-open').nth(1).tap();
    await expect.poll(() => middle(page)).toBe(2);
    const large = await page.locator('.gallery-strip img').nth(1).boundingBox();
    expect(large?.height).toBeGreaterThan(1.5 * (small?.height ?? 0));
    await page.keyboard.press('ArrowRight');
    expect(await middle(page)).toBe(3);
    await page.keyboard.press('End');
    expect(await middle(page)).toBe(6);
    await page.locator('.gallery-strip > li:nth-child(6) .gallery-previous').tap();
    expect(await middle(page)).toBe(5);
    expect(new URL(page.url()).hash).toBe('');
    await page.keyboard.press('Escape');
    expect(await page.locator('.gallery-view').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  it('open at the tapped one also while another picture is loading', async () => {
    let code: Promise<Request | null> = Promise.resolve(null);
    const { page } = await openHeld(visit, '/rentals/meadow-cabin', {
      ...phone,
      pattern: /\/media\//,
      async prepare(opened) {
        code = opened.waitForRequest(/\/static\/gallery-/);
      },
    });
    // Resolves when it has run. A text, because the compiler of tests replaces `import` in a function.
    await page.evaluate(`import('${(await code)?.url()}')`);
    await page.locator('.gallery-open').nth(1).tap();
    await expect.poll(() => middle(page)).toBe(2);
  });

  it('stay whole above a long caption in large text on a phone', async () => {
    const { page } = await visit.open('/rentals/meadow-cabin', {
      ...phone,
      viewport: { width: 360, height: 640 },
    });
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html{font-size:28px}');
      document.adoptedStyleSheets = [sheet];
    });
    await page.locator('.gallery-open').nth(1).tap();
    await expect.poll(() => middle(page)).toBe(2);
    const close = await page.locator('.gallery-close').boundingBox();
    const picture = await page.locator('.gallery-strip .picture').nth(1).boundingBox();
    expect(picture?.y).toBeGreaterThan((close?.y ?? 0) + (close?.height ?? 0));
  });

  it('fill the height of a phone held sideways, with the caption beside them', async () => {
    const sideways = { width: 740, height: 360 };
    const { page } = await visit.open('/rentals/meadow-cabin', { ...phone, viewport: sideways });
    await page.waitForLoadState('networkidle');
    await page.locator('.gallery-open').nth(1).tap();
    await expect.poll(() => middle(page)).toBe(2);
    const slide = page.locator('.gallery-strip > li').nth(1);
    const picture = await slide.locator('.picture').boundingBox();
    expect(picture?.height).toBe(sideways.height);
    for (const part of [slide.locator('.gallery-caption > span'), page.locator('.gallery-close')])
      expect((await part.boundingBox())?.x).toBeGreaterThanOrEqual((picture?.x ?? 0) + (picture?.width ?? 0));
    await slide.locator('.gallery-next').tap();
    expect(await middle(page)).toBe(3);
  });

  it.each([
    ['on a wide screen', {}],
    ['on a phone', phone],
  ] as const)('scroll sideways only, %s', async (_, options) => {
    const { page } = await visit.open('/rentals/meadow-cabin', options);
    await page.waitForLoadState('networkidle');
    await page.locator('.gallery-open').first().click();
    const view = page.locator('.gallery-view');
    await view.waitFor();
    // Otherwise a scroll bar stands beside them, where these take room from what scrolls.
    expect(await view.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  });

  it('take the focus when they open, and keep it on a link in sight', async () => {
    const { page } = await visit.open('/rentals/meadow-cabin');
    await page.waitForLoadState('networkidle');
    const focused = () => page.evaluate(() => document.activeElement?.className);
    expect(await focused(), 'not when the page loads').toBe('');
    await page.locator('.gallery-open').first().press('Enter');
    await expect.poll(focused).toBe('gallery-strip');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await middle(page)).toBe(3);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Alt+ArrowLeft');
    expect(await middle(page)).toBe(2);
    await page.keyboard.press('Enter');
    expect(await middle(page)).toBe(3);
    await page.keyboard.press('End');
    expect(await focused()).toBe('gallery-turn gallery-previous');
  });

  it.each([
    ['on a wide screen', {}],
    ['on a phone', phone],
    ['with forced colors', { forcedColors: 'active' }],
  ] as const)('show the focus within the window, which they fill, %s', async (_name, options) => {
    const { page } = await visit.open('/rentals/meadow-cabin', options);
    await page.waitForLoadState('networkidle');
    await page.locator('.gallery-open').nth(2).press('Enter');
    const strip = page.locator('.gallery-strip:focus-visible');
    const ring = await strip.evaluate((focused) => {
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(focused);
      return { outlineStyle, outside: Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) };
    });
    expect(ring).toEqual({ outlineStyle: 'solid', outside: 0 });
  });

  it('are named for screen readers: the one they open at, and each one turned to, but none passed by', async () => {
    const { page } = await visit.open('/rentals/meadow-cabin');
    await page.waitForLoadState('networkidle');
    const heard: string[] = [];
    await page.exposeFunction('hear', (text: string) => heard.push(text));
    const alts = await page.locator('.gallery-view').evaluate((view) => {
      const status = view.querySelector('[role=status]') ?? view;
      new MutationObserver(() => {
        if (status.textContent !== '') Reflect.get(window, 'hear')(status.textContent);
      }).observe(status, { childList: true, characterData: true, subtree: true });
      return [...view.querySelectorAll('img')].map(({ alt }) => alt);
    });
    expect(alts.filter(Boolean)).toHaveLength(6);
    const third = `3 of 6: ${alts[2]}`;
    await page.locator('.gallery-open').nth(2).press('Enter');
    await expect.poll(() => heard).toEqual([third]);
    expect(await page.getByRole('list', { name: 'Enlarged pictures', exact: true }).count()).toBe(1);
    // As a held key does, without a pause between the two.
    await page.locator('.gallery-strip').evaluate((strip) => {
      for (let press = 0; press < 2; press += 1)
        strip.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    });
    const fifth = `5 of 6: ${alts[4]}`;
    await expect.poll(() => heard).toEqual([third, fifth]);
    await page.locator('.gallery-strip > li:nth-child(5) .gallery-previous').click();
    await expect.poll(() => heard).toEqual([third, fifth, `4 of 6: ${alts[3]}`]);
    await page.keyboard.press('Escape');
    await page.locator('.gallery-open').nth(3).press('Enter');
    await expect.poll(() => heard).toHaveLength(4);
    // Without a description, by its caption.
    await page
      .locator('.gallery-strip img')
      .last()
      .evaluate((image) => image.removeAttribute('alt'));
    await page.keyboard.press('End');
    const caption = page.locator('.gallery-strip > li:last-child .gallery-caption > span');
    await expect.poll(() => heard.at(-1)).toBe(await caption.last().textContent());
  });

  it('keep the focus while they are open, and give it back to the button that opened them', async () => {
    const { page } = await visit.open('/rentals/meadow-cabin');
    await page.waitForLoadState('networkidle');
    await page.locator('.gallery-open').nth(2).press('Enter');
    await expect.poll(() => middle(page)).toBe(3);
    const stops = [];
    for (let stop = 0; stop < 3; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push((await page.locator(':focus').innerText()).trim());
    }
    expect(stops).toEqual(['Previous picture', 'Next picture', 'Close']);
    expect(await middle(page)).toBe(3);
    for (let stop = 0; stop < 16; stop += 1) {
      await page.keyboard.press('Tab');
      const isOutside = () =>
        page.locator(':focus').evaluateAll(([at]) => at && !at.closest('.gallery-view'));
      expect(await isOutside(), `stop ${stop}`).not.toBe(true);
    }
    await page.locator('.gallery-close').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator(':focus').getAttribute('value')).toBe('3');
  });

  it('keep the focus also if they were opened before their script was there', async () => {
    let release = async () => {};
    const { page } = await visit.open('/rentals/meadow-cabin', {
      waitUntil: 'domcontentloaded',
      prepare: async (opened) => {
        release = await holdRequests(opened, /\/static\/gallery-[^/]+\.js$/);
      },
    });
    await page.locator('.gallery-open').nth(2).press('Enter');
    await release();
    await expect.poll(() => page.locator('.site-header[inert]').count()).toBe(1);
    // On a busy machine the browser tells of the opening only now.
    await page.locator('.gallery-view').evaluate((view) => {
      view.dispatchEvent(new ToggleEvent('toggle', { oldState: 'closed', newState: 'open' }));
    });
    await page.keyboard.press('Escape');
    expect(await page.locator('[inert]').count()).toBe(0);
  });

  it('need no script in a browser of 2022, which has no popovers and does not know their selector', async () => {
    const { page, problems } = await visit.open('/rentals/meadow-cabin', {
      prepare: (opened) =>
        opened.addInitScript(() => {
          Reflect.deleteProperty(HTMLElement.prototype, 'popover');
          const { querySelector } = Document.prototype;
          Document.prototype.querySelector = function (this: Document, selector: string) {
            return querySelector.call(this, selector.replace(':popover-open', ':unknown-to-all'));
          };
        }),
    });
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    expect(problems).toEqual([]);
  });

  it('come wholly into view when the focus reaches them on a phone', async () => {
    const { page } = await visit.open('/rentals/meadow-cabin', phone);
    await page.waitForLoadState('networkidle');
    const outside = (selector: string) =>
      page.locator(selector).evaluate((item) => {
        const { left, right } = item.getBoundingClientRect();
        return Math.max(0, -left, right - innerWidth);
      });
    await page.locator('.gallery-open').first().focus();
    for (const number of [2, 3, 4]) {
      await page.keyboard.press('Tab');
      await expect.poll(() => outside(`.gallery-pictures > li:nth-child(${number})`)).toBe(0);
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => middle(page)).toBe(4);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const slide = page.locator('.gallery-strip > li:has(:focus)');
    await expect
      .poll(() =>
        slide.evaluate((item) => {
          const { left, right } = item.getBoundingClientRect();
          return Math.abs((left + right - innerWidth) / 2);
        }),
      )
      .toBeLessThan(2);
  });

  it('are paged through by links without script', async () => {
    const { page } = await visit.open('/rentals/meadow-cabin', { javaScriptEnabled: false });
    await page.locator('.gallery-open').first().click();
    await page.locator('.gallery-strip > li:first-child .gallery-next').click();
    const box = await page.locator('.gallery-strip > li:nth-child(2)').boundingBox();
    expect(Math.abs(box?.x ?? 9_999)).toBeLessThan(2);
  });
});
