import type { SearchPart } from '../search.ts';

/**
 * A text with the matches of the search query marked. Each part is an element: React can neither change nor remove a
 * bare text that a translator has replaced.
 */
export function MarkedText({ parts }: { readonly parts: readonly SearchPart[] }) {
  // The index is a safe key: the parts of a text are never reordered.
  return parts.map(({ text, isMatch }, at) =>
    isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
  );
}
