import { isSameQuery, readBlogQuery } from '../blogFilter.ts';
import type { PostQuery } from '../content.ts';

/** How a list comes to be shown: by a choice, or because the history moved. */
export type Cause = 'choice' | 'travel';

interface ChoiceOptions {
  /** The part of the page whose links to lists are handled. */
  readonly area: Element;
  /** What the page was rendered for; null: it has no list. */
  readonly drawn: PostQuery | null;
  readonly show: (query: PostQuery, cause: Cause) => void;
  readonly signal: AbortSignal;
}

/**
 * Calls `show` for every list that is chosen by an ordinary click, and for every one that the history moves to. A page
 * without a list leaves both to the browser.
 */
export function followListChoices({ area, drawn, show, signal }: ChoiceOptions): void {
  if (drawn === null) {
    loadOnTravel(signal);
    return;
  }
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
  const travel = () => {
    const query = readBlogQuery(new URL(location.href));
    if (query) show(query, 'travel');
  };
  addEventListener('popstate', travel, { signal });
  // The page may have been reloaded at an entry of its own, and the history moved before this listened.
  const now = readBlogQuery(new URL(location.href));
  if (now && !isSameQuery(now, drawn)) show(now, 'travel');
}

/**
 * A page that lost its list in a reload is still one document with the lists that were shown in it before: moving to
 * them changes the address alone.
 */
function loadOnTravel(signal: AbortSignal): void {
  const [opened] = performance.getEntriesByType('navigation');
  const loadIfMoved = () => {
    if (opened && addressOf(new URL(opened.name)) !== addressOf(location)) location.reload();
  };
  addEventListener('popstate', loadIfMoved, { signal });
  // The history may have moved before this listened.
  loadIfMoved();
}

/** An address without its fragment. */
function addressOf({ pathname, search }: URL | Location): string {
  return pathname + search;
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
