import type { Relation } from '../../server/content/collections/schema.ts';
import { readLine, readRow, readRows } from '../../server/directus/readField.ts';
import { type CollectionPlan, collectionPlans, type FieldPlan } from './collectionPlans.ts';
import type { DirectusAdmin, Report } from './directusAdmin.ts';

interface ExistingField {
  readonly type: string;
  readonly special: readonly string[];
}

/** What an instance has before, or between, the steps of the provisioning. */
export interface ExistingSchema {
  hasCollection(collection: string): boolean;
  isSingleton(collection: string): boolean;
  field(collection: string, field: string): ExistingField | null;
  hasRelation(collection: string, field: string): boolean;
}

/** Reads the collections, fields and relations of an instance. */
async function readSchema(admin: DirectusAdmin): Promise<ExistingSchema> {
  const [collections, fields, relations] = [
    await admin.readRows('/collections'),
    await admin.readRows('/fields'),
    await admin.readRows('/relations'),
  ];
  const singletons = new Map(
    collections.map((row) => [readLine(row.collection), readRow(row.meta)?.singleton === true]),
  );
  const known = new Map(
    fields.map((row): [string, ExistingField] => {
      const special = readRow(row.meta)?.special;
      const words = Array.isArray(special) ? special.map(String) : [];
      return [nameOf(row.collection, row.field), { type: String(row.type), special: words }];
    }),
  );
  const related = new Set(readRows(relations).map((row) => nameOf(row.collection, row.field)));
  return {
    hasCollection: (collection) => singletons.has(collection),
    isSingleton: (collection) => singletons.get(collection) === true,
    field: (collection, field) => known.get(nameOf(collection, field)) ?? null,
    hasRelation: (collection, field) => related.has(nameOf(collection, field)),
  };
}

const nameOf = (collection: unknown, field: unknown) => `${String(collection)}.${String(field)}`;

/**
 * Creates the collections, fields and relations that are missing. What is there stays as it is, also where
 * it differs from ours.
 * @returns the schema as it then is
 */
export async function provisionSchema(admin: DirectusAdmin, report: Report): Promise<ExistingSchema> {
  const before = await readSchema(admin);
  for (const [at, plan] of collectionPlans.entries()) {
    if (before.hasCollection(plan.collection)) await addMissingFields(admin, report, before, plan);
    else await createCollection(admin, report, plan, at + 1);
  }
  const between = await readSchema(admin);
  for (const plan of collectionPlans) {
    for (const field of plan.fields) {
      if (!field.relation || between.hasRelation(plan.collection, field.field)) continue;
      await createRelation(admin, report, between, plan.collection, field.field, field.relation);
    }
  }
  return readSchema(admin);
}

async function createCollection(
  admin: DirectusAdmin,
  report: Report,
  plan: CollectionPlan,
  sort: number,
): Promise<void> {
  const { collection, meta } = plan;
  const fields = plan.fields.map(({ relation: _, ...field }, at) => placed(field, at + 1));
  await admin.create('/collections', { collection, schema: {}, meta: { ...meta, sort }, fields });
  report('made', `collection ${collection}`);
}

function placed(field: FieldPlan, sort: number): FieldPlan {
  return { ...field, meta: { ...field.meta, sort } };
}

async function addMissingFields(
  admin: DirectusAdmin,
  report: Report,
  before: ExistingSchema,
  { collection, fields }: CollectionPlan,
): Promise<void> {
  report('kept', `collection ${collection}`);
  for (const [at, { relation: _, ...field }] of fields.entries()) {
    if (before.field(collection, field.field)) continue;
    // A list of rows is one end of a relation: where that was made without it, it stays without.
    if (field.type === 'alias' && isListOf(collection, field.field, before)) continue;
    // Rows that are there have no value yet, so nothing may demand one.
    const schema = field.schema && { default_value: field.schema.default_value ?? null };
    await admin.create(`/fields/${collection}`, placed({ ...field, schema }, at + 1));
    report('made', `field ${collection}.${field.field}`);
  }
}

/** Whether the field is the list of a relation that is already there. */
function isListOf(collection: string, field: string, before: ExistingSchema): boolean {
  return collectionPlans.some((other) =>
    other.fields.some(({ field: name, relation }) => {
      const isThis = relation?.collection === collection && relation.list?.field === field;
      return isThis && before.hasRelation(other.collection, name);
    }),
  );
}

async function createRelation(
  admin: DirectusAdmin,
  report: Report,
  schema: ExistingSchema,
  collection: string,
  field: string,
  relation: Relation,
): Promise<void> {
  const special = schema.field(collection, field)?.special ?? [];
  // A plain field of that name belongs to someone else.
  if (!special.includes('file') && !special.includes('m2o')) {
    report('note', `${collection}.${field} is there and names no row of ${relation.collection}: left so`);
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
      one_deselect_action: relation.list ? 'delete' : 'nullify',
    },
  });
  report('made', `relation ${collection}.${field} to ${relation.collection}`);
}
