import { isSameQuery, readBlogQuery } from '../blogFilter.ts';
import type { PostQuery } from '../content.ts';

/** Why a list is shown: a link was clicked, or the visitor moved in the history. */
export type Cause = 'choice' | 'travel';

interface ChoiceOptions {
  /** The part of the page whose links to lists are handled. */
  readonly area: Element;
  /** The query that the page was rendered for; null: it has no list. */
  readonly rendered: PostQuery | null;
  readonly show: (query: PostQuery, cause: Cause) => void;
  readonly signal: AbortSignal;
}

/**
 * Calls `show` for every list that is chosen by a plain click or reached by a history navigation. A page without a list
 * leaves clicks to the browser and reloads on history navigation.
 */
export function followListChoices({ area, rendered, show, signal }: ChoiceOptions): void {
  if (rendered === null) {
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
  // The page may have been reloaded at another list's history entry, or the history moved before hydration.
  const now = readBlogQuery(new URL(location.href));
  if (now && !isSameQuery(now, rendered)) show(now, 'travel');
}

/**
 * A page that lost its list in a reload shares its document with the history entries of lists shown in it before:
 * going to one of them only changes the address, so the page must be loaded again.
 */
function loadOnTravel(signal: AbortSignal): void {
  const [opened] = performance.getEntriesByType('navigation');
  const loadIfMoved = () => {
    if (opened && addressOf(new URL(opened.name)) !== addressOf(location)) location.reload();
  };
  addEventListener('popstate', loadIfMoved, { signal });
  // The history may have moved before hydration.
  loadIfMoved();
}

/** An address without its fragment. */
function addressOf({ pathname, search }: URL | Location): string {
  return pathname + search;
}

/**
 * The target of a plain click on a link within this site; null for every other click: with a modifier key or another
 * button, on a link with a target or a download, or not on a link.
 */
function plainClickAddress(event: Event): URL | null {
  if (!(event instanceof MouseEvent) || event.defaultPrevented || event.button !== 0) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return null;
  const address = new URL(link.href);
  return address.origin === location.origin ? address : null;
}
