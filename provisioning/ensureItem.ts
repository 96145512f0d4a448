import { ProvisioningProblem, toData, toRows, toText } from './directusAdmin.ts';
import type { Run } from './run.ts';
import { type Data, placeholderId, type Wanted, withIds } from './wanted.ts';

export type Item = Extract<Wanted, { kind: 'item' }>;

/**
 * Creates an item unless it is there, and notes what it lacks then.
 *
 * @param held what `findItem` has found
 */
export async function ensureItem(
  { admin, report, ids }: Run,
  { name, path, key, values, checks = [], note }: Item,
  held: Data | undefined,
): Promise<void> {
  if (held) {
    report('kept', name);
    ids.set(name, toText(held.id) ?? placeholderId);
    const text = JSON.stringify(held);
    for (const check of checks)
      if (!text.includes(String(withIds(check.text, ids)))) report('note', check.note);
    const steps = stepsOf(held);
    const lacking = [...stepsOf(values)].filter(([key]) => !steps.has(key)).map(([, step]) => `"${step}"`);
    if (lacking.length > 0)
      report(
        'note',
        `The ${name} has no step ${[...new Set(lacking)].join(', ')}: delete it and run this again if it should.`,
      );
    if (note) report('note', note);
    return;
  }
  try {
    const made = toData(await admin.create(path, withIds({ ...key, ...values }, ids)));
    ids.set(name, toText(made.id) ?? placeholderId);
    report('made', name);
  } catch (error) {
    if (!(error instanceof ProvisioningProblem) || error.code !== 'LIMIT_EXCEEDED') throw error;
    report('note', `${name} is missing: the license of this Directus allows no more active ones.`);
  }
}

/** The names of the steps of a Flow by their keys; other items have none. */
const stepsOf = ({ operations }: Data) =>
  new Map(toRows(operations).map(({ key, name }) => [String(key), String(name)]));

/** What is read of an item besides its own columns. */
const parts: Readonly<Record<string, string>> = { '/flows': '*,operations.*', '/roles': '*,policies.*' };

/** An item as Directus has it; undefined: it does not. */
export async function findItem({ admin, ids }: Run, { path, key, signs }: Item): Promise<Data | undefined> {
  const fields = parts[path] ?? '*';
  if (signs) {
    const all = await admin.readRows(path, { fields, limit: -1 });
    return all.find((row) => signs.every((sign) => JSON.stringify(row).includes(sign)));
  }
  const filter = Object.fromEntries(
    Object.entries(key).map(([name, value]) => [
      name,
      value === null ? { _null: true } : { _eq: withIds(value, ids) },
    ]),
  );
  return (await admin.readRows(path, { filter, fields, limit: 1 }))[0];
}
