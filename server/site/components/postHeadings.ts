/** A heading of a post that can be linked to. */
interface TocEntry {
  readonly id: string;
  readonly text: string;
}

/**
 * The h2 headings that have an id. Reads only the output of the sanitizer: lower-case tags, double-quoted
 * attributes, escaped text.
 */
export function headingsOf(html: string): readonly TocEntry[] {
  const entries: TocEntry[] = [];
  for (const [, attributes = '', inner = ''] of html.matchAll(/<h2\b([^>]*)>(.*?)<\/h2>/gs)) {
    const id = /\sid="([^"]+)"/.exec(attributes)?.[1];
    const text = plainText(inner);
    if (id !== undefined && text !== '') entries.push({ id: decoded(id), text });
  }
  return entries;
}

function plainText(html: string): string {
  return decoded(html.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

// React escapes the text again when it renders it, so character references must not remain in it.
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
