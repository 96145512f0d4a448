import { hash } from 'node:crypto';

/** Tells JSON values apart: equal for equal ones with their members in the same order. */
export function digestOf(value: unknown): string {
  return hash('sha1', JSON.stringify(value) ?? '', 'base64url');
}
