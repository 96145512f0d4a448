import { isDeepStrictEqual } from 'node:util';
import { blockTableNames, junctionName } from '../../server/content/collections/blocks.ts';
import { collectionOf, collections } from '../../server/content/collections/collections.ts';
import { isLandingSlug } from '../../server/content/collections/pages.ts';
import type { Relation } from '../../server/content/collections/schema.ts';
import { type Row, readLine, readRow, readRows } from '../../server/directus/readField.ts';
import { type CollectionPlan, collectionPlans, type FieldPlan, pageLinkPlan } from './collectionPlans.ts';
import { choicesIn, type ExistingField, nameOf, wordsOf } from './existingSchema.ts';
import type { Run } from './provisioningRun.ts';

/**
 * Creates the collections, fields and relations that are missing. Existing ones stay as they are, even where they
 * differ from ours, except for what forms of an earlier version lack.
 *
 * @param origin the site's origin, for links from rows to their pages
 */
export async function provisionSchema(run: Run, origin: string | undefined): Promise<void> {
  for (const [at, plan] of collectionPlans.entries()) {
    if (plan.collection === collections.pages.name) await addStatusOfPages(run, plan);
    await provisionCollection(run, plan, at + 1);
  }
  for (const plan of collectionPlans) {
    await provisionRelations(run, plan);
    await limitCopies(run, plan);
  }
  const { schema } = run;
  if (!schema.hasRelation(junctionName, 'item') && schema.hasCollection(junctionName))
    await relateBlocks(run);
  if (origin) await linkPages(run, origin);
}

/** Says what *Save as Copy* copies of a row, where nobody has said it: also fields that somebody has added. */
async function limitCopies({ admin, report, schema }: Run, { collection, meta, fields }: CollectionPlan) {
  const ours = wordsOf(meta.item_duplication_fields).filter(
    (path) => schema.field(collection, path.split('.')[0] ?? '') !== null,
  );
  if (ours.length === 0 || !schema.wasThere(collection)) return;
  const held = schema.copied(collection);
  const missing = ours.filter((path) => !held?.includes(path));
  if (held !== null) {
    if (missing.length > 0) report('note', `copies of ${collection} are made without ${missing.join(', ')}`);
    return;
  }
  const own = schema.fieldsOf(collection).filter((name) => !fields.some(({ field }) => field === name));
  await admin.change(`/collections/${collection}`, { meta: { item_duplication_fields: [...ours, ...own] } });
  report('made', `what a copy includes in ${collection}`);
}

/** Creates a collection that is not site content, or what is missing of it. */
export async function provisionOwnCollection(run: Run, plan: CollectionPlan): Promise<void> {
  await provisionCollection(run, plan, null);
  await provisionRelations(run, plan);
}

async function provisionCollection(run: Run, plan: CollectionPlan, sort: number | null): Promise<void> {
  const { report, schema } = run;
  const { collection, meta } = plan;
  if (!schema.hasCollection(collection)) await createCollection(run, plan, sort);
  else if (meta.singleton === true && !schema.isSingleton(collection)) {
    report('kept', `collection ${collection}, which has a row for each setting`);
    const keys = plan.fields.map(({ field }) => field).filter((field) => field !== 'id');
    noteMissingChoices(run, nameOf(collection, 'key'), schema.field(collection, 'key'), keys);
  } else await addMissingFields(run, plan);
}

async function provisionRelations(run: Run, { collection, fields }: CollectionPlan): Promise<void> {
  const { schema } = run;
  for (const { field, relation } of fields) {
    if (!relation || !schema.field(collection, field) || schema.hasRelation(collection, field)) continue;
    await createRelation(run, collection, field, relation);
  }
}

async function createCollection(run: Run, plan: CollectionPlan, sort: number | null): Promise<void> {
  const { admin, report, schema } = run;
  const { collection, meta } = plan;
  const fields = plan.fields.map((field, at) => placed(field, at + 1));
  await admin.create('/collections', { collection, schema: {}, meta: { ...meta, sort }, fields });
  schema.addCollection(plan);
  report('made', `collection ${collection}`);
}

