import type { Answer } from './answer.ts';
import { jsonAnswer } from './answer.ts';

/**
 * Error answers in the form of Directus 11.17: `{"errors":[{"message","extensions":{"code",…}}]}`, with an
 * ETag and without Cache-Control. There is no top-level `message`, and what is absent is 403, never 404.
 */

interface DirectusFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Repeated under `extensions` before the code; most errors carry the reason there a second time. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Thrown while a request is answered; the service turns it into the recorded body. */
export class DirectusError extends Error {
  readonly answer: Answer;

  constructor(failure: DirectusFailure) {
    super(failure.message);
    this.answer = jsonAnswer(failure.status, directusErrorBody(failure));
  }
}

function directusErrorBody({ code, message, extensions }: DirectusFailure): unknown {
  return { errors: [{ message, extensions: { ...extensions, code } }] };
}

/** @returns the error for a query that cannot be understood (400 INVALID_QUERY). */
export function invalidQuery(reason: string): DirectusError {
  const message = `Invalid query. ${reason}.`;
  return new DirectusError({ status: 400, code: 'INVALID_QUERY', message, extensions: { reason } });
}

/** @returns the error for a request body that is not JSON (400 INVALID_PAYLOAD). */
export function invalidPayload(reason: string): DirectusError {
  const message = `Invalid payload. ${reason}.`;
  return new DirectusError({ status: 400, code: 'INVALID_PAYLOAD', message, extensions: { reason } });
}

/** @returns the bare 403 of a missing item, an id of the wrong type and a system collection under /items. */
export function forbidden(): DirectusError {
  return new DirectusError({
    status: 403,
    code: 'FORBIDDEN',
    message: "You don't have permission to access this.",
  });
}

function forbiddenBecause(reason: string): DirectusError {
  return new DirectusError({ status: 403, code: 'FORBIDDEN', message: reason, extensions: { reason } });
}

/** @returns the 403 of a collection that is unknown, or closed to the public for this method. */
export function forbiddenCollection(collection: string): DirectusError {
  return forbiddenBecause(
    `You don't have permission to access collection "${collection}" or it does not exist. Queried in root.`,
  );
}

/** @returns the 403 of an unknown or unreadable field in `fields`, `sort` or `filter`. */
export function forbiddenField(field: string, collection: string, path = 'root'): DirectusError {
  const place = path === 'root' ? path : `"${path}"`;
  return forbiddenBecause(
    `You don't have permission to access field "${field}" in collection "${collection}" or it does not exist. Queried in ${place}.`,
  );
}

/** @returns the 403 of an asset id that no file has. */
export function forbiddenAsset(): DirectusError {
  return forbiddenBecause(
    'You don\'t have permission to perform "read" for collection "directus_files" or it does not exist.',
  );
}

/** @returns the 404 of a path that is no route; the only 404 that Directus gives. */
export function routeNotFound(path: string): DirectusError {
  return new DirectusError({
    status: 404,
    code: 'ROUTE_NOT_FOUND',
    message: `Route ${path} doesn't exist.`,
    extensions: { path },
  });
}

/** @returns the 401 of a token that no user has, also where the public may read. */
export function invalidCredentials(): DirectusError {
  return new DirectusError({
    status: 401,
    code: 'INVALID_CREDENTIALS',
    message: 'Invalid user credentials.',
  });
}

/** @returns the 500 of which the public learns nothing more. */
export function unexpectedError(): DirectusError {
  return new DirectusError({
    status: 500,
    code: 'INTERNAL_SERVER_ERROR',
    message: 'An unexpected error occurred.',
  });
}

/** @returns the 503 of a part that is too busy, without Retry-After. */
export function serviceUnavailable(service: string, reason: string): DirectusError {
  return new DirectusError({
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: `Service "${service}" is unavailable. ${reason}.`,
    extensions: { service, reason },
  });
}

/** @returns the 429 of the rate limiter, with Retry-After in seconds. */
function tooManyRequests(seconds: number): DirectusError {
  const error = new DirectusError({
    status: 429,
    code: 'REQUESTS_EXCEEDED',
    message: `Too many requests, retry after ${seconds}s.`,
    extensions: { limit: 50, reset: new Date(Date.now() + seconds * 1000).toISOString() },
  });
  error.answer.headers['Retry-After'] = String(seconds);
  return error;
}

/**
 * The answer that a real Directus gives with this status: the fault mode `status` uses it when a test names
 * no body. A status that Directus does not use gets the same form with its number in the message.
 */
export function directusAnswerFor(status: number, path: string): Answer {
  switch (status) {
    case 400:
      return invalidQuery('Invalid JSON for filter object').answer;
    case 401:
      return invalidCredentials().answer;
    case 403:
      return forbidden().answer;
    case 404:
      return routeNotFound(path).answer;
    case 429:
      return tooManyRequests(10).answer;
    case 500:
      return unexpectedError().answer;
    case 503:
      return serviceUnavailable('api', 'Under pressure').answer;
    default:
      return new DirectusError({ status, code: 'DEMO_FAULT', message: `Demo fault ${status}.` }).answer;
  }
}
