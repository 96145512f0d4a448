import { useLayoutEffect, useRef } from 'react';

/** Keeps the page's part of the document's title, which the server wrote first; the site's own part stays. */
export function usePageTitle(title: string): void {
  const written = useRef(title);
  useLayoutEffect(() => {
    const before = written.current;
    // What somebody else has made of the title, a translator say, is theirs.
    if (before === title || !document.title.startsWith(before)) return;
    document.title = title + document.title.slice(before.length);
    written.current = title;
  }, [title]);
}