/** A field as Directus takes it, at its place in the form; its relation is made by a call of its own. */
function placed({ relation: _, ...field }: FieldPlan, sort: number) {
  return { ...field, meta: { ...field.meta, sort } };
}

async function addMissingFields(run: Run, { collection, fields }: CollectionPlan): Promise<void> {
  const { admin, report, schema: before } = run;
  report('kept', `collection ${collection}`);
  for (const [at, field] of fields.entries()) {
    const held = before.field(collection, field.field);
    if (held) {
      noteMissingChoices(run, nameOf(collection, field.field), held, choicesIn(readRow(field.meta.options)));
      await mendField(run, collection, field, held);
      continue;
    }
    // A list of rows is one end of a relation; if the relation was created without the list, none is added.
    if (field.type === 'alias' && isListOf(collection, field.field, before)) continue;
    // Existing rows have no value yet, so the column must not require one.
    const schema = field.schema && { default_value: field.schema.default_value ?? null };
    await admin.create(`/fields/${collection}`, placed({ ...field, schema }, at + 1));
    before.addField(collection, field);
    report('made', `field ${collection}.${field.field}`);
  }
}

/** The note of a field whose rows are not done yet: after an interruption it tells the next run. */
const unfinished = 'Not finished: run directus:provision again.';

/**
 * Adds the status to a collection `pages` that is older than it. Its rows stay published, except those with an address
 * of their own.
 */
async function addStatusOfPages(run: Run, { collection, fields }: CollectionPlan): Promise<void> {
  const { admin, report, schema } = run;
  const at = fields.findIndex(({ field }) => field === 'status');
  const held = schema.field(collection, 'status');
  if (!fields[at] || !schema.hasCollection(collection) || (held && held.note !== unfinished)) return;
  const plan = fields[at];
  if (!held) {
    const atFirst = { schema: { default_value: 'published' }, meta: { ...plan.meta, note: unfinished } };
    await admin.create(`/fields/${collection}`, placed({ ...plan, ...atFirst }, at + 1));
    schema.addField(collection, plan);
  }
  await draftLandingPages(run);
  await admin.change(`/fields/${collection}/status`, {
    schema: { default_value: plan.schema?.default_value },
    meta: { note: plan.meta.note },
  });
  report('made', `field ${collection}.status`);
}

/** A row with its own address was not a page before, so it becomes a draft until an editor publishes it. */
async function draftLandingPages({ admin, report }: Run): Promise<void> {
  const rows = await admin.readRows('/items/pages', { limit: -1 });
  const shown = rows.filter(({ status }) => status !== 'draft');
  const slugs = shown.map(({ slug }) => readLine(slug) ?? '').filter(isLandingSlug);
  if (slugs.length === 0) return;
  for (const slug of slugs)
    report('note', `The row "${slug}" of pages is a draft: publish it if /${slug} should be a page`);
  const filter = { slug: { _in: slugs } };
  await admin.change('/items/pages', { query: { filter, limit: -1 }, data: { status: 'draft' } });
}

/** Reports values that the site knows but an existing choice does not offer. */
function noteMissingChoices(
  { report }: Run,
  name: string,
  held: ExistingField | null,
  values: readonly string[] | null,
): void {
  const offered = choicesIn(held?.options ?? null);
  const missing = (offered && values?.filter((value) => !offered.includes(value))) ?? [];
  if (missing.length > 0)
    report('note', `${name} does not offer ${missing.join(', ')}: add it under Settings, Data Model`);
}

const formerAddressRule = { slug: { _regex: '^[a-z0-9]+(-[a-z0-9]+)*$' } };

