import { beginContent, isNewFor } from './content.ts';
import { desired, type Wishes } from './desired.ts';
import {
  createDirectusAdmin,
  type DirectusAdmin,
  ProvisioningProblem,
  toData,
  toText,
} from './directusAdmin.ts';
import { ensure, grow } from './ensure.ts';
import { HeldSchema } from './heldSchema.ts';
import type { Run, Samples } from './run.ts';
import { placeholderId } from './wanted.ts';

export interface ProvisionOptions extends Omit<Wishes, 'ledger'> {
  /** The address of Directus. */
  readonly url: string;
  /** The static token of an administrator. */
  readonly token: string;
  readonly ledger?: Omit<NonNullable<Wishes['ledger']>, 'owners'> | undefined;
  /** What the public may read; undefined: published rows if the instance is new, else what it may read already. */
  readonly reading?: 'strict' | 'open' | undefined;
  /** Sample content; null: none. */
  readonly samples: Samples | null;
  /** Changes nothing, only reports what it would do. */
  readonly isDry?: boolean;
  /** Receives one line for each thing done. */
  readonly write: (line: string) => void;
}

/**
 * Prepares a Directus instance for the site: collections, access, initial content and Flows. Another run creates what
 * is missing and leaves the rest; after an interruption the next run continues.
 * @throws {ProvisioningProblem} with a message for the person who runs it
 */
export async function provision(options: ProvisionOptions): Promise<void> {
  const { url, token, reading, samples, ledger, isDry = false, write } = options;
  const admin = createDirectusAdmin(url, token, isDry);
  const counts = { made: 0, kept: 0, note: 0 };
  const report: Run['report'] = (kind, what) => {
    counts[kind] += 1;
    if (isDry && kind === 'kept') return;
    write(`${(isDry && kind === 'made' ? 'to make' : kind).padEnd(9)} ${what}`);
  };
  write(`Directus ${await checkInstance(admin)} at ${admin.url}`);
  const me = toData(await admin.read('/users/me', { fields: 'role' }));
  const owners = toText(me.role) ?? placeholderId;
  const wanted = desired({ ...options, ledger: ledger && { ...ledger, owners } });
  const schema = await HeldSchema.read(admin);
  const isNew = await isNewFor(admin, schema, samples);
  const run: Run = { admin, report, schema, wanted, ids: new Map(), isNew, reading, samples };
  if (isNew) await beginContent(run);
  for (const each of wanted) await grow(run, each);
  for (const each of wanted) await ensure(run, each);
  await flowsLoaded(admin);
  const { made, kept, note } = counts;
  if (isDry)
    write(`Nothing was changed. Without --diff: ${made} to make, ${kept} stay as they are, ${note} to note.`);
  else write(`Done: ${made} made, ${kept} kept as they were, ${note} to note.`);
}

/**
 * Resolves when Directus runs the new Flows. For each changed Flow it takes all of them out and loads them again, and an
 * edit in between triggers none: a renamed post would get no redirect. A call of a Flow waits for that, even of one that
 * does not exist, which is then refused (`FlowManager` in its source).
 */
async function flowsLoaded(admin: DirectusAdmin): Promise<void> {
  try {
    await admin.read(`/flows/trigger/${placeholderId}`);
  } catch (error) {
    if (!(error instanceof ProvisioningProblem) || error.code !== 'FORBIDDEN') throw error;
  }
}

/** Access policies were introduced in this version. */
const oldestMajor = 11;

/**
 * Checks that the address is a supported Directus and that the token is an administrator's.
 * @returns the version of Directus
 * @throws {ProvisioningProblem} otherwise, before anything is changed
 */
async function checkInstance(admin: DirectusAdmin): Promise<string> {
  const info = toData(await admin.read('/server/info'));
  // Directus reports its version only to logged-in users. It is read before the policies, which old versions lack.
  const version = toText(info.version);
  if (version !== null && Number.parseInt(version, 10) < oldestMajor) {
    throw new ProvisioningProblem(
      `This is Directus ${version}. The site needs ${oldestMajor} or newer: upgrade it first.`,
    );
  }
  const globals = toData(await admin.read('/policies/me/globals'));
  if (globals.admin_access !== true || version === null) {
    throw new ProvisioningProblem(
      'This token is valid, but not an administrator’s. Set DIRECTUS_ADMIN_TOKEN to the static token of one.',
    );
  }
  return version;
}
