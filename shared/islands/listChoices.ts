import { isSameQuery, readBlogQuery } from '../blogFilter.ts';
import type { PostQuery } from '../content.ts';

/** Why a list is shown: a link was clicked, or the visitor moved in the history. */
export type Cause = 'choice' | 'travel';

interface ChoiceOptions {
  /** The part of the page whose links to lists are handled. */
  readonly area: Element;
  /** The query that the page was rendered for. */
  readonly rendered: PostQuery;
  readonly show: (query: PostQuery, cause: Cause) => void;
  /** Called when a link to another page is chosen, anywhere on this one. */
  readonly leave: () => void;
  readonly signal: AbortSignal;
}

/** Calls `show` for every list that is chosen by a plain click or reached by a history navigation. */
export function followListChoices({ area, rendered, show, leave, signal }: ChoiceOptions): void {
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
    'click',
    (event) => {
      // What is handled above is prevented by now.
      const address = plainClickAddress(event);
      if (address && address.pathname !== location.pathname) leave();
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
