import { isSameQuery, readBlogQuery } from '../blogFilter.ts';
import type { PostQuery } from '../content.ts';

/** How a list comes to be shown: by a choice, or because the history moved. */
export type Cause = 'choice' | 'travel';

interface ChoiceOptions {
  /** The part of the page whose links to lists are handled. */
  readonly area: Element;
  /** What the page was rendered for. */
  readonly drawn: PostQuery;
  readonly show: (query: PostQuery, cause: Cause) => void;
  readonly signal: AbortSignal;
}

/** Calls `show` for every list that is chosen by an ordinary click, and for every one that the history moves to. */
export function followListChoices({ area, drawn, show, signal }: ChoiceOptions): ListHistory {
  const history = keepListHistory(signal);
  area.addEventListener(
    'click',
    (event) => {
      const address = plainClickAddress(event);
      const query = address && readBlogQuery(address);
      if (!query) return;
      event.preventDefault();
      show(query, 'choice');
    },
    { signal },
  );
  addEventListener(
    'popstate',
    () => {
      const query = history.moved() && readBlogQuery(new URL(location.href));
      if (query) show(query, 'travel');
    },
    { signal },
  );
  // The page may have been reloaded at an entry of its own, and the history moved before this listened.
  const now = readBlogQuery(new URL(location.href));
  if (now && !isSameQuery(now, drawn)) show(now, 'travel');
  return history;
}

/**
 * Where an ordinary click on a link of this site leads; null for every other click: with a key or another
 * button (a new tab, a download), on a link of its own kind, or on none.
 */
function plainClickAddress(event: Event): URL | null {
  if (!(event instanceof MouseEvent) || event.defaultPrevented || event.button !== 0) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return null;
  const address = new URL(link.href);
  return address.origin === location.origin ? address : null;
}

/**
 * Which part of the history belongs to lists that were shown in place, and how far each was scrolled. The
 * browser's own memory of scroll positions is set aside while a list is shown in place, because the browser
 * would scroll before the list is there; it is given back when the page is left.
 */
export interface ListHistory {
  /** Adds an entry for a list that is shown now; `left` is where the one before was scrolled. */
  push(address: string, left: number): void;
  /** Where the entry that is now current was scrolled when it was left; null: it is new. */
  scrollOfCurrent(): number | null;
  /**
   * To be called first when the history has moved: saves the position of the entry that was left. False where it
   * has moved within one list, to a fragment or back from it, and the browser scrolls.
   */
  moved(): boolean;
}

/** Begins to save positions; `signal` ends it. */
function keepListHistory(signal: AbortSignal): ListHistory {
  const positions = new Map<string, number>();
  let current = keyOfState() ?? 'first';
  let address = addressOfList();

  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  const giveBack = () => {
    history.scrollRestoration = 'auto';
  };
  addEventListener('pagehide', giveBack, { signal });
  addEventListener('pageshow', () => positions.size > 0 && takeOver(), { signal });
  signal.addEventListener('abort', giveBack);

  return {
    push(next, left) {
      positions.set(current, left);
      // The entry that is left gets its name with it, so that it is known again.
      history.replaceState({ list: current }, '');
      takeOver();
      current = crypto.getRandomValues(new Uint32Array(2)).join('-');
      history.pushState({ list: current }, '', next);
      address = addressOfList();
    },
    scrollOfCurrent: () => positions.get(current) ?? null,
    moved() {
      const before = address;
      address = addressOfList();
      if (address === before && (keyOfState() ?? current) === current) return false;
      positions.set(current, scrollY);
      current = keyOfState() ?? 'first';
      takeOver();
      return true;
    },
  };
}

function addressOfList(): string {
  return location.pathname + location.search;
}

function keyOfState(): string | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('list' in state)) return null;
  return typeof state.list === 'string' ? state.list : null;
}
