import { savedText, sentText } from './contactWording.ts';
import { field } from './field.ts';

/**
 * The delivery status of a message: the steps of the contact API (docs/specification.md, section 7) and whether the
 * status is final. The contact API tells it, the row stores it, our endpoints write it, the form's script reads it and
 * the timeline shows it: all in the one format that this file reads and writes.
 */

const statuses = ['pending', 'in_progress', 'completed'] as const;
export type StepStatus = (typeof statuses)[number];

const stepNames = ['submitted', 'sent', 'delivered'] as const;
type StepName = (typeof stepNames)[number];

export interface DeliveryStep {
  readonly step: StepName;
  readonly label: string;
  /** When it was reached, as an ISO timestamp in UTC; null if unknown. */
  readonly timestamp: string | null;
  readonly status: StepStatus;
}

export interface Delivery {
  /** The mail provider's last event, in lower case, or a word of ours: see `savedEvent`. */
  readonly resendStatus: string;
  /** Submitted, sent, delivered. */
  readonly steps: readonly [DeliveryStep, DeliveryStep, DeliveryStep];
  /** Null: still under way, poll again. */
  readonly final: 'delivered' | 'failed' | null;
}

const queued: readonly StepStatus[] = ['completed', 'in_progress', 'pending'];
const sent: readonly StepStatus[] = ['completed', 'completed', 'in_progress'];
const delivered: readonly StepStatus[] = ['completed', 'completed', 'completed'];

/** Our own word: the contact API has not taken the message yet. */
const savedEvent = 'saved';

