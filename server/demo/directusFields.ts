import type { Collection, CollectionName, ContentRow, ContentRows } from './contentCollections.ts';
import { fieldNames, fieldType, findCollection } from './contentCollections.ts';
import { forbiddenField } from './directusErrors.ts';

type FieldTree = Map<string, FieldTree>;

export type Projection = (row: ContentRow) => ContentRow;

/**
 * Turns the entries of `fields` into what is taken from each row, as Directus 11.17 does: none or `*` is
 * every field, relations as bare ids; `thumbnail_image.*` gives the file itself, and a relation that the
 * public may not read comes back as the id of the row that was asked for.
 * @throws DirectusError 403 for a field that the collection does not have.
 */
export function compileFields(
  fields: readonly string[],
  collection: Collection,
  rows: ContentRows,
): Projection {
  const tree: FieldTree = new Map();
  for (const field of fields.length === 0 ? ['*'] : fields) plant(tree, field.split('.'));
  return compileTree(tree, collection, rows, 'root');
}

function plant(tree: FieldTree, [head = '*', ...rest]: readonly string[]): void {
  const branch: FieldTree = tree.get(head) ?? new Map();
  tree.set(head, branch);
  if (rest.length > 0) plant(branch, rest);
}

function compileTree(tree: FieldTree, collection: Collection, rows: ContentRows, path: string): Projection {
  const own = rows[collection.name];
  const parts: Projection[] = [];
  for (const [field, branch] of tree) {
    if (field === '*') {
      const names = fieldNames(collection, own);
      parts.push((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
      for (const name of branch.size > 0 ? Object.keys(collection.relations) : []) {
        parts.push(compileField(name, branch, collection, rows, path));
      }
    } else {
      if (fieldType(collection, field, own) === undefined) throw forbiddenField(field, collection.name, path);
      parts.push(compileField(field, branch, collection, rows, path));
    }
  }
  return (row) => Object.assign({}, ...parts.map((part) => part(row)));
}

function compileField(
  field: string,
  branch: FieldTree,
  collection: Collection,
  rows: ContentRows,
  path: string,
): Projection {
  const bareId: Projection = (row) => ({ [field]: row[field] ?? null });
  if (branch.size === 0) return bareId;
  const target = collection.relations[field];
  // Below a field that is no relation there is nothing, and nobody complains of it.
  if (target === undefined) return () => ({});
  const other = target === null ? undefined : findCollection(target);
  if (target === null || other === undefined || asksUnreadable(branch, other)) return bareId;
  const take = compileTree(branch, other, rows, path === 'root' ? field : `${path}.${field}`);
  return (row) => ({ [field]: related(row[field], target, rows, take) });
}

function asksUnreadable(branch: FieldTree, other: Collection): boolean {
  return [...branch].every(([field, below]) => below.size > 0 && other.relations[field] === null);
}

function related(
  id: unknown,
  target: CollectionName,
  rows: ContentRows,
  take: Projection,
): ContentRow | null {
  const found = rows[target].find((row) => row.id === id);
  return found === undefined ? null : take(found);
}
