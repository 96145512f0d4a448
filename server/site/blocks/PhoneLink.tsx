import type { ReactNode } from 'react';
import { A } from '../../../shared/ui/A.tsx';

interface PhoneLinkProps {
  /** The number as an editor writes it for people. */
  readonly phone: string;
  readonly className?: string;
  /** What is shown in place of the number. */
  readonly children?: ReactNode;
}

/** A phone number as a `tel:` link; plain text if it contains no number. */
export function PhoneLink({ phone, className, children = phone }: PhoneLinkProps) {
  return (
    <A href={phoneLink(phone)} {...(className === undefined ? {} : { className })}>
      {children}
    </A>
  );
}

/** A number with fewer digits cannot be dialed; 911 can. */
const fewestDigits = 3;
/** With a country code (E.164), and without: what has more digits is two numbers. */
const mostDigits = { abroad: 15, home: 11 };

/**
 * The `tel:` address of a number that is written for people: an American number without a country code gets one, and
 * an extension is dialed after the number. Null if the text has no number.
 */
export function phoneLink(phone: string): string | null {
  const [number = '', extension = ''] = phone.toLowerCase().split(/(?:ext\.?|x|#)(?=\s*\d)/, 2);
  const digits = number.replace(/\D/g, '');
  const hasCode = /^\s*(\+|00)/.test(number);
  const most = hasCode ? mostDigits.abroad : mostDigits.home;
  if (digits.length < fewestDigits || digits.length > most) return null;
  const isAbroad = number.trim().startsWith('+') || (digits.length === 11 && digits.startsWith('1'));
  const dialed = isAbroad ? `+${digits}` : digits.length === 10 ? `+1${digits}` : digits;
  const more = extension.replace(/\D/g, '');
  return `tel:${dialed}${more && `;ext=${more}`}`;
}
