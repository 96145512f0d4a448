/** Longer parts may be broken anywhere. */
const longestWhole = 32;

/** An address on as few lines as it needs, broken after its commas. */
export function AddressText({ address }: { readonly address: string }) {
  const parts = address.split(', ');
  return parts.map((part) => (part.length > longestWhole ? part : part.replaceAll(' ', '\u00a0'))).join(', ');
}
