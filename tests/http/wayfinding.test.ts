import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ContentRows } from '../../server/demo/demoRows.ts';
import { fromOwnPage } from '../support/goodEnquiry.ts';
import { parseHtml, texts } from '../support/html.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';

// Where a visitor is, what is related, and the way to the contact form.

const site = await siteForFile({ environment: { SHELL_DEADLINE_MS: '10000' } });

const { front, about, service, services, post, blogTag, rentals, strManagement, contact } = siteAddresses;
const pageAt = async (path: string) => parseHtml((await request(site.url).get(path)).text);
/** Restarts the site with changed rows; after the test it has those of the demo again. */
async function changed(change: (rows: ContentRows) => void): Promise<void> {
  await site.reset();
  onTestFinished(() => site.reset());
  change(site.contentService.rows);
}

describe('related services below a service', () => {
  const below = async (slug: string) =>
    texts((await pageAt(`/services/${slug}`)).all('.related-services h3'));

  it('are the most similar ones when its editor names none: linked in its text, of its kind, with common words', async () => {
    expect(await below('snow-removal')).toEqual(['Maintenance', 'HVAC Enclosures', 'Handyman Services']);
    expect((await below('painting')).slice(0, 2)).toEqual(['Deck Restoration', 'HVAC Enclosures']);
    expect(await below('property-management')).toContain('Short-Term Rental Management');
  });

  it('are none when no service is similar', async () => {
    await changed((rows) => {
      rows.services = ['Alder', 'Birch', 'Cedar', 'Dogwood'].map((title, at) => ({
        id: at + 1,
        title,
        slug: title.toLowerCase(),
        status: 'published',
      }));
    });
    expect((await pageAt('/services/alder')).one('h1').text).toBe('Alder');
    expect(await below('alder')).toEqual([]);
  });

  it('are never drafts or the service itself', async () => {
    const names = 'Housekeeping, pressure-washing, Snow Removal';
    await changed(({ services: rows }) => {
      const row = rows.find(({ slug }) => slug === 'housekeeping');
      Object.assign(row ?? {}, { related_services: names });
    });
    expect(await below('housekeeping')).toEqual(['Snow Removal']);
  });
});

describe('the place of a page', () => {
  it.each([
    [front, ['page Home'], []],
    [about, ['page About'], ['page About']],
    [services, ['page Services'], []],
    [service, ['true Services', 'page Snow Removal'], []],
    ['/services/hvac-enclosures', ['true Services'], []],
    [rentals, ['page Rentals', 'page Vacation Rentals'], ['page Rentals']],
    [strManagement, ['true Rentals', 'page Short-Term Rental Management'], []],
    ['/blog/tags', ['true Blog', 'page Tags'], ['true Blog']],
    [post, ['true Blog'], ['true Blog']],
    [blogTag, ['true Blog'], ['true Blog']],
    [contact, ['page Contact'], ['page Contact']],
    [siteAddresses.privacy, [], ['page Privacy']],
    [siteAddresses.notFound, [], []],
  ])('is marked in menu, drawer and footer of %s', async (path, inMenu, inFooter) => {
    const page = await pageAt(path);
    const marks = (selector: string) =>
      page.all(`${selector} [aria-current]`).map((link) => `${link.attribute('aria-current')} ${link.text}`);
    expect([marks('.site-nav'), marks('.drawer'), marks('footer')]).toEqual([inMenu, inMenu, inFooter]);
  });

  it('is marked at the toggle of a submenu whose entry has no link', async () => {
    await changed(({ navigation }) => {
      for (const row of navigation) if (row.title === 'Services') row.url = null;
    });
    expect((await pageAt(service)).one('.site-nav summary[aria-current=true]').text).toBe('Services');
  });

  it.each([
    [service, 'Services', 'Snow Removal'],
    [siteAddresses.rental, 'Vacation Rentals', 'Meadow Cabin'],
    [post, 'Blog', 'Opening the cabin in April, one system at a time'],
  ])('is shown by breadcrumbs on %s, as in its structured data', async (path, above, current) => {
    const { text } = await request(site.url).get(path);
    const crumbs = parseHtml(text).one('.breadcrumbs');
    expect(texts(crumbs.all('li'))).toEqual([above, current]);
    expect(texts(crumbs.all('[aria-current=page]'))).toEqual([current]);
    expect(texts(crumbs.all('a'))).toEqual([above]);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(json)['@graph']).toContainEqual(
      expect.objectContaining({
        '@type': 'BreadcrumbList',
        itemListElement: [
          expect.objectContaining({ name: above }),
          expect.objectContaining({ name: current }),
        ],
      }),
    );
  });

  it('the toggle of the drawer has one name', async () => {
    const toggle = (await pageAt(front)).one('.drawer-toggle');
    expect([toggle.attribute('aria-label'), toggle.text]).toEqual(['Menu', '']);
  });
});

