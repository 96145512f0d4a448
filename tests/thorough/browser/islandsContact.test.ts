import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryState } from '../../../server/demo/contactService.ts';
import { findFreePort } from '../../../server/demo/ports.ts';
import {
  accessibilityProblems,
  holdRequests,
  hydrate,
  hydrated,
  isSame,
  mark,
  openPage,
  visitSite,
} from '../../support/browserPage.ts';
import {
  everything,
  fill,
  nothing,
  openContactForm,
  send,
  typed,
  writeAgain,
} from '../../support/contactForm.ts';
import { goodEnquiry } from '../../support/goodEnquiry.ts';
import { serverForTest, siteForTest } from '../../support/started.ts';

const visit = visitSite({
  arrange({ contentService: { rows } }) {
    const item = { id: 1, title: 'Write to us', text: null };
    const about = rows.pages.find(({ slug }) => slug === 'about');
    Object.assign(about ?? {}, { blocks: [{ id: 1, sort: 1, collection: 'block_form', item }] });
  },
});
// Each test starts with fresh limits.
beforeEach(() => visit.reset());

const offlineText =
  'Network error: Unable to connect to email service. Please check your internet connection.';

const openForm = () => openContactForm(visit);
const steps = (page: Page) =>
  page.locator('.timeline-step').evaluateAll((all) => all.map((step) => step.getAttribute('data-state')));
const posts = () => visit.site.contactService.received.length;

