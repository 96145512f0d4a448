/** A part as long as this has no room on one line where letters are large. */
const longestWhole = 12;

/** The town at the end of an address, with its state and code. */
const townPattern = /, ([^,]{1,9}), ([A-Z]{2} \d{5})$/;

/** An address whose short parts (Suite 3) and whose town with its state (Bend, OR 97703) stand each on one line. */
export function AddressText({ address }: { readonly address: string }) {
  const parts = address.replace(townPattern, ', $1,\u00a0$2').split(', ');
  const isWhole = (part: string) => part.length <= longestWhole || part.includes('\u00a0');
  return parts.map((part) => (isWhole(part) ? part.replaceAll(' ', '\u00a0') : part)).join(', ');
}
