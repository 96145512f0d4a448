import { jsonReply, type Reply } from './faults.ts';

/**
 * Thrown while a request is handled. The response has the form of Directus 11.17,
 * `{"errors":[{"message","extensions":{"code",…}}]}`. There is no top-level `message`, and what is absent is 403,
 * never 404.
 */
export class DirectusError extends Error {
  readonly reply: Reply;

  constructor(
    status: number,
    code: string,
    message: string,
    extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.reply = jsonReply(status, { errors: [{ message, extensions: { ...extensions, code } }] });
  }
}

/** @returns the error for a query that cannot be understood. */
export function invalidQuery(reason: string): DirectusError {
  return new DirectusError(400, 'INVALID_QUERY', `Invalid query. ${reason}.`, { reason });
}

/** @returns the bare 403 of an absent row and of a system collection under /items; or one with its reason. */
export function forbidden(reason?: string): DirectusError {
  return reason === undefined
    ? new DirectusError(403, 'FORBIDDEN', "You don't have permission to access this.")
    : new DirectusError(403, 'FORBIDDEN', reason, { reason });
}

/** @returns the 403 of a collection or field that is unknown, or closed to the public for this method. */
export function noAccess(what: string): DirectusError {
  return forbidden(`You don't have permission to access ${what} or it does not exist. Queried in root.`);
}

/** What the rate limiter puts into `Retry-After`. */
const retrySeconds = 10;

/** @returns the response of a Directus with this status; a status that it does not use gets the same form. */
export function directusErrorOf(status: number): Reply {
  switch (status) {
    case 403:
      return forbidden().reply;
    case 429: {
      const reset = new Date(Date.now() + retrySeconds * 1000).toISOString();
      const message = `Too many requests, retry after ${retrySeconds}s.`;
      const { reply } = new DirectusError(429, 'REQUESTS_EXCEEDED', message, { limit: 50, reset });
      return { ...reply, headers: { ...reply.headers, 'Retry-After': String(retrySeconds) } };
    }
    case 500:
      return new DirectusError(500, 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred.').reply;
    case 503: {
      const reason = 'Under pressure';
      const message = `Service "api" is unavailable. ${reason}.`;
      return new DirectusError(503, 'SERVICE_UNAVAILABLE', message, { service: 'api', reason }).reply;
    }
    default:
      return new DirectusError(status, 'DEMO_FAULT', `Demo fault ${status}.`).reply;
  }
}
