import { afterAll, inject } from 'vitest';
import { createDirectusAdmin, type DirectusAdmin } from '../../provisioning/directusAdmin.ts';
import {
  admin,
  copyInstance,
  deleteInstance,
  directusVersion,
  startDirectus,
} from '../../scripts/directus/realDirectus.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { sharedName } from './startDirectus.ts';

/** Without a license, 12.x has no rules for single rows and fields. */
export const isCoreTier = directusVersion.startsWith('12.');

/** A provisioned Directus with the demo content, the token of its administrator, and a client with it. */
export interface TestDirectus {
  readonly url: string;
  readonly token: string;
  readonly admin: DirectusAdmin;
}

const testDirectus = (url: string): TestDirectus => ({
  url,
  token: admin.token,
  admin: createDirectusAdmin(url, admin.token),
});

/** The instance that all files share; a file that changes its content puts it back. */
export const sharedDirectus = (): TestDirectus => testDirectus(`http://127.0.0.1:${inject('directusPort')}`);

/** A copy of the shared instance for one test file, so that the shared one stays unchanged; it stops after the file. */
export async function ownDirectus(name: string): Promise<TestDirectus> {
  await deleteInstance(name);
  copyInstance(sharedName, name);
  const { url, stop } = await startDirectus({ name, port: await findFreePort(8155) });
  afterAll(stop);
  return testDirectus(url);
}
