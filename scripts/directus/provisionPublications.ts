import { readLine } from '../../server/directus/readField.ts';
import { type DirectusAdmin, onceIn, type Report } from './directusAdmin.ts';
import { giveSteps, makeCollection, type OwnField, type Step } from './flowSteps.ts';
import { editor } from './provisionAccess.ts';

export const publications = 'publications';
/** The operation that calls the site as well, of another Flow. */
export const retryKey = 'ask_again';
const retentionDays = 90;
/** A site that has been away for so long loads everything when it is back. */
const retryDays = 3;

/**
 * Makes what tells editors what became of their saves: the collection of receipts, the dashboard that lists them, and the
 * Flow that asks the site each minute for what it had missed, and erases old receipts.
 *
 * @param site the host of the site: there may be several
 * @param request the options of an operation that calls it
 */
export async function provisionPublications(
  admin: DirectusAdmin,
  report: Report,
  site: string,
  request: (body: string) => object,
): Promise<void> {
  const once = onceIn(admin, report);
  await makeCollection(admin, report, publications, meta, fields);
  const user = { collection: publications, field: 'user' };
  const relations = await admin.readRows('/relations');
  if (!relations.some((row) => row.collection === publications && row.field === 'user'))
    await admin.create('/relations', {
      ...user,
      related_collection: 'directus_users',
      schema: { on_delete: 'SET NULL' },
    });
  const [policy] = await admin.readRows('/policies', { filter: { name: { _eq: editor } }, limit: 1 });
  for (const collection of policy ? [publications, 'directus_dashboards', 'directus_panels'] : []) {
    const names = { policy: readLine(policy?.id), collection, action: 'read' };
    await once(
      '/permissions',
      names,
      { fields: ['*'], permissions: {} },
      `right of editors to read ${collection}`,
    );
  }
  const dashboard = await once(
    '/dashboards',
    { name: 'Publications' },
    { icon: 'receipt_long' },
    'dashboard Publications',
  );
  if (dashboard.isNew)
    for (const panel of panels) await admin.create('/panels', { dashboard: dashboard.id, ...panel });
  const name = `Publish what ${site} has missed`;
  // Nobody reads a log of each minute.
  const flow = {
    icon: 'sync',
    trigger: 'schedule',
    accountability: null,
    status: 'inactive',
    options: { cron: '* * * * *' },
  };
  const made = await once('/flows', { name }, flow, `Flow ${name}`);
  if (made.isNew) await giveSteps(admin, made.id, retrySteps(site, request));
}

/** What follows the call of the site in its Flow: a receipt in the list, and behind the bell of who saved. */
export function receiptSteps(site: string): {
  readonly live: readonly Step[];
  readonly late: readonly Step[];
} {
  const receipt = (name: string) => `{{call_the_site.data.receipt.${name}}}`;
  const recipient = '{{$accountability.user}}';
  const message =
    'The site could not be reached, or could not read this from Directus. It is tried again each minute.';
  const write = (key: string, payload: object): Step => ({
    ...{ key, name: 'Write the receipt', type: 'item-create' },
    options: {
      ...{ collection: publications, ...full },
      payload: {
        ...{ site, user: recipient, collection: '{{$trigger.collection}}', ...payload },
        // A new row has a key, changed ones have several; what is absent becomes the word undefined.
        keys: ['{{$trigger.key}}', '{{$trigger.keys[0]}}'],
      },
    },
  });
  return {
    live: [
      write('live', {
        ...{ state: 'live', milliseconds: '{{call_the_site.data.milliseconds}}', item: receipt('item') },
        ...{ title: receipt('title'), message: receipt('message'), addresses: receipt('addresses') },
      }),
      {
        // Not as a notification is sent: for each save there would be a mail too.
        ...{ key: 'tell', name: 'Tell who saved', type: 'item-create' },
        options: {
          ...{ collection: 'directus_notifications', ...full },
          payload: {
            ...{ recipient, status: 'inbox', subject: receipt('subject'), message: receipt('message') },
            ...{ collection: publications, item: '{{live[0]}}' },
          },
        },
      },
    ],
    late: [
      write('late', { state: 'waiting', message }),
      {
        ...{ key: 'tell_late', name: 'Tell who saved', type: 'notification' },
        options: {
          ...{ recipient, subject: 'Not published yet', message, permissions: '$full' },
          ...{ collection: publications, item: '{{late[0]}}' },
        },
      },
    ],
  };
}

