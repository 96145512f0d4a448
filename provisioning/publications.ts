import { dashboard, daysAgo, flow, onRows, type Step } from './flows.ts';
import { type OwnField, ownCollection } from './forms.ts';
import type { Data, Wanted } from './wanted.ts';

export const publications = 'publications';
const retentionDays = 90;
/** Older ones are not retried: a site that was down for this long loads everything when it is back. */
const retryDays = 3;

/**
 * What tells editors the result of their saves: the collection of receipts, the dashboard that lists them, and the Flow
 * that every minute asks the site to publish what it missed, and erases old receipts.
 *
 * @param site the host of the site; several sites may use the instance
 * @param request returns the options of an operation that calls the site
 */
export function receiptsFor(site: string, request: (body: string) => Data): readonly Wanted[] {
  return [
    ...receipts,
    dashboard('Publications', 'receipt_long', [latest]),
    flow({
      name: `Publish what ${site} has missed`,
      after: [`collection ${publications}`],
      icon: 'sync',
      trigger: 'schedule',
      options: { cron: '* * * * *' },
      accountability: null,
      steps: retrySteps(site, request),
    }),
  ];
}

/** The steps after the call of the site: a receipt in the list and a notification for the user who saved. */
export function receiptSteps(site: string): {
  readonly live: readonly Step[];
  readonly late: readonly Step[];
} {
  const receipt = (name: string) => `{{call_the_site.data.receipt.${name}}}`;
  const recipient = '{{$accountability.user}}';
  const message =
    'The site could not be reached, or could not read this from Directus. This is retried every minute.';
  const write = (key: string, payload: Data): Step => ({
    key,
    name: 'Write the receipt',
    ...onRows('create', publications, {
      payload: {
        site,
        user: recipient,
        collection: '{{$trigger.collection}}',
        ...payload,
        // The trigger has `key` for a new row and `keys` for changed ones; an absent one becomes the text "undefined".
        keys: ['{{$trigger.key}}', '{{$trigger.keys[0]}}'],
      },
    }),
  });
  return {
    live: [
      write('live', {
        state: 'live',
        milliseconds: '{{call_the_site.data.milliseconds}}',
        item: receipt('item'),
        title: receipt('title'),
        message: receipt('message'),
        addresses: receipt('addresses'),
      }),
      {
        // Not an operation of type `notification`, which would also send a mail for each save.
        key: 'tell',
        name: 'Notify the editor',
        ...onRows('create', 'directus_notifications', {
          payload: {
            recipient,
            status: 'inbox',
            subject: receipt('subject'),
            message: receipt('message'),
            collection: publications,
            item: '{{live[0]}}',
          },
        }),
      },
    ],
    late: [
      write('late', { state: 'waiting', message }),
      {
        key: 'tell_late',
        name: 'Notify the editor',
        type: 'notification',
        options: {
          recipient,
          subject: 'Not published yet',
          message,
          permissions: '$full',
          collection: publications,
          item: '{{late[0]}}',
        },
      },
    ],
  };
}

const retrySteps = (site: string, request: (body: string) => Data): readonly Step[] => {
  const old = { _lt: daysAgo(retentionDays) };
  const erase = (key: string, collection: string, filter: Data): Step => ({
    key,
    name: 'Erase old ones',
    ...onRows('delete', collection, { query: { filter, limit: -1 } }),
  });
  return [
    erase('erase', publications, { created: old }),
    erase('erase_told', 'directus_notifications', { collection: { _eq: publications }, timestamp: old }),
    {
      key: 'waiting',
      name: 'Find what is waiting',
      ...onRows('read', publications, {
        query: {
          filter: { site: { _eq: site }, state: { _eq: 'waiting' }, created: { _gt: daysAgo(retryDays) } },
          fields: ['id', 'collection', 'keys'],
          sort: ['created'],
          limit: 100,
        },
      }),
    },
    { key: 'ask_again', name: 'Ask the site', type: 'request', options: request('{"retry":{{waiting}}}') },
    {
      key: 'note',
      name: 'Record what is live',
      ...onRows('update', publications, { payload: '{{ask_again.data.rows}}' }),
    },
  ];
};

const half = { width: 'half' } as const;
const readonly = { readonly: true };
const line = (label: string): OwnField => [{ kind: 'line', label, ...half }, readonly];
const text = (label: string): OwnField => [{ kind: 'text', label }, readonly];
const moment = { special: ['date-created'], schema: { is_indexed: true } };
const states = [
  { value: 'live', text: 'Live', color: 'var(--theme--success)' },
  { value: 'waiting', text: 'Retrying', color: 'var(--theme--warning)' },
];
const editor: OwnField = [
  {
    kind: 'row',
    label: 'By',
    template: '{{first_name}} {{last_name}}',
    ...half,
    relation: { collection: 'directus_users', onDelete: 'SET NULL' },
  },
  { ...readonly, display: 'user', display_options: null },
];

const receipts = ownCollection(
  publications,
  {
    icon: 'receipt_long',
    label: 'Publications',
    singular: 'Publication',
    note: 'The result of each save: when and where it went live. Flows write these items.',
    template: '{{title}} {{collection}}: {{message}}',
  },
  {
    id: [{ kind: 'id' }],
    created: [
      { kind: 'moment', label: 'Saved', ...half },
      { ...readonly, ...moment },
    ],
    state: [
      { kind: 'choice', choices: states, ...half },
      { ...readonly, schema: { is_indexed: true } },
    ],
    title: line('What'),
    user: editor,
    message: text('Result'),
    addresses: text('Changed addresses'),
    milliseconds: [{ kind: 'number', ...half }, readonly],
    collection: line('Collection'),
    item: line('Key'),
    site: line('Site'),
    keys: [
      { kind: 'line', isHidden: true },
      { type: 'json', special: ['cast-json'] },
    ],
  },
  { created: 120, state: 120, title: 200, message: 420, user: 160 },
);

const latest = {
  name: 'Latest publications',
  type: 'list',
  position_x: 1,
  position_y: 1,
  width: 32,
  height: 28,
  options: {
    collection: publications,
    sortField: 'created',
    sortDirection: 'desc',
    limit: 20,
    linkToItem: true,
    displayTemplate: '{{state}} {{created}} {{title}} {{message}}',
  },
};
