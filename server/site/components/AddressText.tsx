/** A longer part may not fit on one line of large text. */
const longestWhole = 12;

/** The comma between a short town and its state at the end of an address. */
const beforeState = /(?<=, [^,]{1,9}), (?=[A-Z]{2}\u00a0\d{5}$)/;

/** An address whose short parts (Suite 3) and whose town with its state (Bend, OR 97703) each stay on one line. */
export function AddressText({ address }: { readonly address: string }) {
  const parts = address.split(', ');
  const whole = parts.map((part) => (part.length > longestWhole ? part : part.replaceAll(' ', '\u00a0')));
  return whole.join(', ').replace(beforeState, ',\u00a0');
}
