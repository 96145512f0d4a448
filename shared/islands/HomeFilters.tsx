import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { HomeQuery, Term } from '../content.ts';
import { allHomes, isSameHomeQuery, isWanted, readHomeQuery } from '../homeFilter.ts';
import { countOfHomes } from '../homeWords.ts';
import { homeListPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import { type Cause, followListChoices, type ListHistory } from './listChoices.ts';

interface HomeFiltersProps {
  /** The page that it stands on. */
  readonly path: string;
  /** What the page was rendered for. */
  readonly query: HomeQuery;
  readonly towns: readonly Term[];
  /** The numbers of guests to choose from. */
  readonly guests: readonly number[];
  /** What the filter looks at of each home, in the order of the list. */
  readonly homes: readonly HomeQuery[];
  /** The id of the list, whose entries are shown and hidden. */
  readonly listId: string;
}

/**
 * The filter of the homes: a link for each town and number of guests. Hydrated, it shows and hides the entries of the
 * server's list itself, with the address and Back.
 */
export function HomeFilters({ path, query: drawn, towns, guests, homes, listId }: HomeFiltersProps) {
  const bar = useRef<HTMLDivElement>(null);
  const past = useRef<ListHistory>(null);
  const chosen = useRef<{ readonly cause: Cause; readonly scroll: number | null }>(null);
  const [query, setQuery] = useState(drawn);
  const wanted = homes.map((home) => isWanted(home, query));
  const count = wanted.filter(Boolean).length;

  const show = useEffectEvent((next: HomeQuery, cause: Cause) => {
    const scroll = cause === 'travel' ? (past.current?.scrollOfCurrent() ?? null) : window.scrollY;
    chosen.current = { cause, scroll };
    const address = homeListPath(path, next);
    if (cause === 'choice' && address !== location.pathname + location.search) {
      past.current?.push(address, window.scrollY);
    }
    setQuery(next);
  });

  useEffect(() => {
    const listening = new AbortController();
    if (!bar.current) return;
    past.current = followListChoices({
      area: bar.current,
      drawn,
      read: (address) => (address.pathname === path ? readHomeQuery(address.searchParams) : null),
      isSame: isSameHomeQuery,
      show,
      signal: listening.signal,
    });
    return () => listening.abort();
  }, [drawn, path]);

  const syncDom = useEffectEvent(() => {
    // Nothing has been chosen yet: the page is as the server drew it.
    if (chosen.current === null) return;
    const entries = document.getElementById(listId)?.children ?? [];
    for (const [at, entry] of [...entries].entries()) entry.toggleAttribute('hidden', !wanted[at]);
    const { cause, scroll } = chosen.current;
    if (cause === 'travel' && scroll !== null) window.scrollTo({ top: scroll, behavior: 'instant' });
    // The link that was chosen is gone with the empty state.
    if (document.activeElement === document.body) {
      bar.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    }
  });
  useLayoutEffect(() => syncDom(), [query]);

  const hrefOf = (next: HomeQuery) => `${homeListPath(path, next)}#homes`;
  return (
    <div className="home-filters" ref={bar}>
      <Choices label="Town" id={`${listId}-town`}>
        <Choice href={hrefOf({ ...query, town: null })} isCurrent={query.town === null}>
          All<span className="visually-hidden"> towns</span>
        </Choice>
        {towns.map(({ name, slug }) => (
          <Choice key={slug} href={hrefOf({ ...query, town: slug })} isCurrent={query.town === slug}>
            {name}
          </Choice>
        ))}
      </Choices>
      <Choices label="Guests" id={`${listId}-guests`}>
        <Choice href={hrefOf({ ...query, guests: null })} isCurrent={query.guests === null}>
          Any<span className="visually-hidden"> number of guests</span>
        </Choice>
        {guests.map((number) => (
          <Choice
            key={number}
            href={hrefOf({ ...query, guests: number })}
            isCurrent={query.guests === number}
          >
            {number}
            <span className="visually-hidden"> guests</span>
          </Choice>
        ))}
      </Choices>
      <p className="small home-count" role="status">
        {countOfHomes(count)}
      </p>
      {count === 0 && (
        <div className="empty stack">
          <p>None of our homes fits both. Try another town, or fewer guests.</p>
          <p>
            <A href={hrefOf(allHomes)} className="button">
              Show all homes
            </A>
          </p>
        </div>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly id: string;
  readonly children: ReactNode;
}

function Choices({ label, id, children }: ChoicesProps) {
  return (
    <nav className="home-choices" aria-labelledby={id}>
      <p id={id} className="small">
        {label}
      </p>
      <ul className="chips">{children}</ul>
    </nav>
  );
}

interface ChoiceProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

function Choice({ href, isCurrent, children }: ChoiceProps) {
  return (
    <li>
      <A href={href} className="chip" {...(isCurrent ? { 'aria-current': 'page' } : {})}>
        {children}
      </A>
    </li>
  );
}
