import type { SearchPart } from '../search.ts';

/** A text with the matches of the search query marked. */
export function MarkedText({ parts }: { readonly parts: readonly SearchPart[] }) {
  // The index is a safe key: the parts of a text are never reordered.
  return parts.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text));
}
