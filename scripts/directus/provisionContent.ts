import {
  type CollectionName,
  collectionNames,
  collectionOf,
} from '../../server/content/collections/collections.ts';
import { pageChoices } from '../../server/content/collections/pages.ts';
import type { Field } from '../../server/content/collections/schema.ts';
import type { DemoRows } from '../../server/demo/demoRows.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { type Row, readRow } from '../../server/directus/readField.ts';
import type { DirectusAdmin } from './directusAdmin.ts';
import type { Run } from './provisioningRun.ts';
import { provisionPictures } from './provisionPictures.ts';

type RowCollection = Exclude<CollectionName, 'directus_files'>;

const isRowCollection = (name: CollectionName): name is RowCollection => name !== 'directus_files';

/** In the order in which rows can point at each other. */
const order: readonly RowCollection[] = collectionNames.filter(isRowCollection);

const fieldsOf = (name: RowCollection) => Object.entries(collectionOf(name).schema?.fields ?? {});

const holdsPictures = (field: Field): boolean =>
  field.kind === 'picture' || (field.kind === 'entries' && Object.values(field.inputs).some(holdsPictures));

const hasPictures = (name: RowCollection): boolean =>
  fieldsOf(name).some(([, field]) => holdsPictures(field));

/** A folder of the file library, there from before the first picture of the demo until its last row is written. */
const mark = { id: '6f0c7a51-2d0e-4f6b-9a57-6c1f6b8f1d3e', name: 'Sample content is being put in' };
const ofMark = { filter: { id: { _eq: mark.id } } };

const isMarked = async (admin: DirectusAdmin) => (await admin.readRows('/folders', ofMark)).length > 0;

/**
 * Whether an earlier run was interrupted while it put the demo content in. Each collection is written in one call: one
 * with another number of rows has been edited since, and the instance is in use.
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

/** Marks the instance, and uploads the pictures of the demo. */
export async function beginContent(run: Run): Promise<void> {
  if (!(await isMarked(run.admin))) await run.admin.create('/folders', mark);
  await provisionPictures(run, demoRows().directus_files);
}

/** The content is whole: what is empty from now on is so because an editor has emptied it. */
export async function endContent(admin: DirectusAdmin): Promise<void> {
  await admin.remove('/folders', { query: ofMark });
}

interface ContentOptions {
  /** Whether nobody uses the instance for the site. */
  readonly isNew: boolean;
  readonly samples: 'new' | 'drafts' | 'none';
}

/**
 * Puts the demo content into a new instance. One that is in use gets nothing that its editors did not write, unless they
 * ask for samples: as drafts, where a collection has no row and knows drafts.
 */
export async function provisionContent(run: Run, { isNew, samples }: ContentOptions): Promise<void> {
  const { admin, report, schema } = run;
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
    const drafts = demoRows()[collection].map((row) => ({ ...row, status: 'draft' }));
    await writeRows(run, collection, drafts, ', as drafts');
  }
  if (targets.includes('services')) {
    const features = await featuresOfHeldServices(admin, demoRows());
    await writeRows(run, 'service_features', features);
  }
}

const hasDrafts = (name: RowCollection): boolean => fieldsOf(name).some(([, { kind }]) => kind === 'status');

function takesDrafts(schema: Run['schema'], name: RowCollection): boolean {
  return hasDrafts(name) && /integer/i.test(schema.field(name, 'id')?.type ?? '');
}

async function isEmpty({ admin, schema }: Run, name: RowCollection): Promise<boolean> {
  // What would have been made by now is not there in a dry run.
  if (admin.isDry && !schema.wasThere(name)) return true;
  if (schema.isSingleton(name)) return (readRow(await admin.read(`/items/${name}`))?.id ?? null) === null;
  return (await admin.readRows(`/items/${name}`, { limit: 1, fields: 'id' })).length === 0;
}

/** A page that came with an update of the site has built-in words until it has a row. */
async function notePagesWithoutRow({ admin, report, schema }: Run): Promise<void> {
  if (!schema.wasThere('pages')) return;
  const rows = await admin.readRows('/items/pages', { fields: 'slug', limit: -1 });
  for (const { text, value } of pageChoices.filter((one) => !rows.some((row) => row.slug === one.value))) {
    report(
      'note',
      `The page ${text} has no row in pages and shows built-in words: add one for "${value}", and an entry to navigation where the menu is to lead there`,
    );
  }
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
