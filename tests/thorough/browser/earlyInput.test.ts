import { expect, it } from 'vitest';
import { hydrate, openHeld, visitSite } from '../../support/browserPage.ts';
import { fill } from '../../support/contactForm.ts';
import { holdResponses } from '../../support/hold.ts';

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

/** Presses the button at once and again when the form is hydrated. In the page: Playwright waits for a navigation. */
function pressTwice(): void {
  const button = document.querySelector<HTMLButtonElement>('#enquiry > button');
  button?.click();
  const island = button?.closest<HTMLElement>('[data-island]');
  const timer = setInterval(() => {
    button?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    if (island?.dataset.hydrated === undefined) return;
    clearInterval(timer);
    button?.click();
  }, 50);
}

it('C6 a message that is sent before the script runs, and once more with it, is one', async () => {
  const { contactService, logs } = visit.site;
  const { page, requested, release } = await openHeld(visit, '/contact');
  const answer = await holdResponses(contactService, 'contact');
  await fill(page);
  await page.evaluate(pressTwice);
  await expect.poll(() => contactService.requests.length).toBe(1);
  await release();
  await expect.poll(() => requested).toContain('/api/contact');
  answer();
  await expect.poll(() => logs.filter(({ method }) => method === 'POST').length).toBe(2);
  expect(contactService.submissionIds).toHaveLength(1);
});
