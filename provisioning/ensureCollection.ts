import { arrangeForm } from './arrangeForm.ts';
import { toData } from './directusAdmin.ts';
import { ensureItem, findItem, type Item } from './ensureItem.ts';
import { choicesOf, nameOf, specialOf } from './heldSchema.ts';
import type { Run } from './run.ts';
import type { CollectionPlan, FieldPlan, Wanted } from './wanted.ts';

/** Creates a collection with its form; one that exists gets the fields that it lacks. */
export async function ensureCollection(run: Run, plan: CollectionPlan): Promise<void> {
  const { admin, report, schema } = run;
  const { collection, meta, fields } = plan;
  if (!schema.hasCollection(collection)) {
    const sorted = fields.map(({ ofOldRows: _, ...field }, at) => ({
      ...field,
      meta: { ...field.meta, sort: at + 1 },
    }));
    await admin.create('/collections', { collection, schema: {}, meta, fields: sorted });
    schema.addCollection(plan);
    report('made', `collection ${collection}`);
  } else if (schema.hasRowPerSetting(plan)) {
    report('kept', `collection ${collection}, which has a row for each setting`);
    const keys = fields.map(({ field }) => field).filter((field) => field !== 'id');
    noteMissingChoices(run, collection, 'key', keys);
  } else await completeForm(run, plan);
}

async function completeForm(run: Run, plan: CollectionPlan): Promise<void> {
  const { admin, report, schema } = run;
  const { collection } = plan;
  report('kept', `collection ${collection}`);
  for (const field of plan.fields) {
    noteMissingChoices(run, collection, field.field, choicesOf(field));
    // An earlier run was interrupted while it added the field.
    if (schema.field(collection, field.field)?.meta?.note === unfinished)
      await finish(run, collection, field);
  }
  const fields = plan.fields.filter((field) => !isOtherEnd(run, collection, field));
  const { changes, added } = arrangeForm(fields, schema.fieldsOf(collection));
  if (changes.length > 0) {
    await admin.change(`/fields/${collection}`, changes);
    report('made', `room in the form of ${collection}: ${changes.map(({ field }) => field).join(', ')}`);
  }
  const gets = (name: unknown) => added.some(({ field }) => field === name);
  const copies = ['item_duplication_fields'] as const;
  if (gets(plan.meta.archive_field))
    await setFree(run, plan, ['archive_field', 'archive_value', 'unarchive_value'], copies);
  else if (added.some((field) => specialOf(field).includes('m2a'))) await setFree(run, plan, copies);
  for (const field of added) await addField(run, collection, field);
  // Not before: Directus sorts by it.
  if (gets(plan.meta.sort_field)) await setFree(run, plan, ['sort_field']);
}

/** The note of a field whose rows are not done yet: after an interruption it tells the next run. */
const unfinished = 'Not finished: run directus:provision again.';

async function addField(run: Run, collection: string, plan: FieldPlan): Promise<void> {
  const { admin, report, schema } = run;
  const { ofOldRows, ...field } = plan;
  // Existing rows have no value yet, so the column must not require one.
  const usual = field.schema?.default_value ?? null;
  const column = field.schema && { default_value: ofOldRows === undefined ? usual : ofOldRows };
  const meta = ofOldRows === undefined ? field.meta : { ...field.meta, note: unfinished };
  await admin.create(`/fields/${collection}`, { ...field, meta, schema: column });
  schema.addField(collection, plan);
  if (ofOldRows === undefined) report('made', `field ${nameOf(collection, field.field)}`);
  else await finish(run, collection, plan);
}

/** Ends the addition of a field whose older rows got a value of their own: new rows get the usual one. */
async function finish({ admin, report }: Run, collection: string, plan: FieldPlan): Promise<void> {
  const { field, schema, meta } = plan;
  const usual = { schema: { default_value: schema?.default_value }, meta: { note: meta.note } };
  await admin.change(`/fields/${collection}/${field}`, usual);
  report('made', `field ${nameOf(collection, field)}`);
}

/**
 * Gives a collection that exists those settings of ours that nobody has chosen.
 *
 * @param settings their names; those in one list belong together, and the first says whether somebody has chosen them
 */
