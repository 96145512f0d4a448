import type { EnquiryValues } from './enquiryFields.ts';

/** Hints that the form shows while the visitor types. They never block sending. */
interface EnquiryHints {
  /** The address that was probably meant; null if the typed one looks right. */
  readonly email: string | null;
  /** The message is about something too urgent for an answer by e-mail. */
  readonly isUrgent: boolean;
}

/** The most common mail domains. A short list is enough, as it only produces hints. */
const domains = 'gmail.com yahoo.com hotmail.com outlook.com icloud.com comcast.net bendbroadband.com'.split(
  ' ',
);
/** Real domains that differ from one of those by one letter. */
const others = 'mail.com ymail.com email.com gmail.co.uk hotmail.co yahoo.co'.split(' ');

const urgentWords =
  /\b(emergency|urgent(ly)?|flood(ed|ing|s)?|burst|leak(s|ed|ing)?|overflow(s|ed|ing)?|(no|without|\w+n.t (have( any)?|any)) (heat|heating|power|(hot )?water)|(heat( pump|ing|er)?|furnace|boiler|power)(.s| is| has)? (out|broken?|stopped|not working)|water (is )?(pouring|coming|everywhere)|(is|are) freezing|pipes? (are |is |have )?froze\w*|frozen pipes?|gas smell|(smell(s|ing)?|see) (of )?(gas|smoke)|smoke (is|in)|on fire|sparks?|sparking|carbon monoxide(?! d)|broken? in|break-?in|locked out)\b/i;
/** With these a visitor says that it can wait. */
const calmWords = /(\bno\w*|n.t)[ -](an )?(urgent|emergency)/i;

/** Whether a text is about something too urgent for an answer by e-mail. */
export const isUrgent = (text: string): boolean => urgentWords.test(text) && !calmWords.test(text);

export const hintsOf = (values: EnquiryValues): EnquiryHints => ({
  email: meantAddress(values.email.trim()),
  isUrgent: isUrgent(values.message),
});

function meantAddress(email: string): string | null {
  const [, name = '', typed = ''] = /^(.+)@([^@\s]+)$/.exec(email.toLowerCase()) ?? [];
  if (domains.includes(typed) || others.includes(typed)) return null;
  const meant = domains.find((domain) => isOneSlip(typed, domain));
  return meant === undefined ? null : `${email.slice(0, name.length)}@${meant}`;
}

/** Whether two words differ by one inserted, missing or wrong letter, or by two swapped neighbors. */
function isOneSlip(typed: string, word: string): boolean {
  const shorter = Math.min(typed.length, word.length);
  let start = 0;
  while (start < shorter && typed[start] === word[start]) start += 1;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === word.at(-1 - end)) end += 1;
  const [one, other] = [typed.slice(start, typed.length - end), word.slice(start, word.length - end)];
  if (one.length <= 1 && other.length <= 1) return one !== other;
  return one.length === 2 && one === `${other[1]}${other[0]}`;
}
