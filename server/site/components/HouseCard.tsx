import { useStyles } from '../../../shared/useStyles.ts';
import { valueIn } from '../../content/siteContent.ts';
import { useSite } from '../siteContext.ts';
import { urgentReason } from './Urgent.tsx';

const lines = ['Main water valve', 'Breaker box', 'Neighbor with a key'];

/** The card beside the refrigerator, to print: the numbers, and lines to fill in. Nothing without a number. */
export function HouseCard() {
  const { siteName, siteTitle, phone, emergencyPhone, emergencyCallers, hours } =
    valueIn(useSite().settings) ?? {};
  const isEmpty = !phone && !emergencyPhone;
  useStyles(!isEmpty && 'sheet', !isEmpty && 'panel');
  if (isEmpty) return null;
  return (
    <section className="house-card" aria-labelledby="house-card">
      <h2 id="house-card">The card beside the refrigerator</h2>
      <p className="small">
        For owners, guests and neighbors. Print this page: the card has a sheet of its own.
      </p>
      <div className="panel sheet">
        {emergencyPhone && (
          <p>
            {urgentReason}
            <strong>{emergencyPhone}</strong>
            {emergencyCallers && <small>{emergencyCallers}</small>}
          </p>
        )}
        {phone && (
          <p>
            The office
            <strong>{phone}</strong>
            {hours && <small>{hours}</small>}
          </p>
        )}
        <dl>
          {lines.map((line) => (
            <div key={line}>
              <dt>{line}</dt>
              <dd />
            </div>
          ))}
        </dl>
        <p className="small">{siteName ?? siteTitle}</p>
      </div>
    </section>
  );
}