/** Changes what earlier versions made wrong in the form of a field; what somebody has changed stays. */
async function mendField(
  { admin, report }: Run,
  collection: string,
  { field, meta }: FieldPlan,
  held: ExistingField,
): Promise<void> {
  if (held.interface !== meta.interface) return;
  const options = mendedOptions(held, readRow(meta.options));
  const { validation, validation_message } = meta;
  const hasFormerRule = field === 'slug' && isDeepStrictEqual(held.validation, formerAddressRule);
  const changes = {
    ...(isDeepStrictEqual(options, held.options) ? {} : { options }),
    ...(hasFormerRule ? { validation, validation_message } : {}),
  };
  if (Object.keys(changes).length === 0) return;
  await admin.change(`/fields/${collection}/${field}`, { meta: changes });
  report('made', `new form of ${collection}.${field}`);
}

function mendedOptions({ interface: input, options: held }: ExistingField, ours: Row | null): Row | null {
  if (input === 'list-m2a') return held ?? ours;
  return input === 'list' && held && ours ? mendedEntries(held, ours) : held;
}

/**
 * Gives a list of entries the labels of its inputs, and what an input for a picture needs. Inputs that somebody has
 * renamed or added stay.
 */
function mendedEntries(held: Row, ours: Row): Row {
  const planned = readRows(ours.fields);
  const fields = readRows(held.fields).flatMap((old) => {
    const now = planned.find((one) => one.field === old.field);
    if (!now || old.name !== old.field || old.collection !== undefined) return [old];
    // Another input takes its place.
    if (isPicture(old) && !isPicture(now)) return [...planned.filter(isPicture), now];
    const { name, collection } = now;
    return [{ ...old, name, ...(collection === undefined ? {} : { collection }) }];
  });
  // The name of a picture does not tell entries apart: each was listed as "--".
  const template = held.template === '{{picture}}' ? ours.template : held.template;
  return { ...held, template, fields };
}

const isPicture = ({ meta }: Row) => readRow(meta)?.interface === 'file-image';

/** Whether the field is the list of a relation that already exists. */
function isListOf(collection: string, field: string, before: Run['schema']): boolean {
  return collectionPlans.some((other) =>
    other.fields.some(({ field: name, relation }) => {
      const isThis = relation?.collection === collection && relation.list?.field === field;
      return isThis && before.hasRelation(other.collection, name);
    }),
  );
}

async function createRelation(
  { admin, report, schema }: Run,
  collection: string,
  field: string,
  relation: Relation,
): Promise<void> {
  const special = schema.field(collection, field)?.special ?? [];
  // A plain field of that name is not ours.
  if (!special.includes('file') && !special.includes('m2o')) {
    report(
      'note',
      `${collection}.${field} exists but refers to no row of ${relation.collection}: left as is`,
    );
    return;
  }
  await admin.create('/relations', {
    collection,
    field,
    related_collection: relation.collection,
    schema: { on_delete: relation.onDelete },
    meta: {
      one_field: relation.list?.field ?? null,
      sort_field: relation.list?.sortField ?? null,
      junction_field: relation.list?.junctionField ?? null,
      one_deselect_action: relation.list ? 'delete' : 'nullify',
    },
  });
  report('made', `relation ${collection}.${field} to ${relation.collection}`);
}

/** Creates the relation from the junction to rows of any of the block collections. */
async function relateBlocks({ admin, report }: Run): Promise<void> {
  await admin.create('/relations', {
    collection: junctionName,
    field: 'item',
    related_collection: null,
    schema: null,
    meta: {
      one_collection_field: 'collection',
      one_allowed_collections: blockTableNames,
      junction_field: 'pages_id',
      one_deselect_action: 'nullify',
    },
  });
  report('made', `relation ${junctionName}.item to blocks of any kind`);
}

/** Adds a link to the page on the site to the form of each row that has a page. */
async function linkPages({ admin, report, schema }: Run, origin: string): Promise<void> {
  for (const { name } of Object.values(collections)) {
    for (const [at, page] of (collectionOf(name).schema?.pages ?? []).entries()) {
      const plan = pageLinkPlan(at === 0 ? 'site_link' : `site_link_${at + 1}`, page, origin);
      if (schema.field(name, plan.field)) report('kept', `link of ${name} to the site`);
      else {
        await admin.create(`/fields/${name}`, placed(plan, 0));
        report('made', `link of ${name} to the site`);
      }
    }
  }
}
