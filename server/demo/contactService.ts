import { randomUUID } from 'node:crypto';
import {
  jsonReply,
  type Reply,
  type RunningService,
  reply,
  type ServiceRequest,
  startHttpService,
} from './httpService.ts';

/** Milliseconds after which a message counts as sent, and after which as delivered or bounced. */
const delays = { sentMs: 1500, deliveredMs: 4000 };

/** One accepted message on its way. */
export interface Delivery {
  readonly submissionId: string;
  readonly resendEmailId: string;
  readonly acceptedAt: number;
  readonly end: 'delivered' | 'bounced';
}

/** The embedded contact API without a server. */
interface EmbeddedContact {
  /** The accepted messages by submission id, oldest first; a repeated idempotency key adds none. */
  readonly deliveries: ReadonlyMap<string, Delivery>;
  /** Null while it is down. */
  respond(request: ServiceRequest): Promise<Reply | null>;
}

const mostRemembered = 1000;
export const contactPath = '/api/contact';
export const statusPath = '/api/contact/status/';

/**
 * Creates a contact API: POST /api/contact and GET /api/contact/status/{id}. The delivery of a message advances with
 * the clock; a message to the local part "bounce" bounces. A repeated Idempotency-Key gets the first response again
 * instead of a second message. `POST /demo/down` takes it down by hand until `POST /demo/up`.
 */
export function createContactService(now: () => number = Date.now): EmbeddedContact {
  const deliveries = new Map<string, Delivery>();
  const repliesByKey = new Map<string, Reply>();
  let isDown = false;

  function post({ body, headers }: ServiceRequest): Reply {
    const fields = readFields(body);
    const missing = ['name', 'email', 'message'].filter((name) => !fields.get(name));
    if (missing.length > 0) return failure(400, `Missing required fields: ${missing.join(', ')}`);
    const key = String(headers['idempotency-key'] ?? '');
    const first = repliesByKey.get(key) ?? accept(fields.get('email') ?? '');
    if (key !== '') remember(repliesByKey, key, first);
    return first;
  }

  function accept(email: string): Reply {
    const delivery: Delivery = {
      submissionId: randomUUID(),
      resendEmailId: randomUUID(),
      acceptedAt: now(),
      end: email.toLowerCase().startsWith('bounce@') ? 'bounced' : 'delivered',
    };
    remember(deliveries, delivery.submissionId, delivery);
    return jsonReply(200, {
      success: true,
      message: 'Thank you for your message! We will get back to you soon.',
      submissionId: delivery.submissionId,
      status: deliveryStatus(delivery, 'queued', now()),
    });
  }

  function status(id: string): Reply {
    const delivery = deliveries.get(id);
    if (delivery === undefined) return jsonReply(404, { error: 'Submission not found' });
    return jsonReply(200, deliveryStatus(delivery, stateAt(delivery, now()), now()));
  }

  return {
    deliveries,
    async respond(request) {
      const { method, path } = request;
      if (method === 'POST' && (path === '/demo/down' || path === '/demo/up')) {
        isDown = path === '/demo/down';
        return reply(200, 'text/plain; charset=utf-8', `The contact API is ${isDown ? 'down' : 'up'}.\n`);
      }
      if (isDown) return null;
      if (path === contactPath && method === 'POST') return post(request);
      if (path.startsWith(statusPath) && method === 'GET') return status(path.slice(statusPath.length));
      return jsonReply(404, { error: 'Not found' });
    },
  };
}

/** Starts the embedded contact API on a free loopback port. */
export async function startContactService(): Promise<EmbeddedContact & RunningService> {
  const contact = createContactService();
  return { ...contact, ...(await startHttpService(contact.respond)) };
}

/** @returns a response that says what went wrong. */
export function failure(code: number, error: string): Reply {
  return jsonReply(code, { success: false, error });
}

/** The strings in a JSON object, trimmed; empty for anything else. */
function readFields(body: string): ReadonlyMap<string, string> {
  const value = readJson(body);
  const members: [string, unknown][] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(members.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text.trim()]] : [])));
}

/** @returns the parsed JSON, or the text itself if it is not JSON. */
export function readJson(text: string): unknown {
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

/** How many of the three steps a message has completed, by its last event in the terms of Resend. */
const stepsDone = {
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
} as const;

/** The state of an e-mail in the terms of Resend. */
export type DeliveryState = keyof typeof stepsDone;

const ended: ReadonlySet<DeliveryState> = new Set(['bounced', 'failed', 'suppressed', 'canceled']);

const labels = [
  { step: 'submitted', label: 'Message received' },
  { step: 'sent', label: 'Email sent' },
  { step: 'delivered', label: 'Email delivered' },
] as const;

/** @returns the status of a message in that state, with its three steps, in the form of the contact API. */
export function deliveryStatus(delivery: Delivery, state: DeliveryState, now: number) {
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
