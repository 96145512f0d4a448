import { type Row, readId, readLine } from '../../directus/readField.ts';
import { type CollectionSchema, isFormOf } from './schema.ts';

/** The name of a row as lists in the admin app show it, from the template of its collection. */
export function nameOfRow({ template, singular }: CollectionSchema, row: Row): string {
  const name = template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, field: string) => readLine(row[field]) ?? '');
  return name.trim() || `${singular} ${readId(row.id) ?? ''}`.trim();
}

/** The path of the page of a row; null: the row has no page. */
export function pathOfRow({ pages = [] }: CollectionSchema, row: Row): string | null {
  const page = pages.find((each) => isFormOf(each, row));
  const slug = readLine(row.slug);
  return page && slug !== null ? page.path.replace('{{slug}}', encodeURIComponent(slug)) : null;
}
