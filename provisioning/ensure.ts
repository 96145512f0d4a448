import { ensureRows } from './content.ts';
import { toData, toText } from './directusAdmin.ts';
import { ensureCollection, ensureList, ensureRelation } from './ensureCollection.ts';
import { ensureItem, findItem, type Item } from './ensureItem.ts';
import { ensureReading, growReading } from './ensureReading.ts';
import { namesIn } from './heldSchema.ts';
import { ensurePreviews } from './previews.ts';
import type { Run } from './run.ts';
import type { Data, Wanted } from './wanted.ts';

/** Creates a wanted thing, or completes it; what is there stays as it is. */
export async function ensure(run: Run, wanted: Wanted): Promise<void> {
  switch (wanted.kind) {
    case 'item':
      return ensureItem(run, wanted, await findItem(run, wanted));
    case 'collection':
      return ensureCollection(run, wanted.plan);
    case 'relation':
      return ensureRelation(run, wanted);
    case 'list':
      return ensureList(run, wanted);
    case 'reading':
      return ensureReading(run, wanted.rules);
    case 'previews':
      return ensurePreviews(run, wanted);
    case 'rows':
      return ensureRows(run);
  }
}

/**
 * Prepares what is there for the collections and fields that are about to be created: rules, and triggers of Flows.
 * Once those exist, a later run could not tell what has not been granted yet from what somebody has taken away.
 */
export async function grow(run: Run, wanted: Wanted): Promise<void> {
  if (wanted.kind === 'reading') return growReading(run, wanted.rules);
  if (wanted.kind !== 'item' || (!wanted.rules && !wanted.triggers)) return;
  const held = await findItem(run, wanted);
  if (!held) return;
  const isComing = (collection: string) => !run.schema.hasCollection(collection);
  await growRules(run, wanted, held, isComing);
  const options = toData(held.options);
  const triggers = namesIn(options.collections);
  const added = wanted.triggers?.filter((name) => isComing(name) && !triggers.includes(name)) ?? [];
  // Somebody has removed all collections from the Flow on purpose.
  if (triggers.length === 0 || added.length === 0) return;
  const grown = { options: { ...options, collections: [...triggers, ...added] } };
  await run.admin.change(`${wanted.path}/${toText(held.id)}`, grown);
  run.report('made', `calls for ${added.join(', ')} in the ${wanted.name}`);
}

async function growRules(
  { admin, report }: Run,
  { name, rules = [] }: Item,
  held: Data,
  isComing: (collection: string) => boolean,
): Promise<void> {
  const filter = { policy: { _eq: held.id } };
  const ruled = (await admin.readRows('/permissions', { filter, fields: 'collection', limit: -1 })).map(
    ({ collection }) => collection,
  );
  const missing = rules.filter(({ collection }) => !ruled.includes(collection));
  const added = missing.filter(({ collection }) => isComing(collection));
  if (added.length > 0) {
    await admin.create(
      '/permissions',
      added.map((rule) => ({ ...rule, policy: held.id })),
    );
    report('made', `rules of the ${name} for ${collectionsOf(added)}`);
  }
  const without = collectionsOf(missing.filter((rule) => !added.includes(rule)));
  if (without !== '') report('note', `The ${name} has no rule for ${without}: add one if it should.`);
}

const collectionsOf = (rules: readonly { readonly collection: string }[]) =>
  [...new Set(rules.map(({ collection }) => collection))].join(', ');
