import type { ReactNode } from 'react';
import type { SiteSettings } from '../../../shared/content.ts';
import { A } from '../../../shared/ui/A.tsx';

/** The details that settings may hold. */
type Details = Pick<SiteSettings, 'phone' | 'email' | 'hours' | 'address' | 'serviceArea'>;

const noDetails: Details = { phone: null, email: null, hours: null, address: null, serviceArea: null };

/** How to reach the company besides the form: what the settings name, and nothing where they name nothing. */
export function ContactDetails({ details }: { readonly details: Partial<Details> }) {
  const { phone, email, hours, address, serviceArea } = { ...noDetails, ...details };
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Phone', phone && <A href={phoneLink(phone)}>{phone}</A>],
    ['Email', email && <A href={`mailto:${encodeURI(email)}`}>{email}</A>],
    ['Hours', hours],
    ['Address', address],
    ['Service area', serviceArea],
  ];
  const shown = rows.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return (
    <section className="contact-details" aria-labelledby="contact-details">
      <h2 id="contact-details">Other ways to reach us</h2>
      <dl>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A link that dials a number as it is written for people: an American one without a country code gets it. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.trim().startsWith('+')) return `tel:+${digits}`;
  if (digits.length === 11 && digits.startsWith('1')) return `tel:+${digits}`;
  return digits.length === 10 ? `tel:+1${digits}` : `tel:${digits}`;
}
