import { readLine, readRow } from '../../server/directus/readField.ts';
import { serviceOptions } from '../../shared/enquiryFields.ts';
import { type DirectusAdmin, nobody, onceIn, type Report } from './directusAdmin.ts';
import { giveSteps, makeCollection, type OwnField } from './flowSteps.ts';

/** The ledger of messages (`server/contact/enquiryRows.ts`), as its owner has it. */
export interface EnquiryLedger {
  /** The site's `DIRECTUS_ENQUIRY_TOKEN`. */
  readonly token: string;
  readonly retentionDays: number;
}

const collection = 'enquiries';
const site = 'Website enquiries';

/**
 * Makes what keeps the messages of visitors: the collection, a token that may create, read and update its rows and
 * nothing else, a board, a dashboard, and the Flows that notify and erase. What has its name already is left as it is.
 * Notifications go to everybody who has the role of the administrator whose token this runs with.
 */
export async function provisionEnquiries(
  admin: DirectusAdmin,
  report: Report,
  { token, retentionDays }: EnquiryLedger,
): Promise<void> {
  const role = readLine(readRow(await admin.read('/users/me', { fields: 'role' }))?.role) ?? nobody;
  const once = onceIn(admin, report);
  await makeCollection(admin, report, collection, meta, fields);

  const policy = await once('/policies', { name: site }, { icon: 'mail', ...noRights }, `policy ${site}`);
  for (const action of ['create', 'read', 'update']) {
    const names = { policy: policy.id, collection, action };
    await once('/permissions', names, { fields: ['*'], permissions: {} }, `right to ${action} ${collection}`);
  }
  const siteRole = await once('/roles', { name: site }, { icon: 'mail' }, `role ${site}`);
  await once('/access', { role: siteRole.id, policy: policy.id }, {}, `policy of the role ${site}`);
  const user = await once('/users', { role: siteRole.id }, { first_name: site, token }, `user ${site}`);
  if (!user.isNew)
    report(
      'note',
      `The user ${site} keeps its token. If DIRECTUS_ENQUIRY_TOKEN is another one, enter it there.`,
    );

  await once('/presets', { collection, bookmark: 'By state' }, board, 'board of enquiries by state');
  const dashboard = await once('/dashboards', { name: 'Enquiries' }, { icon: 'mail' }, 'dashboard Enquiries');
  if (dashboard.isNew)
    for (const panel of panels) await admin.create('/panels', { dashboard: dashboard.id, ...panel });

  for (const { name, operations, ...flow } of flows(role, retentionDays)) {
    const made = await once(
      '/flows',
      { name },
      { ...flow, status: 'inactive', accountability: 'all' },
      `Flow ${name}`,
    );
    if (made.isNew) await giveSteps(admin, made.id, operations);
  }
  const held = await admin.readRows('/operations', { filter: { key: { _eq: eraseKey } }, limit: 1 });
  if (held[0] && !JSON.stringify(held[0].options).includes(daysAgo(retentionDays)))
    report(
      'note',
      `The Flow that erases enquiries has another time than ENQUIRY_RETENTION_DAYS=${retentionDays}.`,
    );
}

const noRights = { admin_access: false, app_access: false, enforce_tfa: false };

const states = [
  ['waiting', 'Waiting to be sent on', 'var(--theme--warning)'],
  ['sent', 'Sent', 'var(--theme--primary)'],
  ['delivered', 'Delivered', 'var(--theme--success)'],
  ['undelivered', 'Undelivered', 'var(--theme--danger)'],
  ['spam', 'Held as spam', 'var(--theme--foreground-subdued)'],
] as const;
const stateChoices = states.map(([value, text, color]) => ({ value, text, color }));

const meta = {
  icon: 'mail',
  note: 'What visitors have written in the contact form. The site writes these rows and follows their delivery.',
  display_template: '{{name}}: {{service}}',
  sort_field: null,
  // No revisions: they would keep what visitors wrote when the rows are erased.
  accountability: null,
  translations: [{ language: 'en-US', translation: 'Enquiries', singular: 'Enquiry', plural: 'Enquiries' }],
};

const half = { width: 'half' };
const own = { ...half, readonly: true };
const choice = { interface: 'select-dropdown', display: 'labels', ...half };
const time = { interface: 'datetime', display: 'datetime', ...own };
const column = (field: string, type: string, label: string, meta: object = half, schema = {}): OwnField => ({
  ...{ field, label, type, schema, meta: { interface: 'input', ...meta } },
});
const text = (field: string, label: string, meta?: object) => column(field, 'string', label, meta);
const indexed = { is_indexed: true };

