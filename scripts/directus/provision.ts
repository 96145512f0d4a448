import { readLine, readRow } from '../../server/directus/readField.ts';
import { originOf } from '../../server/process/config.ts';
import { collectionPlans } from './collectionPlans.ts';
import { createDirectusAdmin, type DirectusAdmin, ProvisioningProblem } from './directusAdmin.ts';
import { ExistingSchema } from './existingSchema.ts';
import { provisionEditors, provisionReading } from './provisionAccess.ts';
import { beginContent, endContent, isContentUnfinished, provisionContent } from './provisionContent.ts';
import { type EnquiryLedger, provisionEnquiries } from './provisionEnquiries.ts';
import { provisionFlow, type SiteHook } from './provisionFlow.ts';
import type { Report, Run } from './provisioningRun.ts';
import { provisionLists } from './provisionLists.ts';
import { type PreviewAccess, provisionPreviews } from './provisionPreviews.ts';
import { provisionSchema } from './provisionSchema.ts';
import { provisionSlugFlow } from './provisionSlugFlow.ts';

export interface ProvisionOptions {
  readonly url: string;
  readonly token: string;
  /** The site whose publish hook is called on changes; none: no Flow is made. */
  readonly hook?: SiteHook | undefined;
  /** Where the site keeps messages; none: nothing is made for them. */
  readonly ledger?: EnquiryLedger | undefined;
  /** What the site makes its previews with; none: nothing is made for them. */
  readonly previews?: PreviewAccess | undefined;
  /** The site's origin, which rows link to their pages by; none: they have no links. */
  readonly origin?: string | undefined;
  /** What the public may read; undefined: published rows where the collections are new, else what it may read already. */
  readonly reading?: 'strict' | 'open' | undefined;
  /** `drafts`: also where the site is in use, as drafts. `new`, the default: where all its collections are new. */
  readonly samples?: 'new' | 'drafts' | 'none';
  /** Changes nothing, and writes what it would do. */
  readonly isDry?: boolean;
  /** Receives one line for each thing done. */
  readonly write: (line: string) => void;
}

/**
 * The origin that `FRONTEND_URL` names.
 * @throws {ProvisioningProblem} where it is none
 */
export function toSiteOrigin(address: string): string {
  const origin = originOf(address);
  if (origin === undefined)
    throw new ProvisioningProblem(`FRONTEND_URL is no http or https origin without a path: ${address}`);
  return origin;
}

/**
 * Makes an instance of Directus ready for the site: collections, access, content to begin with, and the Flow. Run again
 * it makes what is missing and leaves the rest; interrupted, the next run goes on.
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
  if (isNew && samples !== 'none') await beginContent(run);
  await provisionSchema(run, origin);
  // Before the content, so that nothing is readable for a moment that strict rules would hide.
  await provisionReading(run, { reading, isNew });
  await provisionEditors(run);
  await provisionLists(run);
  await provisionContent(run, { isNew, samples });
  if (isNew) await endContent(admin);
  await provisionSlugFlow(run);
  if (hook) await provisionFlow(run, hook);
  if (options.ledger) await provisionEnquiries(run, options.ledger);
  if (options.previews) await provisionPreviews(run, options.previews);
  const { made, kept, note } = counts;
  if (isDry)
    write(`Nothing was changed. Without --diff: ${made} to make, ${kept} stay as they are, ${note} to note.`);
  else write(`Done: ${made} made, ${kept} kept as they were, ${note} to note.`);
}

/**
 * Whether nobody uses the instance for the site: none of its collections is there, or an earlier run was interrupted
 * before it had put all content in.
 */
async function isNewFor(run: Run): Promise<boolean> {
  const isUntouched = !collectionPlans.some(({ collection }) => run.schema.hasCollection(collection));
  return isUntouched || (await isContentUnfinished(run));
}

/** Policies, which access is granted by, came with this version. */
const oldestMajor = 11;

/**
 * Makes sure that the address is a Directus that this knows, and the token an administrator's.
 * @returns the version of Directus
 * @throws {ProvisioningProblem} otherwise, before anything is changed
 */
async function checkInstance(admin: DirectusAdmin): Promise<string> {
  const info = readRow(await admin.read('/server/info'));
  // Directus reports its version to logged-in users. It is read before the policies, which old versions lack.
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
