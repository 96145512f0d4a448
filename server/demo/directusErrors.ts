import { jsonReply, type Reply } from './reply.ts';

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

/** @returns the bare 403 of an absent row and of a system collection under /items. */
export function forbidden(): DirectusError {
  return new DirectusError(403, 'FORBIDDEN', "You don't have permission to access this.");
}

function forbiddenBecause(reason: string): DirectusError {
  return new DirectusError(403, 'FORBIDDEN', reason, { reason });
}

/** @returns the 403 of a collection that is unknown, or closed to the public for this method. */
export function forbiddenCollection(collection: string): DirectusError {
  return forbiddenBecause(
    `You don't have permission to access collection "${collection}" or it does not exist. Queried in root.`,
  );
}

/** @returns the 403 of an unknown or unreadable field. */
export function forbiddenField(field: string, collection: string): DirectusError {
  return forbiddenBecause(
    `You don't have permission to access field "${field}" in collection "${collection}" or it does not exist. Queried in root.`,
  );
}

/** @returns the 403 of an id that no file has. */
export function forbiddenAsset(): DirectusError {
  return forbiddenBecause(
    'You don\'t have permission to perform "read" for collection "directus_files" or it does not exist.',
  );
}

/** @returns the 404 of a path that is no route; the only 404 that Directus gives. */
export function routeNotFound(path: string): DirectusError {
  return new DirectusError(404, 'ROUTE_NOT_FOUND', `Route ${path} doesn't exist.`, { path });
}

/** @returns the 401 of a token that no user has, also where the public may read. */
export function invalidCredentials(): DirectusError {
  return new DirectusError(401, 'INVALID_CREDENTIALS', 'Invalid user credentials.');
}

/** @returns the 500 of which the public learns nothing more. */
export function unexpectedError(): DirectusError {
  return new DirectusError(500, 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred.');
}

/** What the rate limiter puts into `Retry-After`. */
const retrySeconds = 10;

/** The response of a real Directus with this status; a status that it does not use gets the same form. */
export function directusAnswerFor(status: number, path: string): Reply {
  switch (status) {
    case 400:
      return invalidQuery('Invalid JSON for filter object').reply;
    case 401:
      return invalidCredentials().reply;
    case 403:
      return forbidden().reply;
    case 404:
      return routeNotFound(path).reply;
    case 429: {
      const reset = new Date(Date.now() + retrySeconds * 1000).toISOString();
      const message = `Too many requests, retry after ${retrySeconds}s.`;
      const { reply } = new DirectusError(429, 'REQUESTS_EXCEEDED', message, { limit: 50, reset });
      return { ...reply, headers: { ...reply.headers, 'Retry-After': String(retrySeconds) } };
    }
    case 500:
      return unexpectedError().reply;
    case 503: {
      const reason = 'Under pressure';
      const message = `Service "api" is unavailable. ${reason}.`;
      return new DirectusError(503, 'SERVICE_UNAVAILABLE', message, { service: 'api', reason }).reply;
    }
    default:
      return new DirectusError(status, 'DEMO_FAULT', `Demo fault ${status}.`).reply;
  }
}
