import { describe, expect, it } from 'vitest';
import { sendRequest } from '../support/http.ts';
import { pageAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';
import { runProvisioning } from './runProvisioning.ts';
import { ownDirectus, sharedDirectus, type TestDirectus } from './sharedDirectus.ts';
import { shownPage } from './shownPage.ts';

// What docs/operations.md says of a backup, of a copy of it, and of a site that is older than its Directus.

const copy = await ownDirectus('tests-restored');
async function siteOf({ url }: TestDirectus) {
  const site = await siteForFile({ environment: { DIRECTUS_URL: url } });
  await site.load();
  return site;
}
const site = await siteOf(copy);
const original = await siteOf(sharedDirectus());

describe('a copy that is restored from database and files', () => {
  it('has every page and picture of the original', async () => {
    for (const address of pageAddresses)
      expect(await shownPage(site, address), address).toEqual(await shownPage(original, address));
    const { text } = await sendRequest(original.url, '/');
    const [picture = ''] = /\/media\/[^" ]+/.exec(text) ?? [];
    const target = picture.replaceAll('&amp;', '&');
    const [own, other] = [await sendRequest(site.url, target), await sendRequest(original.url, target)];
    expect([own.status, own.body]).toEqual([200, other.body]);
  });

  it('needs no provisioning, and calls nobody after its Flows are switched off', async () => {
    const access = { DIRECTUS_URL: copy.url, DIRECTUS_ADMIN_TOKEN: copy.token };
    const hook = { SITE_HOOK_URL: original.url, CONTENT_HOOK_SECRET: 'a-secret-of-production-0123456789' };
    expect((await runProvisioning({ ...access, ...hook })).code).toBe(0);
    const again = await runProvisioning({ ...access, ...hook }, '--diff');
    expect(again.stdout).not.toMatch(/^to make/m);
    const response = await fetch(`${copy.url}/flows`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${copy.token}`, 'Content-Type': 'application/json' },
      body: '{"query":{"filter":{"status":{"_eq":"active"}}},"data":{"status":"inactive"}}',
    });
    expect(response.status).toBe(200);
    const flows = await copy.admin.readRows('/flows', { fields: 'name,status' });
    expect(flows.length).toBeGreaterThan(0);
    expect(flows.filter(({ status }) => status !== 'inactive')).toEqual([]);
  });
});

it('an older site works on a Directus that has what a newer one needs', async () => {
  const before = await shownPage(site, '/services/snow-removal');
  await copy.admin.create('/fields/services', { field: 'of_a_newer_site', type: 'string', schema: {} });
  await copy.admin.create('/collections', { collection: 'of_a_newer_site', schema: {}, meta: {} });
  const [row] = await copy.admin.readRows('/items/services', { limit: 1, fields: 'id' });
  await copy.admin.change(`/items/services/${String(row?.id)}`, { of_a_newer_site: 'Nobody reads this.' });
  await site.reset();
  await site.load();
  expect(await shownPage(site, '/services/snow-removal')).toEqual(before);
  expect(site.reports).toEqual([]);
});
