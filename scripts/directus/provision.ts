import { readLine, readRow } from '../../server/directus/readField.ts';
import {
  createDirectusAdmin,
  type DirectusAdmin,
  ProvisioningProblem,
  type Report,
} from './directusAdmin.ts';
import { provisionAccess } from './provisionAccess.ts';
import { provisionContent } from './provisionContent.ts';
import { provisionFlow, type SiteHook } from './provisionFlow.ts';
import { provisionSchema } from './provisionSchema.ts';

export interface ProvisionOptions {
  readonly url: string;
  readonly token: string;
  /** The site whose publish hook is called on changes; none: no Flow is made. */
  readonly hook?: SiteHook | undefined;
  readonly isStrict?: boolean;
  readonly withContent?: boolean;
  readonly overwriteContent?: boolean;
  /** Receives one line for each thing done. */
  readonly write: (line: string) => void;
}

/**
 * Makes an instance of Directus ready for the site: collections, public reading, content to begin with, and
 * the Flow. Run again it makes what is missing and leaves the rest.
 * @throws {ProvisioningProblem} with a message for the person who runs it
 */
export async function provision(options: ProvisionOptions): Promise<void> {
  const { url, token, hook, write } = options;
  const { isStrict = false, withContent = true, overwriteContent = false } = options;
  const admin = createDirectusAdmin(url, token);
  const counts = { made: 0, kept: 0, overwrote: 0, note: 0 };
  const report: Report = (kind, what) => {
    counts[kind] += 1;
    write(`${kind.padEnd(9)} ${what}`);
  };
  const version = await checkInstance(admin);
  write(`Directus ${version} at ${admin.url}`);
  const schema = await provisionSchema(admin, report);
  // Before the content, so that nothing is readable for a moment that strict rules would hide.
  await provisionAccess(admin, report, isStrict);
  if (withContent) await provisionContent(admin, report, schema, overwriteContent);
  if (hook) await provisionFlow(admin, report, hook);
  const { made, kept, overwrote, note } = counts;
  write(`Done: ${made} made, ${kept} kept as they were, ${overwrote} overwritten, ${note} to note.`);
}

/** Policies, which public reading is granted by, came with this version. */
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
