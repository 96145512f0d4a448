import { buildSite } from '../../build.mjs';

/** The tests serve what the build makes: the manifest, the browser's files, the bundled server. */
export async function setup(): Promise<void> {
  await buildSite();
}
