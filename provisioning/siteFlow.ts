import { hookSecretHeader } from '../shared/paths.ts';
import { flow, onRows, type Step } from './flows.ts';
import { contentTables } from './forms.ts';
import { publications, receiptSteps, receiptsFor } from './publications.ts';
import type { Data, Wanted } from './wanted.ts';

/** The publish hook of the site. */
export interface SiteHook {
  /** Its whole address. */
  readonly url: string;
  readonly secret: string;
}

const scope = [
  ...['create', 'update', 'delete', 'sort'].map((event) => `items.${event}`),
  ...['upload', 'update', 'delete'].map((event) => `files.${event}`),
];

/** Reads the newest entry of the activity log that fits. */
const readActivity = (key: string, name: string, filter: Data): Step => ({
  key,
  name,
  ...onRows('read', 'directus_activity', { query: { filter, sort: ['-id'], limit: 1, fields: ['id'] } }),
});

/**
 * Steps that find out which row a user has saved. Directus calls the Flow for each row of a save: for a page and each of
 * its blocks, for each row of an import. It logs all of them, the row with whose form they were saved last.
 */
const findWhole: readonly Step[] = [
  readActivity('newest', 'Find what the user has saved last', {
    user: { _eq: '{{$accountability.user}}' },
    action: { _in: ['create', 'update', 'delete'] },
    collection: { _in: [...contentTables, 'directus_files'] },
  }),
  readActivity('own', 'Find this row', {
    user: { _eq: '{{$accountability.user}}' },
    collection: { _eq: '{{$trigger.collection}}' },
    _or: [{ item: { _eq: '{{$trigger.key}}' } }, { item: { _in: '{{$trigger.keys}}' } }],
  }),
  { key: 'ids', name: 'Compare them', type: 'transform', options: { json: { own: '{{own[0].id}}' } } },
];

/** A step that fails for the parts of a save, which have no receipt. Rows that were dragged are not logged. */
const stopAtPart = (key: string): Step => ({
  key,
  name: 'Stop at a part of a save',
  type: 'condition',
  options: {
    filter: {
      _or: [{ ids: { own: { _eq: '{{newest[0].id}}' } } }, { $trigger: { event: { _ends_with: '.sort' } } }],
    },
  },
});

/**
 * A step that fails for a file that changes no page: an editor who uploads twelve pictures for a home gets no twelve
 * receipts, and none for each of the two events of a file that is replaced.
 */
const stopAtUnseenFile: Step = {
  key: 'is_seen',
  name: 'Stop at a file that changes no page',
  type: 'condition',
  options: {
    filter: {
      _or: [
        { $trigger: { event: { _nstarts_with: 'files.' } } },
        { call_the_site: { data: { receipt: { addresses: { _nempty: true } } } } },
      ],
    },
  },
};

/**
 * The Flow that calls the publish hook on each change of content and tells the editor the result. It sends only the
 * event, the collection and the keys, so no draft leaves Directus.
 */
export function callsOf({ url, secret }: SiteHook): readonly Wanted[] {
  const site = new URL(url).host;
  const header = { header: hookSecretHeader, value: secret };
  const request = (body: string) => ({
    method: 'POST',
    url,
    headers: [{ header: 'Content-Type', value: 'application/json' }, header],
    body,
  });
  const { live, late } = receiptSteps(site);
  const body = `{"event":"{{$trigger.event}}","collection":"{{$trigger.collection}}","keys":["{{$trigger.key}}","{{$trigger.keys[0]}}"]}`;
  const call = { key: 'call_the_site', name: 'Call the site', type: 'request', options: request(body) };
  return [
    ...receiptsFor(site, request),
    flow({
      // The whole address: an older Flow may call another address on the same host.
      name: `Tell ${url} of changes`,
      after: [`collection ${publications}`],
      icon: 'campaign',
      description: 'Calls the site after each change in its content, so that visitors see it at once.',
      trigger: 'event',
      options: { type: 'action', scope, collections: contentTables },
      steps: [
        ...findWhole,
        { ...call, otherwise: [stopAtPart('is_whole_late'), ...late] },
        stopAtPart('is_whole'),
        stopAtUnseenFile,
        ...live,
      ],
      // Whatever somebody has called it since.
      signs: [`"url":${JSON.stringify(url)}`, '"trigger":"event"'],
      triggers: contentTables,
      checks: [
        {
          text: '"status":"active"',
          note: 'The Flow that calls the site is not active. Activate it, or delete it and run this again.',
        },
        {
          text: JSON.stringify(header.value),
          note: 'In the Flow that calls the site, the secret is not CONTENT_HOOK_SECRET. Change it in both Flows that call the site, or delete them and run this again.',
        },
      ],
    }),
  ];
}