const fields: readonly OwnField[] = [
  column('id', 'uuid', 'Number', { readonly: true }, { is_primary_key: true, is_nullable: false }),
  column(
    'state',
    'string',
    'State',
    {
      ...{ ...choice, options: { choices: stateChoices } },
      display_options: { choices: stateChoices, showAsDot: true },
      note: 'Back to "Waiting" sends it on once more.',
    },
    { default_value: 'waiting', ...indexed },
  ),
  column('created', 'timestamp', 'Written', { ...time, display_options: { relative: true } }, indexed),
  text('name', 'Name'),
  text('email', 'Email'),
  text('phone', 'Phone'),
  text('service', 'Service', {
    ...choice,
    options: { choices: serviceOptions.map(({ value, label }) => ({ value, text: label })), allowNone: true },
  }),
  column('message', 'text', 'Message', { interface: 'input-multiline' }),
  column('meeting', 'boolean', 'Wishes for a meeting', {
    ...{ interface: 'boolean', special: ['cast-boolean'], ...half },
  }),
  text('home', 'Home', { ...half, note: 'The address of the home that the form was asked about.' }),
  text('page', 'Page', { ...own, note: 'The page that led to the form.' }),
  text('campaign', 'Campaign', own),
  text('event', 'Last word of the mail service', own),
  column('minutes_to_delivery', 'float', 'Minutes to delivery', own),
  column('tries', 'integer', 'Failed tries', own, { default_value: 0 }),
  column('next_try', 'timestamp', 'Next try or look', time, indexed),
  column('steps', 'json', 'Steps', {
    ...{ interface: 'list', special: ['cast-json'], readonly: true },
    options: {
      template: '{{label}}: {{status}} {{timestamp}}',
      fields: ['step', 'label', 'status', 'timestamp'].map((name) => ({
        ...{ field: name, name, type: 'string', meta: { field: name, type: 'string', interface: 'input' } },
      })),
    },
  }),
  text('submission_id', "The contact service's number", own),
  text('email_id', "The mail service's number", own),
  text('thanks', 'What the contact service said', { readonly: true }),
];

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
  ...{ position_x: x, position_y: y, width, height },
});
const listBy = (name: string, groupByField: string, x: number) => ({
  ...{ name, type: 'metric-list', show_header: true, icon: 'mail', ...place(x, 9, 16, 12) },
  options: {
    ...{ collection, groupByField, aggregateFunction: 'count', aggregateField: 'id' },
    ...{ sortDirection: 'desc', limit: 12, filter: week },
  },
});
const metric = (name: string, x: number, field: string, fn: string, filter: object) => ({
  ...{ name, type: 'metric', show_header: true, icon: 'mail', ...place(x, 1, 12, 8) },
  options: { collection, field, function: fn, filter, maximumFractionDigits: 1 },
});

/** A week, and what needs somebody. */
const panels = [
  metric('Enquiries in a week', 1, 'id', 'count', week),
  metric('Undelivered', 13, 'id', 'count', { state: { _eq: 'undelivered' } }),
  metric('Waiting to be sent on', 25, 'id', 'count', { state: { _eq: 'waiting' } }),
  metric('Minutes to delivery', 37, 'minutes_to_delivery', 'avg', week),
  listBy('A week by service', 'service', 1),
  listBy('A week by page', 'page', 17),
  listBy('A week by campaign', 'campaign', 33),
];

const eraseKey = 'erase_old_enquiries';
const daysAgo = (days: number) => `$NOW(-${days} days)`;

/**
 * Nothing that a visitor has written is in a notification: what stands there is drawn as it is, and may be mailed.
 */
function flows(role: string, retentionDays: number) {
  const tell = (item: string, subject: string, message: string) => [
    {
      ...{ key: 'owners', name: 'Who is told', type: 'item-read' },
      options: {
        collection: 'directus_roles',
        key: [role],
        query: { fields: ['users'] },
        permissions: '$full',
      },
    },
    {
      ...{ key: 'tell', name: 'Tell them', type: 'notification' },
      options: { recipient: '{{owners.users}}', subject, message, collection, item, permissions: '$full' },
    },
  ];
  const only = (rule: object) => ({
    ...{ key: 'only', name: 'Only these', type: 'condition', options: { filter: { $trigger: rule } } },
  });
  return [
    {
      ...{ name: 'Tell of a new enquiry', icon: 'mail', trigger: 'event' },
      options: { type: 'action', scope: ['items.create'], collections: [collection] },
      operations: [
        only({ payload: { state: { _neq: 'spam' } } }),
        ...tell('{{$trigger.key}}', 'New enquiry', 'Somebody has written in the contact form.'),
      ],
    },
    {
      ...{ name: 'Tell of an undelivered enquiry', icon: 'unsubscribe', trigger: 'event' },
      options: { type: 'action', scope: ['items.update'], collections: [collection] },
      operations: [
        only({ payload: { state: { _eq: 'undelivered' } } }),
        ...tell(
          '{{$trigger.keys[0]}}',
          'Undelivered enquiry',
          'A message could not be delivered by e-mail. It is here: answer it, or set it back to "Waiting".',
        ),
      ],
    },
    {
      ...{
        name: 'Erase old enquiries',
        icon: 'auto_delete',
        trigger: 'schedule',
        options: { cron: '15 4 * * *' },
      },
      operations: [
        {
          ...{ key: eraseKey, name: 'Erase them', type: 'item-delete' },
          options: {
            ...{ collection, permissions: '$full', emitEvents: false },
            query: { filter: { created: { _lt: daysAgo(retentionDays) } }, limit: -1 },
          },
        },
      ],
    },
  ];
}

/** What the environment says of the ledger; undefined: no ledger. */
export function toEnquiryLedger(read: (name: string) => string | undefined): EnquiryLedger | undefined {
  const token = read('DIRECTUS_ENQUIRY_TOKEN');
  const days = Number(read('ENQUIRY_RETENTION_DAYS'));
  return token ? { token, retentionDays: days > 0 ? Math.floor(days) : 365 } : undefined;
}
