import {
  contactPath,
  createContactService,
  type DeliveryState,
  deliveryStatus,
  failure,
  readJson,
  statusPath,
} from '../../server/demo/contactService.ts';
import { jsonReply, type Reply, type ServiceRequest } from '../../server/demo/httpService.ts';
import { type FaultyServer, startFaultyServer } from './faultyServer.ts';

/** What a fault of the contact service can target: posting a message, or reading its status. */
type ContactTarget = 'contact' | 'status';

export interface ContactServiceOptions {
  /** Whether a repeated Idempotency-Key gets the first response again instead of a second message. Default true. */
  readonly honorIdempotencyKeys?: boolean;
  /** Its clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

/** A post as it arrived, even if it was refused. */
interface ReceivedMessage {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly headers: ServiceRequest['headers'];
  /** The body as JSON, or as text where it is none. */
  readonly body: unknown;
}

/** The embedded contact API, which a test can break while it runs. */
export interface ContactService extends FaultyServer<ContactTarget> {
  readonly received: readonly ReceivedMessage[];
  /** The submissions for which an e-mail went out, oldest first: a repeated key adds none. */
  readonly submissionIds: readonly string[];
  /** Keeps a message in this state. @throws for an unknown id. */
  setDelivery(submissionId: string, state: DeliveryState): void;
  /**
   * Responds to every post with this instead, until `respondWith()` without a body. The message still counts as sent.
   */
  respondWith(body?: unknown, status?: number): void;
  /** Forgets every message, and everything that was set for them. Faults stay. */
  reset(): void;
}

/** Starts the embedded contact API on a free loopback port. */
export async function startContactService(options: ContactServiceOptions = {}): Promise<ContactService> {
  const { honorIdempotencyKeys = true, now = Date.now } = options;
  let contact = createContactService(now);
  let override: Reply | null = null;
  const received: ReceivedMessage[] = [];
  const forced = new Map<string, DeliveryState>();

  async function post(request: ServiceRequest): Promise<Reply | null> {
    const { body, headers } = request;
    received.push({ at: now(), headers, body: readJson(body) });
    const { 'idempotency-key': _key, ...keyless } = headers;
    const reply = await contact.respond(honorIdempotencyKeys ? request : { ...request, headers: keyless });
    return reply?.status === 200 ? (override ?? reply) : reply;
  }

  async function respond(request: ServiceRequest): Promise<Reply | null> {
    const { method, path } = request;
    if (path === contactPath && method === 'POST') return post(request);
    const id = path.startsWith(statusPath) ? path.slice(statusPath.length) : '';
    const [delivery, state] = [contact.deliveries.get(id), forced.get(id)];
    if (delivery === undefined || state === undefined) return contact.respond(request);
    return jsonReply(200, deliveryStatus(delivery, state, now()));
  }

  const server = await startFaultyServer<ContactTarget>({
    targetsOf: ({ path }) =>
      path === contactPath ? ['contact'] : path.startsWith(statusPath) ? ['status'] : [],
    now,
    errorFor: (code) => failure(code, `Contact service error ${code}`),
    respond,
  });

  return {
    ...server,
    received,
    get submissionIds() {
      return [...contact.deliveries.keys()];
    },
    setDelivery(submissionId, state) {
      if (!contact.deliveries.has(submissionId)) throw new Error(`No submission ${submissionId}.`);
      forced.set(submissionId, state);
    },
    respondWith(body, code = 200) {
      override = body === undefined ? null : jsonReply(code, body);
    },
    reset() {
      contact = createContactService(now);
      override = null;
      received.length = 0;
      forced.clear();
      server.clearRequests();
    },
  };
}
