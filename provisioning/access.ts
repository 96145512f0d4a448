import { junctionName, partTables } from '../server/content/collections/blocks.ts';
import { collectionNames, collectionOf } from '../server/content/collections/collections.ts';
import { idOf, type Rule, type Wanted } from './wanted.ts';

/** The places of blocks on pages that the public may read. */
const ofShownPage = { pages_id: collectionOf('pages').publicRows };

/** What the site reads: published rows, and the fields that it knows. Fields that editors add stay private. */
const publicRules: readonly Rule[] = [
  ...collectionNames.map((collection) => {
    const { publicRows = {}, publicFields } = collectionOf(collection);
    return { collection, action: 'read', permissions: publicRows, fields: publicFields };
  }),
  ...partTables.map(({ name, publicFields }) => ({
    collection: name,
    action: 'read',
    permissions:
      name === junctionName ? ofShownPage : { [`$FOLLOW(${junctionName},item,collection)`]: ofShownPage },
    fields: publicFields,
  })),
];

/** What the public may read. No row may be readable, even briefly, that strict rules would hide: rows come after it. */
export const publicReading: Wanted = { kind: 'reading', name: 'public reading', rules: publicRules };

/** Rights to whole collections. */
export const rightsTo = (collections: readonly string[], ...actions: readonly string[]): readonly Rule[] =>
  collections.flatMap((collection) =>
    actions.map((action) => ({ collection, action, permissions: {}, fields: ['*'] })),
  );

/** A role with a policy of the same name, which has exactly these rights. */
export function roleWith(
  name: string,
  icon: string,
  { mayLogIn, rules }: { readonly mayLogIn: boolean; readonly rules: readonly Rule[] },
): readonly Wanted[] {
  const policy = idOf(`policy ${name}`);
  return [
    {
      kind: 'item',
      name: `policy ${name}`,
      path: '/policies',
      key: { name },
      // The rules in the same call: an interrupted run must not leave a policy without them.
      values: { icon, app_access: mayLogIn, admin_access: false, enforce_tfa: false, permissions: rules },
      rules,
    },
    {
      kind: 'item',
      name: `role ${name}`,
      after: [`policy ${name}`],
      path: '/roles',
      key: { name },
      values: { icon, policies: [{ policy }] },
      checks: [
        { text: policy, note: `The role ${name} does not have the policy ${name}: add it if it should.` },
      ],
    },
  ];
}

/** A role for the site itself, and the user to whom its token belongs. */
export function tokenWith(
  name: string,
  icon: string,
  {
    rules,
    token,
    variable,
  }: { readonly rules: readonly Rule[]; readonly token: string; readonly variable: string },
): readonly Wanted[] {
  return [
    ...roleWith(name, icon, { mayLogIn: false, rules }),
    {
      kind: 'item',
      name: `user ${name}`,
      after: [`role ${name}`],
      path: '/users',
      key: { role: idOf(`role ${name}`) },
      values: { first_name: name, token },
      note: `The user ${name} keeps its token. If ${variable} differs, enter it there.`,
    },
  ];
}

/** Editors may write the site's rows and files, and see the results of saves; nothing else. */
export const editors = (publications: string) =>
  roleWith('Site editor', 'edit_note', {
    mayLogIn: true,
    rules: [
      ...rightsTo(
        [...publicRules.map(({ collection }) => collection), 'directus_folders', 'directus_versions'],
        ...['create', 'read', 'update', 'delete'],
      ),
      ...rightsTo([publications, 'directus_dashboards', 'directus_panels'], 'read'),
    ],
  });
