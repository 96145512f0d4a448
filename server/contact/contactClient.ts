import type { Enquiry } from '../../shared/enquiryFields.ts';
import { createHttpClient, type HttpClient, HttpFailure, type HttpRequest } from '../upstream/httpClient.ts';
import type { ContactResponse } from './contactResponse.ts';

export interface ContactClientOptions {
  /** The contact API without a trailing slash. */
  readonly baseUrl: string;
  /** For one enquiry. */
  readonly deadlineMs?: number;
  /** For one status; a page waits for it. */
  readonly statusDeadlineMs?: number;
  /** Called with every request that is over, also one whose connection was refused. */
  readonly onCall?: (call: ContactCall) => void;
}

/** One finished request to the contact API. It has nothing that a visitor has written, and no submission id. */
interface ContactCall {
  readonly method: HttpRequest['method'];
  readonly endpoint: '/api/contact' | '/api/contact/status/{id}';
  readonly durationMs: number;
  /** Null: there was no complete response. */
  readonly status: number | null;
  readonly hasSucceeded: boolean;
}

/** The two calls of the contact API (docs/specification.md, section 7). Neither rejects. */
export interface ContactClient {
  /** POST /api/contact; `key` is sent as the Idempotency-Key. */
  post(enquiry: Enquiry, key: string): Promise<ContactResponse>;
  /** GET /api/contact/status/{id}; `id` is the contact API's, and has been checked. */
  status(id: string): Promise<ContactResponse>;
}

const connectTimeoutMs = 2_000;
const maxBodyBytes = 64 * 1024;
/** Calls for a status at a time; the others wait, and then show what is known. */
const mostStatusCalls = 20;

/** Makes the client of the contact API: fixed addresses, body and headers made anew, bounded responses. */
export function createContactClient(options: ContactClientOptions): ContactClient {
  const { baseUrl, deadlineMs = 10_000, statusDeadlineMs = 3_000, onCall } = options;
  // The other side may close a reused connection just as a message is sent, and a message whose fate is unknown is
  // not sent again: each request gets a new connection.
  const posting = createHttpClient({ connectTimeoutMs, keepAlive: false });
  const looking = createHttpClient({ connectTimeoutMs, keepAlive: false, connections: mostStatusCalls });

  const send = async (
    http: HttpClient,
    endpoint: ContactCall['endpoint'],
    request: Omit<HttpRequest, 'maxBodyBytes'>,
  ): Promise<ContactResponse> => {
    const begun = performance.now();
    const response = await http.send({ ...request, maxBodyBytes });
    const status = response instanceof HttpFailure ? null : response.status;
    const hasSucceeded = status !== null && status >= 200 && status < 300;
    const durationMs = performance.now() - begun;
    onCall?.({ method: request.method, endpoint, durationMs, status, hasSucceeded });
    return response;
  };

  return {
    async post(enquiry, key) {
      // Named one by one, so that no other field is ever sent.
      const body = JSON.stringify({
        name: enquiry.name,
        email: enquiry.email,
        phone: enquiry.phone,
        service: enquiry.service,
        message: enquiry.message,
        requestMeeting: enquiry.requestMeeting,
      });
      return send(posting, '/api/contact', {
        url: `${baseUrl}/api/contact`,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'Idempotency-Key': key },
        body,
        deadlineMs,
      });
    },
    status: (id) =>
      send(looking, '/api/contact/status/{id}', {
        url: `${baseUrl}/api/contact/status/${id}`,
        method: 'GET',
        headers: { Accept: 'application/json' },
        deadlineMs: statusDeadlineMs,
      }),
  };
}
