import { useLayoutEffect, useRef } from 'react';

/** Updates the page's part of the document's title, which the server wrote first; the site's own part stays. */
export function usePageTitle(title: string): void {
  const written = useRef(title);
  useLayoutEffect(() => {
    const before = written.current;
    if (before === title) return;
    const now = document.title;
    // Translated, say, or of a page that had nothing to show.
    const at = now.startsWith(before) ? before.length : now.lastIndexOf(' - ');
    document.title = title + (at < 0 ? '' : now.slice(at));
    written.current = title;
  }, [title]);
}
