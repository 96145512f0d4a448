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
  /**
   * All descendants that match: compound selectors (`tag#id.class[name=value]`) separated by spaces, or several of
   * these separated by commas. Throws for other selectors, which would never match anything.
   */
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

function partOf(children: readonly Node[], element: Element | null): Part {
  const all = (selector: string): readonly Part[] => {
    const choices = selector.split(',').map((choice) => choice.trim().split(/\s+/).map(parseCompound));
    const found = descendants(children).filter(({ node, above }) =>
      choices.some((steps) => fits(steps, node, above)),
    );
    return found.map(({ node }) => partOf(node.children, node));
  };
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

interface Compound {
  readonly tag: string | null;
  readonly tests: readonly ((element: Element) => boolean)[];
}

function parseCompound(text: string): Compound {
  if (!/^(?:[a-z][\w-]*)?(?:[#.][\w-]+|\[[^\]]*\])*$/i.test(text))
    throw new Error(`No selector of ours: ${text}`);
  const tests: ((element: Element) => boolean)[] = [];
  for (const [, id, name, attribute, , value] of text.matchAll(
    /#([\w-]+)|\.([\w-]+)|\[([\w:-]+)(="?([^\]"]*)"?)?\]/g,
  )) {
    if (id) tests.push((element) => element.attribs.id === id);
    if (name) tests.push((element) => (element.attribs.class ?? '').split(/\s+/).includes(name));
    if (attribute) {
      tests.push((element) =>
        value === undefined ? attribute in element.attribs : element.attribs[attribute] === value,
      );
    }
  }
  return { tag: /^[a-z][\w-]*/i.exec(text)?.[0] ?? null, tests };
}

interface Found {
  readonly node: Element;
  readonly above: readonly Element[];
}

function descendants(nodes: readonly Node[], above: readonly Element[] = []): Found[] {
  return nodes.flatMap((node) =>
    'attribs' in node ? [{ node, above }, ...descendants(node.children, [...above, node])] : [],
  );
}

function fits(steps: readonly Compound[], node: Element, above: readonly Element[]): boolean {
  const [last, ...before] = [...steps].reverse();
  if (!last || !matches(last, node)) return false;
  let left = above.length;
  return before.every((step) => {
    do left -= 1;
    while (left >= 0 && !matchesAt(step, above[left]));
    return left >= 0;
  });
}

const matchesAt = (step: Compound, element: Element | undefined): boolean =>
  element !== undefined && matches(step, element);

function matches({ tag, tests }: Compound, element: Element): boolean {
  return (tag === null || element.name === tag) && tests.every((test) => test(element));
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
