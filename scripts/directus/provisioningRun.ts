import type { DirectusAdmin } from './directusAdmin.ts';
import type { ExistingSchema } from './existingSchema.ts';

/** Writes one report line: something created, something left as it is, or something to know or do. */
export type Report = (kind: 'made' | 'kept' | 'note', what: string) => void;

/** What every provisioning step gets: the API client, the existing schema and the report. */
export interface Run {
  readonly admin: DirectusAdmin;
  readonly schema: ExistingSchema;
  readonly report: Report;
}
