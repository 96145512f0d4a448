import { startSite, type TestSite } from './site.ts';
import { pageAddresses } from './siteAddresses.ts';

/** Starts a site with all content, and every page in its cache. */
export async function startWarmSite(environment: Readonly<Record<string, string>> = {}): Promise<TestSite> {
  const site = await startSite({ environment });
  await site.load();
  await Promise.all(pageAddresses.map((address) => fetch(site.url + address)));
  return site;
}
