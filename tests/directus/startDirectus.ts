import type { TestProject } from 'vitest/node';
import { provision } from '../../scripts/directus/provision.ts';
import { findFreePort } from '../../server/demo/demoSite.ts';
import { directusInstance, findSetupScript } from './lab.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the instance that all files share. */
    readonly directusPort: number;
  }
}

/** The instance that all files share: open public reading and the demo content. */
export const sharedName = 'site-tests';

/** Brings the shared instance up, empty at first and then provisioned; takes it down at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  findSetupScript();
  const port = await findFreePort(8055);
  const directus = directusInstance(sharedName, port);
  await directus.wipe();
  await directus.start();
  try {
    await provision({ url: directus.url, token: directus.token, write: () => undefined });
  } catch (error) {
    await directus.stop();
    throw error;
  }
  project.provide('directusPort', port);
  return () => directus.stop();
}
