import { expect } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';
import { runProvisioning } from './runProvisioning.ts';
import type { TestDirectus } from './sharedDirectus.ts';

/** A site that a Directus tells of each change. */
export interface ConnectedSite extends Pick<TestSite, 'url'> {
  /** Runs the provisioning again. */
  provision(): ReturnType<typeof runProvisioning>;
  /** Deletes the Flows that call the site, and ends it. */
  close(): Promise<void>;
}

/** Starts a site with the content of a Directus, which gets the Flows that call it with this secret. */
export async function startConnectedSite(directus: TestDirectus, secret: string): Promise<ConnectedSite> {
  const site = await startSite({ environment: { DIRECTUS_URL: directus.url, CONTENT_HOOK_SECRET: secret } });
  await site.load();
  const provision = () =>
    runProvisioning({
      DIRECTUS_URL: directus.url,
      DIRECTUS_ADMIN_TOKEN: directus.token,
      SITE_HOOK_URL: site.url,
      CONTENT_HOOK_SECRET: secret,
    });
  expect(await provision()).toMatchObject({ code: 0 });
  return {
    url: site.url,
    provision,
    async close() {
      const named = { name: { _contains: new URL(site.url).host } };
      for (const flow of await directus.admin.readRows('/flows', { filter: named, fields: 'id' })) {
        await directus.admin.remove(`/flows/${String(flow.id)}`);
      }
      await site.close();
    },
  };
}
