import request from 'supertest';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { type ContentRow, type ContentRows, demoRows } from '../../server/demo/demoRows.ts';
import { contactWording } from '../../shared/contactWording.ts';
import { type Part, parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { addressesOf, nonsenseIn, renderErrors } from '../support/readablePages.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

const environment = { SHELL_DEADLINE_MS: '10000' };
const running: TestSite[] = [];
let site: TestSite;
beforeAll(async () => {
  site = await startSite({
    environment,
    // Ten thousand entries take a busy machine longer than a visitor would wait.
    content: { primaryMs: 30_000, secondaryMs: 30_000 },
    client: { deadlineMs: 30_000 },
  });
  return () => site.close();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((site) => site.close()));
});

/** The site over the demo's rows, changed first, as if it had just started. Ends what was there before. */
async function siteWith(change: (rows: ContentRows) => void = () => undefined): Promise<TestSite> {
  await site.reset();
  change(site.contentService.rows);
  return site;
}

const pageAt = async (site: TestSite, path: string): Promise<Part> =>
  parseHtml((await request(site.url).get(path)).text);

describe('B4 and B5 menus', () => {
  const entry = (id: number, parentId: number | null, order = id): ContentRow => ({
    id,
    title: `Entry ${id}`,
    url: `/about?${id}`,
    parent_id: parentId,
    display_order: order,
  });

  it.each<[string, ContentRow[]]>([
    ['its own parent', [entry(1, 1), entry(2, null)]],
    ['a cycle of two', [entry(1, 2), entry(2, 1), entry(3, null)]],
    ['a cycle of five', [1, 2, 3, 4, 5].map((id) => entry(id, (id % 5) + 1))],
    ['an orphan', [entry(1, 99), entry(2, null)]],
    ['one id twice', [entry(1, null), { ...entry(1, null), title: 'Other' }]],
  ])('B4 %s is drawn once, small and fast', async (_, rows) => {
    const site = await siteWith((content) => {
      content.navigation = rows;
    });
    const { status, text } = await request(site.url).get('/about');
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(100_000);
    const links = parseHtml(text)
      .all('.site-nav a')
      .map((link) => link.text);
    expect(links).toContain('Entry 1');
    expect(new Set(links).size).toBe(links.length);
    expect(site.reports).toEqual([]);
  });

  it('B5 ten thousand entries are cut to two hundred', async () => {
    const site = await siteWith((content) => {
      content.navigation = Array.from({ length: 10_000 }, (_, at) => entry(at + 1, null));
    });
    const page = await pageAt(site, '/about');
    expect(page.all('.site-nav .nav-list a').length).toBeLessThanOrEqual(200);
    expect(page.all('.site-nav .nav-list a').length).toBeGreaterThan(100);
  });

  it('B5 a chain of a thousand is cut to three levels', async () => {
    const site = await siteWith((content) => {
      content.navigation = Array.from({ length: 1_000 }, (_, at) => entry(at + 1, at === 0 ? null : at));
    });
    const page = await pageAt(site, '/about');
    expect(page.all('.site-nav ul ul ul ul')).toEqual([]);
    expect((await request(site.url).get('/about')).text.length).toBeLessThan(100_000);
  });

  it('B1 a list of bare numbers is a menu that cannot be had', async () => {
    const site = await startSite({ environment });
    running.push(site);
    await site.contentService.fault('navigation', { kind: 'shape', data: [1, 2, 3] });
    const reply = await request(site.url).get('/about');
    expect(reply.status).toBe(200);
    expect(reply.headers['cdn-cache-control']).toBe('max-age=5');
    const page = parseHtml(reply.text);
    expect(page.one('.site-nav').text).toContain('Directus is unreachable.');
    expect(page.one('.drawer').text).toContain('Directus is unreachable.');
    expect(page.one('main h1').text).toBe('The people behind the porch light');
  });
});