describe('the contact form', () => {
  it('G-7 gives thanks for a message without a number in the words of the contact API, and does not follow it', async () => {
    const { page, problems, requested } = await openForm();
    const status = { resendStatus: 'queued', resendEmailId: 're_1', steps: [] };
    visit.site.contactService.respondWith({ success: true, message: 'Thanks, we will call.', status });
    await fill(page);
    await send(page);
    const success = page.locator('.contact-success');
    await success.waitFor();
    expect(await success.locator('.notice').textContent()).toBe('Thanks, we will call.');
    expect(await typed(page)).toEqual(nothing);
    await page.clock.runFor(10_000);
    expect(requested.filter((path) => path.startsWith('/api/'))).toEqual(['/api/contact']);
    expect(problems).toEqual([]);
  });

  it('shows a field with its error even on a phone at twice the zoom', async () => {
    const { page, problems } = await openForm();
    await page.setViewportSize({ width: 195, height: 422 });
    await page.click('#enquiry > button');
    const box = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect());
    const { bottom } = await box('.site-header');
    expect((await box('label[for=enquiry-name]')).top).toBeGreaterThanOrEqual(bottom);
    expect((await box('#enquiry-name-error')).bottom).toBeLessThanOrEqual(422);
    const ring = await box('#enquiry-requestMeeting');
    expect(ring.height).toBe(ring.width);
    expect(await page.getByRole('form', { name: 'Send us a message' }).count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('G-5 says how far a message has come on a page that a browser has translated', async () => {
    const { page } = await openForm();
    await fill(page);
    await send(page);
    await page.locator('.timeline-step').first().waitFor();
    await page.locator('.timeline-state').evaluateAll((states) => {
      for (const state of states) {
        for (const text of [...state.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)) {
          const font = document.createElement('font');
          font.textContent = text.textContent;
          text.replaceWith(font);
        }
      }
    });
    visit.site.contactService.setDelivery(visit.site.contactService.submissionIds[0] ?? '', 'delivered');
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000);
        return page.locator('.timeline-state').allInnerTexts();
      })
      .toEqual(Array(3).fill(expect.stringContaining('Done')));
  });

  it('puts a sent message back into the form when it does not arrive', async () => {
    const { page, problems } = await openForm();
    await fill(page);
    await send(page);
    await page.locator('.contact-success').waitFor();
    expect(await typed(page)).toEqual(nothing);
    visit.site.contactService.setDelivery(visit.site.contactService.submissionIds[0] ?? '', 'bounced');
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000);
        return page.locator('.timeline .notice-error').count();
      })
      .toBe(1);
    const mail = page.getByRole('link', { name: 'send it to hello@juniperridge.example by email' });
    const message = goodEnquiry.message.replace('\n', '\r\n');
    expect(await mail.getAttribute('href')).toContain(encodeURIComponent(message));
    expect(await page.isVisible('#enquiry')).toBe(false);
    expect(await page.locator('.contact-success .notice-success').count()).toBe(0);
    expect(await page.locator('.contact-success > .notice strong').innerText()).toBe(
      'Your message did not arrive',
    );
    const again = page.getByRole('button', { name: 'Try again' });
    const gap = ((await again.boundingBox())?.y ?? 0) - ((await mail.boundingBox())?.y ?? 0);
    expect(gap, 'the button follows the sentence about it').toBeLessThan(100);
    await again.click();
    expect([await page.isVisible('#enquiry'), await typed(page)]).toEqual([true, everything]);
    // The same text again is another message.
    await send(page);
    await expect.poll(posts).toBe(2);
    expect(problems).toEqual([]);
  });

  it('keeps a draft for each service, home and page with a form over a reload', async () => {
    const { page, problems } = await openForm();
    for (const address of ['/contact', '/about', '/contact?service=painting', '/contact?home=meadow-cabin']) {
      await page.goto(visit.site.url + address);
      await hydrate(page, 'contactForm');
      expect(await page.inputValue('#enquiry-name'), address).toBe('');
      await fill(page);
      await page.reload();
      await hydrate(page, 'contactForm');
      await expect.poll(() => typed(page), { message: address }).toEqual(everything);
    }
    await page.goto(`${visit.site.url}/contact?utm_source=letter`);
    await hydrate(page, 'contactForm');
    await expect.poll(() => typed(page), { message: 'a campaign' }).toEqual(everything);
    expect(problems).toEqual([]);
  });

  it('G-6 offline shows the specified words, keeps every field, offers a mail link, and sends once when back online', async () => {
    const { page, context } = await openForm();
    await fill(page);
    await context.setOffline(true);
    await send(page);
    const failure = page.locator('.contact-failure');
    await failure.waitFor();
    expect(await failure.locator('.form-error').textContent()).toBe(offlineText);
    expect(await failure.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await typed(page)).toEqual(everything);
    expect(await failure.locator('a').first().getAttribute('href')).toContain('mailto:');
    await context.setOffline(false);
    await send(page);
    await page.locator('.contact-success').waitFor();
    expect([posts(), await failure.count()]).toEqual([1, 0]);
  });

  it.each([
    ['allows no other site', true, 'CORS error: Please contact support - there is a configuration issue.'],
    ['is down', false, offlineText],
  ])('C19 has specified words for an endpoint of another origin that %s', async (_name, isThere, text) => {
    // A free port, as browsers refuse to call some of the well-known ones.
    const address = isThere
      ? await serverForTest((_request, response) => response.writeHead(200).end('{}'))
      : `http://127.0.0.1:${await findFreePort(0)}`;
    const direct = await siteForTest({ environment: { API_URL: address } });
    await direct.load();
    const { page } = await openContactForm({
      open: (path, options) => openPage(visit.browser, direct.url + path, options),
    });
    await fill(page);
    await send(page);
    await page.locator('.contact-failure').waitFor();
    expect(await page.textContent('.contact-failure .form-error')).toBe(text);
    expect(await typed(page)).toEqual(everything);
    expect(direct.contactService.received).toEqual([]);
  });

  it('C1 sends no second message when one of unknown fate is sent again after edits that were undone, or a space', async () => {
    const { page } = await openForm();
    const { message } = goodEnquiry;
    const write = (text: string) => page.fill('#enquiry-message', text);
    const keys: (string | undefined)[] = [];
    let lose = true;
    await page.route('**/api/contact', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      await write(lose ? `${message} And` : `${message} `);
      // It is sent, whether or not its response arrives.
      if (lose) await route.abort();
      else await route.fulfill({ response });
    });
    const sendInVain = async () => {
      await send(page);
      await page.locator('.contact-failure').waitFor();
    };
    await fill(page);
    await sendInVain();
    await write(message);
    await sendInVain();
    await write(` ${message}\n`);
    await sendInVain();
    await page.reload();
    await hydrate(page, 'contactForm');
    expect(await typed(page), 'a draft survives a reload').toEqual({
      ...everything,
      message: `${message} And`,
    });
    await write(message);
    lose = false;
    await send(page);
    await page.locator('.contact-success').waitFor();
    expect([keys.length, new Set(keys).size, posts()]).toEqual([4, 1, 1]);
    expect(await typed(page), 'a space is no next message').toEqual(nothing);
    await page.unroute('**/api/contact');
    await writeAgain(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('enquiry-name');
    await fill(page);
    await send(page);
    await expect.poll(posts, { message: 'what has certainly arrived can be said again' }).toBe(2);
  });
});

