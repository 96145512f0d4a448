import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hydrate, hydrated, phone, visitSite } from '../support/browserPage.ts';
import { fill, openContactForm, send } from '../support/contactForm.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { spokenOn } from '../support/spoken.ts';

// What people hear who listen to the site. The transcripts are kept, to be read like prose: after a change that is
// meant, `npm test -- tests/browser/spoken.test.ts -u` writes them anew.

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example' } });

/** Compares what is said with the kept transcript. */
const hears = async (name: string, lines: readonly string[]) =>
  expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`spoken/${name}.txt`);

/** What is said from the page's own part on: every page begins with the same header. */
const withoutHeader = (lines: readonly string[]) => lines.slice(lines.indexOf('main'));

it.each([
  ['home', siteAddresses.front],
  ['rentals', siteAddresses.rentals],
  ['aHome', '/rentals/meadow-cabin'],
  ['contact', siteAddresses.contact],
  ['service', siteAddresses.service],
  ['blog', siteAddresses.blog],
  ['post', siteAddresses.post],
  ['notFound', siteAddresses.notFound],
  ['searchResults', '/search?q=snow'],
])('%s', async (name, path) => {
  await expect.poll(async () => (await fetch(`${visit.site.url}/api/search?q=snow`)).status).toBe(200);
  const { page } = await visit.open(path);
  const lines = await spokenOn(page);
  await hears(name, name === 'home' ? lines : withoutHeader(lines));
});

it('the suggestions of the search', async () => {
  const { page } = await visit.open('/about');
  await hydrate(page, 'siteSearch');
  await page.click('.search-link');
  await page.getByRole('combobox').fill('snow');
  await expect.poll(() => page.textContent('.search-state')).toMatch(/^\d+ suggestions/);
  await hears('search', await spokenOn(page, '.search-dialog'));
});

it('the drawer of a phone', async () => {
  const { page } = await visit.open('/about', phone);
  await hydrate(page, 'siteMenu');
  await page.click('.drawer-toggle');
  await hears('drawer', await spokenOn(page, '.site-header'));
});

it('a sent message', async () => {
  const { page } = await openContactForm(visit);
  await fill(page);
  await send(page);
  await page.locator('.contact-success').waitFor();
  const href = await page.getAttribute('.contact-reference', 'href');
  await page.clock.resume();
  await page.goto(visit.site.url + href);
  await hydrated(page, 'sentMessage');
  await expect.poll(() => delivered(page)).toBe(true);
  const lines = withoutHeader(await spokenOn(page));
  await hears('sentMessage', lines.map(withoutChance));
});

const delivered = (page: Page) => page.locator('[data-step=delivered][data-state=completed]').isVisible();

/** The number and the times of a message differ each time. */
const withoutChance = (line: string) =>
  line.replace(/\b[0-9a-f]{8}\b/, '1234abcd').replace(/\d{1,2}:\d\d [AP]M P[SD]T/, '9:00 AM PST');
