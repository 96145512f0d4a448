import {
  type CollectionName,
  collectionNames,
  collectionOf,
} from '../../server/content/collections/collections.ts';
import { pageChoices } from '../../server/content/collections/pages.ts';
import type { Field } from '../../server/content/collections/schema.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { type Row, readRow } from '../../server/directus/readField.ts';
import type { DirectusAdmin } from './directusAdmin.ts';
import type { Run } from './provisioningRun.ts';
import { provisionPictures } from './provisionPictures.ts';

type RowCollection = Exclude<CollectionName, 'directus_files'>;

const isRowCollection = (name: CollectionName): name is RowCollection => name !== 'directus_files';

/** Collections whose rows others refer to come first. */
const order: readonly RowCollection[] = collectionNames.filter(isRowCollection);

const fieldsOf = (name: RowCollection) => Object.entries(collectionOf(name).schema?.fields ?? {});

const holdsPictures = (field: Field): boolean =>
  field.kind === 'picture' || (field.kind === 'entries' && Object.values(field.inputs).some(holdsPictures));

const hasPictures = (name: RowCollection): boolean =>
  fieldsOf(name).some(([, field]) => holdsPictures(field));

/**
 * A marker folder in the file library of a new instance. It exists from before the first change until the last row is
 * written, also without sample content: the public must get strict rules even if the run is interrupted.
 */
const mark = { id: '6f0c7a51-2d0e-4f6b-9a57-6c1f6b8f1d3e', name: 'The site is being set up' };
const ofMark = { filter: { id: { _eq: mark.id } } };

const isMarked = async (admin: DirectusAdmin) => (await admin.readRows('/folders', ofMark)).length > 0;

/**
 * Whether an earlier run on the new instance was interrupted. The demo rows of each collection are written in one call:
 * if one has a different number of rows, it has been edited since, and the instance is in use.
 */
export async function isContentUnfinished({ admin, schema }: Run): Promise<boolean> {
  if (!(await isMarked(admin))) return false;
  for (const collection of order) {
    if (!schema.hasCollection(collection) || schema.isSingleton(collection)) continue;
    const { length } = await admin.readRows(`/items/${collection}`, { fields: 'id', limit: -1 });
    if (length > 0 && length !== demoRows()[collection].length) return false;
  }
  return true;
}

/** Creates the marker folder, and uploads the demo pictures unless there is to be no content. */
export async function beginContent(run: Run, samples: ContentOptions['samples']): Promise<void> {
  if (!(await isMarked(run.admin))) await run.admin.create('/folders', mark);
  if (samples !== 'none') await provisionPictures(run, demoRows().directus_files);
}

/** Removes the marker folder: the content is complete. A collection that is empty later was emptied by an editor. */
export async function endContent(admin: DirectusAdmin): Promise<void> {
  if (await isMarked(admin)) await admin.remove('/folders', { query: ofMark });
}

interface ContentOptions {
  /** Whether the instance is not yet in use for the site. */
  readonly isNew: boolean;
  readonly samples: 'new' | 'drafts' | 'none';
}

/**
 * Writes the demo content into a new instance. One in use gets none of it, unless samples are requested: these are
 * written as drafts, into empty collections that have drafts.
 */
export async function provisionContent(run: Run, { isNew, samples }: ContentOptions): Promise<void> {
  const { report, schema } = run;
  if (isNew && samples !== 'none') {
    for (const collection of order) {
      if (await isEmpty(run, collection)) await writeRows(run, collection, demoRows()[collection]);
    }
    return;
  }
  if (!isNew) await notePagesWithoutRow(run);
  const targets: RowCollection[] = [];
  for (const collection of order) {
    if (schema.isSingleton(collection) || !(await isEmpty(run, collection))) continue;
    if (samples !== 'drafts' || !takesDrafts(schema, collection)) {
      const how = hasDrafts(collection) && samples === 'new' ? ' (--samples puts drafts there)' : '';
      const meanwhile = collection === 'reviews' ? '; until then the site shows its three built-in ones' : '';
      report('note', `${collection} has no rows: write them in Directus${how}${meanwhile}`);
    } else targets.push(collection);
  }
  if (targets.some(hasPictures)) await provisionPictures(run, demoRows().directus_files);
  for (const collection of targets) {
    const drafts = samplesOf(collection, schema).map((row) => ({ ...row, status: 'draft' }));
    await writeRows(run, collection, drafts, ', as drafts');
  }
}

/** The demo's rows of a collection; services with their features, in one call, which no interruption divides. */
function samplesOf(name: RowCollection, schema: Run['schema']): readonly Row[] {
  const rows: readonly Row[] = demoRows()[name];
  if (name !== 'services' || !schema.field(name, 'features')) return rows;
  return rows.map(({ id, ...service }) => {
    const lines = demoRows().service_features.filter(({ service_id }) => service_id === id);
    return { id, ...service, features: lines.map(({ feature_text, sort }) => ({ feature_text, sort })) };
  });
}

const hasDrafts = (name: RowCollection): boolean => fieldsOf(name).some(([, { kind }]) => kind === 'status');

function takesDrafts(schema: Run['schema'], name: RowCollection): boolean {
  return hasDrafts(name) && /integer/i.test(schema.field(name, 'id')?.type ?? '');
}

async function isEmpty({ admin, schema }: Run, name: RowCollection): Promise<boolean> {
  // In a dry run, what would exist by now has not been created.
  if (admin.isDry && !schema.wasThere(name)) return true;
  if (schema.isSingleton(name)) return (readRow(await admin.read(`/items/${name}`))?.id ?? null) === null;
  return (await admin.readRows(`/items/${name}`, { limit: 1, fields: 'id' })).length === 0;
}

/**
 * Reports built-in pages that have no row: one that came with an update of the site shows built-in words until then.
 */
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
function toFieldTypes(row: Row, collection: string, schema: Run['schema']): Row {
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
  rows: readonly Row[],
  how = '',
): Promise<void> {
  const shaped = rows.map((row) => toFieldTypes(row, collection, schema));
  if (schema.isSingleton(collection)) {
    // The demo has a row for each setting.
    const settings = rows.map(({ key, value, ...row }) =>
      key === undefined ? row : { [String(key)]: value },
    );
    await admin.change(`/items/${collection}`, Object.assign({}, ...settings));
  } else {
    // One call: either all of them are written or none.
    await admin.create(`/items/${collection}`, shaped);
  }
  report('made', `${rows.length === 1 ? '1 row' : `${rows.length} rows`} of ${collection}${how}`);
}
