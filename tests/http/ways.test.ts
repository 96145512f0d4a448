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

  it('are none where nothing is alike, rather than the next in order', async () => {
    const names = ['Alder', 'Birch', 'Cedar', 'Dogwood'];
    const other = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
    other.contentService.rows.services = names.map((title, at) => ({
      id: at + 1,
      title,
      slug: title.toLowerCase(),
      status: 'published',
    }));
    const { text, status } = await request(other.url).get('/services/alder');
    await other.close();
    expect([status, parseHtml(text).all('.related-services').length]).toEqual([200, 0]);
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

describe('a list of categories or tags', () => {
  const notice = /these subjects stand in for the full list/;

  it.each(['/blog/categories', '/blog/tags'])(
    'on %s says that it is a stand-in when it is one',
    async (path) => {
      expect((await pageAt(path)).text).not.toMatch(notice);
      const other = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
      await other.contentService.fault('blog_posts', { kind: 'status', status: 503 });
      const { text } = await request(other.url).get(path);
      await other.close();
      expect(parseHtml(text).text).toMatch(notice);
    },
  );
});

describe('the index of categories', () => {
  it('shows each with the picture of its newest post, none twice, and a drawing where no post has one', async () => {
    const own = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
    const asset = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
    const post = (day: number, categories: string, featured_image: string | null) => ({
      id: 900 + day,
      slug: `post-${day}`,
      title: `Post ${day}`,
      status: 'published',
      published_date: `2020-01-0${day}`,
      categories,
      featured_image,
    });
    own.contentService.rows.blog_posts = [
      post(1, 'Barns', asset(1)),
      post(2, 'Attics, Barns', asset(2)),
      post(3, 'Attics, Cellars', null),
      post(4, 'Attics', asset(2)),
    ];
    const { text } = await request(own.url).get('/blog/categories');
    await own.close();
    const shown = parseHtml(text)
      .all('main .card')
      .map((card) => [
        card.one('h2').text.trim(),
        card
          .all('img')
          .map((image) => image.attribute('src')?.slice('/media/'.length, '/media/'.length + 36)),
        card.all('svg.placeholder').length > 0,
      ]);
    expect(shown).toEqual([
      ['Attics', [asset(2)], false],
      ['Barns', [asset(1)], false],
      ['Cellars', [], true],
    ]);
  });
});

describe('the icons of hero features', () => {
  it('are an emoji or a few characters as they stand, and a drawing with one line in the log for an unknown name', async () => {
    const other = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
    Object.assign(other.contentService.row('pages', 'home'), {
      hero_feature1_icon: '\u{1f332}',
      hero_feature2_icon: '24/7',
      hero_feature3_icon: 'rocket',
    });
    const { text } = await request(other.url).get('/');
    await request(other.url).get('/about');
    const { logs } = other;
    await other.close();
    const page = parseHtml(text);
    expect(page.all('.home-features .feature-sign').map((sign) => sign.text)).toEqual(['\u{1f332}', '24/7']);
    expect(page.all('.home-features svg')).toHaveLength(1);
    const lines = logs.filter(({ msg }) => msg === 'The site has no icon of this name');
    expect(lines).toMatchObject([{ icon: 'rocket' }]);
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