/** The states of the three steps by Resend's `last_event`. */
const stepsByEvent: ReadonlyMap<string, readonly StepStatus[]> = new Map([
  [savedEvent, queued],
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

/** A time without a zone counts as UTC: the result must not depend on the server's own zone. */
function timestampOf(value: unknown): string | null {
  const pattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;
  const match = typeof value === 'string' ? pattern.exec(value) : null;
  if (match === null) return null;
  const time = Date.parse(match[3] === undefined ? `${match[0]}Z` : match[0]);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The provider's event as the table spells it; webhooks prefix the same names with `email.`. */
function eventOf(value: unknown): string {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word.replace(/^email\./, '').slice(0, 40);
}

const ranks: readonly unknown[] = statuses;
/** How far a step is, for comparison; -1 for an unknown status. */
const rankOf = (value: unknown): number => ranks.indexOf(value);

/**
 * Merges the contact API's own `steps` with the mail provider's last event (`resendStatus`). The further of the two
 * decides each step, so that neither a late webhook nor a stale list moves a step back; a failure at the provider
 * is always final. An event that the table does not know leaves the steps as they are.
 *
 * @param json any value; one that is not a status reads as a submitted message without further news. Never throws.
 */
export function parseDelivery(json: unknown): Delivery {
  const given = field(json, 'steps');
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const rows = stepNames.map((name) => list.find((row) => field(row, 'step') === name));
  const reported = rows.map((row) => field(row, 'status'));
  const event = eventOf(field(json, 'resendStatus'));
  const hasFailed = failures.has(event) || reported.includes('failed');

  // Without any usable status the message counts as submitted.
  const atLeast = stepsByEvent.get(event) ?? (reported.some((status) => rankOf(status) >= 0) ? [] : queued);
  const merged = stepNames.map((_, at) => Math.max(0, rankOf(reported[at]), rankOf(atLeast[at])));
  const furthest = merged.lastIndexOf(rankOf('completed'));
  const statusAt = (at: 0 | 1 | 2): StepStatus => {
    // A failed message has not been delivered, even if the list says so, and its remaining steps will not happen.
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

/** A status from outside, where our own word says nothing. */
export function withoutOwnWord(json: unknown): object {
  const resendStatus = field(json, 'resendStatus');
  const isOwn = eventOf(resendStatus) === savedEvent;
  return { steps: field(json, 'steps'), resendStatus: isOwn ? null : resendStatus };
}

/** Whether we have saved the message and it still waits for the contact API. */
export const isSaved = (delivery: Delivery | null): boolean => delivery?.resendStatus === savedEvent;

/** A message's number as visitors see it: the first part of its UUID, enough to find the message by. */
export const shortReference = (number: string): string => number.slice(0, 8);

/** A message that was taken, as its sender sees it: in our JSON, in the form, and on its page. */
export interface SentEnquiry {
  /** Our number, by which its delivery is followed; null: it cannot be. */
  readonly number: string | null;
  readonly delivery: Delivery;
  /** The contact API's words for the visitor; null: ours. */
  readonly thanks: string | null;
}

/** A message that was taken, as the server knows it. */
interface TakenEnquiry extends SentEnquiry {
  readonly number: string;
}

/**
 * Writes a status in the format of the contact API (docs/specification.md, section 7). The mail service's id stays
 * private: once there is an e-mail, our number is sent in its place.
 *
 * @param isFollowed whether the delivery is known, or will be; otherwise there are no steps
 */
export const statusJson = ({ number, delivery }: TakenEnquiry, isFollowed: boolean) => ({
  resendStatus: delivery.resendStatus,
  ...(isSaved(delivery) ? {} : { resendEmailId: number }),
  steps: isFollowed ? delivery.steps : [],
});

/** Writes the response to a message that was taken, in the same format. */
export const sentJson = (taken: TakenEnquiry, isFollowed: boolean) => ({
  success: true,
  message: sentText(isSaved(taken.delivery), taken.thanks),
  submissionId: isFollowed ? taken.number : null,
  status: statusJson(taken, isFollowed),
});

/** An id as a text if it was sent as a number; every other value as it is. */
const idOf = (value: unknown): unknown => (Number.isSafeInteger(value) ? String(value) : value);

/** What a response to a message holds (docs/specification.md, section 5), ours or the contact API's; not checked yet. */
export function readSentJson(json: unknown) {
  const status = field(json, 'status');
  return {
    hasSucceeded: field(json, 'success') === true,
    message: field(json, 'message'),
    error: field(json, 'error'),
    submissionId: idOf(field(json, 'submissionId')),
    emailId: idOf(field(status, 'resendEmailId')),
    status,
  };
}

/**
 * Reads what `sentJson` has written: success is `success: true` and the id of an e-mail, or a message that is saved
 * until it can be sent. Null: it is no confirmation.
 */
export function parseSent(json: unknown): SentEnquiry | null {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const { hasSucceeded, emailId, submissionId, status, ...sent } = readSentJson(json);
  const delivery = parseDelivery(status);
  if (!hasSucceeded || (text(emailId) === null && !isSaved(delivery))) return null;
  const message = text(sent.message);
  return { number: text(submissionId), delivery, thanks: message === savedText ? null : message };
}

/** Whether a value is a status at all: a proxy's own 200 must not move the timeline back. */
const isStatus = (json: unknown): boolean => (field(json, 'resendStatus') ?? field(json, 'steps')) != null;

/** Reads what `statusJson` has written; null: it is no status. */
export const parseStatus = (json: unknown): Delivery | null => (isStatus(json) ? parseDelivery(json) : null);

/** The state for the board: `waiting` is to be sent, `sent` has been taken by the contact API. */
function stateOf(delivery: Delivery): string {
  if (isSaved(delivery)) return 'waiting';
  if (delivery.final === null) return 'sent';
  return delivery.final === 'delivered' ? 'delivered' : 'undelivered';
}

/** These states override the event: an operator sets them by moving a card on the board. */
const eventOfState: ReadonlyMap<unknown, string> = new Map([
  ['waiting', savedEvent],
  ['undelivered', 'failed'],
]);

/** Writes a status as the columns of a row. */
export const statusColumns = (delivery: Delivery) => ({
  state: stateOf(delivery),
  event: delivery.resendStatus,
  steps: delivery.steps,
});

/** Reads the columns of a row, which somebody may have edited. */
export function parseColumns(row: unknown): Delivery {
  const [event, steps] = [eventOfState.get(field(row, 'state')), field(row, 'steps')];
  // In every other state a message is not to be sent, even if the event is still `saved`.
  return parseDelivery(
    event ? { resendStatus: event, steps } : withoutOwnWord({ resendStatus: field(row, 'event'), steps }),
  );
}
