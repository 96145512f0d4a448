import { useLayoutEffect, useRef } from 'react';

/** Updates the page's part of the document title, which the server rendered; the site's name after it stays. */
export function usePageTitle(title: string): void {
  const written = useRef(title);
  useLayoutEffect(() => {
    const before = written.current;
    if (before === title) return;
    const now = document.title;
    // The title may differ from the known one: translated by the browser, or of a page that had nothing to show.
    const at = now.startsWith(before) ? before.length : now.lastIndexOf(' - ');
    document.title = title + (at < 0 ? '' : now.slice(at));
    written.current = title;
  }, [title]);
}
