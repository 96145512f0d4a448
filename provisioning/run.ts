import type { DirectusAdmin } from './directusAdmin.ts';
import type { HeldSchema } from './heldSchema.ts';
import type { Wanted } from './wanted.ts';

/** Writes one report line: something created, something left as it is, or something to know or do. */
type Report = (kind: 'made' | 'kept' | 'note', what: string) => void;

/** What every step of a run gets. */
export interface Run {
  readonly admin: DirectusAdmin;
  readonly schema: HeldSchema;
  readonly report: Report;
  /** Everything that should be in Directus. */
  readonly wanted: readonly Wanted[];
  /** The ids of the wanted items that are there, by their names. */
  readonly ids: Map<string, string>;
  /** Whether this Directus was not in use for the site before. */
  readonly isNew: boolean;
  /** What the public may read; undefined: published rows if the instance is new, else what it may read already. */
  readonly reading: 'strict' | 'open' | undefined;
  readonly samples: Samples | null;
}

/** Sample content, as Directus' API takes it. */
export interface Samples {
  /** The rows of each collection; all rows of one collection are written in one call. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly pictures: readonly {
    readonly id: string;
    readonly name: string;
    /** The form that uploads it, with its facts. */
    upload(): Promise<FormData>;
  }[];
  /** `new`: only into a new instance. `drafts`: also into one in use, as drafts. */
  readonly use: 'new' | 'drafts';
}
