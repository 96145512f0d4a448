import { randomUUID } from 'node:crypto';
import { jsonReply, type Reply } from './faults.ts';
import { type FaultyServer, type ReceivedRequest, startFaultyServer } from './faultyServer.ts';

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

/** After how many milliseconds the message counts as sent, and after how many it has arrived or has come back. */
const delays = { sentMs: 1500, deliveredMs: 4000 };

/** One accepted message on its way. */
interface Delivery {
  readonly submissionId: string;
  readonly resendEmailId: string;
  readonly acceptedAt: number;
  /** The delivery status that it reaches when no fault is set. */
  readonly end: 'delivered' | 'bounced';
  /** Set by a test; holds until it is set again. */
  forced?: DeliveryState;
}

/** What a fault of the contact service can be aimed at: the posting of a message, or its status. */
type ContactTarget = 'contact' | 'status';

export interface ContactServiceOptions {
  readonly port?: number;
  /** Whether a repeated Idempotency-Key gets the first response again instead of a second message. Default true. */
  readonly honourIdempotencyKeys?: boolean;
  readonly now?: () => number;
}

/** A post as it arrived, also one that was refused. */
interface ReceivedMessage {
  readonly headers: ReceivedRequest['headers'];
  /** The body as JSON, or as text where it is none. */
  readonly body: unknown;
  readonly at: number;
}

export interface ContactService extends FaultyServer<ContactTarget> {
  readonly received: readonly ReceivedMessage[];
  /** The submissions for which an e-mail went out, oldest first: a repeated key adds none. */
  readonly submissionIds: readonly string[];
  /** Holds a message in that state. @throws for an id that was never given. */
  setDelivery(submissionId: string, state: DeliveryState): void;
  /**
   * Responds to every post with this instead, until `respondWith()` without a body. The message still counts as sent.
   */
  respondWith(body?: unknown, status?: number): void;
  /** Forgets every message, and what was set of them. Faults stay. */
  reset(): void;
}

const mostRemembered = 1000;

/**
 * Starts a contact API: POST /api/contact and GET /api/contact/status/{id}. The delivery of a message advances
 * with the clock; an address with the local part "bounce" comes back.
 * @throws when the port is taken
 */
export async function startContactService(options: ContactServiceOptions = {}): Promise<ContactService> {
  const now = options.now ?? Date.now;
  const received: ReceivedMessage[] = [];
  const submissionIds: string[] = [];
  const deliveries = new Map<string, Delivery>();
  const repliesByKey = new Map<string, Reply>();
  let override: Reply | undefined;

  function post(request: ReceivedRequest): Reply {
    const body = readJson(request.body);
    received.push({ headers: request.headers, body, at: now() });
    if (received.length > mostRemembered) received.shift();
    const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
    const field = (name: string): string => {
      const value: unknown = fields.find(([key]) => key === name)?.[1];
      return typeof value === 'string' ? value.trim() : '';
    };
    const missing = ['name', 'email', 'message'].filter((name) => field(name) === '');
    if (missing.length > 0) return failure(400, `Missing required fields: ${missing.join(', ')}`);

    const key = String(request.headers['idempotency-key'] ?? '');
    const earlier = key === '' || options.honourIdempotencyKeys === false ? undefined : repliesByKey.get(key);
    const reply = earlier ?? accept(field('email'));
    if (key !== '') remember(repliesByKey, key, reply);
    return override ?? reply;
  }

  function accept(email: string): Reply {
    const delivery: Delivery = {
      submissionId: randomUUID(),
      resendEmailId: randomUUID(),
      acceptedAt: now(),
      end: email.toLowerCase().startsWith('bounce@') ? 'bounced' : 'delivered',
    };
    remember(deliveries, delivery.submissionId, delivery);
    submissionIds.push(delivery.submissionId);
    if (submissionIds.length > mostRemembered) submissionIds.shift();
    return jsonReply(200, {
      success: true,
      message: 'Thank you for your message! We will get back to you soon.',
      submissionId: delivery.submissionId,
      status: deliveryStatus({ ...delivery, forced: 'queued' }, now()),
    });
  }

  function status(id: string): Reply {
    const delivery = deliveries.get(id);
    if (delivery === undefined) return jsonReply(404, { error: 'Submission not found' });
    return jsonReply(200, deliveryStatus(delivery, now()));
  }

  const server = await startFaultyServer<ContactTarget>({
    ...(options.port === undefined ? {} : { port: options.port }),
    targetsOf: ({ path }) =>
      path === contactPath ? ['contact'] : path.startsWith(statusPath) ? ['status'] : [],
    errorFor: (code) => failure(code, `Contact service error ${code}`),
    async respond(request) {
      if (request.path === contactPath && request.method === 'POST') return post(request);
      if (request.path.startsWith(statusPath) && request.method === 'GET') {
        return status(request.path.slice(statusPath.length));
      }
      return jsonReply(404, { error: 'Not found' });
    },
  });

  return {
    ...server,
    received,
    submissionIds,
    setDelivery(submissionId, state) {
      const delivery = deliveries.get(submissionId);
      if (delivery === undefined) throw new Error(`No submission ${submissionId}.`);
      delivery.forced = state;
    },
    respondWith(body, code = 200) {
      override = body === undefined ? undefined : jsonReply(code, body);
    },
    reset() {
      for (const list of [received, submissionIds]) list.length = 0;
      for (const map of [deliveries, repliesByKey]) map.clear();
      override = undefined;
      server.clearRequests();
    },
  };
}

const contactPath = '/api/contact';
const statusPath = '/api/contact/status/';

function failure(code: number, error: string): Reply {
  return jsonReply(code, { success: false, error });
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** Adds to a map that forgets its oldest entries. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostRemembered && oldest !== undefined) map.delete(oldest);
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

/** @returns the status of a message at that time, with its three steps, in the form of the contact API. */
function deliveryStatus(delivery: Delivery, now: number) {
  const state = delivery.forced ?? stateAt(delivery, now);
  const done = stepsDone[state];
  const reachedAfter = [0, delays.sentMs, delays.deliveredMs];
  const steps = labels.map((label, at) => {
    if (at < done) {
      const reached = Math.min(now, delivery.acceptedAt + (reachedAfter[at] ?? 0));
      return { ...label, timestamp: new Date(reached).toISOString(), status: 'completed' };
    }
    const next = at === done && !ended.has(state);
    return { ...label, timestamp: null, status: next ? 'in_progress' : 'pending' };
  });
  return { resendStatus: state, resendEmailId: delivery.resendEmailId, steps };
}

function stateAt({ acceptedAt, end }: Delivery, now: number): DeliveryState {
  const age = now - acceptedAt;
  if (age >= delays.deliveredMs) return end;
  return age >= delays.sentMs ? 'sent' : 'queued';
}
