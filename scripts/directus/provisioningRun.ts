import type { DirectusAdmin } from './directusAdmin.ts';
import type { ExistingSchema } from './existingSchema.ts';

/** Writes the line of one thing: created, left as it is, or something to know or do. */
export type Report = (kind: 'made' | 'kept' | 'note', what: string) => void;

/** What every step of the provisioning has: where it makes things, what was there, and who is told. */
export interface Run {
  readonly admin: DirectusAdmin;
  readonly schema: ExistingSchema;
  readonly report: Report;
}
