import request, { type Test } from 'supertest';
import { type EnquiryField, enquiryFields } from '../../shared/enquiryFields.ts';
import { asForm, fromOwnPage, goodEnquiry } from './goodEnquiry.ts';

/** Sends the form of a site as a browser without script does. */
export const postForm = (url: string, values: Parameters<typeof asForm>[0] = goodEnquiry): Test =>
  request(url).post('/contact').set(fromOwnPage(url)).type('form').send(asForm(values));

/** The contact form as a visitor reads it, with line breaks as a browser normalizes them. */
export interface ShownForm {
  /** Why nothing was sent. */
  readonly failure: string | null;
  readonly errors: Readonly<Partial<Record<EnquiryField, string>>>;
  readonly values: Readonly<Record<EnquiryField, string | boolean>>;
  /** The mail link that is offered beside the failure. */
  readonly mailLink: string | null;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const plain = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\r\n?/g, '\n');
const first = (pattern: RegExp, html: string): string | null => {
  const found = pattern.exec(html)?.[1];
  return found === undefined ? null : plain(found);
};

/** Reads the form out of a page. */
export function readForm(html: string): ShownForm {
  const input = (name: string) => new RegExp(`<input[^>]*\\bname="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  const text = (name: string) => first(/\bvalue="([^"]*)"/, input(name)) ?? '';
  const errors = enquiryFields.flatMap((name): [EnquiryField, string][] => {
    const error = first(new RegExp(`id="enquiry-${name}-error">(.*?)</span></span>`, 's'), html);
    return error === null ? [] : [[name, error.replace(/^Error: /, '')]];
  });
  return {
    failure: first(/<p class="form-error">(.*?)<\/p>/s, html),
    errors: Object.fromEntries(errors),
    values: {
      name: text('name'),
      email: text('email'),
      phone: text('phone'),
      service: first(/<option(?=[^>]*\bselected\b)[^>]*\bvalue="([^"]*)"/, html) ?? '',
      // HTML ignores a line break right after the tag of a text area.
      message: (first(/<textarea[^>]*>(.*?)<\/textarea>/s, html) ?? '').replace(/^\n/, ''),
      requestMeeting: /\bchecked\b/.test(input('requestMeeting')),
    },
    mailLink: first(/href="(mailto:[^"?]*\?[^"]*)"/, html),
  };
}

/** The page of a sent message as a visitor reads it. */
export interface ShownDelivery {
  readonly reference: string | null;
  /** The states of the three steps, in order. */
  readonly steps: string;
  readonly notice: string | null;
}

/** Reads the status page. */
export function readDelivery(html: string): ShownDelivery {
  return {
    reference: first(/class="contact-reference">(.*?)</, html),
    steps: Array.from(html.matchAll(/data-state="(\w+)"/g), (match) => match[1]).join(' '),
    notice: first(/<p class="notice(?: notice-error)?">(.*?)<\/p>/s, html),
  };
}

/** Whether a page has the link that shows the state of its message anew, and does not reload itself. */
export function canLookAgain(html: string): boolean {
  return (
    /<a [^>]*href="\/contact\/sent\/[^"#]*"[^>]*>Look again<\/a>/.test(html) &&
    !/http-equiv="refresh"/i.test(html)
  );
}
