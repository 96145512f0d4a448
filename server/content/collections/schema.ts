import { type Row, readId, readLine, readSlug } from '../../directus/readField.ts';
import type { NamedCollection } from '../parse/parseContext.ts';

/**
 * The collections of the content service as plain data: provisioning creates them, the embedded content service
 * serves them.
 */

/** What a collection holds, and how editors see it. */
export interface CollectionSchema {
  /** The name of a Material icon. */
  readonly icon: string;
  /** Its name in lists of collections. */
  readonly label: string;
  readonly singular: string;
  /** Several of its rows; default: its label. */
  readonly plural?: string;
  readonly note: string;
  /** The display template of one row. */
  readonly template: string;
  /** The columns of the editor's list, in order; default: those that Directus chooses. */
  readonly columns?: readonly string[];
  /** The initial filter of the editor's list; default: all rows. */
  readonly listed?: Readonly<Record<string, unknown>>;
  /** The path of the page of a row, with `{{slug}}` as a placeholder, and the rows that it is for. */
  readonly pages?: readonly { readonly path: string; readonly shownFor?: Rows; readonly hiddenFor?: Rows }[];
  /** Where a row without a page of its own is seen; default: the home page. */
  readonly shownAt?: string;
  /** Whether its rows are seen on every page: all, or those in which a field is empty. */
  readonly onEveryPage?: { readonly unlessFilled?: string };
  /** One form instead of a list of rows. */
  readonly isSingleton?: true;
  /** Its rows are edited only in the forms of other rows, so lists of collections do not show it. */
  readonly isPart?: true;
  /** The field that stores the order into which editors drag the rows. */
  readonly sortField?: string;
  /** The fields in the order of the form. */
  readonly fields: Readonly<Record<string, Field>>;
}

/** Options of every field. */
export interface Wording {
  /** The label, if the name of the field does not read well. */
  readonly label?: string;
  /** The help text below the input. */
  readonly note?: string;
  readonly required?: true;
  readonly width?: 'half';
  /** The group of the form that contains it. */
  readonly group?: string;
  /** Directus fills it, and no form shows it. */
  readonly isHidden?: true;
  /** A newer field holds its value: forms show it only where it has one. */
  readonly isOld?: true;
  /** Only the forms of these rows show it; default: all. */
  readonly shownFor?: Rows;
  /** The forms of these rows do not show it. */
  readonly hiddenFor?: Rows;
}

/** A set of rows, by the values of one field. */
export interface Rows {
  readonly field: string;
  readonly values: readonly string[];
}

interface Choice {
  readonly text: string;
  readonly value: string;
  /** Lists show it as a dot of this color. */
  readonly color?: string;
}

/** How a field refers to a row of a collection. */
interface Relation {
  readonly collection: string;
  /** What happens to our row, or to its field, when the row that it refers to is deleted. */
  readonly onDelete: 'SET NULL' | 'CASCADE';
  /** The list in the form of the row referred to, if that form shows one. */
  readonly list?: {
    readonly field: string;
    readonly sortField: string;
    /** For a junction: its field for the other side. */
    readonly junctionField?: string;
  };
}

