import { junctionName, partTables } from '../../server/content/collections/blocks.ts';
import { collectionNames, collectionOf } from '../../server/content/collections/collections.ts';
import { type Row, readLine, readRow } from '../../server/directus/readField.ts';
import { type DirectusAdmin, ProvisioningProblem } from './directusAdmin.ts';
import { makeOnce } from './makeOnce.ts';
import type { Run } from './provisioningRun.ts';
import { publications } from './provisionPublications.ts';

/** What the site reads of a table in Directus. */
interface Table {
  readonly name: string;
  /** The rows that the public may read under strict rules, as a filter. */
  readonly rows: Row;
  /** The fields that the public may read under strict rules. */
  readonly fields: readonly string[];
  /** The fields that the site requests; Directus refuses the request if one of them is not readable. */
  readonly reads: readonly string[];
}

/** The places of blocks on pages that the public may read. */
const ofShownPage = { pages_id: collectionOf('pages').publicRows };

const tables: readonly Table[] = [
  ...collectionNames.map((name) => {
    const { publicRows = {}, publicFields, query } = collectionOf(name);
    const reads = [...new Set(query.fields.map((field) => field.split('.', 1)[0] ?? ''))];
    return { name, rows: publicRows, fields: publicFields, reads: reads.filter((field) => field !== '*') };
  }),
  ...partTables.map(({ name, publicFields }) => ({
    name,
    rows: name === junctionName ? ofShownPage : { [`$FOLLOW(${junctionName},item,collection)`]: ofShownPage },
    fields: publicFields,
    reads: publicFields,
  })),
];

/**
 * Adds the fields that are about to be created to public rules that list fields: without them Directus refuses the
 * collection. Once they exist, a later run could not tell them from fields that somebody has taken out of the rule.
 */
export async function extendReading({ admin, report, schema }: Run): Promise<void> {
  const { rules } = await publicReading(admin);
  for (const { name, reads } of tables) {
    const { id, fields } = rules.find(({ collection }) => collection === name) ?? {};
    if (!Array.isArray(fields) || fields.includes('*')) continue;
    const missing = reads.filter((field) => !schema.field(name, field) && !fields.includes(field));
    if (missing.length === 0) continue;
    await admin.change(`/permissions/${String(id)}`, { fields: [...fields, ...missing] });
    report('made', `public reading of ${missing.join(', ')} in ${name}`);
  }
}

/**
 * Gives the public read access to what the site shows. Existing rules stay, even where they allow more or less than
 * ours would.
 *
 * @param options.reading `strict`: only what the site shows. `open`: whole collections. Undefined: strict if the
 *   instance is new or already has a strict rule, as far as the license allows it
 * @throws {ProvisioningProblem} when strict rules were requested and the license does not allow them
 */
export async function provisionReading(
  run: Run,
  { reading, isNew }: { readonly reading: 'strict' | 'open' | undefined; readonly isNew: boolean },
): Promise<void> {
  const { admin, report, schema } = run;
  const { policy, rules } = await publicReading(admin);
  const ofOurs = rules.filter(({ collection }) => tables.some(({ name }) => name === collection));
  let isStrict = reading ? reading === 'strict' : isNew || ofOurs.some((rule) => !isOpen(rule));
  for (const { name, ...table } of tables) {
    const rule = rules.find(({ collection }) => collection === name);
    if (rule) {
      report('kept', `public reading of ${name}`);
      if (reading === 'strict' && isOpen(rule)) {
        report(
          'note',
          `The public may read all of ${name}. Delete its rule under Settings, Access Policies, Public, and run this again to get the strict one.`,
        );
      }
      continue;
    }
    if (isStrict && !(await grant(admin, policy, strictRule(name, table, schema)))) {
      if (reading === 'strict') throw new ProvisioningProblem(`${unlicensed} Run with --open.`);
      report('note', `${unlicensed} The site itself shows only what is published.`);
      isStrict = false;
    }
    if (!isStrict) await grant(admin, policy, { collection: name, permissions: {}, fields: ['*'] });
    report('made', `public reading of ${name}${isStrict ? ', published rows only' : ', including drafts'}`);
  }
}

const unlicensed =
  'The license of this Directus does not allow rules for single rows and fields (12 requires a paid one, 11 none): the public can only read these collections whole, including drafts.';

/** @returns whether the license allows the rule */
async function grant(admin: DirectusAdmin, policy: string, rule: ReadRule): Promise<boolean> {
  try {
    await admin.create('/permissions', { policy, action: 'read', ...rule });
    return true;
  } catch (error) {
    if (error instanceof ProvisioningProblem && error.code === 'RESOURCE_RESTRICTED') return false;
    throw error;
  }
}

/** The role for editors: full access to the site's rows and files, read access to publications and dashboards. */
const editors: RolePlan = {
  name: 'Site editor',
  icon: 'edit_note',
  mayLogIn: true,
  rights: [
    {
      collections: [...tables.map(({ name }) => name), 'directus_folders', 'directus_versions'],
      actions: ['create', 'read', 'update', 'delete'],
    },
    { collections: [publications, 'directus_dashboards', 'directus_panels'], actions: ['read'] },
  ],
};

/** Creates the role for editors, or gives it the rights to collections that are about to be created. */
export async function provisionEditors(run: Run): Promise<void> {
  await provisionRole(run, editors);
}

