/** A JSON object as the API of Directus takes and gives it. */
export type Data = Readonly<Record<string, unknown>>;

/**
 * Something that should be in Directus, as plain data. `ensure` creates it where it is missing, and leaves what is
 * there as it is.
 */
export type Wanted = Named &
  (WantedItem | WantedCollection | WantedRelation | WantedList | WantedReading | WantedPreviews | WantedRows);

interface Named {
  /** What reports call it, and what `after` refers to: `role Site editor`. */
  readonly name: string;
  /** The names of what must be there before it. */
  readonly after?: readonly string[];
}

/** A row of one of the tables of Directus itself: a role, a Flow, a dashboard. */
interface WantedItem {
  readonly kind: 'item';
  /** Where the API lists and creates such rows. */
  readonly path: '/policies' | '/roles' | '/users' | '/flows' | '/dashboards' | '/presets';
  /** The values by which an existing one is recognized. A value `idOf(name)` stands for the id of another item. */
  readonly key: Data;
  /** Texts that tell an existing one instead: its JSON contains all of them. */
  readonly signs?: readonly string[];
  /** Its other values. */
  readonly values: Data;
  /** What the JSON of an existing one should contain (also an `idOf`), and the note for one that does not. */
  readonly checks?: readonly { readonly text: unknown; readonly note: string }[];
  /** A note for one that exists, whatever it contains. */
  readonly note?: string;
  /** For a policy: its rules. Those for collections that are about to be created are added to an existing one. */
  readonly rules?: readonly Rule[];
  /** For a Flow: the collections that trigger it. Those that are about to be created are added to an existing one. */
  readonly triggers?: readonly string[];
}

/** A right to the rows of a collection. */
export interface Rule {
  readonly collection: string;
  readonly action: string;
  /** The rows, as a filter; empty: all. */
  readonly permissions: Data;
  readonly fields: readonly string[];
}

/** A collection with its form. One that exists gets the fields that it lacks. */
interface WantedCollection {
  readonly kind: 'collection';
  readonly plan: CollectionPlan;
}

/** A collection as the Directus API takes it. */
export interface CollectionPlan {
  readonly collection: string;
  readonly meta: Data;
  readonly fields: readonly FieldPlan[];
}

/** A field: its column in the database and its input in the form. */
export interface FieldPlan {
  readonly field: string;
  readonly type: string;
  readonly meta: Data;
  /** Null: no column, only something in the form. */
  readonly schema: Data | null;
  /** The value of rows that are older than the field, if it is not that of new rows. */
  readonly ofOldRows?: string | null;
}

interface WantedRelation {
  readonly kind: 'relation';
  readonly collection: string;
  readonly field: string;
  readonly values: Data;
}

/** The list of a collection as everybody sees it first; one that somebody has arranged for everybody stays. */
interface WantedList {
  readonly kind: 'list';
  readonly plan: CollectionPlan;
  /** The columns in order, with their widths in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  readonly sort: string;
  readonly filter?: Data | null;
}

/** What the public may read. */
interface WantedReading {
  readonly kind: 'reading';
  /** Strict ones. */
  readonly rules: readonly Rule[];
}

/** The addresses of previews by collection, and that of the visual editor. */
interface WantedPreviews {
  readonly kind: 'previews';
  readonly addresses: Readonly<Record<string, string>>;
  readonly visualEditor: string;
}

/** Sample rows. */
interface WantedRows {
  readonly kind: 'rows';
}

const idMark = '$id of ';

/** Stands for the id of another wanted item, which must come before. */
export const idOf = (name: string) => idMark + name;

/** The same value with the ids that its `idOf` stand for; an unknown one becomes `placeholderId`. */
export function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string' && value.startsWith(idMark))
    return ids.get(value.slice(idMark.length)) ?? placeholderId;
  if (Array.isArray(value)) return value.map((member) => withIds(member, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withIds(member, ids)]));
}

/** An id that nothing has, for use in a dry run, which creates nothing. */
export const placeholderId = '00000000-0000-0000-0000-000000000000';

/**
 * The wanted things, each behind those that must come before it; otherwise in the given order.
 * @throws when one is not among them, or two wait for each other
 */
export function inOrder(wanted: readonly Wanted[]): readonly Wanted[] {
  const ordered = new Set<Wanted>();
  const byName = new Map(wanted.map((each) => [each.name, each]));
  const add = (each: Wanted, waiting: readonly Wanted[]) => {
    if (waiting.includes(each)) throw new Error(`"${each.name}" must come before itself`);
    for (const name of each.after ?? []) {
      const before = byName.get(name);
      if (!before) throw new Error(`"${each.name}" must come after "${name}", which is not wanted`);
      if (!ordered.has(before)) add(before, [...waiting, each]);
    }
    ordered.add(each);
  };
  for (const each of wanted) if (!ordered.has(each)) add(each, []);
  return [...ordered];
}
