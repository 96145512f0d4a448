import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
});
afterAll(() => site.close());

const pageAt = async (path: string) => parseHtml((await request(site.url).get(path)).text);

const servicesBelow = async (slug: string) =>
  (await pageAt(`/services/${slug}`)).all('.related-services h3').map((heading) => heading.text);

describe('services below a service', () => {
  it('are those that its editor names, in that order', async () => {
    expect(await servicesBelow('vacation-rentals')).toEqual([
      'Short-Term Rental Management',
      'Housekeeping',
      'STR Staging',
    ]);
  });

  it('are those most alike where an editor names none: linked in its text, of its kind, with words in common', async () => {
    expect(await servicesBelow('snow-removal')).toEqual([
      'Maintenance',
      'HVAC Enclosures',
      'Handyman Services',
    ]);
    expect((await servicesBelow('painting')).slice(0, 2)).toEqual(['Deck Restoration', 'HVAC Enclosures']);
    expect(await servicesBelow('property-management')).toContain('Short-Term Rental Management');
  });

  it('are never drafts or the service itself', async () => {
    Object.assign(site.contentService.row('services', 'housekeeping'), {
      related_services: 'Housekeeping, pressure-washing, Snow Removal',
    });
    const other = await startSite({
      contentService: site.contentService,
      environment: { SHELL_DEADLINE_MS: '10000' },
    });
    const { text } = await request(other.url).get('/services/housekeeping');
    await other.close();
    const below = parseHtml(text).all('.related-services h3');
    expect(below.map((heading) => heading.text)).toEqual(['Snow Removal']);
  });
});

describe('where one is', () => {
  const { home, about, service, services, post, blogTag, rentals, strManagement, contact } = siteAddresses;

  it.each([
    [home, ['page Home'], []],
    [about, ['page About'], ['page About']],
    [services, ['page Services'], []],
    [service, ['true Services', 'page Snow Removal'], []],
    ['/services/hvac-enclosures', ['true Services'], []],
    [rentals, ['page Rentals', 'page Vacation Rentals'], []],
    [strManagement, ['true Rentals', 'page STR Management'], []],
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
    expect({ row: marks('.site-nav'), drawer: marks('.drawer'), footer: marks('footer') }).toEqual({
      row: inMenu,
      drawer: inMenu,
      footer: inFooter,
    });
  });

  it('is marked at the toggle of a submenu whose entry leads nowhere itself', async () => {
    const entry = site.contentService.rows.navigation.find(({ title }) => title === 'Services');
    Object.assign(entry ?? {}, { url: null });
    const other = await startSite({
      contentService: site.contentService,
      environment: { SHELL_DEADLINE_MS: '10000' },
    });
    const { text } = await request(other.url).get(service);
    await other.close();
    Object.assign(entry ?? {}, { url: services });
    expect(parseHtml(text).one('.site-nav summary[aria-current=true]').text).toBe('Services');
  });

  it.each([
    [service, 'Services', 'Snow Removal'],
    [post, 'Blog', 'Opening the Cabin in April, One System at a Time'],
  ])('is told by breadcrumbs on %s, as it is told to programs', async (path, above, current) => {
    const { text } = await request(site.url).get(path);
    const crumbs = parseHtml(text).one('.breadcrumbs');
    expect(crumbs.all('li').map((step) => step.text)).toEqual([above, current]);
    expect(crumbs.all('[aria-current=page]').map((step) => step.text)).toEqual([current]);
    expect(crumbs.all('a').map((link) => link.text)).toEqual([above]);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    const list = JSON.parse(json)['@graph'].find(
      (thing: { '@type': string }) => thing['@type'] === 'BreadcrumbList',
    );
    expect(list.itemListElement.map(({ name }: { name: string }) => name)).toEqual([above, current]);
  });

  it('the toggle of the drawer has one name', async () => {
    const toggle = (await pageAt(home)).one('.drawer-toggle');
    expect([toggle.attribute('aria-label'), toggle.text]).toEqual(['Menu', '']);
  });
});
