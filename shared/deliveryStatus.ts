import { field } from './field.ts';

/**
 * Where a message is, in one shape: the status of the contact API (docs/specification.md, section 7) and whether it is
 * final. The row keeps it, our own status address sends it, the timeline shows it.
 */

const statuses = ['pending', 'in_progress', 'completed'] as const;
export type StepStatus = (typeof statuses)[number];

const stepNames = ['submitted', 'sent', 'delivered'] as const;
type StepName = (typeof stepNames)[number];

export interface DeliveryStep {
  readonly step: StepName;
  readonly label: string;
  /** When it was reached, as an ISO time in UTC; null where that is not known. */
  readonly timestamp: string | null;
  readonly status: StepStatus;
}

export interface Delivery {
  /** The last word of the mail provider, in lower case; `saved`: it is ours, and the contact API has not taken it yet. */
  readonly resendStatus: string;
  /** Always the three steps, in order. */
  readonly steps: readonly [DeliveryStep, DeliveryStep, DeliveryStep];
  /** Null: still under way, poll again. */
  readonly final: 'delivered' | 'failed' | null;
}

const queued: readonly StepStatus[] = ['completed', 'in_progress', 'pending'];
const sent: readonly StepStatus[] = ['completed', 'completed', 'in_progress'];
const delivered: readonly StepStatus[] = ['completed', 'completed', 'completed'];

/** What Resend's `last_event` values mean for the three steps. */
const stepsByEvent: ReadonlyMap<string, readonly StepStatus[]> = new Map([
  ['saved', queued],
  ['queued', queued],
  ['scheduled', queued],
  ['sent', sent],
  ['delivery_delayed', sent],
  ['delivered', delivered],
  ['opened', delivered],
  ['clicked', delivered],
  ['complained', delivered],
]);
const failures: ReadonlySet<string> = new Set(['bounced', 'failed', 'suppressed', 'canceled', 'cancelled']);

const defaultLabels: Readonly<Record<StepName, string>> = {
  submitted: 'Message received',
  sent: 'Email sent',
  delivered: 'Email delivered',
};

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
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word.replace(/^email\./, '').slice(0, 40);
}

const ranks: readonly unknown[] = statuses;
/** How far a step is; -1: not a status. */
const rankOf = (value: unknown): number => ranks.indexOf(value);

/**
 * Merges the contact API's own `steps` with what the mail provider last said (`resendStatus`). The further of
 * the two decides each step, so that neither a late webhook nor a late list takes a step back; a failure of
 * the provider always ends it. A provider's word that the table does not know leaves the steps as they are.
 *
 * @param json anything; what is no status reads as a message that was submitted and of which nothing more is known.
 *   Never throws.
 */
export function parseDelivery(json: unknown): Delivery {
  const given = field(json, 'steps');
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const rows = stepNames.map((name) => list.find((row) => field(row, 'step') === name));
  const reported = rows.map((row) => field(row, 'status'));
  const event = eventOf(field(json, 'resendStatus'));
  const hasFailed = failures.has(event) || reported.includes('failed');

  // Where nothing at all is known, a message has been submitted.
  const atLeast = stepsByEvent.get(event) ?? (reported.some((status) => rankOf(status) >= 0) ? [] : queued);
  const merged = stepNames.map((_, at) => Math.max(0, rankOf(reported[at]), rankOf(atLeast[at])));
  const furthest = merged.lastIndexOf(rankOf('completed'));
  const statusAt = (at: 0 | 1 | 2): StepStatus => {
    // What has failed has not arrived, even if a list says so, and no further step of it will happen.
    if (hasFailed) return at < 2 && at <= furthest ? 'completed' : 'pending';
    return at < furthest ? 'completed' : (statuses[merged[at] ?? 0] ?? 'pending');
  };
  const stepAt = (at: 0 | 1 | 2): DeliveryStep => ({
    step: stepNames[at],
    label: labelOf(field(rows[at], 'label'), stepNames[at]),
    timestamp: timestampOf(field(rows[at], 'timestamp')),
    status: statusAt(at),
  });
  return {
    resendStatus: hasFailed && !failures.has(event) ? 'failed' : event,
    steps: [stepAt(0), stepAt(1), stepAt(2)],
    final: hasFailed ? 'failed' : furthest === 2 ? 'delivered' : null,
  };
}

/** Whether a message is ours, and waits for the contact API. */
export const isSaved = (delivery: Delivery | null): boolean => delivery?.resendStatus === 'saved';

/** A message's number as a visitor is told it: the first part of a UUID, which is enough to find it by. */
export const shortReference = (number: string): string => number.slice(0, 8);
