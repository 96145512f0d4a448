import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePort } from '../../server/demo/demoSite.ts';
import { deleteInstance, startDirectus } from '../directus/realDirectus.ts';
import { type BuiltImage, environmentOf } from './buildImage.ts';
import { execForm, lastOf, lineage } from './dockerfile.ts';
import { runContainer } from './runImage.ts';

export interface ProvisioningRun {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs the command of the provisioning stage as a container, twice, against a real Directus that is empty at
 * first, with the environment that `compose.yaml` gives it.
 * @param folder where it may make folders
 * @param programs the folder of the `node` that it finds
 * @throws where Directus does not come up
 */
export async function provisionTwice(
  image: BuiltImage,
  folder: string,
  programs: string,
  user: number,
): Promise<readonly ProvisioningRun[]> {
  const stages = lineage(image.stages, 'provision');
  const mountPoint = path.join(folder, 'mount-provision');
  mkdirSync(mountPoint);
  await deleteInstance('container-check');
  const directus = await startDirectus({ name: 'container-check', port: await findFreePort(8155) });
  const runs: ProvisioningRun[] = [];
  try {
    for (let count = 0; count < 2; count += 1) {
      const { child, ended } = await runContainer({
        ...{ app: image.folderOf('provision'), mountPoint, user, memoryBytes: 512 * 1024 * 1024 },
        environment: {
          ...environmentOf(stages),
          ...{ PATH: `${programs}:/usr/bin:/bin`, DIRECTUS_URL: directus.url },
          ...{ DIRECTUS_ADMIN_TOKEN: directus.token, SITE_HOOK_URL: 'http://site:3000' },
          CONTENT_HOOK_SECRET: 'secret-of-the-container-check',
        },
        command: execForm(lastOf(stages, 'CMD')),
      });
      const output = child.stdout ? await text(child.stdout) : '';
      runs.push({ code: await ended, output });
    }
  } finally {
    await directus.stop();
  }
  return runs;
}
