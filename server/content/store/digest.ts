import { hash } from 'node:crypto';

/** A digest of a JSON value: equal for equal values with their members in the same order. */
export function digestOf(value: unknown): string {
  return hash('sha1', JSON.stringify(value) ?? '', 'base64url');
}
