import type { TestProject } from 'vitest/node';
import { provision } from '../../provisioning/provision.ts';
import { deleteInstance, startDirectus } from '../../scripts/directus/realDirectus.ts';
import { demoSamples } from '../../scripts/directus/samples.ts';
import { findFreePort } from '../../server/demo/ports.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the instance that all files share. */
    readonly directusPort: number;
  }
}

/** The instance that all files share: open public reading and the demo content. */
export const sharedName = 'tests-shared';

/** Starts the shared instance, empty at first and then provisioned; stops it at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await deleteInstance(sharedName);
  const port = await findFreePort(8055);
  const directus = await startDirectus({ name: sharedName, port });
  try {
    const { url, token } = directus;
    const samples = demoSamples('new');
    await provision({ url, token, samples, reading: 'open', write: () => undefined });
  } catch (error) {
    await directus.stop();
    throw error;
  }
  project.provide('directusPort', port);
  return () => directus.stop();
}
