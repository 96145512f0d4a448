import type { Enquiry } from '../../shared/enquiryFields.ts';

/** A valid enquiry. */
export const goodEnquiry = {
  name: 'Ada Juniper',
  email: 'ada@juniper.example',
  phone: '+1 541 555 0100',
  service: 'snow-removal',
  message: 'The drive is steep.\nPlease call first.',
  requestMeeting: true,
} as const satisfies Enquiry;

let made = 0;
/** A valid enquiry that is not a repeat of another. */
export function anotherEnquiry() {
  made += 1;
  return { ...goodEnquiry, email: `ada${made}@juniper.example`, message: `Message ${made}` };
}

/** The headers that a browser adds to a request from a page of the site. */
export const fromOwnPage = (url: string) => ({ Origin: url, 'Sec-Fetch-Site': 'same-origin' });

/** The six fields as a form sends them: line breaks as CRLF, an unchecked box not at all. */
export function asForm(values: Readonly<Record<string, string | boolean>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return [[name, value.replace(/\r?\n/g, '\r\n')]];
    return value ? [[name, 'on']] : [];
  });
  return new URLSearchParams(pairs).toString();
}
