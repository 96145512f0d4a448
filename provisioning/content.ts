import { collectionNames, collectionOf } from '../server/content/collections/collections.ts';
import { pageChoices } from '../server/content/collections/pages.ts';
import type { Field } from '../server/content/collections/schema.ts';
import { countWithNoun } from '../shared/countWithNoun.ts';
import { type DirectusAdmin, toData } from './directusAdmin.ts';
import type { HeldSchema } from './heldSchema.ts';
import type { Run, Samples } from './run.ts';
import type { Data } from './wanted.ts';

/** Collections whose rows others refer to come first. */
const order = collectionNames.filter((name) => name !== 'directus_files');
type RowCollection = (typeof order)[number];

const fieldsOf = (name: RowCollection) => Object.values(collectionOf(name).schema?.fields ?? {});

const holdsPictures = (field: Field): boolean =>
  field.kind === 'picture' || (field.kind === 'entries' && Object.values(field.inputs).some(holdsPictures));

/**
 * A marker folder in the file library of a new instance. It exists from before the first change until the last row is
 * written, also without sample content: the public must get strict rules even if the run is interrupted.
 */
const mark = { id: '6f0c7a51-2d0e-4f6b-9a57-6c1f6b8f1d3e', name: 'The site is being set up' };
const ofMark = { filter: { id: { _eq: mark.id } } };

const isMarked = async (admin: DirectusAdmin) => (await admin.readRows('/folders', ofMark)).length > 0;

/**
 * Whether an instance is not yet in use for the site: it has none of the collections, or an earlier run was interrupted
 * before it had written all content. The sample rows of each collection are written in one call: if one has a different
 * number of rows, it has been edited since, and the instance is in use.
 */
export async function isNewFor(
  admin: DirectusAdmin,
  schema: HeldSchema,
  samples: Samples | null,
): Promise<boolean> {
  const held = order.filter((name) => schema.hasCollection(name));
  if (held.length === 0) return true;
  if (!(await isMarked(admin))) return false;
  for (const collection of held) {
    if (schema.isSingleton(collection)) continue;
    const { length } = await admin.readRows(`/items/${collection}`, { fields: 'id', limit: -1 });
    if (length > 0 && length !== samples?.rows[collection]?.length) return false;
  }
  return true;
}

/** Marks a new instance, and uploads the sample pictures. */
export async function beginContent(run: Run): Promise<void> {
  if (!(await isMarked(run.admin))) await run.admin.create('/folders', mark);
  if (run.samples) await ensurePictures(run, run.samples);
}

/** Uploads the sample pictures that are missing, each with its fixed id. */
async function ensurePictures({ admin, report }: Run, { pictures }: Samples): Promise<void> {
  const filter = { id: { _in: pictures.map(({ id }) => id) } };
  const rows = await admin.readRows('/files', { filter, fields: 'id', limit: pictures.length });
  const held = new Set(rows.map(({ id }) => id));
  for (const { id, name, upload } of pictures) {
    if (!held.has(id) && !admin.isDry) await admin.create('/files', await upload());
    report(held.has(id) ? 'kept' : 'made', `picture ${name}`);
  }
}

/**
 * Writes the sample rows into a new instance, and removes its mark: the content is complete, and a collection that is
 * empty later was emptied by an editor. An instance in use gets none, unless drafts are requested: these are written
 * into empty collections that have drafts.
 */
export async function ensureRows(run: Run): Promise<void> {
  const { admin, isNew, samples } = run;
  if (!isNew) await addDrafts(run);
  else if (samples) {
    for (const collection of order)
      if (await isEmpty(run, collection)) await writeRows(run, collection, samples.rows[collection] ?? []);
  }
  if (await isMarked(admin)) await admin.remove('/folders', { query: ofMark });
}

