/**
 * Where an ordinary click on a link of this site leads; null for every other click: with a key or another
 * button (a new tab, a download), on a link of its own kind, or on none.
 */
export function plainClickAddress(event: Event): URL | null {
  if (!(event instanceof MouseEvent) || event.defaultPrevented || event.button !== 0) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return null;
  const address = new URL(link.href);
  return address.origin === location.origin ? address : null;
}
