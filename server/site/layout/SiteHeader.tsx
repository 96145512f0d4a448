import { useLocation } from 'react-router-dom';
import type { MenuEntry } from '../../../shared/content.ts';
import { aboutPath, blogPath, contactPath, servicesPath } from '../../../shared/paths.ts';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { isUnreachable, valueIn } from '../../content/siteContent.ts';
import { unreachableText } from '../components/ConnectionError.tsx';
import { Island } from '../components/Island.tsx';
import { CallButton, UrgentLine, useCallChoices } from '../components/Urgent.tsx';
import { useEditableMenu } from '../editing.tsx';
import { useSite } from '../siteContext.ts';
import { Brand } from './Brand.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { ThemeSwitcher } from './ThemeSwitcher.tsx';

/** The menu of a page that is streamed before the menu has loaded. */
const fallbackEntries: readonly MenuEntry[] = [
  { title: 'Services', url: servicesPath, children: [] },
  { title: 'About', url: aboutPath, children: [] },
  { title: 'Blog', url: blogPath, children: [] },
  { title: 'Contact', url: contactPath, children: [] },
];

/** The top of every page: the site's name, its menu and the choice of a theme. */
export function SiteHeaderContent() {
  const { menu, isLoading, apiBase } = useSite();
  const entries = useEditableMenu(valueIn(menu) ?? []);
  const { pathname } = useLocation();
  const calls = useCallChoices();
  return (
    <>
      <div className="site-header-inner container">
        <Brand />
        <div className="header-tools">
          {/* For narrow screens, beside the toggle of the drawer; on wide ones the menu has its own button. */}
          <div className="header-actions">
            <QuoteButton small />
            <CallButton />
          </div>
          <SiteMenu
            entries={valueIn(menu) ? entries : fallbackEntries}
            notice={isUnreachable(menu) && !isLoading ? unreachableText : null}
            currentPath={pathname}
            calls={calls}
          />
          <Island name="siteSearch" props={{ apiBase }} />
          <ThemeSwitcher />
        </div>
      </div>
      {/* Shown above, read last: a screen reader would begin every page with it. */}
      <UrgentLine className="urgent-strip container" />
    </>
  );
}
