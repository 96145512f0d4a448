import type { SearchPart } from '../search.ts';

/** A text in which what was looked for is marked. */
export function MarkedText({ parts }: { readonly parts: readonly SearchPart[] }) {
  // The parts of one text never change places.
  return parts.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text));
}
