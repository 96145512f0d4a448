import { type DirectusAdmin, toData, toRows } from './directusAdmin.ts';
import type { CollectionPlan, Data, FieldPlan } from './wanted.ts';

/** A field that Directus has. */
export interface HeldField {
  readonly field: string;
  readonly type: string;
  /** Its settings; null: a column of the database for which nobody has chosen any. */
  readonly meta: Data | null;
}

/** A collection that Directus has. */
interface HeldCollection {
  readonly meta: Data;
  /** Whether this run has created it. */
  readonly isNew: boolean;
  readonly fields: Map<string, HeldField>;
}

/** The names in a list that came from Directus. */
export const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** What a field is besides a column: `file`, `m2o`, `no-data`. */
export const specialOf = ({ meta }: Pick<HeldField, 'meta'>) => namesIn(meta?.special);

/** The values that an editor may choose, from the options of a field; null: not a choice field. */
export function choicesOf({ meta }: Pick<HeldField, 'meta'>): readonly string[] | null {
  const { choices } = toData(meta?.options);
  return Array.isArray(choices) ? toRows(choices).map(({ value }) => String(value)) : null;
}

/** The collections of a Directus with their fields and relations. What a run creates is added. */
export class HeldSchema {
  readonly #collections: Map<string, HeldCollection>;
  readonly #relations: ReadonlySet<string>;

  private constructor(collections: readonly Data[], fields: readonly Data[], relations: readonly Data[]) {
    const fieldsOf = Map.groupBy(fields, ({ collection }) => collection);
    const toField = ({ field, type, meta }: Data) =>
      [
        String(field),
        { field: String(field), type: String(type), meta: meta ? toData(meta) : null },
      ] as const;
    this.#collections = new Map(
      collections.map(({ collection, meta }) => [
        String(collection),
        { meta: toData(meta), isNew: false, fields: new Map(fieldsOf.get(collection)?.map(toField)) },
      ]),
    );
    this.#relations = new Set(relations.map(({ collection, field }) => nameOf(collection, field)));
  }

  static async read(admin: DirectusAdmin): Promise<HeldSchema> {
    const [collections, fields] = [await admin.readRows('/collections'), await admin.readRows('/fields')];
    return new HeldSchema(collections, fields, await admin.readRows('/relations'));
  }

  hasCollection(collection: string): boolean {
    return this.#collections.has(collection);
  }

  /** Whether the collection existed before this run. */
  wasThere(collection: string): boolean {
    return this.#collections.get(collection)?.isNew === false;
  }

  /** What is set for a collection itself, such as its display template. */
  metaOf(collection: string): Data {
    return this.#collections.get(collection)?.meta ?? {};
  }

  isSingleton(collection: string): boolean {
    return this.metaOf(collection).singleton === true;
  }

  /** Whether a collection that should be one form keeps a row for each setting, as older ones do. */
  hasRowPerSetting({ collection, meta }: CollectionPlan): boolean {
    return meta.singleton === true && !this.isSingleton(collection);
  }

  /** The fields of a collection in the order of its form, as the admin app sorts them. */
  fieldsOf(collection: string): readonly HeldField[] {
    const fields = [...(this.#collections.get(collection)?.fields.values() ?? [])];
    return fields.sort((a, b) => sortOf(a) - sortOf(b));
  }

  field(collection: string, field: string): HeldField | null {
    return this.#collections.get(collection)?.fields.get(field) ?? null;
  }

  hasRelation(collection: string, field: string): boolean {
    return this.#relations.has(nameOf(collection, field));
  }

  addCollection({ collection, meta, fields }: CollectionPlan): void {
    this.#collections.set(collection, { meta, isNew: true, fields: new Map() });
    for (const field of fields) this.addField(collection, field);
  }

  addField(collection: string, { field, type, meta }: FieldPlan): void {
    this.#collections.get(collection)?.fields.set(field, { field, type, meta });
  }
}

/** The place of a field in its form; fields without one come last. */
export const sortOf = ({ meta }: Pick<HeldField, 'meta'>): number =>
  typeof meta?.sort === 'number' ? meta.sort : Number.MAX_SAFE_INTEGER;

/** The name of a field in report lines: `collection.field`. */
export const nameOf = (collection: unknown, field: unknown) => `${String(collection)}.${String(field)}`;
