import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { faultsOf } from '../support/htmlFaults.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

const addresses = [
  ...Object.values(siteAddresses),
  '/blog?category=seasonal-care',
  '/blog?page=2',
  '/blog?tag=winter',
  '/blog/tag/no-such-tag',
  '/services/property-management',
  '/services/no-such',
  '/blog/no-such',
  '/%',
];

let site: TestSite;

beforeAll(async () => {
  site = await startSite({
    environment: { SHELL_DEADLINE_MS: '10000', BOOKING_SITE_URL: 'https://stay.ridge.example' },
  });
});

afterAll(() => site.close());

describe('HTML as the standard says', () => {
  it('the validator sees what is wrong', async () => {
    const wrong =
      '<!doctype html><html><head><title>x</title></head><body><p><div id="a"></div></p><i id="a"></body>';
    expect((await faultsOf(wrong)).length).toBeGreaterThan(2);
  });

  it.each(addresses)('%s is valid', async (path) => {
    expect(await faultsOf((await request(site.url).get(path)).text)).toEqual([]);
  });

  it('the form that comes back, and the page of a message, are valid', async () => {
    const post = (values: Readonly<Record<string, string | boolean>>) =>
      request(site.url).post('/contact').set(fromOwnPage(site.url)).type('form').send(asForm(values));
    const empty = await post({}).expect(422);
    expect(await faultsOf(empty.text)).toEqual([]);
    const sent = await post(goodEnquiry);
    const page = await request(site.url).get(String(sent.headers.location)).expect(200);
    expect(await faultsOf(page.text)).toEqual([]);
    site.contactService.respondWith({ success: false, error: '<b>Refused</b>' });
    const failed = await post({ ...goodEnquiry, message: 'Another' }).expect(502);
    site.contactService.respondWith();
    expect(await faultsOf(failed.text)).toEqual([]);
  });

  it.each(['/sentry-example-page/render-error', '/sentry-example-page/endpoint-error'])(
    'the error screen of %s is valid',
    async (path) => {
      const { text } = await request(site.url).post(path).expect(500);
      expect(await faultsOf(text)).toEqual([]);
    },
  );
});

describe('HTML without content', () => {
  it.each(['unreachable', 'empty'] as const)('every page is valid while content is %s', async (state) => {
    const other = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
    if (state === 'unreachable') await other.contentService.fault('*', { kind: 'refuse' });
    else for (const name of collectionNames) other.contentService.rows[name] = [];
    const faults: string[] = [];
    for (const path of Object.values(siteAddresses)) {
      const { text } = await request(other.url).get(path);
      faults.push(...(await faultsOf(text)).map((fault) => `${path} ${fault}`));
    }
    await other.close();
    expect(faults).toEqual([]);
  });

  it('a streamed shell is valid as far as it has come', async () => {
    const other = await startSite({ environment: { SHELL_DEADLINE_MS: '0' } });
    await other.contentService.fault('*', { kind: 'slow', ms: 200 });
    const { text } = await request(other.url).get('/about');
    await other.close();
    expect(text).toContain('class="pending"');
    // The late parts stand hidden behind the page until they are put into main.
    const faults = (await faultsOf(text)).filter((fault) => !fault.startsWith('unique-landmark'));
    expect(faults).toEqual([]);
  });
});
