import { wellFormed } from './enquiry.ts';
import { type EnquiryValues, enquiryLabels, serviceOptions } from './enquiryFields.ts';

/**
 * A `mailto:` link with everything that the visitor has typed, in case the form cannot be sent.
 * Empty fields are left out.
 */
export function enquiryMailLink(address: string, values: EnquiryValues): string {
  const service = serviceOptions.find((option) => option.value === values.service)?.label ?? values.service;
  const lines = [
    line(enquiryLabels.name, values.name),
    line(enquiryLabels.email, values.email),
    line(enquiryLabels.phone, values.phone),
    line(enquiryLabels.service, service),
    values.requestMeeting ? `${enquiryLabels.requestMeeting}.` : null,
  ].filter((text) => text !== null);
  const message = values.message.trim();
  const body = [lines.join('\n'), message].filter((text) => text !== '').join('\n\n');
  const subject = service === '' ? 'Inquiry' : `Inquiry: ${service}`;
  return `mailto:${encodeURI(address)}?subject=${encoded(subject)}&body=${encoded(body)}`;
}

function line(label: string, value: string): string | null {
  const text = value.trim();
  return text === '' ? null : `${label}: ${text}`;
}

// `mailto:` requires CRLF line breaks (RFC 6068, section 5); `encodeURIComponent` throws on a lone surrogate.
function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text).replace(/\r\n?|\n/g, '\r\n'));
}
