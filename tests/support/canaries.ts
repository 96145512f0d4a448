/** What a visitor types: texts that are recognizable in anything that leaves the site. */
export const canaries = {
  name: 'Canaryname Juniper',
  email: 'canary.mailbox@visitor.example',
  phone: '+1 541 555 0142',
  message: 'Canarymessage about a private matter.',
  query: 'canary-in-the-address',
} as const;

/** Each as it is, percent-encoded, and form-encoded. */
const encodings = Object.values(canaries).flatMap((text) => [
  text,
  encodeURIComponent(text),
  new URLSearchParams({ text }).toString().slice(5),
]);

/** A canary found in a text in any encoding, with the text around it; empty when there is none. */
export function findCanary(text: string): string {
  for (const writing of encodings) {
    const found = text.indexOf(writing);
    if (found >= 0) return text.slice(Math.max(0, found - 300), found + 100);
  }
  return '';
}
