import { rightsTo, roleWith } from './access.ts';
import { dashboard, daysAgo, flow, onRows } from './flows.ts';
import type { OwnField } from './forms.ts';
import type { Data, Wanted } from './wanted.ts';

// Who answers visitors' messages, and when: the second state of a row of enquiries, beside that of its mail.

/** The role of people who answer. */
export const desk = 'Enquiry desk';

const stages = [
  { value: 'new', text: 'New', color: 'var(--theme--warning)' },
  { value: 'answered', text: 'Answered', color: 'var(--theme--success)' },
  { value: 'closed', text: 'Closed', color: 'var(--theme--foreground-subdued)' },
];

const half = { width: 'half' } as const;
const set = { readonly: true };

/** This state. Messages that are older than it are in none: nobody knows whether they were answered. */
export const stageField: OwnField = [
  {
    kind: 'choice',
    label: 'Status',
    choices: stages,
    note: 'Answered or closed: the time and your name are added.',
    ...half,
  },
  { schema: { default_value: 'new', is_indexed: true }, ofOldRows: null },
];

/** What goes with it. */
export const answerFields: Readonly<Record<string, OwnField>> = {
  notes: [{ kind: 'text', label: 'Notes', note: 'For colleagues. Visitors never see them.' }],
  answered_at: [{ kind: 'moment', label: 'Answered', ...half }, set],
  answered_by: [{ kind: 'line', label: 'Answered by', ...half }, set],
  minutes_to_answer: [
    { kind: 'number', label: 'Minutes to the answer', note: 'In office hours.', ...half },
    set,
  ],
  week_median: [
    {
      kind: 'number',
      label: 'Median of the week, in minutes',
      note: 'Of all first answers of the seven days up to this one.',
      ...half,
    },
    set,
  ],
  closed_at: [{ kind: 'moment', label: 'Closed', ...half }, set],
  closed_by: [{ kind: 'line', label: 'Closed by', ...half }, set],
};

const waiting = { handling: { _eq: 'new' } };

const board = {
  layout: 'kanban',
  icon: 'view_kanban',
  layout_query: {
    kanban: { sort: ['-created'] },
    tabular: {
      sort: ['-created'],
      fields: ['created', 'handling', 'name', 'service', 'answered_by', 'state'],
    },
  },
  layout_options: {
    kanban: {
      groupField: 'handling',
      titleField: 'name',
      textField: 'message',
      dateField: 'created',
      // Else Directus takes the first field with a list in it, and shows its JSON.
      tagsField: null,
      showUngrouped: false,
    },
  },
  refresh_interval: 60,
};

const metric = (name: string, x: number, options: Data, note: string | null = null) => ({
  name,
  note,
  type: 'metric',
  position_x: x,
  position_y: 1,
  width: 12,
  height: 8,
  options,
});
const count = (name: string, x: number, filter: Data) =>
  metric(
    name,
    x,
    { collection: 'enquiries', field: 'id', function: 'count', filter: { ...waiting, ...filter } },
    'Nights and weekends count: a panel knows no office hours.',
  );

/** Who waits, the oldest first, and how long answers take. A panel can count and average, but takes no median. */
const panels = [
  count('Waiting for an answer', 1, {}),
  count('Waiting for more than an hour', 13, { created: { _lt: '$NOW(-1 hour)' } }),
  count('Waiting for more than a day', 25, { created: { _lt: '$NOW(-1 day)' } }),
  metric(
    'Median minutes to the first answer, this week',
    37,
    {
      collection: 'enquiries',
      field: 'week_median',
      function: 'last',
      sortField: 'answered_at',
      filter: { answered_at: { _gte: daysAgo(7) }, week_median: { _nnull: true } },
    },
    'In office hours, as of the latest answer. The Flow "Record answers" computes it and has the hours.',
  ),
  {
    name: 'Who waits',
    type: 'list',
    position_x: 1,
    position_y: 9,
    width: 48,
    height: 16,
    options: {
      collection: 'enquiries',
      sortField: 'created',
      sortDirection: 'asc',
      limit: 20,
      linkToItem: true,
      displayTemplate: '{{created}} {{name}} {{service}}',
      filter: waiting,
    },
  },
];

/** The hours in which minutes count; days as JavaScript numbers them, from 0 for Sunday. */
const officeHours = { timeZone: 'America/Los_Angeles', days: [1, 2, 3, 4, 5], from: 8, to: 17 };

