/** A part as long as this has no room on one line where letters are large. */
const longestWhole = 12;

/** An address whose short parts (Suite 3, OR 97703) stand each on one line. */
export function AddressText({ address }: { readonly address: string }) {
  const parts = address.split(', ');
  return parts.map((part) => (part.length > longestWhole ? part : part.replaceAll(' ', '\u00a0'))).join(', ');
}
