import type { ParseContext } from '../parse/parseContext.ts';
import { firstOfEach, inOrder } from './rowOrder.ts';

const maxEntries = 200;
const maxDepth = 3;
/** Titles of entries that no submenu shows. */
export const droppedChildren: ReadonlySet<string> = new Set(['all services', 'view all services']);

interface MenuRow {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly parentId: string | null;
  readonly displayOrder: number | null;
}

/** An entry of the menu with its submenu. */
export interface MenuNode extends Pick<MenuRow, 'id' | 'title' | 'url'> {
  readonly children: readonly MenuNode[];
}

/**
 * Builds the menu as a tree from the parents in its rows. It terminates for any rows: the first row of an id counts,
 * entries that would be their own ancestors or whose parent is unknown move to the top level, and there are at most 200
 * entries on three levels.
 */
export function menuTree(
  rows: readonly MenuRow[],
  { warn }: Pick<ParseContext, 'warn'>,
): readonly MenuNode[] {
  const all = firstOfEach(rows, ({ id }) => id);
  if (all.length > maxEntries) warn('The menu is cut', { entries: all.length, shown: maxEntries });
  const shown = all.slice(0, maxEntries);
  const parents = parentsOf(shown);
  const children = Map.groupBy(shown, ({ id }) => parents.get(id) ?? null);

  const entriesUnder = (parentId: string | null, depth: number): readonly MenuNode[] => {
    const entries = (children.get(parentId) ?? []).filter(
      ({ title }) => parentId === null || !droppedChildren.has(title.toLowerCase()),
    );
    return inOrder(entries, ({ title }) => title).map(({ id, title, url }) => ({
      id,
      title,
      url,
      children: depth < maxDepth ? entriesUnder(id, depth + 1) : [],
    }));
  };
  return entriesUnder(null, 1);
}

/** The parent of each row; null instead of an unknown parent, and for a row that would be its own ancestor. */
function parentsOf(rows: readonly MenuRow[]): ReadonlyMap<string, string | null> {
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  for (const { id, parentId } of rows) {
    if (parentId !== null && !parents.has(parentId)) parents.set(id, null);
  }
  for (const { id } of rows) {
    if (isOwnAncestor(id, parents)) parents.set(id, null);
  }
  return parents;
}

function isOwnAncestor(id: string, parents: ReadonlyMap<string, string | null>): boolean {
  const passed = new Set<string>();
  let ancestor = parents.get(id) ?? null;
  while (ancestor !== null && ancestor !== id && !passed.has(ancestor)) {
    passed.add(ancestor);
    ancestor = parents.get(ancestor) ?? null;
  }
  return ancestor === id;
}
