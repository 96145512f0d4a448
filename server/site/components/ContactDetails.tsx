import type { ReactNode } from 'react';
import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { SiteSettings } from '../../content/collections/siteSettings.ts';
import { useEditableSettings } from '../editing.tsx';
import { AddressText } from './AddressText.tsx';
import { PhoneLink } from './PhoneLink.tsx';

type Details = Pick<
  SiteSettings,
  | 'phone'
  | 'emergencyPhone'
  | 'emergencyCallers'
  | 'email'
  | 'hours'
  | 'address'
  | 'serviceArea'
  | 'licenceNumber'
  | 'insured'
>;

/** The ways to reach the company besides the form, as far as the settings have them; nothing if they have none. */
export function ContactDetails({ details }: { readonly details: Partial<Details> }) {
  useStyles('contact');
  const { phone, emergencyPhone, emergencyCallers, email, licenceNumber, insured } = details;
  const rows: readonly (readonly [name: string, value: ReactNode, more?: ReactNode])[] = [
    ['Phone', phone && <PhoneLink phone={phone} />],
    ['Urgent', emergencyPhone && <PhoneLink phone={emergencyPhone} />, emergencyCallers],
    ['Email', email && <A href={`mailto:${encodeURI(email)}`}>{email}</A>],
    ['Hours', details.hours],
    ['Address', details.address && <AddressText address={details.address} />],
    ['Service area', details.serviceArea],
    ['License', [licenceNumber, insured].filter(Boolean).join(' \u00b7 ')],
  ];
  const editable = useEditableSettings();
  const shown = rows.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return (
    <section className="contact-details" aria-labelledby="contact-details">
      <h2 id="contact-details">Other ways to reach us</h2>
      <dl {...editable('phone', 'email', 'hours', 'address', 'serviceArea', 'licenceNumber', 'insured')}>
        {shown.map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {more && <dd>{more}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
