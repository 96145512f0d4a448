import { selectAll } from 'css-select';
import { parseDocument } from 'htmlparser2';

type Document = ReturnType<typeof parseDocument>;
type Node = Document['children'][number];
type Element = Extract<Node, { readonly attribs: Record<string, string> }>;

/** A parsed page, or a part of one. */
export interface Part {
  readonly name: string;
  attribute(name: string): string | undefined;
  /** Every attribute by its name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** What a reader reads: without scripts and styles, runs of white space as one space. */
  readonly text: string;
  /** All descendants that match. */
  all(selector: string): readonly Part[];
  /** The first match; throws when there is none, so that the test fails with the selector in its message. */
  one(selector: string): Part;
}

/** What a reader reads of each part. */
export const texts = (parts: readonly Part[]): readonly string[] => parts.map(({ text }) => text);

/** Parses a page as a browser reads it. */
export function parseHtml(html: string): Part {
  const document = parseDocument(html, { decodeEntities: true });
  return partOf(document.children, null);
}

function partOf(children: Node[], element: Element | null): Part {
  const all = (selector: string): readonly Part[] =>
    selectAll<Node, Element>(selector, children).map((found) => partOf(found.children, found));
  return {
    name: element?.name ?? '',
    attributes: element?.attribs ?? {},
    attribute: (name) => element?.attribs[name],
    get text() {
      return textOf(children).replace(/\s+/g, ' ').trim();
    },
    all,
    one(selector) {
      const [first] = all(selector);
      if (!first) throw new Error(`Nothing on the page fits ${selector}.`);
      return first;
    },
  };
}

function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ('data' in node && node.type === 'text') return node.data;
      if (!('attribs' in node) || ['script', 'style', 'noscript'].includes(node.name)) return '';
      return textOf(node.children);
    })
    .join('');
}
