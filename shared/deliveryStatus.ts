import { field } from './field.ts';

/**
 * Where a contact message is, in our own words. Read from the contact API's status on the server, and from our own
 * status address in the browser: both responses have the same fields.
 */

export type StepState = 'pending' | 'in_progress' | 'completed';

const stepNames = ['submitted', 'sent', 'delivered'] as const;
type StepName = (typeof stepNames)[number];

export interface DeliveryStep {
  readonly step: StepName;
  readonly label: string;
  readonly state: StepState;
  /** When it was reached, as an ISO time in UTC; null where that is not known. */
  readonly timestamp: string | null;
}

export interface Delivery {
  /** The submission's number, which a visitor can quote. */
  readonly reference: string;
  /** Always the three steps, in order. */
  readonly steps: readonly [DeliveryStep, DeliveryStep, DeliveryStep];
  /** Null: still under way, poll again. */
  readonly final: 'delivered' | 'failed' | null;
  /** The last word of the mail provider, in lower case; `saved`: it is ours, and the contact API has not taken it yet. */
  readonly event: string;
}

type States = readonly [StepState, StepState, StepState];

const queued: States = ['completed', 'in_progress', 'pending'];
const sent: States = ['completed', 'completed', 'in_progress'];
const delivered: States = ['completed', 'completed', 'completed'];

/** Resend's `last_event` values and what each means for the three steps. */
const statesByEvent: ReadonlyMap<string, States | 'failed'> = new Map<string, States | 'failed'>([
  ['saved', queued],
  ['queued', queued],
  ['scheduled', queued],
  ['sent', sent],
  ['delivery_delayed', sent],
  ['delivered', delivered],
  ['opened', delivered],
  ['clicked', delivered],
  ['complained', delivered],
  ['bounced', 'failed'],
  ['failed', 'failed'],
  ['suppressed', 'failed'],
  ['canceled', 'failed'],
  ['cancelled', 'failed'],
]);

const defaultLabels: Readonly<Record<StepName, string>> = {
  submitted: 'Message received',
  sent: 'Email sent',
  delivered: 'Email delivered',
};

const rank: Readonly<Record<StepState, number>> = { pending: 0, in_progress: 1, completed: 2 };

function labelOf(value: unknown, name: StepName): string {
  if (typeof value !== 'string') return defaultLabels[name];
  const line = value.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return line === '' ? defaultLabels[name] : line.slice(0, 80);
}

/** A time with a zone, or without one and then in UTC: the server's own zone must not decide. */
function timestampOf(value: unknown): string | null {
  const pattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;
  const match = typeof value === 'string' ? pattern.exec(value) : null;
  if (match === null) return null;
  const time = Date.parse(match[3] === undefined ? `${match[0]}Z` : match[0]);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The provider's word as the table has it; webhooks write the same words behind `email.`. */
function eventOf(value: unknown): string {
  return typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replace(/^email\./, '')
        .slice(0, 40)
    : '';
}

const isState = (value: unknown): value is StepState =>
  value === 'pending' || value === 'in_progress' || value === 'completed';

/**
 * Merges the contact API's own `steps` with what the mail provider last said (`resendStatus`). The further of
 * the two decides each step, so that neither a late webhook nor a late list takes a step back; a failure of
 * the provider always ends it. A provider's word that the table does not know leaves the steps as they are.
 *
 * @param json `{ resendStatus, steps }` of the contact API or of our own status address; anything else reads
 *   as a message that was submitted and of which nothing more is known. Never throws.
 * @param reference the submission's number
 */
export function parseDelivery(json: unknown, reference: string): Delivery {
  const given = field(json, 'steps');
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const rows = stepNames.map((name) => list.find((row) => field(row, 'step') === name));
  const event = eventOf(field(json, 'resendStatus'));
  const byEvent = statesByEvent.get(event);
  const failed = byEvent === 'failed' || rows.some((row) => field(row, 'status') === 'failed');

  const reported = rows.map((row) => field(row, 'status')).map((state) => (isState(state) ? state : null));
  const known = Array.isArray(byEvent) ? byEvent : null;
  // An enquiry with a submission id has been submitted. An unknown status starts where a queued message is.
  const floor: readonly (StepState | null)[] = known ?? (reported.some(Boolean) ? [] : queued);
  const merged = stepNames.map((_, at): StepState => {
    const states = [reported[at] ?? 'pending', floor[at] ?? 'pending'];
    return states.reduce((best, state) => (rank[state] > rank[best] ? state : best));
  });
  const furthest = merged.lastIndexOf('completed');
  const states = merged.map((state, at): StepState => {
    if (at < furthest) return 'completed';
    if (!failed) return state;
    // A failed message has not arrived, even if a list says so, and no further step of it will happen.
    return state === 'completed' && at < 2 ? state : 'pending';
  });

  const stepAt = (at: 0 | 1 | 2): DeliveryStep => ({
    step: stepNames[at],
    label: labelOf(field(rows[at], 'label'), stepNames[at]),
    state: states[at] ?? 'pending',
    timestamp: timestampOf(field(rows[at], 'timestamp')),
  });
  return {
    reference,
    steps: [stepAt(0), stepAt(1), stepAt(2)],
    final: failed ? 'failed' : states[2] === 'completed' ? 'delivered' : null,
    event: failed && byEvent !== 'failed' ? 'failed' : event,
  };
}

/** A delivery in the shape of the contact API's status (docs/specification.md, section 7), which `parseDelivery` reads. */
export const statusOf = ({ event, steps }: Delivery) => ({
  resendStatus: event,
  steps: steps.map(({ step, label, timestamp, state }) => ({ step, label, timestamp, status: state })),
});

/** A message's number as a visitor is told it: the first part of a UUID, which is enough to find it by. */
export const shortReference = (reference: string): string => reference.slice(0, 8);