describe('the delivery timeline', () => {
  /** Sends a message and opens its page with that state of its delivery; returns its id at the contact API. */
  const openSent = async (page: Page, state: 'queued' | 'bounced') => {
    await hydrate(page, 'contactForm');
    await fill(page, {});
    const posted = page.waitForResponse('**/api/contact');
    await page.click('#enquiry > button');
    const { submissionId } = await (await posted).json();
    const [id = ''] = visit.site.contactService.submissionIds;
    visit.site.contactService.setDelivery(id, state);
    await page.goto(`${visit.site.url}/contact/sent/${submissionId}`);
    return id;
  };

  it('C8 says that a message failed, on its page too, which is not reloaded while it is read', async () => {
    const { page, problems } = await visit.open('/contact');
    const id = await openSent(page, 'queued');
    await hydrated(page, 'sentMessage');
    const title = await page.title();
    expect(title).toMatch(/^Message sent - /);
    await mark(page);
    visit.site.contactService.setDelivery(id, 'bounced');
    await page.locator('.timeline .notice-error').waitFor();
    expect(await page.textContent('.timeline .notice-error')).toBe('Failed to send email. Please try again.');
    expect(await page.textContent('h1')).toBe('Your message did not arrive');
    expect(await page.textContent('[data-step=delivered] .timeline-state')).toContain('Not done');
    expect(await page.locator('[data-step=delivered].timeline-failed .icon').count()).toBe(1);
    expect(await page.title()).toBe(title.replace('Message sent', 'Your message did not arrive'));
    expect(await isSame(page)).toBe(true);
    await page.getByRole('link', { name: 'Write to us again' }).click();
    await hydrate(page, 'contactForm');
    await page.fill('#enquiry-name', 'Given back');
    await page.goto(`${visit.site.url}/contact`);
    await hydrate(page, 'contactForm');
    expect(await page.inputValue('#enquiry-name')).toBe('Given back');
    expect(problems).toEqual([]);
  });

  it('of a message that is sent again on the page of the one that failed has an id of its own', async () => {
    const { page, problems } = await visit.open('/contact');
    await openSent(page, 'bounced');
    await hydrate(page, 'contactForm');
    await page.click('#enquiry > button');
    await page.locator('.contact-success .timeline').waitFor();
    const ids = await page.locator('main [id]').evaluateAll((all) => all.map((element) => element.id));
    expect(ids.filter((one, at) => ids.indexOf(one) !== at)).toEqual([]);
    expect(posts()).toBe(2);
    expect(problems).toEqual([]);
  });
});

it('C8 axe finds nothing in the form with errors, while it is sent, nor in any state of the timeline, to its end', async () => {
  const { page } = await openForm();
  const problems = () => accessibilityProblems(page, '.contact-panel');
  await page.click('#enquiry > button');
  await page.locator('.error-summary-title').waitFor();
  expect(await problems(), 'with errors').toEqual([]);
  await visit.site.contactService.fault('contact', { kind: 'status', status: 500 }, { times: 1 });
  await fill(page);
  await send(page);
  await page.locator('.contact-failure').waitFor();
  expect(await problems(), 'failed').toEqual([]);
  const release = await holdRequests(page, /\/api\/contact$/);
  await page.click('#enquiry > button');
  expect(await page.textContent('#enquiry > button')).toBe('Sending...');
  expect(await problems(), 'sending').toEqual([]);
  expect(await page.textContent('#enquiry > button')).toBe('Sending...');
  await release();
  await page.locator('.timeline').waitFor();

  const shown: readonly (readonly [DeliveryState, string[], RegExp])[] = [
    ['queued', ['completed', 'in_progress', 'pending'], /^/],
    ['sent', ['completed', 'completed', 'in_progress'], /^/],
    ['delivery_delayed', ['completed', 'completed', 'in_progress'], /delayed/],
    ['bounced', ['completed', 'completed', 'pending'], /Failed/],
    ['delivered', ['completed', 'completed', 'completed'], /delivered/],
  ];
  for (const [state, states, words] of shown) {
    if (state === 'delivered') {
      // The last one failed for good, so another message is sent, which arrives.
      await writeAgain(page);
      await fill(page, { message: 'Another' });
      await send(page);
      await expect.poll(() => visit.site.contactService.submissionIds.length).toBe(2);
    }
    visit.site.contactService.setDelivery(visit.site.contactService.submissionIds.at(-1) ?? '', state);
    await expect
      .poll(
        async () => {
          await page.clock.runFor(2_000);
          return [await steps(page), await page.textContent('.timeline [role=status]')];
        },
        { interval: 300, message: state },
      )
      .toEqual([states, expect.stringMatching(words)]);
    expect(await problems(), state).toEqual([]);
  }
  const polls = () => visit.site.contactService.requests.filter(({ path }) => path.includes('/status/'));
  const { length } = polls();
  await page.clock.runFor(60_000);
  expect(polls()).toHaveLength(length);
});
