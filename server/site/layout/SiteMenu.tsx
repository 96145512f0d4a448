import type { MenuEntry } from '../../../shared/content.ts';
import { currentMark } from '../../../shared/currentMark.ts';
import { contactPath, searchPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { type CallChoice, CallChoices } from '../../../shared/ui/CallChoices.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { Enhanced } from '../components/Island.tsx';
import { ThemeChoice } from './ThemeSwitcher.tsx';

interface SiteMenuProps {
  readonly entries: readonly MenuEntry[];
  /** Shown instead of the entries if they could not be loaded. */
  readonly notice: string | null;
  /** The path of the current page. */
  readonly currentPath: string;
  /** The phone numbers in the drawer. */
  readonly calls: readonly CallChoice[];
}

/**
 * The site's menu, rendered twice: as a row for wide windows and as a drawer for narrow ones; styles show one of them.
 * Submenus and the drawer are native `<details>`, so that everything works before and without script.
 */
export function SiteMenu(props: SiteMenuProps) {
  return (
    <Enhanced name="siteMenu">
      <nav className="site-nav" aria-label="Main">
        <Entries {...props} place="row" />
        <QuoteButton small />
      </nav>
      <details className="drawer">
        {/* The name is the same closed and open: assistive technology announces the state of the disclosure. */}
        <summary className="drawer-toggle" aria-label="Menu">
          <span className="drawer-open">
            <Icon name="menu" />
          </span>
          <span className="drawer-close">
            <Icon name="close" />
          </span>
        </summary>
        <nav className="drawer-panel" aria-label="Mobile">
          <A
            href={searchPath}
            className="nav-link drawer-search"
            {...currentMark(searchPath, props.currentPath)}
          >
            <Icon name="search" />
            Search
          </A>
          <Entries {...props} place="drawer" />
          <QuoteButton small />
          {props.calls.length > 0 && <CallChoices choices={props.calls} />}
          <ThemeChoice />
        </nav>
      </details>
    </Enhanced>
  );
}

type Place = 'row' | 'drawer';

type EntriesProps = Omit<SiteMenuProps, 'calls'> & { readonly place: Place };

function Entries({ entries, notice, currentPath, place }: EntriesProps) {
  if (notice !== null) return <p className="nav-notice">{notice}</p>;
  return (
    <ul className="nav-list">
      {entries.map((entry) => (
        <li key={`${entry.title} ${entry.url}`}>
          <Entry entry={entry} currentPath={currentPath} place={place} />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly currentPath: string;
  readonly place: Place;
}

function Entry({ entry, currentPath, place }: EntryProps) {
  const current = { ...markOf(entry, currentPath), ...entry.mark };
  const isContact = entry.title.toLowerCase() === 'contact';
  const isLink = isContact || entry.url !== null;
  const link = isContact ? (
    <LinkButton href={entry.url} fallback={contactPath} look="outline" small {...current}>
      {entry.title}
    </LinkButton>
  ) : (
    <A href={entry.url} className="nav-link" {...current}>
      {entry.title}
    </A>
  );
  if (entry.children.length === 0) return link;
  return (
    <div className="nav-group">
      {isLink && link}
      {/* Only in the row one closes another: in the drawer this would move the one that was tapped. */}
      <details className="submenu" name={place === 'row' ? 'submenu' : undefined}>
        <summary className="nav-link submenu-toggle" {...(isLink ? {} : current)}>
          <span className={isLink ? 'visually-hidden' : undefined}>
            {isLink ? `${entry.title} submenu` : entry.title}
          </span>
          <Icon name="chevron" />
        </summary>
        <SubmenuList entries={entry.children} currentPath={currentPath} />
      </details>
    </div>
  );
}

function SubmenuList({ entries, currentPath }: Pick<SiteMenuProps, 'entries' | 'currentPath'>) {
  return (
    <ul className="submenu-list">
      {entries.map((entry) => (
        <li key={`${entry.title} ${entry.url}`}>
          <A href={entry.url} className="nav-link" {...markOf(entry, currentPath)} {...entry.mark}>
            {entry.title}
          </A>
          {entry.children.length > 0 && <SubmenuList entries={entry.children} currentPath={currentPath} />}
        </li>
      ))}
    </ul>
  );
}

/** The mark of an entry. An entry that links elsewhere is marked too if an entry below it links to this page. */
function markOf({ url, children }: MenuEntry, currentPath: string): ReturnType<typeof currentMark> {
  const own = currentMark(url, currentPath);
  if (own['aria-current']) return own;
  const isBelow = children.some((child) => markOf(child, currentPath)['aria-current']);
  return isBelow ? { 'aria-current': 'true' } : {};
}
