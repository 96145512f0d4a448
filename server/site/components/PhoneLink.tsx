import type { ReactNode } from 'react';
import { A } from '../../../shared/ui/A.tsx';
import { phoneLink } from '../../content/parse/phoneLink.ts';

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
