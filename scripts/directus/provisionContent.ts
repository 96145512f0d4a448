import {
  type CollectionName,
  collectionNames,
  collectionOf,
} from '../../server/content/collections/collections.ts';
import type { Field } from '../../server/content/collections/schema.ts';
import type { DemoRows } from '../../server/demo/demoRows.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { type Row, readId } from '../../server/directus/readField.ts';
import type { DirectusAdmin, Report } from './directusAdmin.ts';
import { provisionPictures } from './provisionPictures.ts';
import type { ExistingSchema } from './provisionSchema.ts';

type RowCollection = Exclude<CollectionName, 'directus_files'>;

const isRowCollection = (name: CollectionName): name is RowCollection => name !== 'directus_files';

/** In the order in which rows can point at each other. */
const order: readonly RowCollection[] = collectionNames.filter(isRowCollection);

const fieldsOf = (name: RowCollection) => Object.entries(collectionOf(name).schema?.fields ?? {});

/** The field by which an editor tells rows apart; elsewhere it is the id. */
const keyFieldOf = (name: RowCollection): string =>
  fieldsOf(name).find(
    ([, field]) => field.kind === 'slug' || (field.kind === 'choice' && field.isKey),
  )?.[0] ?? 'id';

const holdsPictures = (field: Field): boolean =>
  field.kind === 'picture' || (field.kind === 'entries' && Object.values(field.inputs).some(holdsPictures));

const hasPictures = (name: RowCollection): boolean =>
  fieldsOf(name).some(([, field]) => holdsPictures(field));

/**
 * Fills empty collections with the demo content. One that holds a row is left alone, so that an instance in
 * use gets nothing that its editors did not write.
 * @param overwrite sets every row and picture of the demo back to what it was, and adds those that are gone
 */
export async function provisionContent(
  admin: DirectusAdmin,
  report: Report,
  schema: ExistingSchema,
  overwrite: boolean,
): Promise<void> {
  const demo = demoRows();
  const targets: RowCollection[] = [];
  for (const collection of order) {
    if (await takesDemoRows(admin, report, schema, collection, overwrite)) targets.push(collection);
  }
  if (targets.some(hasPictures)) {
    await provisionPictures(admin, report, demo.directus_files, overwrite);
  }
  for (const collection of targets) {
    const rows =
      collection === 'service_features' ? await featuresOfHeldServices(admin, demo) : demo[collection];
    const shaped = rows.map((row) => toFieldTypes(row, collection, schema));
    await writeRows(admin, report, collection, shaped, overwrite);
  }
}

async function takesDemoRows(
  admin: DirectusAdmin,
  report: Report,
  schema: ExistingSchema,
  collection: RowCollection,
  overwrite: boolean,
): Promise<boolean> {
  if (schema.isSingleton(collection)) {
    report('note', `${collection} holds one single object: no demo content put into it`);
    return false;
  }
  if (!/integer/i.test(schema.field(collection, 'id')?.type ?? '')) {
    report('note', `${collection} has no numbers as ids: no demo content put into it`);
    return false;
  }
  if (overwrite) return true;
  const isEmpty = (await admin.readRows(`/items/${collection}`, { limit: 1, fields: 'id' })).length === 0;
  if (!isEmpty) report('kept', `rows of ${collection}`);
  return isEmpty;
}

/** The lines of those services that are the demo's, under the ids that these have here. */
async function featuresOfHeldServices(admin: DirectusAdmin, demo: DemoRows): Promise<readonly Row[]> {
  const held = await admin.readRows('/items/services', { fields: 'id,slug,title', limit: -1 });
  return demo.service_features.flatMap((feature): Row[] => {
    const service = demo.services.find(({ id }) => id === feature.service_id);
    const same = held.find(({ slug, title }) => slug === service?.slug && title === service?.title);
    return same ? [{ ...feature, service_id: same.id }] : [];
  });
}

/** Directus takes lists as lists, and JSON as itself, where a field is declared so. */
function toFieldTypes(row: Row, collection: string, schema: ExistingSchema): Row {
  const entries = Object.entries(row).map(([name, value]): [string, unknown] => {
    const type = schema.field(collection, name)?.type;
    if (typeof value !== 'string') return [name, value];
    if (type === 'json') return [name, JSON.parse(value)];
    return [name, type === 'csv' ? value.split(',').map((word) => word.trim()) : value];
  });
  return Object.fromEntries(entries);
}

async function writeRows(
  admin: DirectusAdmin,
  report: Report,
  collection: RowCollection,
  rows: readonly Row[],
  overwrite: boolean,
): Promise<void> {
  const path = `/items/${collection}`;
  const keyField = keyFieldOf(collection);
  const fields = [...new Set(['id', keyField])].join(',');
  const held = overwrite ? await admin.readRows(path, { fields, limit: -1 }) : [];
  const changed: Row[] = [];
  const added: Row[] = [];
  for (const row of rows) {
    const same = held.find((one) => readId(one[keyField]) === readId(row[keyField]));
    if (same) changed.push({ ...row, id: same.id });
    else added.push(row);
  }
  // One call each: either all of them are written or none.
  if (changed.length > 0) {
    await admin.change(path, changed);
    report('overwrote', `${countOf(changed)} of ${collection}`);
  }
  if (added.length > 0) {
    await admin.create(path, withFreeIds(added, held));
    report('made', `${countOf(added)} of ${collection}`);
  }
}

/** The rows under their own ids, or under the next free ones where an id is taken by a foreign row. */
function withFreeIds(rows: readonly Row[], held: readonly Row[]): readonly Row[] {
  const taken = new Set(held.map((row) => readId(row.id)));
  return rows.some((row) => taken.has(readId(row.id))) ? rows.map(({ id: _, ...rest }) => rest) : rows;
}

const countOf = (rows: readonly Row[]) => (rows.length === 1 ? '1 row' : `${rows.length} rows`);
