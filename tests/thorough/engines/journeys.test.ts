import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { themeStorageKey } from '../../../shared/themes.ts';
import { goodEnquiry } from '../../support/goodEnquiry.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';
import { chromiumVisitor, firefoxVisitor } from './puppeteerVisitor.ts';
import type { Visitor } from './visitor.ts';
import { webKitVisitor } from './webKitVisitor.ts';

// The same journeys in the three engines that visitors have. Engines come from Debian packages; one that is not
// installed is skipped by its name.

/** Engines, their Debian packages, and how they start: null when they are not installed. */
const engines = [
  { name: 'Chromium', packages: 'chromium', start: chromiumVisitor() },
  { name: 'Firefox', packages: 'firefox-esr', start: firefoxVisitor() },
  { name: 'WebKit', packages: 'webkit2gtk-driver and xvfb', start: webKitVisitor() },
];

const phone = { width: 390, height: 844 };
const phoneWidths = [320, 360, 375, 390, 393, 400, 412, 414, 430];
const desktop = { width: 1280, height: 900 };
const windows = [
  { window: 'phone', size: phone },
  { window: 'desktop', size: desktop },
];

/** How far a page extends beyond the right edge of the window, in pixels. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** Whether an element is within the window and below the sticky header: `seen`, or why not. */
const isSeen = (selector: string) => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  if (!element) return 'absent';
  const box = element.getBoundingClientRect();
  const header = document.querySelector('.site-header').getBoundingClientRect();
  if (box.top < header.bottom - 1) return 'hidden by the header: ' + box.top + ' < ' + header.bottom;
  if (box.bottom > innerHeight + 1 && box.height < innerHeight) return 'below the window: ' + box.bottom;
  return 'seen';
})()`;
/** Whether a text extends into what follows it. */
const overprinted = `[...document.querySelectorAll('p, blockquote, h1, h2, h3')]
  .filter((text) => getComputedStyle(text).overflowY === 'visible' && text.clientHeight > 0)
  .some((text) => text.scrollHeight > text.clientHeight + 8)`;
/** Whether a part of the page is still hidden because it is incomplete. */
const arriving = `document.getAnimations().some(({ animationName }) => animationName === 'arriving')`;
const exists = (selector: string) => `document.querySelector(${JSON.stringify(selector)}) !== null`;
/** Moves the pointer over an island. */
const touch = (name: string) =>
  `void document.querySelector('[data-island="${name}"]')?.firstElementChild?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))`;
/** The titles of the visible cards. */
const titles = `[...document.querySelectorAll('main .card-title')].filter((title) => title.checkVisibility()).map((title) => title.textContent.trim()).join()`;
const focused = `(document.activeElement?.id || document.activeElement?.textContent?.trim() || document.activeElement?.tagName)`;

/** How many color values of two PNGs in Base64 differ by more than WebKit's smoothing of the same letters. */
async function differences(one: string, other: string): Promise<number> {
  const pixels = (png: string) => sharp(Buffer.from(png, 'base64')).removeAlpha().raw().toBuffer();
  const [first, second] = await Promise.all([pixels(one), pixels(other)]);
  return first.filter((value, at) => Math.abs(value - (second[at] ?? 0)) > 96).length;
}

for (const { name, packages, start } of engines) {
  describe.skipIf(start === null)(`in ${name}${start ? '' : ` (not installed: ${packages})`}`, () => {
    let site: TestSite;
    let visitor: Visitor;
    beforeAll(async () => {
      if (!start) return;
      site = await startSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });
      await site.load();
      visitor = await start();
    });
    beforeEach(() => site.contactService.reset());
    afterAll(async () => {
      await visitor?.close();
      await site?.close();
    });

    const open = (path: string) => visitor.open(site.url + path);
    /** Polls the value of an expression. */
    const until = (expression: string) =>
      expect.poll(() => visitor.read(expression), { message: expression });
    const hydrate = async (island: string) => {
      await expect
        .poll(async () => {
          await visitor.read(touch(island));
          return visitor.read(exists(`[data-island="${island}"][data-hydrated]`));
        })
        .toBe(true);
    };
    /** A picture of the window, taken when nothing moves any more. */
    const settledPicture = async () => {
      let last = '';
      const isSettled = async () => {
        const before = last;
        last = await visitor.picture();
        return before !== '' && (await differences(last, before)) === 0;
      };
      await expect.poll(isSettled).toBe(true);
      return last;
    };
    /** The violations of the content policy that browsers have reported to the site. */
    const violations = () => site.logs.filter(({ msg }) => /policy/i.test(String(msg)));

    it.each(windows)(
      'on a $window every route has no error, no violation and no sideways scroll',
      async ({ size }) => {
        await visitor.resize(size);
        const wrong: Record<string, unknown> = {};
        for (const path of Object.values(siteAddresses)) {
          await open(path);
          await visitor.read(
            `(async () => {
            for (const root of document.querySelectorAll('[data-island]'))
              (root.firstElementChild ?? root).dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
            for (let waited = 0; waited < 15_000 && document.querySelector('[data-island]:not([data-hydrated])'); waited += 50) {
              await new Promise((resolve) => setTimeout(resolve, 50));
              for (const root of document.querySelectorAll('[data-island]:not([data-hydrated])'))
                (root.firstElementChild ?? root).scrollIntoView({ behavior: 'instant' });
            }
            // Firefox calls a picture broken whose load ends because its page is left.
            for (const picture of document.images) picture.loading = 'eager';
            await Promise.allSettled([...document.images].map((picture) => picture.decode()));
          })()`,
          );
          const beyond = await visitor.read(overflow);
          const found = [
            ...(await visitor.errors()).filter((line) => !line.includes('could not be loaded')),
            ...(Number(beyond) > 0 ? [`${beyond} pixels beyond the right edge`] : []),
            ...((await visitor.read(exists('[data-island]:not([data-hydrated])')))
              ? ['an island is not hydrated']
              : []),
            ...((await visitor.read(overprinted)) ? ['a text is taller than its box'] : []),
            ...((await visitor.read(arriving)) ? ['a part is still hidden'] : []),
          ];
          if (found.length > 0) wrong[path] = found;
        }
        expect(wrong).toEqual({});
        expect(violations()).toEqual([]);
      },
    );

    it('the name in the header is shown whole at the width of any phone', async () => {
      await visitor.resize({ width: 460, height: 844 });
      // A page without pictures, which might still be loading.
      await open('/privacy');
      await visitor.read('document.fonts.ready.then(() => true)');
      const overflowOfName = (value: string) =>
        visitor.read(`void (document.querySelector('.brand-short').style.overflow = '${value}')`);
      for (const width of phoneWidths) {
        // WebKit's windows cannot be so narrow, so the body is narrowed, and the header in it.
        await visitor.read(`void (document.body.style.width = '${width}px')`);
        await overflowOfName('visible');
        const whole = await settledPicture();
        await overflowOfName('');
        expect(await differences(await settledPicture(), whole), `cut at ${width} pixels`).toBe(0);
      }
    });

    it('a chosen theme holds on the next page', async () => {
      await visitor.resize(desktop);
      await open('/about');
      await visitor.press('.theme-toggle');
      await visitor.press('.theme-list [value=sunset]');
      await until('document.documentElement.dataset.theme').toBe('sunset');
      await open('/services');
      expect(await visitor.read('document.documentElement.dataset.theme')).toBe('sunset');
      await visitor.read(`void localStorage.removeItem('${themeStorageKey}')`);
    });

    it('the drawer of a phone opens and closes, and its links work', async () => {
      await visitor.resize(phone);
      await open('/about');
      await visitor.press('.drawer-toggle');
      await until(exists('.drawer[open]')).toBe(true);
      await hydrate('siteMenu');
      await visitor.press('.drawer .submenu-toggle');
      await until(exists('.drawer .submenu[open]')).toBe(true);
      await visitor.press('.drawer-close');
      await until(exists('.drawer[open]')).toBe(false);
      await visitor.press('.drawer-toggle');
      await visitor.press('.drawer-panel a[href="/blog"]');
      await until("document.readyState === 'complete' && location.pathname").toBe('/blog');
    });

    it('a filter of the blog has an address, and Back brings the whole list at its scroll position', async () => {
      await visitor.resize(desktop);
      await open('/blog');
      await hydrate('blogFilters');
      const all = await visitor.read(titles);
      await visitor.read(
        `void addEventListener('click', () => { window.left = Math.round(scrollY); }, { capture: true })`,
      );
      await visitor.read(`void scrollTo({ top: 700, behavior: 'instant' })`);
      await visitor.press('.sidebar .term-list-tags a');
      await until('location.search').toMatch(/^\?tag=/);
      await until(titles).not.toBe(all);
      await visitor.back();
      await until('location.search').toBe('');
      await until(titles).toBe(all);
      await until('window.left > 600 && Math.round(scrollY) === window.left').toBe(true);
    });

    it('a filter of the homes has an address, and Back brings all of them', async () => {
      await visitor.resize(phone);
      await open('/rentals');
      const all = await visitor.read(titles);
      await visitor.read(`document.querySelector('#booking-town').value = 'sunriver'`);
      await visitor.press('.booking-search .button');
      await until('location.search').toMatch(/town=sunriver/);
      await until(titles).not.toBe(all);
      await visitor.back();
      await until('location.search').toBe('');
      await until(titles).toBe(all);
    });

    it.each(windows)(
      'on a $window an empty contact form focuses the first error, with its label and message in view',
      async ({ size }) => {
        await visitor.resize(size);
        await open('/contact');
        await hydrate('contactForm');
        await visitor.press('#enquiry button[type=submit]');
        await until('document.activeElement.id').toBe('enquiry-name');
        await until(isSeen('label[for=enquiry-name]')).toBe('seen');
        await until(isSeen('#enquiry-name-error')).toBe('seen');
        expect(site.contactService.received).toEqual([]);
      },
    );

    it('an enquiry is sent and followed until it is delivered, with the thanks in view', async () => {
      await visitor.resize(phone);
      await open('/contact');
      await hydrate('contactForm');
      await visitor.write('#enquiry-name', goodEnquiry.name);
      await visitor.write('#enquiry-email', goodEnquiry.email);
      await visitor.write('#enquiry-message', goodEnquiry.message);
      await visitor.press('#enquiry button[type=submit]');
      await until(exists('.contact-success .timeline')).toBe(true);
      await until(isSeen('.contact-success .notice-success')).toBe('seen');
      await until(`document.querySelectorAll('.timeline-step.timeline-completed').length`).toBe(3);
      expect(site.contactService.received).toHaveLength(1);
    });

    it('a booking search works when the vendor cannot be reached, and proposes a week', async () => {
      await visitor.resize(desktop);
      await open('/rentals');
      await until(exists('[data-island="bookingSearch"][data-hydrated]')).toBe(true);
      const dates = await visitor.read(`(() => {
        const [checkIn, checkOut] = document.querySelectorAll('.booking-search input[type=date]');
        checkIn.value = '2031-03-01';
        checkIn.dispatchEvent(new Event('input', { bubbles: true }));
        return [checkOut.value, checkOut.min, checkIn.min !== ''];
      })()`);
      expect(dates).toEqual(['2031-03-08', '2031-03-02', true]);
      expect(
        await visitor.read(`getComputedStyle(document.querySelector('.booking-search')).visibility`),
      ).toBe('visible');
    });

    it('the way to the booking site is underlined like a link', async () => {
      await visitor.resize(desktop);
      await open('/rentals');
      const line = `getComputedStyle(document.querySelector('.booking-elsewhere')).textDecorationLine`;
      expect(await visitor.read(line)).toBe('underline');
    });

    it('Escape empties the search, and then closes it', async () => {
      await visitor.resize(desktop);
      await open('/about');
      await hydrate('siteSearch');
      await visitor.press('.search-link');
      await visitor.write('.search-dialog input', 'snow');
      await visitor.key('Escape');
      await until(`document.querySelector('.search-dialog input').value`).toBe('');
      await visitor.key('Escape');
      await until(exists('.search-dialog')).toBe(false);
    });

    it('the page behind enlarged pictures stays where it is', async () => {
      await visitor.resize(desktop);
      await open('/rentals/meadow-cabin');
      await visitor.press('.gallery-open');
      await until(exists('.gallery-view:popover-open')).toBe(true);
      const before = await visitor.read('scrollY');
      await visitor.key('ArrowDown');
      const inTwoFrames = 'requestAnimationFrame(() => requestAnimationFrame(resolve))';
      expect(await visitor.read(`new Promise((resolve) => ${inTwoFrames}).then(() => scrollY)`)).toBe(before);
      await visitor.key('Escape');
      await until(exists('.gallery-view:popover-open')).toBe(false);
      expect(await visitor.read('scrollY')).toBe(before);
    });

    it('keys alone skip the header, open a submenu, enter it and close it', async () => {
      await visitor.resize(desktop);
      await open('/about');
      await visitor.key('Tab');
      await until(focused).toMatch(/^Skip to/);
      await visitor.key('Enter');
      await until('document.activeElement.tagName').toBe('MAIN');
      await hydrate('siteMenu');
      await until(exists('.site-nav .submenu-toggle')).toBe(true);
      await visitor.read(`void document.querySelector('.site-nav .submenu-toggle').focus()`);
      await until(`document.activeElement.matches('.submenu-toggle')`).toBe(true);
      await visitor.key('Enter');
      await until(exists('.site-nav .submenu[open]')).toBe(true);
      await visitor.key('Tab');
      await until(`document.activeElement.closest('.submenu') !== null`).toBe(true);
      await visitor.key('Escape');
      await until(exists('.site-nav .submenu[open]')).toBe(false);
      await until(`document.activeElement.matches('.submenu-toggle')`).toBe(true);
    });
  });
}
