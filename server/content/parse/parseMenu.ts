import type { MenuEntry } from '../../../shared/content.ts';
import { byPlace, readId, readLine, readNumber, readRow, readRows } from '../../directus/readField.ts';
import type { ParseContext } from './parseContext.ts';
import { readHref } from './readHref.ts';

const maxEntries = 200;
const maxDepth = 3;
const droppedChildren = new Set(['all services', 'view all services']);

interface MenuRow {
  readonly id: string;
  readonly name: string;
  readonly url: string | null;
  readonly place: number | null;
  /** Changed only to cut a cycle. */
  parentId: string | null;
}

/**
 * The menu tree of the rows of `navigation`, built from `parent_id`. It ends with any rows: the first row of an id
 * counts, entries that would be their own ancestors and those without a known parent stand at the top, at most 200
 * entries in three levels.
 *
 * @returns null for a list of bare numbers (ids instead of rows), which counts as a failed call
 */
export function parseMenu(value: unknown, context: Pick<ParseContext, 'warn'>): readonly MenuEntry[] | null {
  const list = Array.isArray(value) ? value : [];
  if (list.length > 0 && list.every((member) => readRow(member) === null)) return null;
  const rows = readMenuRows(list);
  if (rows.size === maxEntries && list.length > maxEntries) {
    context.warn('The menu is cut', { entries: list.length, shown: maxEntries });
  }
  cutCycles(rows);
  const children = Map.groupBy(rows.values(), (row) => row.parentId);

  const entriesUnder = (parentId: string | null, depth: number): readonly MenuEntry[] =>
    (children.get(parentId) ?? [])
      .filter((row) => parentId === null || !droppedChildren.has(row.name.toLowerCase()))
      .sort(byPlace)
      .map(({ id, name, url }) => ({
        id,
        title: name,
        url,
        children: depth < maxDepth ? entriesUnder(id, depth + 1) : [],
      }));
  return entriesUnder(null, 1);
}

function readMenuRows(list: readonly unknown[]): Map<string, MenuRow> {
  const rows = new Map<string, MenuRow>();
  for (const row of readRows(list)) {
    const id = readId(row.id);
    const name = readLine(row.title);
    if (id === null || name === null || rows.has(id)) continue;
    // An expanded relation names the parent by an object.
    const parentId = readId(readRow(row.parent_id)?.id ?? row.parent_id);
    rows.set(id, {
      id,
      name,
      parentId,
      url: readHref(row.url),
      place: readNumber(row.display_order),
    });
    if (rows.size === maxEntries) break;
  }
  return rows;
}

function cutCycles(rows: ReadonlyMap<string, MenuRow>): void {
  for (const row of rows.values()) {
    const passed = new Set([row.id]);
    let ancestor = row.parentId === null ? undefined : rows.get(row.parentId);
    if (!ancestor) row.parentId = null;
    for (; ancestor; ancestor = ancestor.parentId === null ? undefined : rows.get(ancestor.parentId)) {
      if (ancestor.id === row.id) row.parentId = null;
      if (passed.has(ancestor.id)) break;
      passed.add(ancestor.id);
    }
  }
}
