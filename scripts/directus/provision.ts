import { readLine, readRow } from '../../server/directus/readField.ts';
import { originOf, originRule } from '../../server/process/config.ts';
import { collectionPlans } from './collectionPlans.ts';
import { createDirectusAdmin, type DirectusAdmin, ProvisioningProblem } from './directusAdmin.ts';
import { ExistingSchema } from './existingSchema.ts';
import { placeholderId } from './makeOnce.ts';
import { extendReading, provisionEditors, provisionReading } from './provisionAccess.ts';
import { beginContent, endContent, isContentUnfinished, provisionContent } from './provisionContent.ts';
import { type EnquiryLedger, provisionEnquiries } from './provisionEnquiries.ts';
import { provisionFlow, type SiteHook } from './provisionFlow.ts';
import type { Report, Run } from './provisioningRun.ts';
import { provisionLists } from './provisionLists.ts';
import { extendPreviews, type PreviewAccess, provisionPreviews } from './provisionPreviews.ts';
import { provisionSchema } from './provisionSchema.ts';
import { provisionArrivalFlow, provisionSlugFlow } from './provisionSlugFlow.ts';

interface ProvisionOptions {
  readonly url: string;
  readonly token: string;
  /** The publish hook to call on changes; undefined: no Flow is created. */
  readonly hook?: SiteHook | undefined;
  /** The ledger of messages; undefined: nothing is created for messages. */
  readonly ledger?: EnquiryLedger | undefined;
  /** What the site needs for previews; undefined: nothing is created for them. */
  readonly previews?: PreviewAccess | undefined;
  /** The site's origin, for links from rows to their pages; undefined: no links. */
  readonly origin?: string | undefined;
  /** What the public may read; undefined: published rows if the instance is new, else what it may read already. */
  readonly reading?: 'strict' | 'open' | undefined;
  /** `new` (default): sample content only on a new instance. `drafts`: also on one in use, as drafts. */
  readonly samples?: 'new' | 'drafts' | 'none';
  /** Changes nothing, only reports what it would do. */
  readonly isDry?: boolean;
  /** Receives one line for each thing done. */
  readonly write: (line: string) => void;
}

/**
 * The origin that `FRONTEND_URL` names.
 * @throws {ProvisioningProblem} when it is not an origin
 */
export function toSiteOrigin(address: string): string {
  const origin = originOf(address);
  if (origin === undefined)
    throw new ProvisioningProblem(`FRONTEND_URL must be ${originRule}; it is ${address}`);
  return origin;
}

/**
 * Prepares a Directus instance for the site: collections, access, initial content and Flows. Another run creates what
 * is missing and leaves the rest; after an interruption the next run continues.
 * @throws {ProvisioningProblem} with a message for the person who runs it
 */
export async function provision(options: ProvisionOptions): Promise<void> {
  const { url, token, hook, origin, reading, samples = 'new', isDry = false, write } = options;
  const admin = createDirectusAdmin(url, token, isDry);
  const counts = { made: 0, kept: 0, note: 0 };
  const report: Report = (kind, what) => {
    counts[kind] += 1;
    if (isDry && kind === 'kept') return;
    write(`${(isDry && kind === 'made' ? 'to make' : kind).padEnd(9)} ${what}`);
  };
  const version = await checkInstance(admin);
  write(`Directus ${version} at ${admin.url}`);
  const run: Run = { admin, report, schema: await ExistingSchema.read(admin) };
  const isNew = await isNewFor(run);
  if (isNew) await beginContent(run, samples);
  // Before their collections: once these exist, a later run could not tell what it has not granted from what somebody
  // has taken away.
  await extendReading(run);
  await provisionEditors(run);
  await extendPreviews(run);
  await provisionSchema(run, origin);
  // Before the content: no row may be readable, even briefly, that strict rules would hide.
  await provisionReading(run, { reading, isNew });
  await provisionLists(run);
  await provisionContent(run, { isNew, samples });
  await endContent(admin);
  await provisionSlugFlow(run);
  if (hook) await provisionFlow(run, hook);
  if (options.ledger) await provisionEnquiries(run, options.ledger);
  if (options.previews) await provisionPreviews(run, options.previews);
  // Last, since a license may allow no more Flows: it is the one that is missed least.
  await provisionArrivalFlow(run);
  await flowsLoaded(admin);
  const { made, kept, note } = counts;
  if (isDry)
    write(`Nothing was changed. Without --diff: ${made} to make, ${kept} stay as they are, ${note} to note.`);
  else write(`Done: ${made} made, ${kept} kept as they were, ${note} to note.`);
}

/**
 * Whether the instance is not yet in use for the site: it has none of the collections, or an earlier run was
 * interrupted before it had written all content.
 */
async function isNewFor(run: Run): Promise<boolean> {
  const isUntouched = !collectionPlans.some(({ collection }) => run.schema.hasCollection(collection));
  return isUntouched || (await isContentUnfinished(run));
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
  const info = readRow(await admin.read('/server/info'));
  // Directus reports its version only to logged-in users. It is read before the policies, which old versions lack.
  const version = readLine(info?.version);
  if (version !== null && Number.parseInt(version, 10) < oldestMajor) {
    throw new ProvisioningProblem(
      `This is Directus ${version}. The site needs ${oldestMajor} or newer: upgrade it first.`,
    );
  }
  const globals = readRow(await admin.read('/policies/me/globals'));
  if (globals?.admin_access !== true || version === null) {
    throw new ProvisioningProblem(
      'This token is valid, but not an administrator’s. Set DIRECTUS_ADMIN_TOKEN to the static token of one.',
    );
  }
  return version;
}
