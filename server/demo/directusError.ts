import { jsonReply, type Reply } from './httpService.ts';

/**
 * Thrown while a request is handled. The response has the form of Directus 11.17,
 * `{"errors":[{"message","extensions":{"code",…}}]}`. There is no top-level `message`, and an absent row or collection
 * gives 403, never 404.
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

/** @returns the 500 of an unexpected error. */
export function internalError(): DirectusError {
  return new DirectusError(500, 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred.');
}

/** The 401 for an unknown token. */
export const unknownToken = () => new DirectusError(401, 'INVALID_CREDENTIALS', 'Invalid user credentials.');
