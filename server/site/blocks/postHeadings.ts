import type { Post } from '../../../shared/content.ts';

/** A heading of a post that can be linked to. */
interface TocEntry {
  readonly id: string;
  readonly text: string;
}

/** A post with fewer headings is read without a table of contents. */
const fewestHeadings = 4;

const found = new WeakMap<Post, readonly TocEntry[]>();

/** The table of contents of a long post; empty for a short one. Found once for each post object. */
export function tableOfContents(post: Post): readonly TocEntry[] {
  const before = found.get(post);
  if (before !== undefined) return before;
  const entries = post.content === null ? [] : headingsOf(post.content);
  const toc = entries.length >= fewestHeadings ? entries : [];
  found.set(post, toc);
  return toc;
}

/**
 * The second-level headings that carry an id. Reads only what the sanitiser has written: lower-case tags,
 * double-quoted attributes, escaped text.
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

// React escapes the text again where it is placed, so the references of the markup must not stay in it.
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