async function setFree(
  { admin, schema }: Run,
  { collection, meta }: CollectionPlan,
  ...settings: readonly (readonly [string, ...string[]])[]
): Promise<void> {
  const held = schema.metaOf(collection);
  const free = settings
    .filter(([first]) => !held[first] && meta[first])
    .flatMap((names) => names.map((name) => [name, meta[name]]));
  if (free.length > 0) await admin.change(`/collections/${collection}`, { meta: Object.fromEntries(free) });
}

/** Whether the field is the list of a relation that already exists: then somebody has made that without the list. */
function isOtherEnd({ schema, wanted }: Run, collection: string, { field, type }: FieldPlan): boolean {
  if (type !== 'alias' || schema.field(collection, field)) return false;
  return wanted.some((each) => {
    if (each.kind !== 'relation' || each.values.related_collection !== collection) return false;
    return toData(each.values.meta).one_field === field && schema.hasRelation(each.collection, each.field);
  });
}

/** Notes values that the site knows but an existing choice does not offer. */
function noteMissingChoices(
  { report, schema }: Run,
  collection: string,
  field: string,
  values: readonly string[] | null,
): void {
  const held = schema.field(collection, field);
  const offered = held && choicesOf(held);
  const missing = (offered && values?.filter((value) => !offered.includes(value))) ?? [];
  if (missing.length > 0)
    report(
      'note',
      `${nameOf(collection, field)} does not offer ${missing.join(', ')}: add it under Settings, Data Model`,
    );
}

/** Creates a relation unless its field has one. A plain field of that name is left as it is. */
export async function ensureRelation(
  { admin, report, schema }: Run,
  { name, collection, field, values }: Extract<Wanted, { kind: 'relation' }>,
): Promise<void> {
  const held = schema.field(collection, field);
  if (!held || schema.hasRelation(collection, field)) return;
  const related = values.related_collection;
  if (related !== null && !specialOf(held).some((special) => special === 'file' || special === 'm2o')) {
    report(
      'note',
      `${nameOf(collection, field)} exists but refers to no row of ${String(related)}: left as is`,
    );
    return;
  }
  await admin.create('/relations', { collection, field, ...values });
  report('made', name);
}

/**
 * Arranges the list of a collection, unless somebody has done that for everybody. Its columns show names instead of
 * ids: one that cannot is left out.
 */
export async function ensureList(
  run: Run,
  { name, plan, widths, sort, filter = null }: Extract<Wanted, { kind: 'list' }>,
): Promise<void> {
  const { collection } = plan;
  const shown = Object.entries(widths).filter(([column]) => !isRawId(run, plan, column));
  const columns = shown.map(([column]) => column);
  const item: Item = {
    kind: 'item',
    name,
    path: '/presets',
    // For everybody.
    key: { collection, user: null, role: null, bookmark: null },
    values: {
      layout: 'tabular',
      layout_query: { tabular: { fields: columns, sort: [sort] } },
      layout_options: { tabular: { spacing: 'comfortable', widths: Object.fromEntries(shown) } },
      filter,
    },
  };
  const held = await findItem(run, item);
  if (!held && run.schema.wasThere(collection)) await nameRows(run, plan, columns);
  await ensureItem(run, item, held);
}

/** Whether a column is a plain one where the plan has a relation: lists show the id in it, or no such column exists. */
function isRawId({ schema }: Run, { collection, fields }: CollectionPlan, column: string): boolean {
  const held = schema.field(collection, column);
  const plan = fields.find(({ field }) => field === column);
  if (!held || !plan) return true;
  return specialOf(plan).some(
    (special) => !special.startsWith('cast-') && !specialOf(held).includes(special),
  );
}

/** Says how a row is called, and how lists show these columns, where nobody has said it. */
async function nameRows(run: Run, plan: CollectionPlan, columns: readonly string[]): Promise<void> {
  const { admin, schema } = run;
  const { collection, fields } = plan;
  const plain = fields.filter(({ field, type }) => {
    const held = schema.field(collection, field);
    return columns.includes(field) && held?.type === type && held.meta && !held.meta.display;
  });
  const changes = plain.flatMap(({ field, meta: { display, display_options } }) =>
    display ? [{ field, meta: { display, display_options } }] : [],
  );
  if (changes.length > 0) await admin.change(`/fields/${collection}`, changes);
  await setFree(run, plan, ['display_template']);
}
