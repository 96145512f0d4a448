import { HtmlValidate } from 'html-validate';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile, siteForTest } from '../support/started.ts';

/** The rules of the HTML standard, without those about how a document is formatted. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // A matter of taste: the scrolling container of a wide table is a region, but not a section of the text.
  rules: { 'prefer-native-element': 'off' },
});

/** Every fault of a page, in words. */
async function faultsOf(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

const addresses = [
  ...Object.values(siteAddresses),
  '/blog?category=seasonal-care',
  '/blog?page=2',
  '/blog?tag=winter',
  '/blog?tag=none',
  '/blog/tag/none',
  '/services/property-management',
  '/services/none',
  '/blog/none',
  '/rentals?town=none',
  '/%',
];
const environment = { SHELL_DEADLINE_MS: '10000', BOOKING_SITE_URL: 'https://stay.ridge.example' };

const site = await siteForFile({ environment });

const faultsAt = async (path: string) => faultsOf((await request(site.url).get(path)).text);

describe('HTML by the standard', () => {
  it.each(addresses)('%s is valid', async (path) => {
    expect(await faultsAt(path)).toEqual([]);
  });

  it('the form with errors, the page of a message and the error screen are valid', async () => {
    const post = (path: string, values: Readonly<Record<string, string | boolean>> = {}) =>
      request(site.url).post(path).set(fromOwnPage(site.url)).type('form').send(asForm(values));
    const empty = await post('/contact').expect(422);
    const sent = await post('/contact', goodEnquiry).expect(303);
    const page = await request(site.url).get(String(sent.headers.location)).expect(200);
    site.contactService.respondWith({ success: false, error: '<b>Refused</b>' });
    const failed = await post('/contact', { ...goodEnquiry, message: 'Another' }).expect(502);
    const broken = await post('/sentry-example-page/render-error').expect(500);
    for (const { text } of [empty, page, failed, broken]) expect(await faultsOf(text)).toEqual([]);
  });
});

describe('HTML without content', () => {
  it.each(['unreachable', 'empty'] as const)('every page is valid while content is %s', async (state) => {
    await site.reset();
    if (state === 'unreachable') await site.contentService.fault('*', { kind: 'refuse' });
    else for (const name of collectionNames) site.contentService.rows[name] = [];
    for (const path of Object.values(siteAddresses)) expect(await faultsAt(path), path).toEqual([]);
  });

  it('a streamed page is valid', async () => {
    const other = await siteForTest({ environment: { SHELL_DEADLINE_MS: '0' } });
    await other.contentService.fault('*', { kind: 'slow', ms: 200 });
    const { text } = await request(other.url).get('/about');
    expect(text).toContain('class="pending"');
    // The late part is hidden at the end of the page until a script moves it into main.
    const faults = (await faultsOf(text)).filter((fault) => !fault.startsWith('unique-landmark'));
    expect(faults).toEqual([]);
  });
});
