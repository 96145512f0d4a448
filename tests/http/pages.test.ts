import request from 'supertest';
import { describe, expect, it } from 'vitest';
import type { CollectionName } from '../../server/content/collections/collections.ts';
import { type ContentRow, type ContentRows, demoRows } from '../../server/demo/demoRows.ts';
import { type Part, parseHtml, texts } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import type { TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile, siteForTest } from '../support/started.ts';

const environment = { SHELL_DEADLINE_MS: '10000' };
const booking = { ...environment, BOOKING_SITE_URL: 'https://stay.ridge.example' };
const { about, front, service, services, post } = siteAddresses;

const site = await siteForFile({ environment });

let isChanged = false;
const unchanged = () => undefined;

/** Restarts the site with changed rows of the demo, and reads the page at an address. */
async function pageWith(change: (rows: ContentRows) => unknown, path: string): Promise<Part> {
  await startWith(change);
  return pageAt(site, path);
}

/** The same; a site that the last test has left unchanged goes on. */
async function startWith(change: (rows: ContentRows) => unknown): Promise<void> {
  if (isChanged || change !== unchanged) await site.reset();
  isChanged = change !== unchanged;
  await change(site.contentService.rows);
}

const pageAt = async ({ url }: TestSite, path: string): Promise<Part> =>
  parseHtml((await request(url).get(path)).text);
const hrefs = (parts: readonly Part[]) => parts.map((part) => part.attribute('href'));

/** The page at an address of another site, which ends with the test. */
async function pageOfSite(more: Readonly<Record<string, string>>, path: string): Promise<Part> {
  const other = await siteForTest({ environment: more });
  // Settings that name an address take precedence over the configuration.
  if (more.EMAIL_TO) other.contentService.rows.site_settings = [];
  return pageAt(other, path);
}

it('B1 a list of bare numbers is an unreachable menu', async () => {
  await startWith(() => site.contentService.fault('navigation', { kind: 'shape', data: [1, 2, 3] }));
  const { status, headers, text } = await request(site.url).get(about);
  expect([status, headers['cdn-cache-control']]).toEqual([200, 'max-age=5']);
  const page = parseHtml(text);
  for (const place of ['.site-nav', '.drawer'])
    expect(page.one(place).text).toContain('Directus is unreachable.');
  expect(page.one('main h1').text).toBe('The people behind the porch light');
});

it('B2 rows without a key, and without columns that they do not fill, are shown', async () => {
  const sparse: readonly [CollectionName, ContentRow][] = [
    ['site_settings', { key: 'site_name', value: 'Sparse Homes' }],
    ['pages', { slug: 'contact', hero_title: 'Write to us', content: '<p>By noon.</p>' }],
    [
      'services',
      { id: 1, slug: 'snow-removal', title: 'Snow', status: 'published', content: '<p>Deep.</p>' },
    ],
    ['service_features', { service_id: 1, feature_text: 'Roofs', sort: 1 }],
    ['cta_settings', { title: 'Ask away', description: 'Any day.' }],
    ['blog_posts', { id: 1, slug: 'ash', title: 'Ash', status: 'published', content: '<p>Sweep.</p>' }],
  ];
  await startWith(async () => {
    for (const [name, row] of sparse) await site.contentService.fault(name, { kind: 'shape', data: [row] });
  });
  const shown = async (path: string) => (await pageAt(site, path)).one('body').text;
  for (const words of ['Sparse Homes', 'Write to us', 'By noon.'])
    expect(await shown('/contact')).toContain(words);
  for (const words of ['Snow', 'Deep.', 'Roofs', 'Ask away', 'Any day.'])
    expect(await shown(service)).toContain(words);
  expect(await shown('/blog/ash')).toContain('Sweep.');
});

