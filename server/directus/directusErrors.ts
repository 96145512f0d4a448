import { ResponseError } from './callErrors.ts';
import { readLine, readRow, readRows } from './readField.ts';

const longestMessage = 1024;

/**
 * The message of a refused call: the `message` field of the JSON error body if present, else the first of
 * Directus' own `errors` (it never sends a top-level `message`), else the status.
 */
export function refusalMessage(status: number, body: unknown): string {
  const errors = readRow(body)?.errors;
  return messageIn(body) ?? messageIn(readRows(errors)[0]) ?? `HTTP error! status: ${status}`;
}

function messageIn(value: unknown): string | null {
  return readLine(readRow(value)?.message, longestMessage);
}

/** Whether it may not be read, or does not exist: Directus responds to both with 403. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ResponseError && error.status === 403;
}
