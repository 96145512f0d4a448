import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { heldText, savedText, sendFailureText, successText } from '../../shared/contactWording.ts';
import {
  allCode,
  holdRequests,
  hydrate,
  islandCode,
  openHeld,
  openPage,
  phone,
  visitSite,
} from '../support/browserPage.ts';
import {
  everything,
  fill,
  nothing,
  openContactForm,
  send,
  typed,
  writeAgain,
} from '../support/contactForm.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { startLedgerSite } from '../support/ledgerSite.ts';
import { forTest } from '../support/started.ts';

const visit = visitSite();
beforeEach(() => visit.reset());

const openForm = () => openContactForm(visit);
const posts = () => visit.site.contactService.received.length;

describe('the contact form', () => {
  it('keeps what was typed before hydration, in an empty form and in one that the server filled in', async () => {
    const { page, problems, release } = await openHeld(visit, '/contact');
    const type = async (message: string) => {
      await page.fill('#enquiry-name', goodEnquiry.name);
      await page.fill('#enquiry-message', message);
      await page.selectOption('#enquiry-service', goodEnquiry.service);
      await page.check('#enquiry-requestMeeting');
    };
    await type('Before');
    const before = await typed(page);
    await release();
    await hydrate(page, 'contactForm');
    expect(await typed(page)).toEqual(before);
    await page.reload();
    await hydrate(page, 'contactForm');
    expect(await typed(page), 'it is a draft').toEqual(before);

    // The form again, as the server renders it after a post without script.
    const releaseAgain = await holdRequests(page, islandCode);
    await page.evaluate(() => {
      sessionStorage.clear();
      const form = document.querySelector('form#enquiry');
      if (form instanceof HTMLFormElement) HTMLFormElement.prototype.submit.call(form);
    });
    await page.locator('#enquiry-email-error').waitFor();
    await type('After');
    await page.fill('#enquiry-email', 'x');
    await page.selectOption('#enquiry-service', 'painting');
    await page.uncheck('#enquiry-requestMeeting');
    const after = await typed(page);
    await releaseAgain();
    await hydrate(page, 'contactForm');
    expect(await typed(page)).toEqual(after);
    expect(problems).toEqual([]);
  });

  it('restores a draft around what was typed before hydration', async () => {
    const { page, problems } = await openForm();
    await fill(page);
    await page.goto(`${visit.site.url}/services`);
    const release = await holdRequests(page, islandCode);
    await page.goto(`${visit.site.url}/contact`, { waitUntil: 'domcontentloaded' });
    await page.fill('#enquiry-name', 'A');
    await release();
    await hydrate(page, 'contactForm');
    const merged = { ...everything, name: 'A' };
    expect(await typed(page)).toEqual(merged);
    await page.goto(`${visit.site.url}/contact`);
    await hydrate(page, 'contactForm');
    expect(await typed(page), 'it is the draft now').toEqual(merged);
    expect(problems).toEqual([]);
  });

  it('shows errors at their fields, focuses the first, and removes an error when its field is edited', async () => {
    const { page, problems } = await openForm();
    await page.fill('#enquiry-email', 'ada');
    await page.click('#enquiry > button');
    const error = (name: string) => page.locator(`#enquiry-${name}-error`);
    await expect.poll(() => error('name').textContent()).toBe('Error: Please enter your name.');
    expect(await error('email').textContent()).toMatch(/like name@example.com/);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('enquiry-name');
    expect(await page.getAttribute('#enquiry-name', 'aria-invalid')).toBe('true');
    // Screen readers announce the summary.
    expect(await page.getAttribute('[aria-labelledby=enquiry-errors]', 'role')).toBe('alert');
    await page.fill('#enquiry-name', 'Ada');
    expect(await error('name').count()).toBe(0);
    expect(await error('message').count()).toBe(1);
    expect([posts(), (await typed(page))?.email]).toEqual([0, 'ada']);
    expect(problems).toEqual([]);
  });

  it('takes all that is pasted, and says at which field it is too long', async () => {
    const { page, problems } = await openForm();
    await fill(page);
    const pasted = { name: 'n'.repeat(201), email: `${'e'.repeat(250)}@b.example`, phone: '5'.repeat(44) };
    for (const [name, text] of Object.entries(pasted)) {
      await page.fill(`#enquiry-${name}`, '');
      await page.focus(`#enquiry-${name}`);
      // As a paste does, which `maxlength` would cut; setting a value would not be cut.
      await page.evaluate((all) => document.execCommand('insertText', false, all), text);
    }
    await page.click('#enquiry > button');
    expect(await typed(page)).toMatchObject(pasted);
    expect(await page.locator('.field-error').allTextContents()).toEqual([
      expect.stringMatching(/name to 200 characters or fewer. It has 201/),
      expect.stringMatching(/address to 254 characters or fewer. It has 260/),
      expect.stringMatching(/number to 40 characters or fewer. It has 44/),
    ]);
    expect([posts(), problems]).toEqual([0, []]);
  });

  it.each([
    ['fails', (page: Page) => page.route(islandCode, (route) => route.abort())],
    ['hangs', (page: Page) => holdRequests(page, islandCode)],
  ])('shows the browser’s errors if its code %s', async (_how, block) => {
    const { page } = await visit.open('/contact', phone);
    await block(page);
    await page.tap('#enquiry > button');
    // The browser focuses the field that its bubble is for.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('enquiry-name');
    expect(await page.locator('#enquiry-name-error').count()).toBe(0);
  });

  it('G-7 sends one message on a double click, confirms it with its number, and clears the form', async () => {
    const { page, problems } = await openForm();
    const release = await holdRequests(page, /\/api\/contact$/);
    await fill(page);
    // Two at once: faster than any button can be disabled.
    await page.evaluate(() => {
      const form = document.querySelector('form#enquiry');
      if (form instanceof HTMLFormElement) for (let i = 0; i < 2; i += 1) form.requestSubmit();
    });
    await page.dblclick('#enquiry > button', { force: true });
    const button = page.locator('#enquiry > button');
    expect([await button.textContent(), await button.isDisabled()]).toEqual(['Sending...', true]);
    await page.keyboard.press('Enter');
    await page.clock.runFor(3_000);
    await release();
    const notice = page.locator('.contact-success .notice-success');
    await notice.waitFor();
    expect(await notice.locator('p').first().textContent()).toBe(
      'Thank you for your message! We will get back to you soon.',
    );
    expect(await page.locator('.contact-recap > p').first().textContent()).toBe(
      'We answer within one business day.',
    );
    const recap = page.locator('.contact-recap');
    expect(await recap.locator('p').nth(1).textContent()).toBe('If it cannot wait, call (541) 555-0187.');
    const { name, email, phone, message } = goodEnquiry;
    expect(await recap.locator('dt, dd, .contact-written').allTextContents()).toEqual([
      'Name',
      name,
      'Email',
      email,
      'Phone',
      phone,
      'Service',
      'Snow Removal',
      'Meeting',
      'Requested',
      message,
    ]);
    await expect.poll(() => notice.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator('.contact-success .contact-reference').textContent()).toMatch(/^[0-9a-f]{8}$/);
    expect([posts(), await typed(page)]).toEqual([1, nothing]);
    expect([await button.textContent(), await button.isDisabled()]).toEqual(['Send Message', false]);
    expect(await page.evaluate(() => sessionStorage.getItem('enquiryDraft/contact'))).toBeNull();
    expect(visit.site.contactService.received[0]?.body).toEqual(goodEnquiry);
    // The page of the message can be bookmarked.
    await notice.getByRole('link').click();
    await page.waitForURL('**/contact/sent/*');
    expect(await page.locator('.contact-reference').textContent()).toMatch(/^[0-9a-f]{8}$/);
    expect(problems).toEqual([]);
  });

  it('announces that a message is being sent, and keeps the focus in the form, by the disabled button', async () => {
    const { page, problems } = await openForm();
    const release = await holdRequests(page, /\/api\/contact$/);
    await fill(page);
    const button = page.locator('#enquiry > button');
    /** Its outline, and how far it is from the top of the form. */
    const look = () =>
      button.evaluate((element) => {
        const [form, own] = [element.closest('form'), element.getBoundingClientRect()];
        const { outlineStyle, outlineOffset } = getComputedStyle(element);
        return [outlineStyle, outlineOffset, own.top - (form?.getBoundingClientRect().top ?? 0)];
      });
    await page.focus('#enquiry-requestMeeting');
    while (!(await button.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab');
    const before = await look();
    await page.keyboard.press('Enter');
    expect(await button.isDisabled()).toBe(true);
    expect(await look(), 'it is seen to have the focus, where it was').toEqual(before);
    // The browser takes the focus from a disabled button with the next frame.
    await page.clock.runFor(3_000);
    expect(await page.locator('#enquiry [role=status]:focus').allTextContents()).toEqual(['Sending...']);
    await release();
    await page.locator('.contact-success .notice-success:focus').waitFor();
    expect(problems).toEqual([]);
  });

  it('suggests a corrected email address, asks for meeting times, and gives a number to call when it is urgent', async () => {
    const { page, problems } = await openForm();
    // A region that is hidden until it has text is not announced reliably.
    expect(await page.locator('#enquiry').getByRole('status').count()).toBe(3);
    await page.fill('#enquiry-email', 'ada@gmial.com');
    expect(await page.getByText('Did you mean').count(), 'while it is typed').toBe(0);
    await page.keyboard.press('Tab');
    await page.getByText('Did you mean').waitFor();
    await page.fill('#enquiry-message', 'A pipe has burst.');
    await page.getByRole('button', { name: 'ada@gmail.com' }).click();
    expect(await page.inputValue('#enquiry-email')).toBe('ada@gmail.com');
    expect(await page.getByText('Did you mean').count()).toBe(0);
    const dialed = await page.locator('.urgent-words a').getAttribute('href');
    expect(dialed).toMatch(/^tel:/);
    const message = () => page.inputValue('#enquiry-message');
    await page.check('#enquiry-requestMeeting');
    expect(await message()).toBe('A pipe has burst.\n\nDays and times that suit me: ');
    await visit.site.contactService.fault('contact', { kind: 'status', status: 500 });
    await page.fill('#enquiry-name', 'Ada');
    await page.click('#enquiry > button');
    await page.clock.runFor(3_000);
    await page.locator('.contact-failure a[href^="tel:"]').waitFor();
    expect(problems).toEqual([]);
  });

  it('asks for meeting times once, and does not send the question without an answer', async () => {
    const { page, problems } = await openForm();
    await fill(page, { message: '' });
    const askAgain = async () => {
      await page.uncheck('#enquiry-requestMeeting');
      await page.check('#enquiry-requestMeeting');
      return page.inputValue('#enquiry-message');
    };
    expect(await askAgain()).toBe('Days and times that suit me: ');
    await send(page);
    await page.locator('#enquiry-message-error').waitFor();
    await page.fill('#enquiry-message', 'The deck is loose.');
    const asked = 'The deck is loose.\n\nDays and times that suit me: ';
    expect([await askAgain(), await askAgain()]).toEqual([asked, asked]);
    await send(page);
    await page.locator('.contact-success').waitFor();
    expect(visit.site.contactService.received.map(({ body }) => body)).toMatchObject([
      { message: 'The deck is loose.', requestMeeting: true },
    ]);
    expect(problems).toEqual([]);
  });

  it('sends no second message when one that was sent before hydration is sent again, now or from its draft', async () => {
    const { contactService } = visit.site;
    // It is sent, but nobody learns that.
    contactService.respondWith({}, 500);
    const { page, release } = await openHeld(visit, '/contact', { pattern: allCode });
    await fill(page);
    const failure = page.locator('.contact-failure');
    await page.click('#enquiry > button');
    await failure.waitFor();
    await release();
    await hydrate(page, 'contactForm');
    const posted = page.waitForResponse('**/api/contact');
    await page.click('#enquiry > button');
    expect((await posted).status()).toBe(502);
    await failure.waitFor();
    contactService.respondWith();
    await page.goto(`${visit.site.url}/contact`);
    await hydrate(page, 'contactForm');
    expect(await typed(page)).toEqual(everything);
    // Whatever then sends the form: its script, or the browser where that fails.
    await page.locator('[name=phone]').press('End');
    expect(await page.locator('[name=key]').inputValue()).toMatch(/^[\w-]{16,}$/);
    await page.click('#enquiry > button');
    await page.locator('.contact-success').waitFor();
    expect(await page.locator('[name=key]').inputValue()).toBe('');
    const keys = contactService.received.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, contactService.submissionIds.length]).toEqual([3, 1, 1]);
  });

  it('sends no second message when one of unknown fate is sent again after a reload', async () => {
    const { contactService } = visit.site;
    contactService.respondWith({}, 500);
    const { page } = await openForm();
    await fill(page);
    await send(page);
    await page.locator('.contact-failure').waitFor();
    contactService.respondWith();
    await page.reload();
    await hydrate(page, 'contactForm');
    await send(page);
    await page.locator('.contact-success').waitFor();
    const keys = contactService.received.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, contactService.submissionIds.length]).toEqual([2, 1, 1]);
  });

  it('keeps what is typed while a message is being sent, for the next one', async () => {
    const { page, problems } = await openForm();
    const release = await holdRequests(page, /\/api\/contact$/);
    await fill(page);
    await send(page);
    await page.fill('#enquiry-message', 'One more question.');
    await release();
    await page.locator('.contact-success').waitFor();
    const next = { ...everything, message: 'One more question.' };
    await writeAgain(page);
    expect(await typed(page)).toEqual(next);
    await page.reload();
    await hydrate(page, 'contactForm');
    expect(await typed(page), 'it is a draft').toEqual(next);
    expect(problems).toEqual([]);
  });

  it.each(['fetch', 'AbortController', 'FormData'])(
    'sends as without script in a browser that lacks %s, once',
    async (name) => {
      const { page } = await openForm();
      await fill(page);
      await page.evaluate((lacking) => Object.defineProperty(window, lacking, { value: undefined }), name);
      const left = page.waitForURL('**/contact/sent/*');
      await page.click('#enquiry > button');
      // The page may be left already.
      await page.clock.runFor(3_000).catch(() => undefined);
      await left;
      expect([posts(), visit.site.contactService.received[0]?.body]).toEqual([1, goodEnquiry]);
    },
  );

  it('sends once, without a key, in a browser that lacks crypto', async () => {
    const { page } = await openForm();
    await fill(page);
    await page.evaluate(() => Object.defineProperty(window, 'crypto', { value: undefined }));
    await page.click('#enquiry > button');
    await page.clock.runFor(3_000);
    await page.locator('.contact-success').waitFor();
    expect([posts(), visit.site.contactService.received[0]?.body]).toEqual([1, goodEnquiry]);
  });

  it('confirms a message in a browser of 2022, which lacks findLast', async () => {
    const { page, problems } = await openForm();
    await fill(page);
    await page.evaluate(() => Object.defineProperty(Array.prototype, 'findLast', { value: undefined }));
    await page.click('#enquiry > button');
    await page.clock.runFor(3_000);
    await page.locator('.contact-success, .island-error').waitFor();
    expect(await page.locator('.contact-success .timeline').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('stops waiting for a response in a browser whose fetch does not end with its signal', async () => {
    const { page } = await openForm();
    await fill(page);
    await page.evaluate(() => {
      window.fetch = () => new Promise(() => {});
    });
    await page.click('#enquiry > button');
    await page.clock.runFor(3_000);
    await page.clock.runFor(30_000);
    await expect
      .poll(() => page.textContent('.contact-failure .form-error', { timeout: 1_000 }))
      .toBe(sendFailureText({ kind: 'timedOut' }));
    expect(await typed(page)).toEqual(everything);
  });

  it('holds a message in front of a person whose browser fills in the hidden field, until that person sends it', async () => {
    const { page, problems } = await openForm();
    const fillHidden = () =>
      page.locator('#enquiry-subject_line').evaluate((field) => {
        if (field instanceof HTMLInputElement) field.value = 'Filled in';
      });
    await fill(page);
    await fillHidden();
    await page.click('#enquiry > button');
    await page.clock.runFor(3_000);
    const held = page.locator('.contact-failure');
    await held.waitFor();
    expect(await held.locator('.form-error').textContent()).toBe(heldText);
    expect([posts(), (await typed(page))?.message]).toEqual([0, goodEnquiry.message]);
    await fillHidden();
    await held.getByRole('button', { name: 'Send' }).click();
    await page.clock.runFor(3_000);
    await page.locator('.contact-success').waitFor();
    expect([posts(), problems]).toEqual([1, []]);
  });

  it('copies the rest of a message that is too long for a mail link', async () => {
    const { page, context, problems } = await openForm();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.site.contactService.fault('contact', { kind: 'status', status: 500 });
    const message = 'The drive is steep. '.repeat(200).trim();
    await fill(page, { message });
    await page.click('#enquiry > button');
    await page.clock.runFor(3_000);
    const failure = page.locator('.contact-failure');
    const mail = (await failure.locator('a[href^="mailto:"]').getAttribute('href')) ?? '';
    expect(mail.length).toBeLessThan(1_900);
    await failure.getByRole('button', { name: 'Copy the rest' }).click();
    await failure.getByText('was copied: paste it at the end of the email.').waitFor();
    const rest = await page.evaluate(() => navigator.clipboard.readText());
    expect(rest.length).toBeGreaterThan(1_000);
    expect(message.endsWith(rest)).toBe(true);
    expect(problems).toEqual([]);
  });

  it('says that a message is saved while the contact API is down, and follows it to its delivery', async () => {
    const site = await forTest(startLedgerSite());
    const command = (name: string) => fetch(`${site.contactService.url}/demo/${name}`, { method: 'POST' });
    await command('down');
    const { page, problems } = await openPage(visit.browser, `${site.url}/contact`);
    await hydrate(page, 'contactForm');
    await fill(page);
    await page.click('#enquiry > button');
    const told = page.locator('.contact-success strong');
    await expect.poll(() => told.textContent()).toBe(savedText);
    expect([await typed(page), site.ledger()[0]?.state]).toEqual([nothing, 'waiting']);
    await command('up');
    await page.locator('.timeline [data-step=delivered][data-state=completed]').waitFor();
    expect(await told.textContent()).toBe(successText);
    await expect.poll(() => site.ledger()[0]?.state).toBe('delivered');
    expect([site.contactService.submissionIds.length, problems]).toEqual([1, []]);
  });
});
