import { useLocation } from 'react-router-dom';
import { currentMark } from '../../../shared/currentMark.ts';
import { aboutPath, blogPath, contactPath, privacyPath, rentalsPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { valueIn } from '../../content/siteContent.ts';
import { AddressText } from '../components/AddressText.tsx';
import { CompanyFacts } from '../components/CompanyFacts.tsx';
import { Enhanced } from '../components/Island.tsx';
import { PhoneLink } from '../components/PhoneLink.tsx';
import { UrgentLine } from '../components/Urgent.tsx';
import { useEditableSettings } from '../editing.tsx';
import { useSite } from '../siteContext.ts';
import { siteWords } from './Brand.tsx';
import { ThemeChoice } from './ThemeSwitcher.tsx';

/** The year is a constant of the specification, not the current one. */
const copyrightYear = 2024;

/** The links of the specification, plus rentals and privacy. */
const links = [
  { words: 'About', href: aboutPath },
  // Never marked as current, because it leads to the page of another link.
  { words: 'Services', href: contactPath, isElsewhere: true },
  { words: 'Rentals', href: rentalsPath },
  { words: 'Blog', href: blogPath },
  { words: 'Contact', href: contactPath },
  { words: 'Privacy', href: privacyPath },
];

export function SiteFooterContent() {
  const site = useSite();
  const { pathname } = useLocation();
  const { name, tagline } = siteWords(site);
  const until = valueIn(site.settings)?.copyrightUntil ?? null;
  const editable = useEditableSettings();
  return (
    <>
      <svg className="footer-ridge" viewBox="0 0 1440 90" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 90V62l120-20 96 16 150-44 110 34 92-14 168 36 120-22 140 18 124-46 96 30 130-20 94 34v26z" />
      </svg>
      <div className="container footer-inner">
        <div>
          <p className="footer-name" {...editable('siteName')}>
            {name}
          </p>
          <p className="footer-tagline" {...editable('tagline')}>
            {tagline}
          </p>
          <CompanyFacts />
        </div>
        <Reach />
        <nav aria-label="Footer">
          <ul className="footer-links">
            {links.map(({ words, ...link }) => (
              <li key={words}>
                <A href={link.href} {...(link.isElsewhere ? {} : currentMark(link.href, pathname))}>
                  {words}
                </A>
              </li>
            ))}
            {site.adminUrl !== null && (
              <li>
                {/* From the configuration, not from content: in development it has no https. */}
                <a href={site.adminUrl} target="_blank" rel="noopener noreferrer">
                  Admin<span className="visually-hidden"> (opens in a new tab)</span>
                </a>
              </li>
            )}
          </ul>
        </nav>
        <Enhanced name="themeSwitcher">
          <ThemeChoice />
        </Enhanced>
        <p
          className="footer-copyright"
          {...editable('copyrightUntil')}
        >{`\u00a9 ${copyrightYear}${until === null ? '' : `\u2013${until}`} ${name}`}</p>
      </div>
    </>
  );
}

/** How to reach the company, also in print; nothing if the settings have no contact details. */
function Reach() {
  const { phone, emergencyPhone, hours, address } = valueIn(useSite().settings) ?? {};
  const editable = useEditableSettings();
  if (!phone && !emergencyPhone && !hours && !address) return null;
  return (
    <address className="footer-reach" {...editable('phone', 'hours', 'address')}>
      {phone && (
        <PhoneLink phone={phone} className="footer-phone">
          <small>The office: </small>
          {phone}
        </PhoneLink>
      )}
      {hours && <span>{hours}</span>}
      <UrgentLine />
      {address && (
        <span>
          <AddressText address={address} />
        </span>
      )}
    </address>
  );
}
