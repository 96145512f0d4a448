import { afterAll, expect } from 'vitest';
import type { TestSite } from '../support/site.ts';
import { siteForFile } from '../support/started.ts';
import { runProvisioning } from './runProvisioning.ts';
import type { TestDirectus } from './sharedDirectus.ts';

/** A site that a Directus tells of each change. */
export interface ConnectedSite extends Pick<TestSite, 'url'> {
  /** Runs the provisioning again. */
  provision(): ReturnType<typeof runProvisioning>;
}

/** A site for a test file, with the content of a Directus, which has the Flows that call it with this secret. */
export async function connectedSiteForFile(directus: TestDirectus, secret: string): Promise<ConnectedSite> {
  const site = await siteForFile({
    environment: { DIRECTUS_URL: directus.url, CONTENT_HOOK_SECRET: secret },
  });
  const provision = () =>
    runProvisioning({
      DIRECTUS_URL: directus.url,
      DIRECTUS_ADMIN_TOKEN: directus.token,
      SITE_HOOK_URL: site.url,
      CONTENT_HOOK_SECRET: secret,
    });
  await site.load();
  expect(await provision()).toMatchObject({ code: 0 });
  // Before the site and a Directus of the file end, because these were registered earlier.
  afterAll(async () => {
    const named = { name: { _contains: new URL(site.url).host } };
    for (const flow of await directus.admin.readRows('/flows', { filter: named, fields: 'id' })) {
      await directus.admin.remove(`/flows/${String(flow.id)}`);
    }
  });
  return { url: site.url, provision };
}