describe('the way to the form', () => {
  it.each(Object.values(siteAddresses))('%s is one click from the form and from a call', async (path) => {
    const page = await pageAt(path);
    const quotes = ['.header-actions', '.site-nav', '.drawer-panel'].map((place) =>
      page.all(`header ${place} a`).find(({ text }) => text === 'Get Quote'),
    );
    expect(quotes.map((link) => link?.attribute('href'))).toEqual(['/contact', '/contact', '/contact']);
    const [urgent, office] = page.all('header .call-sheet a');
    expect([urgent?.attribute('href'), office?.attribute('href')]).toEqual([
      'tel:+15415550187',
      'tel:+15415550142',
    ]);
    expect(page.one('footer .footer-reach').text).toMatch(/\(541\) 555-0142.*Monday to Friday/);
  });

  it('leads from services and posts too', async () => {
    const quotes = async (path: string) =>
      (await pageAt(path))
        .all('main a')
        .filter(({ text }) => text === 'Get Quote')
        .map((link) => link.attribute('href'));
    expect(await quotes(service)).toEqual(Array(2).fill('/contact?service=snow-removal'));
    expect(await quotes(post)).toEqual(['/contact']);
  });

  const formAt = async (query: string) => {
    const page = await pageAt(contact + query);
    const chosen = page.all('#enquiry option').find((option) => option.attribute('selected') !== undefined);
    return {
      service: chosen?.attribute('value') ?? '',
      message: page.one('#enquiry textarea').text,
      robots: page.all('meta[name=robots]').length,
    };
  };

  it.each([
    ['?service=snow-removal', 'snow-removal', ''],
    ['?service=vacation-rentals', 'other', 'About: Vacation Rentals'],
    ['?home=meadow-cabin', '', 'About: Meadow Cabin, '],
    ['?home=meadow-cabin&service=painting', '', 'About: Meadow Cabin, '],
  ])('fills in the form for %s', async (query, value, message) => {
    const asked = await formAt(query);
    expect(asked).toMatchObject({ service: value, robots: 0 });
    expect(asked.message).toContain(message);
  });

  it.each([
    ['?service=snow-removal', 'A quote for Snow Removal'],
    ['?home=meadow-cabin', 'Ask about Meadow Cabin'],
    ['', 'Let us know what the house needs'],
  ])('keeps the heading when a form without script is refused: %s', async (query, heading) => {
    const headingOf = (page: ReturnType<typeof parseHtml>) => page.one('h1').text;
    const first = await pageAt(contact + query);
    expect(headingOf(first)).toBe(heading);
    const action = first.one('#enquiry').attribute('action') ?? '';
    expect(action).toBe(`${contact}${query}#enquiry`);
    const posted = request(site.url).post(action.replace('#enquiry', '')).set(fromOwnPage(site.url));
    const refused = parseHtml((await posted.type('form').send({ name: '' })).text);
    expect(refused.all('#enquiry .field-error').length).toBeGreaterThan(0);
    expect(headingOf(refused)).toBe(heading);
    expect(refused.one('#enquiry').attribute('action')).toBe(action);
  });

  it.each(['no-such-thing', '../etc', 'zz"><script>', 'x'.repeat(500), '__proto__', 'SNOW-REMOVAL'])(
    'leads to the plain form for an unknown value: %.20s',
    async (value) => {
      for (const name of ['service', 'home'])
        expect(await formAt(`?${name}=${encodeURIComponent(value)}`)).toMatchObject({
          service: '',
          message: '',
        });
    },
  );
});
