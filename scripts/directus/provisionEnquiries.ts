import { readLine, readRow } from '../../server/directus/readField.ts';
import { readRetentionDays } from '../../server/process/config.ts';
import { createEnvironmentReader, type Environment } from '../../server/process/environment.ts';
import { serviceOptions } from '../../shared/enquiryFields.ts';
import { type OwnField, planOwnCollection } from './collectionPlans.ts';
import { ProvisioningProblem } from './directusAdmin.ts';
import { type FlowPlan, makeDashboard, makeFlow, makeOnce, placeholderId } from './makeOnce.ts';
import { provisionToken } from './provisionAccess.ts';
import type { Run } from './provisioningRun.ts';
import { provisionOwnCollection } from './provisionSchema.ts';

/** Settings of the ledger of messages (`server/contact/enquiryRows.ts`). */
export interface EnquiryLedger {
  /** The site's `DIRECTUS_ENQUIRY_TOKEN`. */
  readonly token: string;
  readonly retentionDays: number;
}

const collection = 'enquiries';

/**
 * Creates what stores visitors' messages: the collection, a token that may create, read and update its rows and nothing
 * else, a board, a dashboard, and the Flows that notify and erase. Existing things of the same name stay as they are.
 * Notifications go to all users who have the role of the administrator whose token this runs with.
 */
export async function provisionEnquiries(run: Run, { token, retentionDays }: EnquiryLedger): Promise<void> {
  const { admin, report } = run;
  const me = readRow(await admin.read('/users/me', { fields: 'role' }));
  await provisionOwnCollection(run, plan);
  const role = {
    name: 'Website enquiries',
    icon: 'mail',
    mayLogIn: false,
    rights: [{ collections: [collection], actions: ['create', 'read', 'update'] }],
  };
  await provisionToken(run, role, { token, variable: 'DIRECTUS_ENQUIRY_TOKEN' });
  const names = { collection, bookmark: 'By state' };
  await makeOnce(run, '/presets', names, board, 'board of enquiries by state');
  await makeDashboard(run, { name: 'Enquiries', icon: 'mail', panels });
  for (const flow of flows(readLine(me?.role) ?? placeholderId, retentionDays)) await makeFlow(run, flow);
  await stopLogs(run);
  const held = await admin.readRows('/operations', { filter: { key: { _eq: eraseKey } }, limit: 1 });
  if (held[0] && !JSON.stringify(held[0].options).includes(daysAgo(retentionDays)))
    report('note', `The Flow that erases enquiries does not use ENQUIRY_RETENTION_DAYS=${retentionDays}.`);
}

/**
 * Switches off the logs of the Flows that run for a message. An earlier version had them: Directus logs the whole
 * message, and keeps the log when the message is deleted.
 */
async function stopLogs({ admin, report }: Run): Promise<void> {
  const filter = { name: { _in: tellNames }, accountability: { _eq: 'all' } };
  for (const { id, name } of await admin.readRows('/flows', { filter, fields: 'id,name' })) {
    await admin.change(`/flows/${readLine(id)}`, { accountability: null });
    report('made', `the Flow "${String(name)}" without a log`);
    report(
      'note',
      'What it logged, including visitors’ messages, stays in directus_activity and directus_revisions: delete these rows in the database.',
    );
  }
}

const states = [
  { value: 'waiting', text: 'Waiting to be sent', color: 'var(--theme--warning)' },
  { value: 'sent', text: 'Sent', color: 'var(--theme--primary)' },
  { value: 'delivered', text: 'Delivered', color: 'var(--theme--success)' },
  { value: 'undelivered', text: 'Undelivered', color: 'var(--theme--danger)' },
  { value: 'spam', text: 'Held as spam', color: 'var(--theme--foreground-subdued)' },
];

const half = { width: 'half' } as const;
const readonly = { readonly: true };
const indexed = { is_indexed: true };
const line = (label: string): OwnField => [{ kind: 'line', label, ...half }];
const fact = (label: string, note?: string): OwnField => [
  { kind: 'line', label, ...half, ...(note === undefined ? {} : { note }) },
  readonly,
];

const plan = planOwnCollection(
  collection,
  {
    icon: 'mail',
    label: 'Enquiries',
    singular: 'Enquiry',
    note: 'What visitors wrote in the contact form. The site writes these items and tracks their delivery.',
    template: '{{name}}: {{service}}',
  },
  {
    id: [
      { kind: 'line', label: 'ID' },
      { type: 'uuid', ...readonly, schema: { is_primary_key: true, is_nullable: false } },
    ],
    state: [
      { kind: 'choice', choices: states, note: 'Set it back to "Waiting" to send it again.', ...half },
      {
        display_options: { choices: states, showAsDot: true },
        schema: { default_value: 'waiting', ...indexed },
      },
    ],
    created: [
      { kind: 'moment', label: 'Written', ...half },
      { ...readonly, schema: indexed },
    ],
    name: line('Name'),
    email: line('Email'),
    phone: line('Phone'),
    service: [
      {
        kind: 'choice',
        label: 'Service',
        ...half,
        choices: serviceOptions.map(({ value, label }) => ({ value, text: label })),
      },
    ],
    message: [{ kind: 'text', label: 'Message' }],
    meeting: [{ kind: 'flag', label: 'Wants a meeting', ...half }],
    home: [
      {
        kind: 'line',
        label: 'Home',
        ...half,
        note: 'The address of the home that the message is about.',
      },
    ],
    page: fact('Page', 'The page that led to the form.'),
    campaign: fact('Campaign'),
    event: fact('Last event from the mail service'),
    minutes_to_delivery: [{ kind: 'number', step: 0.1, label: 'Minutes to delivery', ...half }, readonly],
    tries: [
      { kind: 'number', label: 'Failed attempts', ...half },
      { ...readonly, schema: { default_value: 0 } },
    ],
    next_try: [
      { kind: 'moment', label: 'Next attempt or check', ...half },
      { ...readonly, schema: indexed },
    ],
    steps: [
      {
        kind: 'entries',
        label: 'Steps',
        addLabel: 'Add a step',
        template: '{{label}}: {{status}} {{timestamp}}',
        inputs: {
          step: { kind: 'line' },
          label: { kind: 'line' },
          status: { kind: 'line' },
          timestamp: { kind: 'line' },
        },
      },
      readonly,
    ],
    submission_id: fact('ID at the contact service'),
    email_id: fact('ID at the mail service'),
    thanks: fact('What the contact service said'),
  },
);

