import { wellFormed } from './enquiry.ts';
import { type EnquiryValues, serviceLabel, writtenLines } from './enquiryFields.ts';

/**
 * A `mailto:` link with everything that the visitor has typed, in case the form cannot be sent.
 * Empty fields are left out.
 */
export function enquiryMailLink(address: string, values: EnquiryValues): string {
  const service = serviceLabel(values);
  const subject = service === '' ? 'Inquiry' : `Inquiry: ${service}`;
  return `mailto:${encodeURI(address)}?subject=${encoded(subject)}&body=${encoded(writtenText(values))}`;
}

/** All that the visitor has typed, as text: a line for each field, an empty line, the message. */
export function writtenText(values: EnquiryValues): string {
  const lines = writtenLines(values).map(({ label, text }) => `${label}: ${text}`);
  return [lines.join('\n'), values.message.trim()].filter((text) => text !== '').join('\n\n');
}

// `mailto:` requires CRLF line breaks (RFC 6068, section 5); `encodeURIComponent` throws on a lone surrogate.
function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text).replace(/\r\n?|\n/g, '\r\n'));
}