describe('B2 collections of another shape', () => {
  const shapes: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['an object', { id: 1, slug: 'home', title: 'Home' }],
    ['a text', 'nothing'],
    ['a number', 7],
    ['a list of lists', [[1], [2]]],
    ['a list of nulls', [null, null]],
    ['a list of texts', ['a', 'b']],
    ['empty objects', [{}, {}]],
  ];
  const cases = shapes.flatMap(([name, data]) =>
    collectionNames.map((collection) => [collection, name, data] as const),
  );

  // Pages by what they are made of: every page is made of menu and settings.
  it.each(cases)('B2 %s as %s leaves every page readable', async (collection, _, data) => {
    const site = await siteWith();
    await site.contentService.fault(collection, { kind: 'shape', data });
    for (const path of addressesOf(collection)) {
      const reply = await request(site.url).get(path);
      expect([200, 404, 503], path).toContain(reply.status);
      expect(nonsenseIn(reply.text), path).toEqual([]);
    }
    expect(renderErrors(site)).toEqual([]);
  });
});

describe('limits and counts', () => {
  const cardLinks = (page: Part): (string | undefined)[] =>
    page.all('main .grid .card .card-title a').map((link) => link.attribute('href'));

  it('B23 home shows nine services by display order, and /services all that are published', async () => {
    const site = await siteWith();
    const published = demoRows()
      .services.filter(({ status }) => status === 'published')
      .sort((a, b) => a.display_order - b.display_order)
      .map(({ slug }) => `/services/${slug}`);
    expect(cardLinks(await pageAt(site, '/services'))).toEqual(published);
    expect(cardLinks(await pageAt(site, '/'))).toEqual(published.slice(0, 9));
    expect(published.length).toBe(12);
  });

  it('B23 no features, and a thousand of them, leave the page whole', async () => {
    const none = await siteWith((rows) => {
      rows.service_features = [];
    });
    const page = await pageAt(none, siteAddresses.service);
    expect(page.all('main .included')).toEqual([]);
    const many = await siteWith((rows) => {
      const id = rows.services.find((row) => row.slug === 'snow-removal')?.id;
      rows.service_features = Array.from({ length: 1_000 }, (_, at) => ({
        id: at + 1,
        service_id: id,
        feature_text: `Line ${at}`,
        sort: at,
      }));
    });
    const lines = (await pageAt(many, siteAddresses.service)).all('main .included li');
    expect(lines.length).toBe(200);
    expect(lines[0]?.text).toBe('Line 0');
  });

  const madePosts = (count: number): ContentRow[] =>
    Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      slug: `made-${at}`,
      title: `Made ${at}`,
      status: 'published',
      content: '<p>x</p>',
      categories: 'Made',
      tags: 'Counted',
      published_date: '2025-01-01',
    }));

  it.each([101, 130])('B7 %i posts are all shown, twelve a page', async (count) => {
    const site = await siteWith((rows) => {
      rows.blog_posts = madePosts(count);
    });
    const pages = Math.ceil(count / 12);
    const slugs = new Set<string | undefined>();
    for (let number = 1; number <= pages; number += 1) {
      const page = await pageAt(site, `/blog?page=${number}`);
      for (const link of page.all('main a.card-link')) slugs.add(link.attribute('href'));
    }
    expect(slugs.size).toBe(count);
    await request(site.url)
      .get(`/blog?page=${pages + 1}`)
      .expect(404);
    expect((await pageAt(site, '/blog/category/made')).one('main header').text).toContain(`${count} posts`);
  });

  it('a list never holds the text of a post', async () => {
    const site = await siteWith((rows) => {
      for (const row of rows.blog_posts) row.content = '<p>canary-of-the-text</p>';
    });
    for (const path of ['/blog', '/blog/category/seasonal-care', '/blog/tag/winter', '/blog/categories']) {
      expect((await request(site.url).get(path)).text.includes('canary-of-the-text'), path).toBe(false);
    }
    expect((await request(site.url).get('/api/posts')).text).not.toContain('canary-of-the-text');
    expect((await request(site.url).get(siteAddresses.post)).text).toContain('canary-of-the-text');
  });

  it('B10 drafts, archived and scheduled posts are 404 and stand nowhere', async () => {
    const site = await siteWith((rows) => {
      rows.blog_posts.push(
        { id: 901, slug: 'a-draft', title: 'Hidden canary', status: 'draft', tags: 'Winter' },
        { id: 902, slug: 'an-archived', title: 'Hidden canary', status: 'archived', tags: 'Winter' },
        { id: 903, slug: 'without-status', title: 'Hidden canary', tags: 'Winter' },
        {
          id: 904,
          slug: 'to-come',
          title: 'Hidden canary',
          status: 'published',
          tags: 'Winter',
          published_date: '2099-01-01',
        },
      );
      rows.services.push({ id: 905, slug: 'draft-service', title: 'Hidden canary', status: 'draft' });
    });
    for (const slug of ['a-draft', 'an-archived', 'without-status', 'to-come']) {
      const reply = await request(site.url).get(`/blog/${slug}`);
      expect(reply.status, slug).toBe(404);
      expect(reply.text).not.toContain('Hidden canary');
    }
    await request(site.url).get('/services/draft-service').expect(404);
    for (const path of [
      '/',
      '/services',
      '/blog',
      '/blog/tag/winter',
      '/sitemap.xml',
      '/api/posts?tag=winter',
    ]) {
      expect((await request(site.url).get(path)).text.includes('Hidden canary'), path).toBe(false);
    }
  });

  it('B8 terms that every object has are ordinary terms', async () => {
    const site = await siteWith((rows) => {
      rows.blog_posts = madePosts(3).map((row) => ({
        ...row,
        categories: '__proto__, constructor',
        tags: ',,, toString ,',
      }));
    });
    for (const path of ['/blog/category/__proto__', '/blog/category/constructor', '/blog/tag/tostring']) {
      const reply = await request(site.url).get(path);
      expect(reply.status, path).toBe(200);
      expect(parseHtml(reply.text).one('main header').text, path).toContain('3 posts');
    }
    expect((await pageAt(site, '/blog/tags')).all('main .tag-cloud a')).toHaveLength(1);
  });

  it('B9 dates that are none are left out, and days are days in Oregon', async () => {
    const shown = async (changes: ContentRow) => {
      const site = await siteWith((rows) => {
        rows.blog_posts = madePosts(1).map((row) => ({ ...row, published_date: null, ...changes }));
      });
      return (await pageAt(site, '/blog/made-0')).all('main time').map((time) => time.text);
    };
    expect(await shown({ published_at: 'yesterday' })).toEqual([]);
    expect(await shown({ published_date: '2025-02-30' })).toEqual([]);
    expect(await shown({ published_at: 1_700_000_000 })).toEqual([]);
    expect(await shown({ published_at: '2025-03-01T07:30:00Z' })).toEqual(['February 28, 2025']);
    expect(await shown({ published_date: '2025-03-01' })).toEqual(['March 1, 2025']);
  });

  it('B22 odd slugs lead from a link to their page', async () => {
    const slugs = [
      'caf\u00e9',
      'with space',
      '100%',
      'UPPER',
      'a.b-c_d~e',
      "it's",
      '\u5c71',
      'q?x=1',
      'hash#1',
      'a&b=c',
    ];
    const site = await siteWith((rows) => {
      rows.blog_posts = slugs.map((slug, at) => ({
        ...madePosts(1)[0],
        id: at + 1,
        slug,
        title: `Odd ${at}`,
      }));
    });
    const links = (await pageAt(site, '/blog/tag/counted')).all('main .post-card a');
    expect(links).toHaveLength(slugs.length);
    for (const link of links) {
      // The address exactly as it stands in the page.
      const reply = await sendRequest(site.url, link.attribute('href') ?? '');
      expect(reply.status, link.attribute('href')).toBe(200);
    }
  });

  it('B15 addresses that would lead out without saying so lead to the contact page', async () => {
    const bad = [
      'javascript:alert(1)',
      'JaVa\nScript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      'https://site@evil.example',
      'blob:x',
      'vbscript:x',
    ];
    for (const url of bad) {
      const site = await siteWith((rows) => {
        for (const row of rows.cta_settings) row.button_url = url;
        for (const row of rows.navigation) row.url = url;
      });
      const page = await pageAt(site, '/about');
      const hrefs = page.all('a').map((link) => link.attribute('href') ?? '');
      const own = [site.contentService.url, 'mailto:', 'tel:'];
      const out = hrefs.filter(
        (href) => !/^(\/(?![/\\])|#|$)/.test(href) && !own.some((start) => href.startsWith(start)),
      );
      expect(out, url).toEqual([]);
      // A tab is a space by the time that anybody looks at the address, which makes it a path of ours.
      const leads = page.one('main .band a').attribute('href');
      expect(leads, url).toBe(url === '/\t/evil.example' ? '/ /evil.example' : '/contact');
    }
  });

  it.each(['https://partner.example/offer', 'http://partner.example/offer'])(
    'B16 an external link such as %s stays, and gives no referrer',
    async (url) => {
      const site = await siteWith((rows) => {
        for (const row of [...rows.cta_settings, ...rows.navigation])
          Object.assign(row, { url, button_url: url });
      });
      const page = await pageAt(site, '/about');
      for (const link of [page.one('main .band a'), page.one('.site-nav .nav-link')]) {
        expect([link.attribute('href'), link.attribute('rel')]).toEqual([url, 'noopener noreferrer']);
      }
    },
  );

  it('B24 a title of markup, and one of 10 kB, are short text', async () => {
    const site = await siteWith((rows) => {
      rows.site_settings = [
        { id: 1, key: 'site_title', value: `<img src=x onerror=alert(1)>${'x'.repeat(10_000)}` },
      ];
    });
    const page = await pageAt(site, '/about');
    expect(page.all('.site-header img')).toEqual([]);
    expect(page.one('title').text.length).toBeLessThan(250);
    expect(page.one('.brand-name').text).toContain('<img src=x onerror=alert(1)>');
  });

  it('B13 broken markup cannot leave its container', async () => {
    const site = await siteWith((rows) => {
      for (const row of rows.services)
        row.content = '</div></main></body><p>unclosed <b>bold<div><footer id="main">';
    });
    const page = await pageAt(site, siteAddresses.service);
    expect(page.all('main')).toHaveLength(1);
    expect(page.all('footer')).toHaveLength(1);
    expect(page.one('main .prose').text).toContain('unclosed bold');
    expect(page.all('[id=main]')).toHaveLength(1);
  });
});