const board = {
  layout: 'kanban',
  icon: 'view_kanban',
  layout_query: {
    kanban: { sort: ['-created'] },
    tabular: { sort: ['-created'], fields: ['created', 'state', 'name', 'service', 'page', 'campaign'] },
  },
  layout_options: {
    kanban: {
      groupField: 'state',
      titleField: 'name',
      textField: 'message',
      dateField: 'created',
      showUngrouped: false,
    },
  },
  refresh_interval: 60,
};

const week = { created: { _gte: '$NOW(-7 days)' }, state: { _neq: 'spam' } };
const place = (x: number, y: number, width: number, height: number) => ({
  position_x: x,
  position_y: y,
  width,
  height,
});
const listBy = (name: string, groupByField: string, x: number) => ({
  name,
  type: 'metric-list',
  ...place(x, 9, 16, 12),
  options: {
    collection,
    groupByField,
    aggregateFunction: 'count',
    aggregateField: 'id',
    sortDirection: 'desc',
    limit: 12,
    filter: week,
  },
});
const metric = (name: string, x: number, field: string, fn: string, filter: object) => ({
  name,
  type: 'metric',
  ...place(x, 1, 12, 8),
  options: { collection, field, function: fn, filter, maximumFractionDigits: 1 },
});

/** The past week, and what needs attention. */
const panels = [
  metric('Enquiries, past 7 days', 1, 'id', 'count', week),
  metric('Undelivered', 13, 'id', 'count', { state: { _eq: 'undelivered' } }),
  metric('Waiting to be sent', 25, 'id', 'count', { state: { _eq: 'waiting' } }),
  metric('Minutes to delivery', 37, 'minutes_to_delivery', 'avg', week),
  listBy('By service, past 7 days', 'service', 1),
  listBy('By page, past 7 days', 'page', 17),
  listBy('By campaign, past 7 days', 'campaign', 33),
];

/** The Flows that run for a message. */
const tellNames = ['Tell of a new enquiry', 'Tell of an undelivered enquiry'] as const;
const eraseKey = 'erase_old_enquiries';
const daysAgo = (days: number) => `$NOW(-${days} days)`;

/**
 * Notifications contain nothing that a visitor has written: their text is rendered as it is and may be sent by mail.
 */
function flows(role: string, retentionDays: number): readonly FlowPlan[] {
  const tell = (item: string, subject: string, message: string) => [
    {
      key: 'owners',
      name: 'Find the recipients',
      type: 'item-read',
      options: {
        collection: 'directus_roles',
        key: [role],
        query: { fields: ['users'] },
        permissions: '$full',
      },
    },
    {
      key: 'tell',
      name: 'Notify them',
      type: 'notification',
      options: { recipient: '{{owners.users}}', subject, message, collection, item, permissions: '$full' },
    },
  ];
  const only = (rule: object) => ({
    key: 'only',
    name: 'Only these',
    type: 'condition',
    options: { filter: { $trigger: rule } },
  });
  return [
    {
      name: tellNames[0],
      icon: 'mail',
      trigger: 'event',
      accountability: null,
      options: { type: 'action', scope: ['items.create'], collections: [collection] },
      steps: [
        only({ payload: { state: { _neq: 'spam' } } }),
        ...tell('{{$trigger.key}}', 'New enquiry', 'Someone sent a message through the contact form.'),
      ],
    },
    {
      name: tellNames[1],
      icon: 'unsubscribe',
      trigger: 'event',
      accountability: null,
      options: { type: 'action', scope: ['items.update'], collections: [collection] },
      steps: [
        only({ payload: { state: { _eq: 'undelivered' } } }),
        ...tell(
          '{{$trigger.keys[0]}}',
          'Undelivered enquiry',
          'A message could not be delivered by e-mail. It is saved here: answer it, or set it back to "Waiting".',
        ),
      ],
    },
    {
      name: 'Erase old enquiries',
      icon: 'auto_delete',
      trigger: 'schedule',
      options: { cron: '15 4 * * *' },
      steps: [
        {
          key: eraseKey,
          name: 'Erase them',
          type: 'item-delete',
          options: {
            collection,
            permissions: '$full',
            emitEvents: false,
            query: { filter: { created: { _lt: daysAgo(retentionDays) } }, limit: -1 },
          },
        },
      ],
    },
  ];
}

/**
 * The ledger settings from the environment, as the site reads them; undefined: no ledger.
 * @throws {ProvisioningProblem} when the number of days is not valid
 */
export function toEnquiryLedger(env: Environment): EnquiryLedger | undefined {
  const reader = createEnvironmentReader(env);
  const token = reader.text('DIRECTUS_ENQUIRY_TOKEN', null);
  const retentionDays = readRetentionDays(reader);
  if (reader.problems[0] !== undefined) throw new ProvisioningProblem(reader.problems[0]);
  return token === null ? undefined : { token, retentionDays };
}
