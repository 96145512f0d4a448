import { startSite, type TestSite } from './site.ts';
import { pageAddresses } from './siteAddresses.ts';

/**
 * Starts a site with every page in its cache, with the site's own title and menu: each was rendered for a crawler,
 * which waits for all content.
 */
export async function startWarmSite(environment: Readonly<Record<string, string>> = {}): Promise<TestSite> {
  const site = await startSite({ environment });
  const crawler = { headers: { 'User-Agent': 'testbot' } };
  await Promise.all(pageAddresses.map((address) => fetch(site.url + address, crawler)));
  return site;
}
