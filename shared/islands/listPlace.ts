import { isSameQuery, readBlogQuery } from '../blogFilter.ts';
import type { PostQuery } from '../content.ts';

/** The element after the server-rendered list in which other lists are rendered; created once. */
export function clientListContainer(listId: string): HTMLElement | null {
  const id = `${listId}-shown`;
  const made = document.getElementById(id);
  if (made) return made;
  const place = document.createElement('div');
  place.id = id;
  place.tabIndex = -1;
  document.getElementById(listId)?.after(place);
  return place.isConnected ? place : null;
}

/** Shows the server-rendered list and hides the one after it, or the other way round. */
export function showServersList(listId: string, servers: boolean): void {
  const list = document.getElementById(listId);
  if (list) list.hidden = !servers;
  const place = document.getElementById(`${listId}-shown`);
  if (place) place.hidden = servers;
}

/** Marks the sidebar links to the shown list as current. */
export function markCurrentLinks(area: Element, query: PostQuery): void {
  for (const link of area.querySelectorAll<HTMLAnchorElement>('.sidebar a')) {
    const target = readBlogQuery(new URL(link.href));
    if (target && isSameQuery(target, { ...query, page: 1 })) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Restores the focus if the clicked link was removed, or hidden with its list. */
export function keepFocusNear(bar: Element, place: HTMLElement | null): void {
  const { activeElement } = document;
  const lost = activeElement === null || activeElement === document.body;
  if (!lost && !activeElement.closest('[hidden]')) return;
  const next = lost ? bar.querySelector<HTMLElement>('[aria-current], .filter-banner a') : place;
  next?.focus({ preventScroll: true });
}