describe('lists', () => {
  it('B23 the home page shows nine services by display order, and /services all that are published', async () => {
    await startWith(unchanged);
    const published = demoRows()
      .services.filter(({ status }) => status === 'published')
      .sort((a, b) => a.display_order - b.display_order)
      .map(({ slug }) => `/services/${slug}`);
    const cards = async (path: string) =>
      hrefs((await pageAt(site, path)).all('main .grid .card .card-title a'));
    expect(published.length).toBeGreaterThan(9);
    expect(await cards(services)).toEqual(published);
    expect(await cards(front)).toEqual(published.slice(0, 9));
  });

  it('B23 the page of a service is whole with no features and with a thousand', async () => {
    const featuresOf = (rows: ContentRows, count: number) => {
      const service_id = rows.services.find(({ slug }) => slug === 'snow-removal')?.id;
      rows.service_features = Array.from({ length: count }, (_, at) => ({
        id: at + 1,
        service_id,
        feature_text: `Line ${at}`,
        sort: at,
      }));
    };
    expect((await pageWith((rows) => featuresOf(rows, 0), service)).all('main .included')).toEqual([]);
    const lines = (await pageWith((rows) => featuresOf(rows, 1_000), service)).all('main .included li');
    expect([lines.length, lines[0]?.text]).toEqual([200, 'Line 0']);
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

  it('B7 more posts than a response holds are all shown, twelve a page', async () => {
    const count = 130;
    await startWith((rows) => {
      rows.blog_posts = madePosts(count);
    });
    const slugs = new Set<string | undefined>();
    for (let number = 1; number <= Math.ceil(count / 12); number += 1) {
      const links = hrefs((await pageAt(site, `/blog?page=${number}`)).all('main a.card-link'));
      expect(links.length).toBeLessThanOrEqual(12);
      for (const link of links) slugs.add(link);
    }
    expect(slugs.size).toBe(count);
    expect((await pageAt(site, '/blog/category/made')).one('main header').text).toContain(`${count} posts`);
  });

  const manyTerms = Array.from({ length: 600 }, (_, at) => `A category of the house ${at}`);
  it.each<[string, unknown, unknown, readonly string[]]>([
    ['text', 'Decks,Roofs', 'snow', ['Decks', 'Roofs', 'snow']],
    ['lists', ['Decks', 'Roofs'], ['snow'], ['Decks', 'Roofs', 'snow']],
    ['lists in JSON text', '["Decks","Roofs"]', '["snow"]', ['Decks', 'Roofs', 'snow']],
    ['a long list in JSON text', JSON.stringify(manyTerms), null, manyTerms.slice(0, 20)],
    ['text that is nearly JSON', '[Decks],Roofs', '7', ['[Decks]', 'Roofs', '7']],
  ])('B8 categories and tags of a post may be %s', async (_what, categories, tags, shown) => {
    const page = await pageWith(({ blog_posts: [row] }) => {
      Object.assign(row ?? {}, { slug: 'terms', status: 'published', categories, tags });
    }, '/blog/terms');
    expect(texts(page.all('main .post-terms a'))).toEqual(shown);
  });

  it('a list never contains the text of a post', async () => {
    await startWith((rows) => {
      for (const row of rows.blog_posts) row.content = '<p>canary-of-the-text</p>';
    });
    const lists = [
      '/blog',
      '/blog/category/seasonal-care',
      '/blog/tag/winter',
      '/blog/categories',
      '/api/posts',
    ];
    for (const path of lists)
      expect((await request(site.url).get(path)).text).not.toContain('canary-of-the-text');
    expect((await request(site.url).get(post)).text).toContain('canary-of-the-text');
  });

  it('B10 drafts, archived and scheduled posts are 404 and appear nowhere', async () => {
    const hidden = { title: 'Hidden canary', tags: 'Winter' };
    await startWith((rows) => {
      rows.blog_posts.push(
        { ...hidden, id: 901, slug: 'a-draft', status: 'draft' },
        { ...hidden, id: 902, slug: 'an-archived', status: 'archived' },
        { ...hidden, id: 903, slug: 'without-status' },
        { ...hidden, id: 904, slug: 'to-come', status: 'published', published_date: '2099-01-01' },
      );
      rows.services.push({ id: 905, slug: 'draft-service', title: 'Hidden canary', status: 'draft' });
    });
    const slugs = ['a-draft', 'an-archived', 'without-status', 'to-come'].map((slug) => `/blog/${slug}`);
    for (const path of [...slugs, '/services/draft-service'])
      expect((await request(site.url).get(path)).status, path).toBe(404);
    const lists = [front, services, '/blog', '/blog/tag/winter', '/sitemap.xml', '/api/posts?tag=winter'];
    for (const path of [...slugs, ...lists])
      expect((await request(site.url).get(path)).text.includes('Hidden canary'), path).toBe(false);
  });

  it('B22 links to odd slugs lead to their pages', async () => {
    const ordinary = ['with space', '100%', 'UPPER', 'a.b-c_d~e', "it's", 'q?x=1', 'hash#1', 'a&b=c'];
    const slugs = [...ordinary, 'caf\u00e9', '\u5c71'];
    const page = await pageWith((rows) => {
      rows.blog_posts = madePosts(slugs.length).map((row, at) => ({ ...row, slug: slugs[at] }));
    }, '/blog/tag/counted');
    const links = hrefs(page.all('main .post-card a'));
    expect(links).toHaveLength(slugs.length);
    // The address exactly as it is written in the page.
    for (const link of links) expect((await sendRequest(site.url, link ?? '')).status, link).toBe(200);
  });
});

it('a bill with cents in one line shows cents in every line and in its sum', async () => {
  const bill = [
    { item: 'Our share', amount: 1049.4 },
    { item: 'Towels', amount: 86 },
  ];
  const page = await pageWith(
    () => Object.assign(site.contentService.row('services', 'snow-removal'), { example_bill: bill }),
    service,
  );
  expect(texts(page.all('.service-costs td'))).toEqual(['$1,049.40', '$86.00', '$1,135.40']);
});

describe('links that editors enter', () => {
  const withLink = (url: string) => (rows: ContentRows) => {
    for (const row of rows.cta_settings) row.button_url = url;
    for (const row of rows.navigation) row.url = url;
  };

  it.each(['javascript:alert(1)', ' JaVa\nScript:alert(1)', '/\\evil.example', '/\t/evil.example'])(
    'B15 lead to the contact page instead of out of the site in disguise: %j',
    async (url) => {
      const page = await pageWith(withLink(url), about);
      const own = [site.contentService.url, 'mailto:', 'tel:'];
      const leadsOut = (href = '') =>
        !/^(\/(?![/\\])|#|$)/.test(href) && !own.some((start) => href.startsWith(start));
      expect(hrefs(page.all('a')).filter(leadsOut)).toEqual([]);
      // The tab becomes a space before the address is checked, which makes it a path of ours.
      const leads = page.one('main .band a').attribute('href');
      expect(leads).toBe(url === '/\t/evil.example' ? '/ /evil.example' : '/contact');
    },
  );

  it.each(['https://partner.example/offer', 'http://partner.example/offer'])(
    'B16 stay when they lead to another site, and give no referrer: %s',
    async (url) => {
      const page = await pageWith(withLink(url), about);
      for (const link of [page.one('main .band a'), page.one('.site-nav .nav-link')])
        expect([link.attribute('href'), link.attribute('rel')]).toEqual([url, 'noopener noreferrer']);
    },
  );
});

describe('words of the specification', () => {
  it('the menu drops All Services, and shows Contact as a button beside Get Quote', async () => {
    const links = (await pageWith(unchanged, about)).all('.site-nav a');
    expect(texts(links)).not.toContain('All Services');
    expect(texts(links)).not.toContain('View All Services');
    for (const word of ['Contact', 'Get Quote']) {
      const link = links.find(({ text }) => text === word);
      expect(link?.attribute('href'), word).toBe('/contact');
      expect(link?.attribute('class'), word).toContain('button');
    }
  });

  it.each([
    [null, '/contact'],
    ['/about', '/about'],
  ])(
    'Contact with the address %s stays a button when it has children, which are listed below it',
    async (url, leadsTo) => {
      const page = await pageWith(({ navigation }) => {
        const contact = navigation.find(({ title }) => title === 'Contact');
        Object.assign(contact ?? {}, { url });
        const child = { parent_id: contact?.id, display_order: 1 };
        navigation.push({ id: 901, title: 'Where we are', url: '/about', ...child });
      }, front);
      for (const place of ['.site-nav', '.drawer']) {
        const groups = page.all(`${place} .nav-group`);
        const links = groups.find((part) => part.one('summary').text === 'Contact submenu')?.all('a') ?? [];
        expect(texts(links), place).toEqual(['Contact', 'Where we are']);
        expect(hrefs(links), place).toEqual([leadsTo, '/about']);
        expect(links[0]?.attribute('class'), place).toContain('button');
      }
    },
  );

  it('the footer leads where the specification says, and the admin area opens in a new tab', async () => {
    const links = (await pageWith(unchanged, about)).all('footer nav a');
    expect(links.map((link) => [link.text.replace(/ \(.*/, ''), link.attribute('href')])).toEqual([
      ['About', '/about'],
      ['Services', '/contact'],
      ['Rentals', '/rentals'],
      ['Blog', '/blog'],
      ['Contact', '/contact'],
      ['Privacy', '/privacy'],
      ['Admin', `${site.contentService.url}/admin`],
    ]);
    const { target, rel } = links.at(-1)?.attributes ?? {};
    expect([target, rel]).toEqual(['_blank', 'noopener noreferrer']);
  });

  it.each([
    ['no row', []],
    ['a row of spaces', [{ id: 1, title: ' ' }]],
  ])('About has its four cards, and its call to action has defaults for %s', async (_what, calls) => {
    const page = await pageWith((rows) => {
      rows.cta_settings = calls;
    }, about);
    const cards = ['Local Expertise', 'Comprehensive Services', '24/7 Support', 'Quality Assurance'];
    expect(texts(page.all('main h3'))).toEqual(expect.arrayContaining(cards));
    expect(page.one('main #why').text).toBe('Why Choose Us');
    expect(page.one('main .band h2').text).toBe('Ready to Get Started');
    expect(page.one('main .band a').attribute('href')).toBe('/contact');
  });

  it('the home page links to About with Learn More, names the subject in hidden text, and links to Contact', async () => {
    const page = await pageWith(unchanged, front);
    const learn = page.all('main a').find((link) => link.text.startsWith('Learn More'));
    expect(learn?.attribute('href')).toBe('/about');
    expect(learn?.all('.visually-hidden')).toHaveLength(1);
    expect(texts(page.all('main h2'))).toContain('Our Services');
    expect(page.one('main .band a').attribute('href')).toBe('/contact');
    expect(page.all('.front-features li')).toHaveLength(3);
  });

  it.each(['about', 'contact', 'str-management', 'privacy'])(
    'the title of the row of %s is in the tab, beside the heading of the page',
    async (slug) => {
      const page = await pageWith(({ pages }) => {
        const row = pages.find((each) => each.slug === slug);
        Object.assign(row ?? {}, { title: 'Titled so', hero_title: 'Headed so' });
      }, `/${slug}`);
      expect([page.one('title').text, page.one('main h1').text]).toEqual([
        expect.stringMatching(/^Titled so - /),
        'Headed so',
      ]);
    },
  );

  it('What\u2019s Included is the title of features without another one', async () => {
    const page = await pageWith((rows) => {
      for (const row of rows.services) row.features_title = null;
    }, service);
    expect(page.one('main #included').text).toBe("What's Included");
  });

  it('a service without texts and a post without terms leave no empty section', async () => {
    const bare = { content: null, description: null, categories: null, tags: null };
    await startWith((rows) => {
      for (const row of [...rows.services, ...rows.blog_posts]) Object.assign(row, bare);
      for (const row of rows.services) row.person = null;
      rows.service_features = [];
    });
    expect((await pageAt(site, service)).all('main .service-body')).toEqual([]);
    expect((await pageAt(site, post)).all('main .post-terms')).toEqual([]);
  });

  it('the blog has its filter buttons, its banner and its sorted sidebars', async () => {
    const page = await pageWith(unchanged, '/blog?category=seasonal-care');
    expect(new Set(page.all('.post-card .eyebrow').map(({ text }) => text))).toEqual(
      new Set(['Seasonal Care']),
    );
    expect(page.one('main .filter-banner').text).toContain('Clear Filter');
    expect(page.one('main .filter-banner a').attribute('href')).toBe('/blog');
    const filters = texts(page.all('main .blog-filters [role=group] a'));
    expect(filters[0]).toMatch(/^All/);
    expect(filters).toContain('Owner Guides');
    const lists = page.all('main .sidebar .term-list').map((list) => texts(list.all('a')));
    expect(lists).toHaveLength(4);
    const [categories, tags, years, authors] = lists;
    expect(years).toEqual(years?.toSorted().reverse());
    for (const words of [categories, tags, authors])
      expect(words).toEqual(words?.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('a category is found whatever its case and spaces', async () => {
    await startWith(unchanged);
    for (const spelling of ['Seasonal%20Care', 'SEASONAL-CARE', 'seasonal%20care']) {
      const { status, headers } = await request(site.url).get(`/blog/category/${spelling}`);
      expect([status, headers.location]).toEqual([301, '/blog/category/seasonal-care']);
    }
  });

  it('the tags page shows ten popular tags, and a cloud with sizes by class', async () => {
    const page = await pageWith(unchanged, '/blog/tags');
    const popular = texts(page.all('main .popular-tags li')).map((text) => text.replace('Popular: ', ''));
    expect(popular).toHaveLength(10);
    const counted = popular.map((text) => [text, Number(/(\d+) posts?$/.exec(text)?.[1])] as const);
    const sorted = counted.toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b, 'en'));
    expect(counted).toEqual(sorted);
    const sizes = page.all('main .tag-cloud a').map((link) => link.attribute('class') ?? '');
    expect(sizes.filter((name) => !/\btag-size-\d+\b/.test(name))).toEqual([]);
    expect(new Set(sizes).size).toBeGreaterThan(3);
  });

  it.each([
    [404, '/blog?page=99', 'This list has no such page.'],
    [200, '/blog?category=nothing-of-it', 'Nothing has been written under this heading yet.'],
    [404, '/blog/category/nothing-of-it', 'There is nothing to read under this address.'],
  ])('%i %s is an empty list: %s', async (status, path, text) => {
    await startWith(unchanged);
    const reply = await request(site.url).get(path);
    const empty = parseHtml(reply.text).one('main .empty');
    expect(reply.status).toBe(status);
    expect([empty.one('h2').text, empty.one('p').text]).toEqual(['No posts found', text]);
    expect(empty.one('a').attribute('href')).toBe('/blog');
  });

  it('a rental card without a title has no empty heading, and no line in the overview', async () => {
    const cards = [
      { title: 'Pricing', description: 'Every week.', link_url: '/contact' },
      { title: '', description: 'Only words.', link_url: '/about' },
    ];
    const page = await pageWith(({ pages }) => {
      const row = pages.find(({ slug }) => slug === 'str-management');
      Object.assign(row ?? {}, { services_repeater: JSON.stringify(cards) });
    }, '/str-management');
    expect(texts(page.all('main .included li'))).toEqual(['Pricing']);
    expect(page.all('main .card').map((card) => texts(card.all('h3')))).toEqual([['Pricing'], []]);
    expect(texts(page.all('main .card a'))).toEqual(['Learn more: Pricing', 'Learn more']);
  });

  it.each(['/blog/categories', '/blog/tags'])(
    '%s says that its list is a stand-in while posts cannot be loaded',
    async (path) => {
      const notice = /these subjects stand in for the full list/;
      expect((await pageWith(unchanged, path)).text).not.toMatch(notice);
      await startWith(() => site.contentService.fault('blog_posts', { kind: 'status', status: 503 }));
      expect((await pageAt(site, path)).text).toMatch(notice);
    },
  );

  it('without a booking site the search page promises no search', async () => {
    const promised = /Tell us when you arrive.*The search ends/;
    const page = await pageWith(unchanged, '/search-rentals');
    expect(page.all('#how')).toEqual([]);
    expect(page.text).not.toMatch(/Tell us when you arrive|The search ends|Why do you suggest/);
    const open = await pageOfSite(booking, '/search-rentals');
    expect(open.all('#how')).toHaveLength(1);
    expect(open.text).toMatch(promised);
  });

  it.each([
    ['https://stay.example', 'https://stay.example/search'],
    ['https://stay.example/search', 'https://stay.example/search'],
    ['https://host.example/rental-properties/us', 'https://host.example/rental-properties/us'],
  ])('a booking site at %s is searched at %s', async (BOOKING_SITE_URL, expected) => {
    const page = await pageOfSite({ ...environment, BOOKING_SITE_URL }, '/search-rentals');
    expect(page.one('main .booking-elsewhere').attribute('formaction')).toBe(expected);
  });

  it.each(['/rentals', '/search-rentals'])(
    '%s has a native search: dates, up to thirty guests, same tab',
    async (path) => {
      const form = (await pageOfSite(booking, path)).one('main form');
      expect([form.attribute('method'), form.attribute('target')]).toEqual(['get', undefined]);
      expect(form.one('.booking-elsewhere').attribute('formaction')).toMatch(
        /^https:\/\/stay\.ridge\.example\//,
      );
      expect(form.all('input[type=date]')).toHaveLength(2);
      const guests = form.all('[name=guests] option').map((option) => option.attribute('value'));
      expect([guests.length, guests.at(-1)]).toEqual([30, '30']);
    },
  );

  it('the form has the fields, options and labels of the specification', async () => {
    const form = (await pageWith(unchanged, '/contact')).one('main form');
    expect(form.attribute('method')).toBe('post');
    const required = form.all('[required]').map((control) => control.attribute('name'));
    expect(required.sort()).toEqual(['email', 'message', 'name']);
    expect(form.one('[name=email]').attribute('type')).toBe('email');
    expect(form.one('[name=requestMeeting]').attribute('type')).toBe('checkbox');
    const [first, ...options] = form.all('select[name=service] option');
    expect(first?.text).toBe('Select a service');
    expect(options.map((option) => option.attribute('value')).join(' ')).toBe(
      'property-management maintenance handyman housekeeping window-cleaning snow-removal ' +
        'deck-restoration hvac-enclosures painting staging-str other',
    );
    for (const control of ['name', 'email', 'phone', 'service', 'message', 'requestMeeting']) {
      const id = form.one(`[name=${control}]`).attribute('id');
      const labels = form.all(`label[for=${id}], label [name=${control}]`);
      expect(labels.length, control).toBeGreaterThan(0);
    }
  });
});