describe('words of the specification', () => {
  it('the menu drops what it must, and draws Contact as a button beside Get Quote', async () => {
    const page = await pageAt(await siteWith(), '/about');
    const words = page.all('.site-nav a').map((link) => link.text);
    expect(words).not.toContain('All Services');
    expect(words).not.toContain('View All Services');
    for (const word of ['Contact', 'Get Quote']) {
      const link = page.all('.site-nav a').find((found) => found.text === word);
      expect(link?.attribute('href'), word).toBe('/contact');
      expect(link?.attribute('class'), word).toContain('button');
    }
  });

  it.each([
    ['/contact', '/contact'],
    [null, '/contact'],
    ['/about', '/about'],
  ])(
    'Contact with the address %s stays a button when it has children, which stand below it',
    async (url, leadsTo) => {
      const site = await siteWith(({ navigation }) => {
        const contact = navigation.find(({ title }) => title === 'Contact');
        Object.assign(contact ?? {}, { url });
        const child = { parent_id: contact?.id, display_order: 1 };
        navigation.push({ id: 901, title: 'Where we are', url: '/about', ...child });
      });
      const page = await pageAt(site, '/');
      for (const place of ['.site-nav', '.drawer']) {
        const group = page
          .all(`${place} .nav-group`)
          .find((part) => part.one('summary').text === 'Contact submenu');
        const [button, ...below] = group?.all('a') ?? [];
        expect([button?.text, button?.attribute('href')], place).toEqual(['Contact', leadsTo]);
        expect(button?.attribute('class'), place).toContain('button');
        expect(below.map((link) => [link.text, link.attribute('href')])).toEqual([
          ['Where we are', '/about'],
        ]);
      }
    },
  );

  it('the footer leads where the specification says, and the admin area opens in a new tab', async () => {
    const site = await siteWith();
    const links = (await pageAt(site, '/about')).all('footer nav a');
    expect(links.map((link) => [link.text.replace(/ \(.*/, ''), link.attribute('href')])).toEqual([
      ['About', '/about'],
      ['Services', '/contact'],
      ['Blog', '/blog'],
      ['Contact', '/contact'],
      ['Privacy', '/privacy'],
      ['Admin', `${site.contentService.url}/admin`],
    ]);
    expect(links.at(-1)?.attribute('target')).toBe('_blank');
    expect(links.at(-1)?.attribute('rel')).toBe('noopener noreferrer');
  });

  it('about has its four cards, and its call to action has defaults', async () => {
    const site = await siteWith((rows) => {
      rows.cta_settings = [];
    });
    const page = await pageAt(site, '/about');
    for (const title of ['Local Expertise', 'Comprehensive Services', '24/7 Support', 'Quality Assurance']) {
      expect(page.all('main h3').map((heading) => heading.text)).toContain(title);
    }
    expect(page.one('main #why').text).toBe('Why Choose Us');
    expect(page.one('main .band h2').text).toBe('Ready to Get Started');
    expect(page.one('main .band a').attribute('href')).toBe('/contact');
  });

  it('home teases about with Learn More, says of what in hidden text, and leads to contact', async () => {
    const page = await pageAt(await siteWith(), '/');
    const learn = page.all('main a').find((link) => link.text.startsWith('Learn More'));
    expect(learn?.attribute('href')).toBe('/about');
    expect(learn?.all('.visually-hidden')).toHaveLength(1);
    expect(page.all('main h2').map((heading) => heading.text)).toContain('Our Services');
    expect(page.one('main .band a').attribute('href')).toBe('/contact');
    expect(page.all('.home-features li')).toHaveLength(3);
  });

  it('What\u2019s Included stands where no other title is given', async () => {
    const site = await siteWith((rows) => {
      for (const row of rows.services) row.features_title = null;
    });
    expect((await pageAt(site, siteAddresses.service)).one('main #included').text).toBe("What's Included");
  });

  it('the blog has its filter buttons, its banner and both sidebars, alphabetical', async () => {
    const site = await siteWith();
    const page = await pageAt(site, '/blog?category=seasonal-care');
    expect(page.one('main .filter-banner').text).toContain('Clear Filter');
    expect(page.one('main .filter-banner a').attribute('href')).toBe('/blog');
    const filters = page.all('main .blog-filters nav a').map((link) => link.text);
    expect(filters[0]).toMatch(/^All/);
    expect(filters).toContain('Owner Guides');
    for (const list of page.all('main .sidebar .term-list')) {
      const words = list.all('a').map((link) => link.text);
      expect(words).toEqual([...words].sort((a, b) => a.localeCompare(b, 'en')));
    }
    expect(page.all('main .sidebar .term-list')).toHaveLength(2);
  });

  it('a category is matched whatever its capitals and spaces', async () => {
    const site = await siteWith();
    for (const spelling of ['Seasonal%20Care', 'SEASONAL-CARE', 'seasonal%20care']) {
      const reply = await request(site.url).get(`/blog/category/${spelling}`);
      expect(reply.status).toBe(301);
      expect(reply.headers.location).toBe('/blog/category/seasonal-care');
    }
  });

  it('the tags page shows ten popular tags, and its cloud in sizes by class', async () => {
    const page = await pageAt(await siteWith(), '/blog/tags');
    const popular = page.all('main .popular-tags li').map((tag) => tag.text.replace('Popular: ', ''));
    expect(popular).toHaveLength(10);
    const counts = popular.map((text) => Number(/(\d+) posts?$/.exec(text)?.[1]));
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const equallyMany = popular.filter((_, at) => counts[at] === counts.at(-1));
    expect(equallyMany).toEqual([...equallyMany].sort((a, b) => a.localeCompare(b, 'en')));
    const sizes = page.all('main .tag-cloud a').map((link) => link.attribute('class'));
    expect(sizes.every((name) => /\btag-size-\d+\b/.test(name ?? ''))).toBe(true);
    expect(new Set(sizes).size).toBeGreaterThan(3);
  });

  it.each([
    ['/blog?page=99', 'This list has no page 99.'],
    ['/blog?category=maintenance-tips&page=9', 'This list has no page 9.'],
    ['/blog/category/maintenance-tips?page=9', 'This list has no page 9.'],
    ['/blog?category=nothing-of-it', 'Nothing has been written under this heading yet.'],
    ['/blog/category/nothing-of-it', 'There is nothing to read under this name.'],
  ])('%s is an empty list: %s', async (path, text) => {
    const empty = (await pageAt(await siteWith(), path)).one('main .empty');
    expect(empty.one('h2').text).toBe('No posts found');
    expect(empty.one('p').text).toBe(text);
    expect(empty.one('a').attribute('href')).toBe('/blog');
  });

  it('a rental card without a title has no empty heading, and no line of its own at a glance', async () => {
    const cards = [
      { title: 'Pricing', description: 'Every week.', link_url: '/contact' },
      { title: '', description: 'Only words.', link_url: '/about' },
    ];
    const site = await siteWith((rows) => {
      for (const row of rows.pages) {
        if (row.slug === 'str-management') row.services_repeater = JSON.stringify(cards);
      }
    });
    const page = await pageAt(site, '/str-management');
    expect(page.all('main .included li').map((line) => line.text)).toEqual(['Pricing']);
    expect(page.all('main .card').map((card) => card.all('h3').map((title) => title.text))).toEqual([
      ['Pricing'],
      [],
    ]);
    expect(page.all('main .card a').map((link) => link.text)).toEqual(['Learn more: Pricing', 'Learn more']);
  });

  it('without a booking site the search page promises no search', async () => {
    const page = await pageAt(await siteWith(), '/search-rentals');
    expect(page.all('#how')).toHaveLength(0);
    expect(page.text).not.toMatch(/Tell us when you arrive|The search ends|Why do you suggest/);
    const site = await startSite({
      environment: { ...environment, BOOKING_SITE_URL: 'https://stay.example' },
    });
    running.push(site);
    const open = await pageAt(site, '/search-rentals');
    expect(open.all('#how')).toHaveLength(1);
    expect(open.text).toMatch(/Tell us when you arrive.*The search ends/);
  });

  it.each([
    ['https://stay.example', 'https://stay.example/search'],
    ['https://stay.example/search', 'https://stay.example/search'],
    [
      'https://host.example/vacation-rental-properties/us',
      'https://host.example/vacation-rental-properties/us',
    ],
  ])('a booking site at %s is searched at %s', async (BOOKING_SITE_URL, expected) => {
    const site = await startSite({ environment: { ...environment, BOOKING_SITE_URL } });
    running.push(site);
    const page = await pageAt(site, '/search-rentals');
    expect(page.one('main form.booking-search').attribute('action')).toBe(expected);
  });

  it('the failing blog shows the four samples, whose links lead to the blog', async () => {
    const site = await siteWith();
    await site.contentService.fault('blog_posts', { kind: 'refuse' });
    const reply = await request(site.url).get('/blog');
    const page = parseHtml(reply.text);
    expect(reply.status).toBe(503);
    expect(page.all('main .post-card')).toHaveLength(4);
    expect(page.all('main .post-card a').map((link) => link.attribute('href'))).toEqual(
      Array(4).fill('/blog'),
    );
    expect(page.one('meta[name=robots]').attribute('content')).toBe('noindex');
  });

  it.each(['/rentals', '/search-rentals'])(
    '%s searches natively: dates, guests to thirty, same tab',
    async (path) => {
      const site = await startSite({
        environment: { ...environment, BOOKING_SITE_URL: 'https://stay.ridge.example' },
      });
      running.push(site);
      const page = await pageAt(site, path);
      const form = page.one('main form');
      expect(form.attribute('method')).toBe('get');
      expect(form.attribute('target')).toBeUndefined();
      expect(form.attribute('action')).toMatch(/^https:\/\/stay\.ridge\.example\//);
      expect(form.all('input[type=date]')).toHaveLength(2);
      const guests = form.all('select option').map((option) => option.attribute('value'));
      expect(guests.at(-1)).toBe('30');
      expect(guests).toHaveLength(30);
      expect(form.text).toContain('7 days');
    },
  );

  it('C7 without a contact API the contact page says at the form where to write instead, and has the form', async () => {
    const site = await startSite({
      environment: {
        NODE_ENV: 'production',
        CONTACT_API_URL: '',
        EMAIL_TO: 'info@ridge.example',
        FRONTEND_URL: 'https://www.ridge.example',
        SHELL_DEADLINE_MS: '10000',
      },
    });
    running.push(site);
    // Settings that name an address go before the configuration.
    site.contentService.rows.site_settings = [];
    const panel = (await pageAt(site, '/contact')).one('.contact-panel');
    const notice = panel.one('.contact-unavailable');
    expect(notice.text).toBe(contactWording({ kind: 'notConfigured' }, 'info@ridge.example'));
    expect(notice.one('a').attribute('href')).toBe('mailto:info@ridge.example');
    expect(panel.all('form [name=message]')).toHaveLength(1);
    const configured = await pageAt(await siteWith(), '/contact');
    expect(configured.all('.contact-unavailable')).toEqual([]);
  });

  it('the form has the fields, options and labels of the specification', async () => {
    const form = (await pageAt(await siteWith(), '/contact')).one('main form');
    expect(form.attribute('method')).toBe('post');
    const required = form.all('[required]').map((control) => control.attribute('name'));
    expect(required.sort()).toEqual(['email', 'message', 'name']);
    expect(form.one('[name=email]').attribute('type')).toBe('email');
    expect(form.one('[name=requestMeeting]').attribute('type')).toBe('checkbox');
    const options = form.all('select[name=service] option');
    expect(options[0]?.text).toBe('Select a service');
    expect(options.slice(1).map((option) => option.attribute('value'))).toEqual([
      'property-management',
      'maintenance',
      'handyman',
      'housekeeping',
      'window-cleaning',
      'snow-removal',
      'deck-restoration',
      'hvac-enclosures',
      'painting',
      'staging-str',
      'other',
    ]);
    for (const control of ['name', 'email', 'phone', 'service', 'message', 'requestMeeting']) {
      const id = form.one(`[name=${control}]`).attribute('id');
      const labels = [
        ...form.all(`label[for=${id}]`),
        ...form.all('label').filter((label) => label.all(`[name=${control}]`).length > 0),
      ];
      expect(labels.length, control).toBeGreaterThan(0);
    }
  });
});
