import { useLocation } from 'react-router-dom';
import type { MenuEntry } from '../../../shared/content.ts';
import { aboutPath, blogPath, contactPath, servicesPath } from '../../../shared/paths.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { isUnreachable, valueIn } from '../../content/siteContent.ts';
import { unreachableText } from '../blocks/ConnectionError.tsx';
import { Island } from '../blocks/Island.tsx';
import { PhoneLink, phoneLink } from '../blocks/PhoneLink.tsx';
import { useSite } from '../siteContext.ts';
import { Brand } from './Brand.tsx';

/** The menu where content has none yet. */
const fallbackEntries: readonly MenuEntry[] = [
  { id: 'services', title: 'Services', url: servicesPath, children: [] },
  { id: 'about', title: 'About', url: aboutPath, children: [] },
  { id: 'blog', title: 'Blog', url: blogPath, children: [] },
  { id: 'contact', title: 'Contact', url: contactPath, children: [] },
];

/** The top of every page: the site's name, its menu and the choice of a theme. */
export function SiteHeaderContent() {
  const { menu, isLoading } = useSite();
  const { pathname } = useLocation();
  return (
    <div className="site-header-inner container">
      <Brand />
      <div className="header-tools">
        {/* Beside the toggle of the drawer, where the row has no room; the row has a button of its own. */}
        <div className="header-actions">
          <CallLink />
          <QuoteButton small />
        </div>
        <Island
          name="siteMenu"
          props={{
            entries: valueIn(menu) ?? fallbackEntries,
            notice: isUnreachable(menu) && !isLoading ? unreachableText : null,
            currentPath: pathname,
          }}
        />
        <Island name="themeSwitcher" props={{}} />
      </div>
    </div>
  );
}

/** Calls the company, on screens that belong to a telephone; nothing where there is no number. */
function CallLink() {
  const phone = valueIn(useSite().settings)?.phone ?? null;
  if (phone === null || phoneLink(phone) === null) return null;
  return (
    <PhoneLink phone={phone} className="call-link">
      <Icon name="phone" />
      <span className="visually-hidden">Call {phone}</span>
    </PhoneLink>
  );
}
