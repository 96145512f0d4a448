/** Where an e-mail is: the names that Resend gives to the last event of a message. */
export type DeliveryState =
  | 'queued'
  | 'scheduled'
  | 'sent'
  | 'delivered'
  | 'delivery_delayed'
  | 'opened'
  | 'clicked'
  | 'complained'
  | 'bounced'
  | 'failed'
  | 'suppressed'
  | 'canceled';

export interface DeliveryStep {
  readonly step: 'submitted' | 'sent' | 'delivered';
  readonly label: string;
  /** When it was reached; null before. */
  readonly timestamp: string | null;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

export interface DeliveryStatus {
  readonly resendStatus: DeliveryState;
  readonly resendEmailId: string;
  readonly steps: readonly DeliveryStep[];
}

export interface DeliveryDelays {
  /** After how many milliseconds the message counts as sent. */
  readonly sentMs: number;
  /** After how many milliseconds it has arrived, or has come back. */
  readonly deliveredMs: number;
}

/** One accepted message on its way. */
export interface Delivery {
  readonly submissionId: string;
  readonly resendEmailId: string;
  readonly acceptedAt: number;
  /** What becomes of it in the end when nobody interferes. */
  readonly end: 'delivered' | 'bounced';
  /** Set by a test; holds until it is set again. */
  forced?: DeliveryState;
}

/** How many of the three steps are behind a message in this state. */
const stepsDone: Readonly<Record<DeliveryState, 1 | 2 | 3>> = {
  queued: 1,
  scheduled: 1,
  sent: 2,
  delivery_delayed: 2,
  bounced: 2,
  failed: 1,
  suppressed: 1,
  canceled: 1,
  delivered: 3,
  opened: 3,
  clicked: 3,
  complained: 3,
};

const ended: ReadonlySet<DeliveryState> = new Set(['bounced', 'failed', 'suppressed', 'canceled']);

const labels = [
  { step: 'submitted', label: 'Message received' },
  { step: 'sent', label: 'Email sent' },
  { step: 'delivered', label: 'Email delivered' },
] as const;

/** @returns the status of a message at that time, with its three steps. */
export function deliveryStatus(delivery: Delivery, delays: DeliveryDelays, now: number): DeliveryStatus {
  const state = delivery.forced ?? stateAt(delivery, delays, now);
  const done = stepsDone[state];
  const reachedAfter = [0, delays.sentMs, delays.deliveredMs];
  const steps = labels.map((label, at): DeliveryStep => {
    if (at < done) {
      const reached = Math.min(now, delivery.acceptedAt + (reachedAfter[at] ?? 0));
      return { ...label, timestamp: new Date(reached).toISOString(), status: 'completed' };
    }
    const next = at === done && !ended.has(state);
    return { ...label, timestamp: null, status: next ? 'in_progress' : 'pending' };
  });
  return { resendStatus: state, resendEmailId: delivery.resendEmailId, steps };
}

function stateAt(delivery: Delivery, delays: DeliveryDelays, now: number): DeliveryState {
  const age = now - delivery.acceptedAt;
  if (age >= delays.deliveredMs) return delivery.end;
  return age >= delays.sentMs ? 'sent' : 'queued';
}
