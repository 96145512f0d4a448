import type { Enquiry } from '../../shared/enquiryFields.ts';

/** An enquiry that nothing is wrong with. */
export const goodEnquiry = {
  name: 'Ada Juniper',
  email: 'ada@juniper.example',
  phone: '+1 541 555 0100',
  service: 'snow-removal',
  message: 'The drive is steep.\nPlease call first.',
  requestMeeting: true,
} as const satisfies Enquiry;

/** What a browser says of a request that a page of the site makes. */
export const fromOwnPage = (url: string) => ({ Origin: url, 'Sec-Fetch-Site': 'same-origin' });

/** The six fields as a form sends them: line breaks as CRLF, an empty checkbox not at all. */
export function asForm(values: Readonly<Record<string, string | boolean>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return [[name, value.replace(/\r?\n/g, '\r\n')]];
    return value ? [[name, 'on']] : [];
  });
  return new URLSearchParams(pairs).toString();
}
