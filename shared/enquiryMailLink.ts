import { wellFormed } from './enquiry.ts';
import { type EnquiryValues, serviceLabel, writtenLines } from './enquiryFields.ts';

/**
 * A `mailto:` link with everything that the visitor has typed, in case the form cannot be sent.
 * Empty fields are left out.
 */
export function enquiryMailLink(address: string, values: EnquiryValues): string {
  const service = serviceLabel(values);
  const lines = writtenLines(values).map(({ label, text }) => `${label}: ${text}`);
  const message = values.message.trim();
  const body = [lines.join('\n'), message].filter((text) => text !== '').join('\n\n');
  const subject = service === '' ? 'Inquiry' : `Inquiry: ${service}`;
  return `mailto:${encodeURI(address)}?subject=${encoded(subject)}&body=${encoded(body)}`;
}

// `mailto:` requires CRLF line breaks (RFC 6068, section 5); `encodeURIComponent` throws on a lone surrogate.
function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text).replace(/\r\n?|\n/g, '\r\n'));
}
