/** A query with its brackets resolved: `filter[a][_eq]=1&filter[b]=2` is a tree, repeated names are lists. */
export type QueryTree = Map<string, QueryTree | string>;

/**
 * Reads a query as qs does for Directus: brackets make branches, `[]` and repeated names make list entries,
 * `+` is a space. A malformed percent escape stays as it was written; nothing throws.
 */
export function parseQuery(search: string): QueryTree {
  const tree: QueryTree = new Map();
  for (const pair of search.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decode(pair.slice(at + 1));
    const [root = '', ...branches] = name.split('[').map((part) => part.replace(/\]$/, ''));
    insert(tree, root, branches, value);
  }
  return tree;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function insert(tree: QueryTree, name: string, branches: readonly string[], value: string): void {
  const key = name === '' ? String(tree.size) : name;
  const held = tree.get(key);
  const [next, ...rest] = branches;
  if (next !== undefined) {
    const branch: QueryTree = held instanceof Map ? held : new Map();
    tree.set(key, branch);
    insert(branch, next, rest, value);
  } else if (held === undefined) {
    tree.set(key, value);
  } else {
    const list: QueryTree = held instanceof Map ? held : new Map([['0', held]]);
    list.set(String(list.size), value);
    tree.set(key, list);
  }
}

/** @returns the tree as plain data: a branch whose keys are all numbers is a list, other branches are objects. */
export function toPlain(node: QueryTree | string): unknown {
  if (typeof node === 'string') return node;
  const entries = [...node].map(([key, child]) => [key, toPlain(child)] as const);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key)))
    return entries.map(([, child]) => child);
  return Object.fromEntries(entries);
}

/** @returns the text of a parameter, undefined when it is absent or has branches. */
export function textParameter(query: QueryTree, name: string): string | undefined {
  const value = query.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** @returns the entries of a list parameter, written with commas or with brackets; empty ones are left out. */
export function listParameter(query: QueryTree, name: string): string[] {
  const value = query.get(name);
  const parts = value === undefined ? [] : typeof value === 'string' ? [value] : [...value.values()];
  return parts
    .filter((part) => typeof part === 'string')
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
