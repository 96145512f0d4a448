/**
 * The collections of the content service as plain data: provisioning creates them, the embedded content service
 * serves them.
 */

/** What a collection holds, and how editors see it. */
export interface CollectionSchema {
  /** A Material icon by its name. */
  readonly icon: string;
  /** What lists of collections call it. */
  readonly label: string;
  readonly singular: string;
  readonly note: string;
  /** How one row is named elsewhere. */
  readonly template: string;
  /** The columns of the editor's list, the first ones first; without it those that Directus chooses. */
  readonly columns?: readonly string[];
  /** Which rows the editor's list shows at first; all of them without it. */
  readonly listed?: Readonly<Record<string, unknown>>;
  /** Where the page of a row is, from the site's origin on, with `{{slug}}` in it. */
  readonly pages?: readonly { readonly path: string; readonly shownFor?: Rows; readonly hiddenFor?: Rows }[];
  /** Where a row without a page of its own is seen; the home page without it. */
  readonly shownAt?: string;
  /** One form instead of a list of rows. */
  readonly isSingleton?: true;
  /** Its rows are edited in the form of others alone: it is in no list of collections. */
  readonly isPart?: true;
  /** The field that rows are dragged into their order by. */
  readonly sortField?: string;
  /** The fields in the order of the form. */
  readonly fields: Readonly<Record<string, Field>>;
}

/** What every field may say of itself. */
export interface Wording {
  /** The label, where the name of the field alone does not read well. */
  readonly label?: string;
  /** The help text below the input. */
  readonly note?: string;
  readonly required?: true;
  readonly width?: 'half';
  /** The group of the form that holds it. */
  readonly group?: string;
  /** Directus fills it, and no form shows it. */
  readonly isHidden?: true;
  /** The rows whose form has it, by the values of another field; all of them without it. */
  readonly shownFor?: Rows;
  /** The rows whose form does without it. */
  readonly hiddenFor?: Rows;
}

/** Rows by the values of a field. */
export interface Rows {
  readonly field: string;
  readonly values: readonly string[];
}

export interface Choice {
  readonly text: string;
  readonly value: string;
}

/** Which row elsewhere a field names. */
export interface Relation {
  readonly collection: string;
  /** What happens to our row, or to its field, when that row is deleted. */
  readonly onDelete: 'SET NULL' | 'CASCADE';
  /** The list on the other side, where its form shows one. */
  readonly list?: {
    readonly field: string;
    readonly sortField: string;
    /** Of a junction: its field for the other side. */
    readonly junctionField?: string;
  };
}

export type Kind =
  /** The primary key: counted up, never shown. */
  | { readonly kind: 'id' }
  /** Published, draft or archived; a new row is a draft. `unsaid`: what rows are that are older than the field. */
  | { readonly kind: 'status'; readonly unsaid?: 'published' | undefined }
  /** The last part of an address; no two rows share one. */
  | { readonly kind: 'slug' }
  /** One line of text, at most 255 characters; it may be where a link leads. */
  | { readonly kind: 'line'; readonly placeholder?: string; readonly isLink?: true }
  /** Plain text of several lines; `softLength` is what the input counts down from. */
  | { readonly kind: 'text'; readonly softLength?: number }
  | { readonly kind: 'html' }
  /** One of several words, or another one where that is allowed; no two rows share a key. */
  | {
      readonly kind: 'choice';
      readonly choices: readonly Choice[];
      readonly allowOther?: true;
      readonly isKey?: true;
    }
  /** Several words, entered one by one; stored as text with commas between them. */
  | { readonly kind: 'words' }
  /** A moment, stored in UTC and shown to the editor in the editor's own time zone. */
  | { readonly kind: 'moment' }
  /** A calendar day. */
  | { readonly kind: 'day' }
  /** A number; `least` is 0 and `step` 1 without them. */
  | { readonly kind: 'number'; readonly least?: number; readonly most?: number; readonly step?: number }
  /** Yes or no; `isOn` in a new row. */
  | { readonly kind: 'flag'; readonly isOn?: true }
  /** The place in a list, set by dragging. */
  | { readonly kind: 'order' }
  /** When the row was created or changed last; set by Directus, never shown. */
  | { readonly kind: 'changed' }
  /** A picture of the file library. */
  | { readonly kind: 'picture' }
  /** One row of a collection. */
  | { readonly kind: 'row'; readonly template: string; readonly relation: Relation }
  /** The rows that name this one, edited in its own form; no column. */
  | { readonly kind: 'rows'; readonly template: string; readonly isTree?: true }
  /** Rows of any of these collections, in an order, by a junction; no column. */
  | { readonly kind: 'blocks'; readonly collections: readonly string[] }
  /** A foldable part of the form; fields name it as their group; no column. */
  | { readonly kind: 'group'; readonly isOpen?: true }
  /** A list of small forms in one field, each entry with these inputs. */
  | {
      readonly kind: 'entries';
      readonly template: string;
      readonly addLabel: string;
      readonly inputs: Readonly<Record<string, Field>>;
    };

export type Field = Wording & Kind;

/** The fields of a collection that are columns, without those that only arrange the form. */
export function columnsOf({
  fields,
}: Pick<CollectionSchema, 'fields'>): readonly (readonly [name: string, field: Field])[] {
  return Object.entries(fields).filter(([, { kind }]) => kind !== 'rows' && kind !== 'group');
}

/** The row elsewhere that a field names, if it does. */
export function relationOf(field: Field): Relation | null {
  if (field.kind === 'row') return field.relation;
  return field.kind === 'picture' ? { collection: 'directus_files', onDelete: 'SET NULL' } : null;
}
