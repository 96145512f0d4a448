import { setTimeout as wait } from 'node:timers/promises';
import type { Enquiry } from '../../shared/enquiry.ts';
import { type BoundedAnswer, sendBounded } from './boundedRequest.ts';

export interface ContactClientOptions {
  /** The contact API without a trailing slash. */
  readonly baseUrl: string;
  /** For one enquiry with everything, a connection tried twice included. */
  readonly deadlineMs: number;
  /** For one status: a page waits for it. */
  readonly statusDeadlineMs: number;
  readonly connectTimeoutMs: number;
  readonly maxBodyBytes: number;
}

/** The two calls of the contact API (specification section 7). Neither rejects. */
export interface ContactClient {
  /** POST /api/contact; `key` goes along as the Idempotency-Key. */
  post(enquiry: Enquiry, key: string): Promise<BoundedAnswer>;
  /** GET /api/contact/status/{id}; `id` has been checked. */
  status(id: string): Promise<BoundedAnswer>;
}

/** A service that restarts refuses connections for a moment. */
const reconnectAfterMs = 150;

/**
 * Makes the client of the contact API: fixed addresses, body and headers made anew, bounded answers. A POST is
 * repeated only if its first connection was refused, so that nothing of it can have arrived.
 */
export function createContactClient(options: ContactClientOptions): ContactClient {
  const { baseUrl, deadlineMs, statusDeadlineMs, connectTimeoutMs, maxBodyBytes } = options;
  const bounds = { connectTimeoutMs, maxBodyBytes };
  return {
    async post(enquiry, key) {
      // Named one by one: a field more would be a field that someone else decides about.
      const body = JSON.stringify({
        name: enquiry.name,
        email: enquiry.email,
        phone: enquiry.phone,
        service: enquiry.service,
        message: enquiry.message,
        requestMeeting: enquiry.requestMeeting,
      });
      const begun = performance.now();
      const send = (): Promise<BoundedAnswer> =>
        sendBounded({
          ...bounds,
          url: new URL(`${baseUrl}/api/contact`),
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(body)),
            Accept: 'application/json',
            'Idempotency-Key': key,
          },
          body,
          deadlineMs: Math.max(1, deadlineMs - (performance.now() - begun)),
        });
      const first = await send();
      if (first.kind !== 'notConnected' || first.code !== 'ECONNREFUSED') return first;
      await wait(Math.min(reconnectAfterMs, deadlineMs / 4));
      return send();
    },
    status: (id) =>
      sendBounded({
        ...bounds,
        url: new URL(`${baseUrl}/api/contact/status/${id}`),
        method: 'GET',
        headers: { Accept: 'application/json' },
        body: null,
        deadlineMs: statusDeadlineMs,
      }),
  };
}
