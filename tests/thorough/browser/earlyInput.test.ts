import { expect, it } from 'vitest';
import { hydrate, openHeld, visitSite } from '../../support/browserPage.ts';

// What a visitor enters while the page's script is still on its way, or at work.

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });

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