const full = { permissions: '$full', emitEvents: false };
const daysAgo = (days: number) => `$NOW(-${days} days)`;

const retrySteps = (site: string, request: (body: string) => object): readonly Step[] => {
  const old = { _lt: daysAgo(retentionDays) };
  const erase = (key: string, collection: string, filter: object): Step => ({
    ...{ key, name: 'Erase old ones', type: 'item-delete' },
    options: { collection, ...full, query: { filter, limit: -1 } },
  });
  return [
    erase('erase', publications, { created: old }),
    erase('erase_told', 'directus_notifications', { collection: { _eq: publications }, timestamp: old }),
    {
      ...{ key: 'waiting', name: 'What waits', type: 'item-read' },
      options: {
        ...{ collection: publications, ...full },
        query: {
          filter: { site: { _eq: site }, state: { _eq: 'waiting' }, created: { _gt: daysAgo(retryDays) } },
          ...{ fields: ['id', 'collection', 'keys'], sort: ['created'], limit: 100 },
        },
      },
    },
    {
      ...{ key: retryKey, name: 'Ask the site', type: 'request' },
      options: request('{"retry":{{waiting}}}'),
    },
    {
      ...{ key: 'note', name: 'Note what is live', type: 'item-update' },
      options: { collection: publications, ...full, payload: `{{${retryKey}.data.rows}}` },
    },
  ];
};

const meta = {
  icon: 'receipt_long',
  note: 'What became of each save: when it was on the site, and where. Flows write these rows.',
  display_template: '{{title}} {{collection}}: {{message}}',
  sort_field: null,
  accountability: null,
  translations: [
    { language: 'en-US', translation: 'Publications', singular: 'Publication', plural: 'Publications' },
  ],
};

const readonly = { readonly: true };
const half = { ...readonly, width: 'half' };
const states = [
  { value: 'live', text: 'Live', color: 'var(--theme--success)' },
  { value: 'waiting', text: 'Tried again', color: 'var(--theme--warning)' },
];
const line = (field: string, label: string, more: object = half): OwnField => ({
  ...{ field, label, type: 'string', meta: { interface: 'input', ...more } },
});
const text = (field: string, label: string): OwnField => ({
  ...{ field, label, type: 'text', meta: { interface: 'input-multiline', ...readonly } },
});

const fields: readonly OwnField[] = [
  {
    ...{ field: 'id', type: 'integer', label: 'Number' },
    schema: { is_primary_key: true, has_auto_increment: true },
    meta: { hidden: true, ...readonly },
  },
  {
    ...{ field: 'created', type: 'timestamp', label: 'Saved', schema: { is_indexed: true } },
    meta: {
      interface: 'datetime',
      special: ['date-created'],
      display: 'datetime',
      display_options: { relative: true },
      ...half,
    },
  },
  {
    ...{ field: 'state', type: 'string', label: 'State', schema: { is_indexed: true } },
    meta: {
      ...{ interface: 'select-dropdown', options: { choices: states }, ...half },
      ...{ display: 'labels', display_options: { choices: states, showAsDot: true } },
    },
  },
  line('title', 'What'),
  {
    ...{ field: 'user', type: 'uuid', label: 'By' },
    meta: {
      interface: 'select-dropdown-m2o',
      special: ['m2o'],
      options: { template: '{{first_name}} {{last_name}}' },
      display: 'user',
      ...half,
    },
  },
  text('message', 'What became of it'),
  text('addresses', 'New addresses'),
  { field: 'milliseconds', type: 'integer', label: 'Milliseconds', meta: { interface: 'input', ...half } },
  line('collection', 'Collection'),
  line('item', 'Key'),
  line('site', 'Site'),
  { field: 'keys', type: 'json', label: 'Keys', meta: { hidden: true, special: ['cast-json'], ...readonly } },
];

const panels = [
  {
    ...{ name: 'Latest publications', type: 'list', show_header: true, icon: 'receipt_long' },
    ...{ position_x: 1, position_y: 1, width: 32, height: 28 },
    options: {
      ...{
        collection: publications,
        sortField: 'created',
        sortDirection: 'desc',
        limit: 20,
        linkToItem: true,
      },
      displayTemplate: '{{state}} {{created}} {{title}} {{message}}',
    },
  },
];
