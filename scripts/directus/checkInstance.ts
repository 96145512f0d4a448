import { readLine, readRow } from '../../server/directus/readField.ts';
import { type DirectusAdmin, ProvisioningProblem } from './directusAdmin.ts';

/** Policies, which public reading is granted by, came with this version. */
const oldestMajor = 11;

/**
 * Makes sure that the address is a Directus that this knows, and the token an administrator's.
 * @returns the version of Directus
 * @throws {ProvisioningProblem} otherwise, before anything is changed
 */
export async function checkInstance(admin: DirectusAdmin): Promise<string> {
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
