import { describe, expect, it, vi } from 'vitest';
import { themes } from '../../../shared/themes.ts';
import { allCode, hydrate, openHeld, themeOf, visitSite } from '../../support/browserPage.ts';
import { typed } from '../../support/contactForm.ts';
import { createRandom } from '../../support/createRandom.ts';

// What a visitor enters while the page's script is still on its way, or at work.

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens a page whose scripts each arrive at a moment of their own; resolves at its first paint. */
async function openSlowly(path: string, random: () => number) {
  const opened = await visit.open(path, {
    waitUntil: 'domcontentloaded',
    prepare: async (page) => {
      await page.route(allCode, async (route) => {
        await later(random() * 900);
        await route.continue();
      });
    },
  });
  await opened.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return opened;
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe('nothing that is entered from the first paint on is lost', () => {
  it.each(seeds)('in the contact form and the choice of a theme, at random moments: %i', async (seed) => {
    const random = createRandom(seed);
    const { page, problems } = await openSlowly('/contact', random);
    const expected = { name: '', email: '', phone: '', service: '', message: '', subject_line: '' };
    let wantsMeeting = false;
    let theme = 'forest';
    const write = async (name: 'name' | 'phone' | 'message') => {
      await page.locator(`#enquiry-${name}`).focus();
      await page.keyboard.press('End');
      for (let count = 0; count < 4; count += 1) {
        const letter = String(Math.floor(random() * 10));
        await page.keyboard.press(letter);
        expected[name] += letter;
        await later(random() * 30);
      }
    };
    const acts = [
      () => write('name'),
      () => write('phone'),
      () => write('message'),
      async () => {
        await page.click('#enquiry-requestMeeting');
        wantsMeeting = !wantsMeeting;
      },
      async () => {
        expected.service = random() < 0.5 ? 'painting' : 'handyman';
        await page.selectOption('#enquiry-service', expected.service);
      },
      async () => {
        theme = themes[Math.floor(random() * themes.length)]?.key ?? theme;
        const option = page.locator(`.theme-list [value=${theme}]`);
        // An earlier choice that is repeated now closes the list; the visitor opens it again.
        const press = async () => {
          if (!(await option.isVisible())) await page.click('.theme-toggle');
          await option.click({ timeout: 500 });
        };
        await vi.waitFor(press, { timeout: 15_000 });
      },
    ];
    for (let count = 0; count < 14; count += 1) {
      await acts[Math.floor(random() * acts.length)]?.();
      await later(random() * 120);
    }
    await hydrate(page, 'contactForm');
    await hydrate(page, 'themeSwitcher');
    await expect.poll(() => themeOf(page)).toBe(theme);
    expect(await typed(page)).toEqual({ ...expected, ...(wantsMeeting ? { requestMeeting: 'on' } : {}) });
    expect(problems).toEqual([]);
  });
});

/** Presses the box within the moment in which React listens, but has not hydrated yet. */
function pressBoxWhileHydrating(): void {
  const { addEventListener } = EventTarget.prototype;
  let pressed = false;
  EventTarget.prototype.addEventListener = function (
    this: EventTarget,
    ...given: Parameters<typeof addEventListener>
  ) {
    addEventListener.apply(this, given);
    if (pressed || given[0] !== 'click' || !(this instanceof HTMLElement)) return;
    // The entry's own listener comes long before.
    if (this.dataset.island !== 'contactForm' || !Reflect.get(window, 'mayPress')) return;
    pressed = true;
    queueMicrotask(() => {
      const box = document.getElementById('enquiry-requestMeeting');
      box?.click();
      Reflect.set(
        window,
        'pressedBeforeHydration',
        !document.querySelector('[data-island="contactForm"][data-hydrated]'),
      );
    });
  };
}

it('the meeting box stays ticked when it is pressed during hydration', async () => {
  const { page, release } = await openHeld(visit, '/contact', {
    prepare: (opened) => opened.addInitScript(pressBoxWhileHydrating),
  });
  // The entry listens by now; what listens next is React.
  await page.locator('#enquiry-name').focus();
  await page.waitForLoadState('domcontentloaded');
  await page.evaluate(() => Reflect.set(window, 'mayPress', true));
  await release();
  await hydrate(page, 'contactForm');
  expect(await page.evaluate(() => Reflect.get(window, 'pressedBeforeHydration'))).toBe(true);
  expect(await page.isChecked('#enquiry-requestMeeting')).toBe(true);
});