/**
 * Says for each changed row when it was answered or closed, by whom, and how many minutes of office hours that took.
 * The first answer counts; a row that is new again has none. It runs inside Directus.
 */
export const answersScript = `
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const hour = 3600000;
const longest = 400 * 24 * hour;
function officeMinutes(from, to, hours) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: hours.timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23',
  });
  let minutes = 0;
  for (let at = Math.max(from, to - longest); at < to; at = Math.floor(at / hour + 1) * hour) {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const isOpen = hours.days.includes(days.indexOf(parts.weekday)) && parts.hour >= hours.from && parts.hour < hours.to;
    if (isOpen) minutes += (Math.min(Math.floor(at / hour + 1) * hour, to) - at) / 60000;
  }
  return Math.round(minutes);
}
function median(numbers) {
  const sorted = numbers.filter((each) => typeof each === 'number').sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[middle] : Math.round((sorted[middle - 1] + sorted[middle]) / 2);
}
const none = { answered_at: null, answered_by: null, minutes_to_answer: null, week_median: null, closed_at: null, closed_by: null };
module.exports = function ({ rows, week, editor, hours }) {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const by = editor && ([editor.first_name, editor.last_name].filter(Boolean).join(' ') || editor.email) || null;
  const answered = [];
  const changes = [].concat(rows).map((row) => {
    if (row.handling === 'new') return { id: row.id, ...none };
    if (row.handling === 'closed') return row.closed_at ? null : { id: row.id, closed_at: at, closed_by: by };
    if (row.handling !== 'answered') return null;
    const open = { id: row.id, closed_at: null, closed_by: null };
    if (row.answered_at) return open;
    const minutes_to_answer = officeMinutes(Date.parse(row.created) || now, now, hours);
    answered.push(minutes_to_answer);
    return { ...open, answered_at: at, answered_by: by, minutes_to_answer };
  });
  const week_median = median([...[].concat(week).map((row) => row.minutes_to_answer), ...answered]);
  return changes.filter(Boolean).map((each) => (each.answered_at ? { ...each, week_median } : each));
};`;

const record = flow({
  name: 'Record answers',
  after: ['collection enquiries'],
  icon: 'how_to_reg',
  description: 'Adds when and by whom a message was answered or closed.',
  trigger: 'event',
  options: { type: 'action', scope: ['items.update'], collections: ['enquiries'] },
  accountability: null,
  steps: [
    {
      key: 'only',
      name: 'Only changes of status',
      type: 'condition',
      options: { filter: { $trigger: { payload: { handling: { _nnull: true } } } } },
    },
    {
      key: 'rows',
      name: 'Read the messages',
      ...onRows('read', 'enquiries', {
        key: '{{$trigger.keys}}',
        query: { fields: ['id', 'created', 'handling', 'answered_at', 'closed_at'] },
      }),
    },
    {
      key: 'week',
      name: 'Read the answers of the week',
      ...onRows('read', 'enquiries', {
        query: { filter: { answered_at: { _gte: daysAgo(7) } }, fields: ['minutes_to_answer'], limit: -1 },
      }),
    },
    {
      key: 'editor',
      name: 'Who answers',
      ...onRows('read', 'directus_users', {
        key: ['{{$accountability.user}}'],
        query: { fields: ['first_name', 'last_name', 'email'] },
      }),
    },
    { key: 'hours', name: 'Office hours: set them here', type: 'transform', options: { json: officeHours } },
    { key: 'answers', name: 'When and by whom', type: 'exec', options: { code: answersScript } },
    { key: 'write', name: 'Write it', ...onRows('update', 'enquiries', { payload: '{{answers}}' }) },
  ],
});

/** What shows the owner who waits for an answer: a role, a board, a dashboard, and the Flow that records answers. */
export const answering: readonly Wanted[] = [
  ...roleWith(desk, 'support_agent', {
    mayLogIn: true,
    rules: [
      ...rightsTo(['enquiries'], 'read', 'update'),
      ...rightsTo(['directus_dashboards', 'directus_panels'], 'read'),
    ],
  }),
  {
    kind: 'item',
    name: 'board of enquiries by status',
    after: ['collection enquiries'],
    path: '/presets',
    key: { collection: 'enquiries', bookmark: 'To answer' },
    values: board,
  },
  dashboard('Enquiries to answer', 'support_agent', panels),
  record,
];
