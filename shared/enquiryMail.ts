import { wellFormed } from './enquiry.ts';
import { type EnquiryValues, serviceLabel, writtenLines } from './enquiryFields.ts';

/** A `mailto:` link, and the end of the text that it has no room for; empty if it has all. */
interface EnquiryMail {
  readonly href: string;
  readonly rest: string;
}

/** Windows passes a link of at most 2,083 characters on to the mail program, and some programs take fewer. */
const longestLink = 1_890;
const restNote = '\n\n[The rest did not fit into the link. Please paste it here.]';

/**
 * An e-mail with everything that the visitor has typed, in case the form cannot be sent. Empty fields are left out; a
 * text that is too long for a link ends with a note.
 */
export function enquiryMail(address: string, values: EnquiryValues): EnquiryMail {
  const service = serviceLabel(values).slice(0, 100);
  const subject = service === '' ? 'Inquiry' : `Inquiry: ${service}`;
  const start = `mailto:${encodeURI(address)}?subject=${encoded(subject)}&body=`;
  const text = wellFormed(writtenText(values)).replace(/\r\n?/g, '\n');
  const room = longestLink - start.length;
  const whole = fitting(text, room);
  if (whole === text) return { href: start + encoded(text), rest: '' };
  const part = fitting(text, room - encoded(restNote).length);
  return { href: start + encoded(part + restNote), rest: text.slice(part.length) };
}

/** All that the visitor has typed, as text: a line for each field, an empty line, the message. */
export function writtenText(values: EnquiryValues): string {
  const lines = writtenLines(values).map(({ label, text }) => `${label}: ${text}`);
  return [lines.join('\n'), values.message.trim()].filter((text) => text !== '').join('\n\n');
}

/** The start of a text that takes at most `room` characters in a link. */
function fitting(text: string, room: number): string {
  let end = 0;
  let taken = 0;
  for (const character of text) {
    taken += encoded(character).length;
    if (taken > room) break;
    end += character.length;
  }
  return text.slice(0, end);
}

// `mailto:` requires CRLF line breaks (RFC 6068, section 5); `encodeURIComponent` throws on a lone surrogate.
const encoded = (text: string): string => encodeURIComponent(wellFormed(text).replaceAll('\n', '\r\n'));
