import { type Row, readLine, readRow, readRows } from '../../server/directus/readField.ts';
import type { CollectionPlan, FieldPlan } from './collectionPlans.ts';
import type { DirectusAdmin } from './directusAdmin.ts';

export interface ExistingField {
  readonly type: string;
  readonly special: readonly string[];
  readonly interface: string | null;
  readonly options: Row | null;
  readonly validation: Row | null;
  readonly note: string | null;
}

/** The members of a list as words. */
export const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** The values that an editor may choose, from the options of a field; null: not a choice field. */
export function choicesIn(options: Row | null): readonly string[] | null {
  const choices = options?.choices;
  return Array.isArray(choices) ? readRows(choices).map(({ value }) => String(value)) : null;
}

function existingField(type: unknown, meta: unknown): ExistingField {
  const { special, interface: input, note, ...held } = readRow(meta) ?? {};
  return {
    type: String(type),
    special: wordsOf(special),
    interface: readLine(input),
    options: readRow(held.options),
    validation: readRow(held.validation),
    note: readLine(note),
  };
}

/** The schema of an instance. Provisioning steps add what they create. */
export class ExistingSchema {
  readonly #singletons: Map<unknown, boolean>;
  readonly #copied: ReadonlyMap<unknown, readonly string[]>;
  readonly #fields: Map<string, ExistingField>;
  readonly #relations: ReadonlySet<string>;
  /** The collections that this run has created. */
  readonly #made = new Set<string>();

  private constructor(collections: readonly Row[], fields: readonly Row[], relations: readonly Row[]) {
    const isSingleton = ({ meta }: Row) => readRow(meta)?.singleton === true;
    this.#singletons = new Map(collections.map((row) => [row.collection, isSingleton(row)]));
    this.#copied = new Map(
      collections.flatMap(({ collection, meta }) => {
        const paths = readRow(meta)?.item_duplication_fields;
        return Array.isArray(paths) ? [[collection, paths.map(String)]] : [];
      }),
    );
    this.#fields = new Map(
      fields.map((row) => [nameOf(row.collection, row.field), existingField(row.type, row.meta)]),
    );
    this.#relations = new Set(relations.map((row) => nameOf(row.collection, row.field)));
  }

  static async read(admin: DirectusAdmin): Promise<ExistingSchema> {
    const [collections, fields] = [await admin.readRows('/collections'), await admin.readRows('/fields')];
    return new ExistingSchema(collections, fields, await admin.readRows('/relations'));
  }

  hasCollection(collection: string): boolean {
    return this.#singletons.has(collection);
  }

  /** Whether the collection existed before this run. */
  wasThere(collection: string): boolean {
    return this.#singletons.has(collection) && !this.#made.has(collection);
  }

  isSingleton(collection: string): boolean {
    return this.#singletons.get(collection) === true;
  }

  /** What *Save as Copy* copies of a row; null: nobody has said it. */
  copied(collection: string): readonly string[] | null {
    return this.#copied.get(collection) ?? null;
  }

  /** The names of the fields of a collection that have a value. */
  fieldsOf(collection: string): readonly string[] {
    const ofIt = nameOf(collection, '');
    return [...this.#fields].flatMap(([name, { special }]) =>
      name.startsWith(ofIt) && !special.includes('no-data') ? [name.slice(ofIt.length)] : [],
    );
  }

  field(collection: string, field: string): ExistingField | null {
    return this.#fields.get(nameOf(collection, field)) ?? null;
  }

  hasRelation(collection: string, field: string): boolean {
    return this.#relations.has(nameOf(collection, field));
  }

  addCollection({ collection, meta, fields }: CollectionPlan): void {
    this.#singletons.set(collection, meta.singleton === true);
    this.#made.add(collection);
    for (const field of fields) this.addField(collection, field);
  }

  addField(collection: string, { field, type, meta }: FieldPlan): void {
    this.#fields.set(nameOf(collection, field), existingField(type, meta));
  }
}

/** The name of a field in report lines: `collection.field`. */
export const nameOf = (collection: unknown, field: unknown) => `${String(collection)}.${String(field)}`;
