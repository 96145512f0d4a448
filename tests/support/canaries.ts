/** What a visitor types, each findable in whatever leaves the site. */
export const canaries = {
  name: 'Canaryname Juniper',
  email: 'canary.mailbox@visitor.example',
  phone: '+1 541 555 0142',
  message: 'Canarymessage about a private matter.',
  query: 'canary-in-the-address',
} as const;

/** As they are, and as an address or a form would write them. */
const writings = Object.values(canaries).flatMap((text) => [
  text,
  encodeURIComponent(text),
  new URLSearchParams({ text }).toString().slice(5),
]);

/** Where a text holds a canary in any writing, with what stands around it; empty: nowhere. */
export function findCanary(text: string): string {
  for (const writing of writings) {
    const found = text.indexOf(writing);
    if (found >= 0) return text.slice(Math.max(0, found - 300), found + 100);
  }
  return '';
}