async function addDrafts(run: Run): Promise<void> {
  const { report, samples, schema } = run;
  await notePagesWithoutRow(run);
  const targets: RowCollection[] = [];
  for (const collection of order) {
    if (schema.isSingleton(collection) || !(await isEmpty(run, collection))) continue;
    const hasDrafts = fieldsOf(collection).some(({ kind }) => kind === 'status');
    const isCounted = /integer/i.test(schema.field(collection, 'id')?.type ?? '');
    if (samples?.use === 'drafts' && hasDrafts && isCounted) targets.push(collection);
    else {
      const how = hasDrafts && samples?.use === 'new' ? ' (--samples puts drafts there)' : '';
      const meanwhile = collection === 'reviews' ? '; until then the site shows its three built-in ones' : '';
      report('note', `${collection} has no rows: write them in Directus${how}${meanwhile}`);
    }
  }
  if (!samples) return;
  if (targets.some((name) => fieldsOf(name).some(holdsPictures))) await ensurePictures(run, samples);
  for (const collection of targets) {
    const unknown = referencesBeyond(collection, targets);
    const drafts = samplesOf(collection, samples, schema).map((row) => ({
      ...row,
      ...unknown,
      status: 'draft',
    }));
    await writeRows(run, collection, drafts, ', as drafts');
  }
}

/** Empties the fields that refer to rows of other collections than these, where ids mean other rows. */
function referencesBeyond(name: RowCollection, written: readonly string[]): Data {
  const fields = Object.entries(collectionOf(name).schema?.fields ?? {});
  const isUnknown = (field: Field) =>
    field.kind === 'row' && ![name, ...written].includes(field.relation.collection);
  return Object.fromEntries(fields.flatMap(([column, field]) => (isUnknown(field) ? [[column, null]] : [])));
}

/** The sample rows of a collection; services with their features, in one call, which no interruption divides. */
function samplesOf(name: RowCollection, { rows }: Samples, schema: HeldSchema): readonly Data[] {
  const own = rows[name] ?? [];
  if (name !== 'services' || !schema.field(name, 'features')) return own;
  return own.map(({ id, ...service }) => {
    const lines = rows.service_features?.filter(({ service_id }) => service_id === id) ?? [];
    return { id, ...service, features: lines.map(({ feature_text, sort }) => ({ feature_text, sort })) };
  });
}

async function isEmpty({ admin, schema }: Run, name: RowCollection): Promise<boolean> {
  // In a dry run, what would exist by now has not been created.
  if (admin.isDry && !schema.wasThere(name)) return true;
  if (schema.isSingleton(name)) return (toData(await admin.read(`/items/${name}`)).id ?? null) === null;
  return (await admin.readRows(`/items/${name}`, { limit: 1, fields: 'id' })).length === 0;
}

/** Notes built-in pages without a row: one that came with an update of the site shows built-in words until then. */
async function notePagesWithoutRow({ admin, report, schema }: Run): Promise<void> {
  if (!schema.wasThere('pages')) return;
  const rows = await admin.readRows('/items/pages', { fields: 'slug', limit: -1 });
  for (const { text, value } of pageChoices.filter((one) => !rows.some((row) => row.slug === one.value))) {
    report(
      'note',
      `The page ${text} has no row in pages and shows built-in text: add one for "${value}", and an entry to navigation if the menu should link there`,
    );
  }
}

/** Converts text in fields of type csv and json: Directus takes these as arrays and as JSON values. */
function toFieldTypes(row: Data, collection: string, schema: HeldSchema): Data {
  const entries = Object.entries(row).map(([name, value]): [string, unknown] => {
    const type = schema.field(collection, name)?.type;
    if (typeof value !== 'string') return [name, value];
    if (type === 'json') return [name, JSON.parse(value)];
    return [name, type === 'csv' ? value.split(',').map((word) => word.trim()) : value];
  });
  return Object.fromEntries(entries);
}

async function writeRows(
  { admin, report, schema }: Run,
  collection: RowCollection,
  rows: readonly Data[],
  how = '',
): Promise<void> {
  if (schema.isSingleton(collection)) {
    // The samples have a row for each setting.
    const settings = rows.map(({ key, value, ...row }) =>
      key === undefined ? row : { [String(key)]: value },
    );
    await admin.change(`/items/${collection}`, Object.assign({}, ...settings));
  } else {
    // One call: either all of them are written or none.
    await admin.create(
      `/items/${collection}`,
      rows.map((row) => toFieldTypes(row, collection, schema)),
    );
  }
  report('made', `${countWithNoun(rows.length, 'row')} of ${collection}${how}`);
}