export type Kind =
  /** The primary key: counted up, never shown. `mayBeMissing`: the row is complete without one. */
  | { readonly kind: 'id'; readonly mayBeMissing?: true }
  /** Published, draft or archived; a new row is a draft. `ifMissing`: what a row without the field counts as. */
  | { readonly kind: 'status'; readonly ifMissing?: 'published' }
  /** The last part of an address; no two rows share one. */
  | { readonly kind: 'slug' }
  /** One line of text, at most 255 characters; `isLink`: the target of a link. */
  | { readonly kind: 'line'; readonly placeholder?: string; readonly isLink?: true }
  /** Plain text of several lines; `softLength` is what the input counts down from. */
  | { readonly kind: 'text'; readonly softLength?: number }
  | { readonly kind: 'html' }
  /** One of several values, with `allowOther` also any other; `isKey`: the slug of its row, which no two rows share. */
  | {
      readonly kind: 'choice';
      readonly choices: readonly Choice[];
      readonly allowOther?: true;
      readonly isKey?: true;
    }
  /** Several words, entered one by one; stored as text with commas between them. `rowsOf`: addresses of such rows. */
  | { readonly kind: 'words'; readonly rowsOf?: readonly NamedCollection[] }
  /** A moment, stored in UTC and shown to the editor in the editor's own time zone. */
  | { readonly kind: 'moment' }
  /** A calendar day. */
  | { readonly kind: 'day' }
  /** A number; `least` defaults to 0 and `step` to 1. */
  | { readonly kind: 'number'; readonly least?: number; readonly most?: number; readonly step?: number }
  /** Yes or no; `isOn`: yes in a new row. */
  | { readonly kind: 'flag'; readonly isOn?: true }
  /** The position in a list, set by dragging. */
  | { readonly kind: 'order' }
  /** When the row was created or changed last; set by Directus, never shown. */
  | { readonly kind: 'changed' }
  /** A picture from the file library. */
  | { readonly kind: 'picture' }
  /** A reference to one row of a collection. */
  | { readonly kind: 'row'; readonly template: string; readonly relation: Relation }
  /** The rows that refer to this one, edited in its form; no column. */
  | { readonly kind: 'rows'; readonly template: string; readonly isTree?: true }
  /** Ordered rows of any of these collections, through a junction; no column. */
  | { readonly kind: 'blocks'; readonly collections: readonly string[] }
  /** A collapsible part of the form; fields refer to it as their `group`; no column. */
  | { readonly kind: 'group'; readonly isOpen?: true }
  /** A list of small forms in one field, each entry with these inputs. */
  | {
      readonly kind: 'entries';
      readonly template: string;
      readonly addLabel: string;
      readonly inputs: Readonly<Record<string, Field>>;
    };

export type Field = Wording & Kind;

/** What editors call a field: its label, or its name in words. */
export const labelOf = (name: string, { label }: Wording): string => label ?? name.replaceAll('_', ' ');

/** Whether the form of a row shows a field. */
export function isFormOf({ shownFor, hiddenFor }: Wording, row: Row): boolean {
  const isOf = (rows: Rows) => rows.values.includes(readLine(row[rows.field]) ?? '');
  return (!shownFor || isOf(shownFor)) && (!hiddenFor || !isOf(hiddenFor));
}

/** The fields of a collection without those that only arrange the form or list related rows. */
export function columnsOf({
  fields,
}: Pick<CollectionSchema, 'fields'>): readonly (readonly [name: string, field: Field])[] {
  return Object.entries(fields).filter(([, { kind }]) => kind !== 'rows' && kind !== 'group');
}

/** The relation of a field, if it has one. */
export function relationOf(field: Field): Relation | null {
  if (field.kind === 'row') return field.relation;
  return field.kind === 'picture' ? { collection: 'directus_files', onDelete: 'SET NULL' } : null;
}

/** The name of a row as lists in the admin app show it, from the template of its collection. */
export function nameOfRow({ template, singular }: CollectionSchema, row: Row): string {
  const name = template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, field: string) => readLine(row[field]) ?? '');
  return name.trim() || `${singular} ${readId(row.id) ?? ''}`.trim();
}

const longestName = 80;

/** What editors call a row: as in lists, but a page that is chosen from a list and a single form by the name of that. */
export function nameForEditors(schema: CollectionSchema, row: Row): string {
  const { slug } = schema.fields;
  if (schema.isSingleton) return schema.label;
  if (slug?.kind !== 'choice') return cutName(nameOfRow(schema, row));
  const chosen = slug.choices.find(({ value }) => value === readLine(row.slug)?.toLowerCase());
  return chosen ? `${chosen.text} page` : cutName(readLine(row.title) ?? nameOfRow(schema, row));
}

const cutName = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;

/** The path of the page of a row; null: the row has no page. */
export function pathOfRow({ pages = [], fields }: CollectionSchema, row: Row): string | null {
  // Of a page that is chosen from a list, the site also reads capitals.
  const written = readSlug(row.slug);
  const slug = fields.slug?.kind === 'choice' ? (written?.toLowerCase() ?? null) : written;
  const page = pages.find((each) => isFormOf(each, { ...row, slug }));
  return page && slug !== null ? page.path.replace('{{slug}}', encodeURIComponent(slug)) : null;
}
