import type { ReactNode } from 'react';
import { A } from '../../../shared/ui/A.tsx';

interface PhoneLinkProps {
  /** As an editor writes it for people. */
  readonly phone: string;
  readonly className?: string;
  /** What is shown in place of the number. */
  readonly children?: ReactNode;
}

/** A telephone number that can be dialed; plain words where there is no number in it. */
export function PhoneLink({ phone, className, children = phone }: PhoneLinkProps) {
  return (
    <A href={phoneLink(phone)} {...(className === undefined ? {} : { className })}>
      {children}
    </A>
  );
}

/** Fewer digits are no number that anybody can dial; 911 is one. */
const fewestDigits = 3;

/**
 * The address that dials a number as it is written for people: an American one without a country code gets it, and
 * an extension is dialed after it. Null: there is no number in the text.
 */
export function phoneLink(phone: string): string | null {
  const [number = '', extension = ''] = phone.toLowerCase().split(/(?:ext\.?|x|#)(?=\s*\d)/, 2);
  const digits = number.replace(/\D/g, '');
  if (digits.length < fewestDigits) return null;
  const isAbroad = number.trim().startsWith('+') || (digits.length === 11 && digits.startsWith('1'));
  const dialed = isAbroad ? `+${digits}` : digits.length === 10 ? `+1${digits}` : digits;
  const more = extension.replace(/\D/g, '');
  return `tel:${dialed}${more && `;ext=${more}`}`;
}
