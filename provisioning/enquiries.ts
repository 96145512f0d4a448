import { serviceOptions } from '../shared/enquiryFields.ts';
import { rightsTo, tokenWith } from './access.ts';
import { answerFields, answering, desk, stageField } from './answers.ts';
import { dashboard, daysAgo, flow, onRows, type Step } from './flows.ts';
import { type OwnField, ownCollection } from './forms.ts';
import { idOf, type Wanted } from './wanted.ts';

/** Settings of the ledger of messages. */
export interface EnquiryLedger {
  /** The site's `DIRECTUS_ENQUIRY_TOKEN`. */
  readonly token: string;
  readonly retentionDays: number;
  /** The role whose users are notified of messages, besides those who answer. */
  readonly owners: string;
}

const collection = 'enquiries';

/**
 * What stores visitors' messages: the collection, a token that may create, read and update its rows and nothing else,
 * two dashboards, a board, and the Flows that notify, record answers and erase.
 */
export const ledgerWith = ({ token, retentionDays, owners }: EnquiryLedger): readonly Wanted[] => [
  ...ledger,
  ...tokenWith('Website enquiries', 'mail', {
    rules: rightsTo([collection], 'create', 'read', 'update'),
    token,
    variable: 'DIRECTUS_ENQUIRY_TOKEN',
  }),
  dashboard('Enquiries', 'mail', panels),
  ...notifications(owners),
  erasure(retentionDays),
  ...answering,
];

const states = [
  { value: 'waiting', text: 'Waiting to be sent', color: 'var(--theme--warning)' },
  { value: 'sent', text: 'Sent', color: 'var(--theme--primary)' },
  { value: 'delivered', text: 'Delivered', color: 'var(--theme--success)' },
  { value: 'undelivered', text: 'Undelivered', color: 'var(--theme--danger)' },
];

const half = { width: 'half' } as const;
const readonly = { readonly: true };
const indexed = { is_indexed: true };
const line = (label: string): OwnField => [{ kind: 'line', label, ...half }];
const fact = (label: string, note?: string): OwnField => [
  { kind: 'line', label, ...half, ...(note === undefined ? {} : { note }) },
  readonly,
];

/** The columns of the list, with their widths in pixels. */
const widths = {
  created: 140,
  handling: 90,
  name: 200,
  service: 200,
  message: 280,
  answered_by: 160,
  state: 120,
};

/** First what the visitor wrote and who, then what people add, last what the site adds. */
const ledger = ownCollection(
  collection,
  {
    icon: 'mail',
    label: 'Enquiries',
    singular: 'Enquiry',
    note: 'What visitors wrote in the contact form. The site writes these items and tracks their delivery.',
    template: '{{name}}: {{service}}',
  },
  {
    handling: stageField,
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
      { kind: 'line', label: 'Home', ...half, note: 'The address of the home that the message is about.' },
    ],
    page: fact('Page', 'The page that led to the form.'),
    campaign: fact('Campaign'),
    ...answerFields,
    state: [
      {
        kind: 'choice',
        label: 'Delivery',
        choices: states,
        note: 'Of the mail to you. Set it back to "Waiting to be sent" to send it again.',
        ...half,
      },
      { schema: { default_value: 'waiting', ...indexed } },
    ],
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
    id: [
      { kind: 'line', label: 'Number', note: 'Visitors are told its first eight characters.' },
      { type: 'uuid', ...readonly, schema: { is_primary_key: true, is_nullable: false } },
    ],
    submission_id: fact('ID at the contact service'),
    email_id: fact('ID at the mail service'),
    thanks: fact('What the contact service said'),
  },
  widths,
);

const week = { created: { _gte: daysAgo(7) } };
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

/**
 * Notifications contain nothing that a visitor has written: their text is rendered as it is and may be sent by mail. They
 * lead to the message.
 */
function notifications(owners: string): readonly Wanted[] {
  const role = idOf(`role ${desk}`);
  const tell = (key: string, to: string, item: string, subject: string, message: string) => [
    {
      key,
      name: `Find the ${key}`,
      ...onRows('read', 'directus_roles', { key: [to], query: { fields: ['users'] } }),
    },
    {
      key: `tell_${key}`,
      name: `Notify the ${key}`,
      type: 'notification',
      options: { recipient: `{{${key}.users}}`, subject, message, collection, item, permissions: '$full' },
    },
  ];
  const tellFlow = (
    name: string,
    icon: string,
    event: string,
    conditions: readonly Step[],
    words: readonly [string, string, string],
  ) =>
    flow({
      name,
      after: [`collection ${collection}`, `role ${desk}`],
      icon,
      trigger: 'event',
      // Directus would log the whole message, and keep the log when the message is deleted.
      accountability: null,
      options: { type: 'action', scope: [event], collections: [collection] },
      steps: [...conditions, ...tell('owners', owners, ...words), ...tell('desk', role, ...words)],
    });
  const onlyUndelivered = {
    key: 'only',
    name: 'Only undelivered ones',
    type: 'condition',
    options: { filter: { $trigger: { payload: { state: { _eq: 'undelivered' } } } } },
  };
  return [
    tellFlow(
      'Tell of a new enquiry',
      'mail',
      'items.create',
      [],
      ['{{$trigger.key}}', 'New enquiry', 'Someone sent a message through the contact form.'],
    ),
    tellFlow(
      'Tell of an undelivered enquiry',
      'unsubscribe',
      'items.update',
      [onlyUndelivered],
      [
        '{{$trigger.keys[0]}}',
        'Undelivered enquiry',
        'A message could not be delivered by e-mail. It is saved here: answer it, or set it back to "Waiting to be sent".',
      ],
    ),
  ];
}

/** Erases messages when they are older than the privacy page says. */
function erasure(retentionDays: number): Wanted {
  return flow({
    name: 'Erase old enquiries',
    after: [`collection ${collection}`],
    icon: 'auto_delete',
    trigger: 'schedule',
    options: { cron: '15 4 * * *' },
    steps: [
      {
        key: 'erase_old_enquiries',
        name: 'Erase them',
        ...onRows('delete', collection, {
          query: { filter: { created: { _lt: daysAgo(retentionDays) } }, limit: -1 },
        }),
      },
    ],
    checks: [
      {
        text: daysAgo(retentionDays),
        note: `The Flow that erases enquiries does not use ENQUIRY_RETENTION_DAYS=${retentionDays}.`,
      },
    ],
  });
}