/** A role, and what it may do. */
export interface RolePlan {
  readonly name: string;
  readonly icon: string;
  /** Whether its users may log in to the admin app. */
  readonly mayLogIn: boolean;
  readonly rights: readonly {
    readonly collections: readonly string[];
    readonly actions: readonly string[];
  }[];
}

const rulesOf = ({ rights }: Pick<RolePlan, 'rights'>) =>
  rights.flatMap(({ collections, actions }) =>
    collections.flatMap((collection) =>
      actions.map((action) => ({ collection, action, permissions: {}, fields: ['*'] })),
    ),
  );

/**
 * Creates a role with exactly these rights. An existing role of ours keeps its rights, and gets those for collections
 * that are new in this run.
 * @returns its id; null: a role of that name exists that is not ours
 */
async function provisionRole(run: Run, plan: RolePlan): Promise<string | null> {
  const { admin, report } = run;
  const { name, icon, mayLogIn } = plan;
  const named = { filter: { name: { _eq: name } }, fields: 'id', limit: 1 };
  const [role] = await admin.readRows('/roles', named);
  const [ours] = await admin.readRows('/policies', named);
  if (role && !ours) {
    report('note', `A different role ${name} exists: left as is`);
    return null;
  }
  // The rules in the same call: an interrupted run must not leave a policy without them.
  const permissions = rulesOf(plan);
  const access = { icon, app_access: mayLogIn, admin_access: false, enforce_tfa: false, permissions };
  const policy = await makeOnce(run, '/policies', { name }, access, `policy ${name}`);
  if (!policy.isNew) {
    const without = await extendRights(run, plan);
    if (without.length > 0)
      report('note', `The policy ${name} has no rule for ${without.join(', ')}: add one if it should.`);
  }
  const policies = [{ policy: policy.id }];
  return (await makeOnce(run, '/roles', { name }, { icon, policies }, `role ${name}`)).id;
}

/**
 * Grants an existing policy its rights to collections that were not there before this run. A rule that is missing for
 * another one was taken away by somebody.
 * @returns the collections that are left without a rule
 */
export async function extendRights(
  { admin, report, schema }: Run,
  plan: RolePlan,
): Promise<readonly string[]> {
  const { name } = plan;
  const [policy] = await admin.readRows('/policies', {
    filter: { name: { _eq: name } },
    fields: 'id',
    limit: 1,
  });
  if (!policy) return [];
  const ofPolicy = { filter: { policy: { _eq: policy.id } }, fields: 'collection', limit: -1 };
  const held = (await admin.readRows('/permissions', ofPolicy)).map(({ collection }) => collection);
  const missing = rulesOf(plan).filter(({ collection }) => !held.includes(collection));
  const added = missing.filter(({ collection }) => !schema.wasThere(collection));
  if (added.length > 0) {
    const rules = added.map((rule) => ({ ...rule, policy: policy.id }));
    await admin.create('/permissions', rules);
    report('made', `rules of the policy ${name} for ${collectionsOf(added).join(', ')}`);
  }
  return collectionsOf(missing.filter(({ collection }) => schema.wasThere(collection)));
}

const collectionsOf = (rules: readonly { readonly collection: string }[]) => [
  ...new Set(rules.map(({ collection }) => collection)),
];

/**
 * Creates the user that the site's token belongs to, with exactly these rights.
 *
 * @param variable the environment variable that holds the token
 */
export async function provisionToken(
  run: Run,
  role: RolePlan,
  { token, variable }: { readonly token: string; readonly variable: string },
): Promise<void> {
  const id = await provisionRole(run, role);
  if (id === null) return;
  const { name } = role;
  const user = await makeOnce(run, '/users', { role: id }, { first_name: name, token }, `user ${name}`);
  if (!user.isNew)
    run.report('note', `The user ${name} keeps its token. If ${variable} differs, enter it there.`);
}

/** The policy for users who are not logged in, and what it allows them to read. */
async function publicReading(admin: DirectusAdmin) {
  const nobody = { role: { _null: true }, user: { _null: true } };
  const rows = await admin.readRows('/access', { filter: nobody, sort: 'sort', fields: 'policy', limit: 1 });
  const policy = readLine(rows[0]?.policy);
  if (policy === null) {
    throw new ProvisioningProblem(
      'This Directus has no policy for the public. Create one under Settings, Access Policies, and give it to Public.',
    );
  }
  const query = { filter: { policy: { _eq: policy }, action: { _eq: 'read' } }, limit: -1 };
  return { policy, rules: await admin.readRows('/permissions', query) };
}

function isOpen(rule: Row): boolean {
  const filter = readRow(rule.permissions);
  return filter === null || Object.keys(filter).length === 0;
}

/** What the public may read of a collection. */
interface ReadRule {
  readonly collection: string;
  /** The rows, as a filter; empty: all rows. */
  readonly permissions: Readonly<Record<string, unknown>>;
  readonly fields: readonly string[];
}

/**
 * Only what the site shows: published rows, posts from their date on, and the fields that the site knows. Fields that
 * editors add for themselves stay private.
 */
function strictRule(
  collection: string,
  { rows, fields }: Pick<Table, 'rows' | 'fields'>,
  schema: Run['schema'],
): ReadRule {
  const existing = fields.filter((name) => schema.field(collection, name) !== null);
  return { collection, permissions: rows, fields: existing };
}
