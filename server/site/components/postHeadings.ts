import { plainTextOf } from '../../content/parse/readMarkup.ts';

/** A heading of a post that can be linked to. */
interface TocEntry {
  readonly id: string;
  readonly text: string;
}

/** The h2 headings of a post that have an id, for its table of contents. */
export function postHeadings(html: string): readonly TocEntry[] {
  const entries: TocEntry[] = [];
  for (const [, attributes = '', inner = ''] of html.matchAll(/<h2\b([^>]*)>(.*?)<\/h2>/gs)) {
    const id = /\sid="([^"]+)"/.exec(attributes)?.[1];
    const text = plainTextOf(inner);
    if (id !== undefined && text !== '') entries.push({ id, text });
  }
  return entries;
}
