import { expect, it } from 'vitest';
import { hydrate, openHeld, visitSite } from '../../support/browserPage.ts';

// Input while the page's script is still loading, or hydrating.

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });

/** Clicks the box at the moment when React listens, but has not hydrated yet. */
function pressBoxWhileHydrating(): void {
  const { addEventListener } = EventTarget.prototype;
  let pressed = false;
  EventTarget.prototype.addEventListener = function (
    this: EventTarget,
    ...given: Parameters<typeof addEventListener>
  ) {
    addEventListener.apply(this, given);
    if (pressed || given[0] !== 'click' || !(this instanceof HTMLElement)) return;
    // The entry script adds its own listener long before.
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

it('the meeting box stays checked when it is clicked during hydration', async () => {
  const { page, release } = await openHeld(visit, '/contact', {
    prepare: (opened) => opened.addInitScript(pressBoxWhileHydrating),
  });
  // The entry script listens by now; the next listener is React's.
  await page.locator('#enquiry-name').focus();
  await page.waitForLoadState('domcontentloaded');
  await page.evaluate(() => Reflect.set(window, 'mayPress', true));
  await release();
  await hydrate(page, 'contactForm');
  expect(await page.evaluate(() => Reflect.get(window, 'pressedBeforeHydration'))).toBe(true);
  expect(await page.isChecked('#enquiry-requestMeeting')).toBe(true);
});
