import type { Page } from 'playwright-core';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import { hydrate, type OpenPage, type VisitedSite } from './browserPage.ts';
import { goodEnquiry } from './goodEnquiry.ts';

/** Opens the form and hydrates it, on a page whose clock the test controls. */
export async function openContactForm(visit: Pick<VisitedSite, 'open'>): Promise<OpenPage> {
  const opened = await visit.open('/contact', { prepare: (page) => page.clock.install() });
  await hydrate(opened.page, 'contactForm');
  return opened;
}

/** Fills in every field. */
export async function fill(page: Page, values: Partial<Enquiry> = goodEnquiry): Promise<void> {
  const { service, requestMeeting, ...texts } = { ...goodEnquiry, ...values };
  // First, because the request for a meeting may prefill the message.
  await page.setChecked('#enquiry-requestMeeting', requestMeeting);
  for (const [name, text] of Object.entries(texts)) await page.fill(`#enquiry-${name}`, text);
  await page.selectOption('#enquiry-service', service);
}

/** Presses the button and lets the shortest time that filling in may take go by. */
export async function send(page: Page): Promise<void> {
  await page.click('#enquiry > button');
  await page.clock.runFor(3_000);
}

/** Brings the form back in place of the report about a sent message. */
export const writeAgain = (page: Page) => page.click('.contact-success button');

/** What the form would send. */
export const typed = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector('form#enquiry');
    if (!(form instanceof HTMLFormElement)) return null;
    const fields = new FormData(form);
    fields.delete('key');
    return Object.fromEntries(fields.entries());
  });

/** What `typed` returns for a form that `fill` has filled in, and for an empty one. */
export const everything = { ...goodEnquiry, requestMeeting: 'on', subject_line: '' };
export const nothing = { name: '', email: '', phone: '', service: '', message: '', subject_line: '' };
