import { type DirectusAdmin, ProvisioningProblem, toData, toText } from './directusAdmin.ts';
import type { Run } from './run.ts';
import type { Data, Rule } from './wanted.ts';

/**
 * Adds the fields that are about to be created to public rules that list fields. Once they exist, a later run could not
 * tell them from fields that somebody has taken out of the rule.
 */
export async function growReading(run: Run, wanted: readonly Rule[]): Promise<void> {
  const { admin, report, schema } = run;
  const { rules } = await readPublic(admin);
  for (const { collection, fields: ours } of wanted) {
    const { id, fields } = rules.find((rule) => rule.collection === collection) ?? {};
    const plan = run.wanted.find((each) => each.kind === 'collection' && each.plan.collection === collection);
    if (!Array.isArray(fields) || fields.includes('*') || plan?.kind !== 'collection') continue;
    if (schema.hasRowPerSetting(plan.plan)) continue;
    const missing = ours.filter(
      (name) =>
        !schema.field(collection, name) &&
        !fields.includes(name) &&
        plan.plan.fields.some(({ field }) => field === name),
    );
    if (missing.length === 0) continue;
    await admin.change(`/permissions/${String(id)}`, { fields: [...fields, ...missing] });
    report('made', `public reading of ${missing.join(', ')} in ${collection}`);
  }
}

/**
 * Gives the public read access to what the site shows. Existing rules stay, even where they allow more or less than
 * ours would. Rules are strict if the instance is new, has a strict one, or if that was requested, as far as the
 * license allows it.
 * @throws {ProvisioningProblem} when strict rules were requested and the license does not allow them
 */
export async function ensureReading(run: Run, wanted: readonly Rule[]): Promise<void> {
  const { admin, report, schema, reading, isNew } = run;
  const { policy, rules } = await readPublic(admin);
  const ofOurs = rules.filter((rule) => wanted.some(({ collection }) => collection === rule.collection));
  let isStrict = reading ? reading === 'strict' : isNew || ofOurs.some((rule) => !isOpen(rule));
  for (const ours of wanted) {
    const { collection } = ours;
    const rule = ofOurs.find((each) => each.collection === collection);
    if (rule) {
      report('kept', `public reading of ${collection}`);
      if (reading === 'strict' && isOpen(rule)) {
        report(
          'note',
          `The public may read all of ${collection}. Delete its rule under Settings, Access Policies, Public, and run this again to get the strict one.`,
        );
      }
      continue;
    }
    // This Directus may lack fields that the site knows.
    const fields = ours.fields.filter((name) => schema.field(collection, name) !== null);
    if (isStrict && !(await grant(admin, policy, { ...ours, fields }))) {
      if (reading === 'strict') throw new ProvisioningProblem(`${unlicensed} Run with --open.`);
      report('note', `${unlicensed} The site itself shows only what is published.`);
      isStrict = false;
    }
    if (!isStrict) await grant(admin, policy, { ...ours, permissions: {}, fields: ['*'] });
    report(
      'made',
      `public reading of ${collection}${isStrict ? ', published rows only' : ', including drafts'}`,
    );
  }
}

const unlicensed =
  'The license of this Directus does not allow rules for single rows and fields (12 requires a paid one, 11 none): the public can only read these collections whole, including drafts.';

/** @returns whether the license allows the rule */
async function grant(admin: DirectusAdmin, policy: string, rule: Rule): Promise<boolean> {
  try {
    await admin.create('/permissions', { policy, ...rule });
    return true;
  } catch (error) {
    if (error instanceof ProvisioningProblem && error.code === 'RESOURCE_RESTRICTED') return false;
    throw error;
  }
}

/** The policy for users who are not logged in, and what it allows them to read. */
async function readPublic(admin: DirectusAdmin) {
  const nobody = { role: { _null: true }, user: { _null: true } };
  const rows = await admin.readRows('/access', { filter: nobody, sort: 'sort', fields: 'policy', limit: 1 });
  const policy = toText(rows[0]?.policy);
  if (policy === null) {
    throw new ProvisioningProblem(
      'This Directus has no policy for the public. Create one under Settings, Access Policies, and give it to Public.',
    );
  }
  const query = { filter: { policy: { _eq: policy }, action: { _eq: 'read' } }, limit: -1 };
  return { policy, rules: await admin.readRows('/permissions', query) };
}

const isOpen = ({ permissions }: Data) => Object.keys(toData(permissions)).length === 0;
