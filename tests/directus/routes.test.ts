import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stylePath } from '../../shared/paths.ts';
import { sendRequest } from '../support/http.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { sharedDirectus } from './sharedDirectus.ts';
import { shownPage } from './shownPage.ts';

const shared = sharedDirectus();
let real: TestSite;
let embedded: TestSite;

beforeAll(async () => {
  [real, embedded] = [
    await startSite({ environment: { DIRECTUS_URL: shared.url, DEV_PAGES: '1' } }),
    await startSite({ environment: { DEV_PAGES: '1' } }),
  ];
  await Promise.all([real.load(), embedded.load()]);
});
afterAll(() => Promise.all([real.close(), embedded.close()]));

/** Addresses with a query, and addresses that must be 404s. */
const moreAddresses = [
  '/blog?category=seasonal-care',
  '/blog?tag=winter',
  '/blog?page=2',
  '/blog/tag/no-such-tag',
  '/services/pressure-washing',
  '/services/no-such-service',
  '/blog/no-such-post',
  '/blog/a-rental-kitchen-for-eight',
  '/blog/draft-what-rides-in-the-truck',
];

/** Versions of pictures depend on the time of upload, which differs between the services. */
const withoutVersions = (json: string) => json.replaceAll(/"version":"[0-9a-f]+"/g, '"version":"some"');

describe('every route over a real Directus', () => {
  it.each([...Object.values(siteAddresses), ...moreAddresses])(
    '%s is the same page with both services',
    async (address) => {
      const page = await shownPage(real, address);
      expect(page).toEqual(await shownPage(embedded, address));
      const isAbsent = /no-such|pressure-washing|rental-kitchen|draft-/.test(address);
      expect(page.status).toBe(isAbsent ? 404 : 200);
      // The style page shows this notice among its samples.
      if (!isAbsent && address !== stylePath) expect(page.main).not.toMatch(/Directus is unreachable/);
    },
  );

  it('the list of posts as JSON is the same', async () => {
    const target = '/api/posts?category=seasonal-care&page=1';
    const [own, other] = [await sendRequest(real.url, target), await sendRequest(embedded.url, target)];
    expect(own.status).toBe(200);
    expect(JSON.parse(withoutVersions(own.text))).toEqual(JSON.parse(withoutVersions(other.text)));
  });

  it('the sitemap is the same', async () => {
    const paths = (text: string) =>
      [...text.matchAll(/<loc>https?:\/\/[^/]+([^<]*)/g)].map(([, path]) => path);
    const own = paths((await sendRequest(real.url, '/sitemap.xml')).text);
    expect(own).toContain('/services/snow-removal');
    expect(own).toEqual(paths((await sendRequest(embedded.url, '/sitemap.xml')).text));
  });

  it('reports no error', () => {
    expect(real.reports).toEqual([]);
  });
});
