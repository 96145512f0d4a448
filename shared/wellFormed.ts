/** A text with the sign of what cannot be read in place of each half of a surrogate pair, as UTF-8 would have it. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
