import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CollectionName } from '../../server/content/collections/collections.ts';
import { previewToken } from '../../server/demo/contentService.ts';
import { type ContentRow, type ContentRows, demoRows } from '../../server/demo/demoRows.ts';
import { createPreviewKeys } from '../../server/editors/previewKeys.ts';
import { parseHtml } from '../support/html.ts';
import { siteForFile } from '../support/started.ts';

// The page doctor shows editors what is wrong with their content.

const secret = 'the-secret-of-the-doctor-tests';
const site = await siteForFile({
  environment: {
    SHELL_DEADLINE_MS: '10000',
    BACKEND_URL: 'https://content.example',
    METRICS_PORT: '0',
    PREVIEW_SECRET: secret,
    DIRECTUS_PREVIEW_TOKEN: previewToken,
  },
});
beforeEach(() => site.reset());

const examined = async (plant: (rows: ContentRows) => void = () => undefined) => {
  plant(site.contentService.rows);
  await site.load();
  return (await site.doctor.report()).findings;
};
/** As an editor opens it, with the cookie of a preview. */
const opened = () => {
  const cookie = createPreviewKeys(secret, site.url).cookieFor(null).split(';')[0];
  return request(site.url)
    .get('/doctor')
    .set('cookie', cookie ?? '');
};
const row = (name: keyof ContentRows, slug: string): ContentRow => site.contentService.row(name, slug);
const post = (changes: ContentRow) => () => Object.assign(row('blog_posts', 'three-sets-of-sheets'), changes);
const text = (content: string) => post({ content });
const cta = (url: string) => (rows: ContentRows) =>
  Object.assign(rows.cta_settings[0] ?? {}, { button_url: url });
const lonely = (rows: ContentRows) => {
  const item = { id: 900, title: 'Text', content: '<a href="/no-such-page">x</a>' };
  const blocks = [{ id: 900, sort: 1, collection: 'block_text', item }];
  rows.pages.push({ id: 900, status: 'published', slug: 'lonely-page', title: 'A Lonely Page', blocks });
};
const twin = { slug: 'snow-removal', title: 'Snow, Again', status: 'published' };
const longTitle = `Sheets, ${'and more '.repeat(9)}sheets`;
const longText = 'A sentence of some length. '.repeat(12);

/** A kind of finding: how it is planted, its text, its address, and the collection whose form fixes it. */
type Planted = readonly [
  kind: string,
  plant: (rows: ContentRows) => void,
  what: RegExp,
  where: string | null,
  collection: CollectionName,
];

const today = new Date().toISOString();
const published = demoRows().blog_posts.filter(
  ({ status, published_at }) => status === 'published' && (published_at ?? '') < today,
);
const painting: ContentRow | undefined = demoRows().services.find(({ slug }) => slug === 'painting');
const twins = published.at(-1)?.slug;
let posts = 0;
/** A finding in a post of its own. */
const inPost = (kind: string, changes: ContentRow, what: RegExp): Planted => {
  posts += 1;
  const slug = published[posts]?.slug ?? '';
  const address = encodeURIComponent(String(changes.slug ?? slug));
  return [
    kind,
    () => Object.assign(row('blog_posts', slug), changes),
    what,
    `/blog/${address}`,
    'blog_posts',
  ];
};
const withoutPage = (kind: string, changes: ContentRow, what: RegExp): Planted => {
  const [, plant] = inPost(kind, changes, what);
  return [kind, plant, what, null, 'blog_posts'];
};
const inText = (kind: string, content: string, what: RegExp) => inPost(kind, { content }, what);
/** A finding in the file that a service shows. */
const inFile = (
  kind: string,
  service: string,
  changes: ContentRow,
  what: RegExp,
  collection: CollectionName = 'directus_files',
): Planted => [
  kind,
  (rows) => {
    const shown = row('services', service).hero_image;
    Object.assign(rows.directus_files.find(({ id }) => id === shown) ?? {}, changes);
  },
  what,
  `/services/${service}`,
  collection,
];
const inCall = (kind: string, url: string, what: RegExp): Planted => [
  ...([kind, cta(url), what, null, 'cta_settings'] as const),
];
const inRedirect = (id: number, from: string, to: string, what: RegExp): Planted => [
  'redirect-fault',
  (rows) => rows.redirects.push({ id, from, to, permanent: true }),
  what,
  null,
  'redirects',
];

/** Rounds of findings that can exist at the same time. */
const rounds: readonly (readonly Planted[])[] = [
  [
    inPost('title-missing', { title: '' }, /has no title/),
    inPost('doubled', { title: 'Snow Removal' }, /same title as \/services/),
    inPost('too-long', { title: longTitle }, /has \d+ characters/),
    inPost('description-missing', { excerpt: null, content: null }, /no description for search engines/),
    inPost('doubled', { excerpt: painting?.short_description }, /same description as/),
    inPost('too-long', { excerpt: longText }, /characters/),
    withoutPage('row-hidden', { slug: 'a/b' }, /something required, or a valid address/),
    inPost('slug-odd', { slug: 'Three_Sheets' }, /Three_Sheets/),
    inPost('slug-taken', { slug: 'tags' }, /cannot have the address/),
    inPost('picture-gone', { featured_image: crypto.randomUUID() }, /not in the/),
    inPost('picture-nowhere', { featured_image: '/images/none.jpg' }, /at \/images\/none\.jpg/),
    inText('picture-nowhere', '<img src="nope.png" alt="">', /at \/nope\.png/),
    inPost('left-out', { featured_image: 'https://x.example/images/a.jpg' }, /x\.example/),
    inText('headings', '<h2>One</h2><h4>Two</h4>', /heading 2 at level 4/),
    inText('html-stripped', '<p onclick="a()">Hi</p><font>!</font>', /onclick.*<font>/),
    inText('left-out', '<p>Hi</p><iframe src="https://x.example/"></iframe>', /host .*x\.example/),
    inText('html-stripped', '<a href="javascript:alert(1)">Hi</a>', /javascript:alert/),
    inText('link-nowhere', '<a href="/services/none">Hi</a>', /services\/none/),
    inText('link-nowhere', '<a href="/%zz">Hi</a>', /%zz/),
    inText('link-repaired', '<a href="/About/">Hi</a>', /is now \/about/),
    inFile('alternative-text', 'painting', { description: ' ' }, /no description/),
    inFile('picture-huge', 'window-cleaning', { width: 7_000 }, /7000 by/, 'services'),
    inFile('picture-tiny', 'housekeeping', { width: 320 }, /320 pixels/),
    inFile('picture-refused', 'maintenance', { type: 'image/svg+xml' }, /svg/, 'services'),
    inCall('left-out', 'javascript:alert(1)', /Button link, javascript:alert\(1\)/),
    inRedirect(901, '/a', '/a', /back to itself/),
    inRedirect(902, '/about', '/', /starts at the path of a page/),
    inRedirect(903, '/b', 'javascript:1', /not lead to a path/),
    inRedirect(904, '/c', '/nowhere-at-all', /does not lead to a page that visitors see/),
    inRedirect(905, '/C/', '/about', /the same path as another/),
    inRedirect(906, '/old?page=2', '/about', /not start at a path/),
    inFile('picture-refused', 'snow-removal', { type: 'image/heic' }, /heic/, 'services'),
    inText(
      'left-out',
      '<img src="data:image/png;base64,AAAA" alt="">',
      /a picture is in the text itself, not a file \(Text, data:\)/,
    ),
    inText('link-nowhere', '<h2>A</h2><a href="#b">Hi</a><a href="#a">Hi</a>', /links to #b: no heading/),
    inText('link-nowhere', '<a href="/assets/price-list.pdf">Hi</a>', /price-list\.pdf: no page/),
    inText('link-repaired', '<a href="contact">Hi</a>', /“contact”, which is read as \/contact/),
    inPost(
      'time-without-zone',
      { published_at: '2024-01-02T09:30:00' },
      /“2024-01-02T09:30:00” without a zone.*: January 2, 2024 at 9:30 AM/,
    ),
    [
      'terms-alike',
      (rows) => {
        const [one, other] = rows.blog_posts.filter(
          ({ slug }) => slug === published[0]?.slug || slug === twins,
        );
        Object.assign(one ?? {}, { tags: 'Café notes' });
        Object.assign(other ?? {}, { tags: 'Cafe-notes' });
      },
      /^The tag “Cafe-notes” of “.+” looks like “Café notes”\.$/,
      '/blog/tag/cafe-notes',
      'blog_posts',
    ],
    [
      'left-out',
      (rows) =>
        rows.pages
          .filter(({ slug }) => slug === 'str-management')
          .map((page) => Object.assign(page, { services_repeater: '[{"title":"A"},]' })),
      /Service cards, text that is not a list in JSON/,
      '/str-management',
      'pages',
    ],
    [
      'row-hidden',
      (rows) => Object.assign(rows.reviews[0] ?? {}, { text: ' ' }),
      /lacks text/,
      null,
      'reviews',
    ],
    [
      'review-old',
      (rows) => Object.assign(rows.reviews[1] ?? {}, { date: '2019-05-01' }),
      /2019/,
      null,
      'reviews',
    ],
    [
      'menu-circle',
      (rows) => Object.assign(rows.navigation[0] ?? {}, { parent_id: rows.navigation[0]?.id }),
      /below it/,
      null,
      'navigation',
    ],
    [
      'slug-doubled',
      (rows) => rows.services.push({ ...rows.services[0], ...twin, id: 900 }),
      /has the same address as/,
      '/services/snow-removal',
      'services',
    ],
    ['unreached', lonely, /links here/, '/lonely-page', 'pages'],
    ['link-nowhere', () => undefined, /links to \/no-such-page/, '/lonely-page', 'pages'],
    [
      'notice-over',
      (rows) =>
        rows.notices.push({ id: 900, text: 'Snow', status: 'published', until: '2020-01-01T00:00:00Z' }),
      /“Snow” has expired/,
      null,
      'notices',
    ],
    [
      'home-without-price',
      () => Object.assign(row('homes', 'aspen-cottage'), { night_from: null, night_prices: null }),
      /Aspen/,
      '/rentals/aspen-cottage',
      'homes',
    ],
  ],
  [
    inCall('link-nowhere', '/nowhere', /\/nowhere/),
    ['default-shown', (rows) => (rows.reviews = []), /Built-in/, null, 'reviews'],
    [
      'default-shown',
      (rows) => (rows.pages = rows.pages.filter(({ slug }) => slug !== 'privacy')),
      /Privacy/,
      '/privacy',
      'pages',
    ],
    [
      'page-empty',
      (rows) => {
        for (const row of rows.pages) if (row.slug === 'about') row.status = 'draft';
      },
      /About has no item/,
      '/about',
      'pages',
    ],
  ],
  [inCall('link-draft', '/blog/draft-what-rides-in-the-truck', /a draft/)],
  [inCall('link-repaired', 'contact', /read as \/contact/)],
  [
    [
      'link-repaired',
      (rows) => {
        rows.redirects.push({ id: 900, from: '/old', to: '/about', permanent: true });
        cta('/old')(rows);
      },
      /is now \/about/,
      null,
      'cta_settings',
    ],
  ],
];

describe('the page doctor', () => {
  it('finds nothing wrong with the demo', async () => {
    expect(await examined()).toEqual([]);
  });

  it('takes a home on a later page of the list for linked', async () => {
    const found = await examined((rows) => {
      const [first] = rows.homes;
      const copy = (_: unknown, at: number) => ({
        ...first,
        id: 900 + at,
        slug: `home-${at}`,
        name: `Home ${at}`,
        display_order: 900 + at,
      });
      rows.homes.push(...Array.from({ length: 60 }, copy));
    });
    expect(found.filter(({ kind }) => kind === 'unreached')).toEqual([]);
  });

  it.each(rounds)('finds everything that is planted: round %#', async (...planted) => {
    const found = await examined((rows) => {
      for (const [, plant] of planted) plant(rows);
    });
    for (const [kind, , what, where, collection] of planted) {
      const ofKind = found.filter((finding) => finding.kind === kind);
      expect(ofKind, kind).toContainEqual(
        expect.objectContaining({
          what: expect.stringMatching(what),
          // A file is named once, at the first page that shows it.
          where: collection === 'directus_files' ? expect.stringMatching(/^\//) : where,
          why: expect.stringMatching(/\.$/),
          edit: expect.objectContaining({ collection }),
        }),
      );
    }
  });

  it('shows its findings to editors only, the worst first, each with its form, and escapes content', async () => {
    const content = '<h4>a</h4><a href="/services/&lt;b&gt;">Hi</a>';
    await examined((rows) => text(content)() && cta('/nowhere')(rows));
    const { text: html, headers } = await opened().expect(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    // The content service shows it in a frame, like every preview.
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['content-security-policy']).toContain('frame-ancestors https://content.example;');
    const page = parseHtml(html);
    expect(page.one('meta[name=robots]').attribute('content')).toBe('noindex');
    expect(page.all('main h2').map((heading) => heading.text)).toEqual([
      expect.stringContaining('links to /nowhere'),
      expect.stringContaining('has heading 1 at level 4'),
    ]);
    expect(page.one('main details').text).toContain('links to /services/%3Cb%3E');
    const edits = page.all('main a').filter((link) => link.text === 'Edit');
    const id = row('blog_posts', 'three-sets-of-sheets').id;
    expect(edits.map((link) => link.attribute('href'))).toEqual(
      expect.arrayContaining([
        `https://content.example/admin/content/blog_posts/${id}`,
        'https://content.example/admin/content/cta_settings/1',
      ]),
    );
    expect(page.all('main b')).toEqual([]);
    const stranger = await request(site.url).get('/doctor');
    expect([stranger.status, stranger.text.includes('nowhere')]).toEqual([404, false]);
  });

  it('lists the first findings of a kind with their number, and a file once', async () => {
    const missing = Array.from({ length: 30 }, (_, at) => `<a href="/none-${at}">x</a>`).join('');
    const plant = (rows: ContentRows) => {
      text(missing)();
      const shown = row('services', 'painting').hero_image;
      row('services', 'housekeeping').hero_image = shown;
      Object.assign(rows.directus_files.find(({ id }) => id === shown) ?? {}, { description: '' });
    };
    const found = await examined(plant);
    expect(found.filter(({ kind }) => kind === 'link-nowhere')).toHaveLength(20);
    const { counts } = await site.doctor.report();
    expect([counts['link-nowhere'], counts['alternative-text']]).toEqual([30, 1]);
    const file = found.find(({ kind }) => kind === 'alternative-text');
    expect(file?.what).toMatch(/^A picture in Service “.+”, Service “.+”, and .+ has no description\.$/);
    expect(file?.edit).toMatchObject({ collection: 'directus_files' });
    const page = parseHtml((await opened()).text);
    expect(page.one('main').text).toContain('31 things to fix.');
    expect(page.all('main summary').map(({ text: words }) => words)).toEqual(['And 29 more like this']);
  });

  it('compares categories of signs alone as they are, and by a sign that is part of a name', async () => {
    const categories = '\u{1f3d4}\ufe0f, \u{1f332}, C++, C#, C, Ice, #ice';
    const found = await examined(post({ categories }));
    expect(found.filter(({ kind }) => kind === 'terms-alike')).toMatchObject([
      { what: expect.stringMatching(/^The category “Ice” .* looks like “#ice”\.$/) },
    ]);
  });

  it('says so when nothing is wrong, and when content cannot be loaded', async () => {
    await examined();
    expect(parseHtml((await opened()).text).one('main').text).toContain('Nothing to fix.');
    await site.reset();
    await site.contentService.fault('homes', { kind: 'status', status: 500 });
    await site.load();
    expect(parseHtml((await opened()).text).one('main').text).toContain(
      'could not be loaded and were not checked: homes.',
    );
  });
});

describe('what an editor has written and the site does not show', () => {
  const long = (length: number) =>
    'Call us. '
      .repeat(length)
      .slice(0, length - 1)
      .concat('!');
  const titled = (count: number) => Array.from({ length: count }, (_, at) => ({ title: `${at}`, text: 'x' }));

  it('is named by its row and its field', async () => {
    const found = await examined((rows) => {
      const home = { currency: 'dollars', baths: 2.25, guests: 150, coordinates: 'by the river' };
      Object.assign(row('homes', 'aspen-cottage'), home);
      Object.assign(row('services', 'painting'), {
        short_description: long(501),
        steps: titled(7),
        hero_subtitle: long(401),
        example_bill: [
          { item: 'Paint', amount: 10 },
          { item: 'Brush', amount: 0 },
        ],
        questions: [{ title: '', text: 'It is dry by noon.' }],
        answers: [{ title: long(101), text: long(601) }],
        search_words: long(61),
      });
      row('pages', 'about').blocks = [
        { id: 1, sort: 1, collection: 'block_call', item: { id: 1, title: 'Hm', text: long(401) } },
      ];
      Object.assign(rows.reviews[0] ?? {}, { text: long(701), rating: 6 });
      const text = `${long(300)} 541 555 0142`;
      rows.notices = [{ id: 1, status: 'published', text, from: 'noon' }];
    });
    const lost = found.filter(({ kind }) => kind === 'left-out').map(({ what }) => what);
    expect(lost.toSorted()).toEqual(
      [
        /^Home .*\(Location, by the river\)/,
        /^Home “Aspen Cottage” is not shown in full: content is left out \(Sleeps, 150\)\.$/,
        /^Home .*\(baths, 2\.25\)/,
        /^Home .*\(currency, dollars\)/,
        /^Notice .*\(Show from, noon\)/,
        /^Notice .*\(text, all after 300 of 313 characters\)/,
        /^Page “about” .*\(blocks, text, all after 400 of 401 characters\)/,
        /^Review .*\(rating, 6\)/,
        /^Review .*\(text, all after 700 of 701 characters\)/,
        /^Service .*\(Example bill: lines, 1 of 2 entries\)/,
        /^Service .*\(Questions and answers, 1 of 1 entries\)/,
        /^Service “Painting” .*\(Search keywords, Call us\..*!\)/,
        /^Service .*\(Short answers, text, all after 600 of 601 characters\)/,
        /^Service .*\(Short answers, title, all after 100 of 101 characters\)/,
        /^Service .*\(Steps, 1 of 7 entries\)/,
        /^Service .*\(Subheading, all after 400 of 401 characters\)/,
        /^Service .*\(short description, all after 500 of 501 characters\)/,
      ].map((words) => expect.stringMatching(words)),
    );
  });

  it('is nothing where a field is empty, hidden or read in another form', async () => {
    const found = await examined((rows) => {
      const coordinates = `44°03'29.5"N 121°18'55.1"W`;
      Object.assign(row('homes', 'aspen-cottage'), { currency: 'usd', coordinates, wifi: ' ', rooms: [] });
      const steps = [...titled(6), { title: ' ', text: null }];
      Object.assign(row('services', 'painting'), { steps, answers: '', price_unit: ` a\u0000 month  ` });
      // Neither has a form with these.
      Object.assign(row('pages', 'contact'), { points: titled(9), story_title: long(300) });
      Object.assign(row('homes', 'river-bend-lodge'), { status: 'draft', guests: 150 });
      const where = [`${site.url}/Rentals/?town=Bend`, 'Services', '/blog'];
      rows.notices = [{ id: 1, status: 'published', text: 'Snow', where }];
    });
    expect(found.filter(({ kind }) => kind === 'left-out' || kind === 'unseen')).toEqual([]);
  });

  it('is an e-mail address that is none', async () => {
    const found = await examined((rows) => {
      rows.site_settings = [{ id: 1, site_name: 'Ridge', email: 'hello at juniper', insured: 'no' }];
    });
    expect(found.filter(({ kind }) => kind === 'left-out').map(({ what }) => what)).toEqual([
      'Site settings “Ridge” is not shown in full: content is left out (E-mail, hello at juniper).',
    ]);
    const { text: html } = await request(site.url).get('/contact');
    expect(html).not.toContain('hello');
  });

  it('is a home, service or post that another row names', async () => {
    const longest = 'Snow Removal, '.repeat(6).replaceAll(',', ' and');
    const found = await examined((rows) => {
      row('services', 'snow-removal').title = longest;
      row('services', 'painting').related_services = [longest, 'no-such-service'];
      Object.assign(rows.reviews[0] ?? {}, { about: ['owners', 'aspen-cottage', 'no-such-home'] });
      const item = { id: 1, homes: ['aspen-cottage', 'draft-crescent-cabin'], posts: 'No, post' };
      row('pages', 'about').blocks = [{ id: 1, sort: 1, collection: 'block_choice', item }];
    });
    expect(found.filter(({ kind }) => kind === 'name-unknown').map(({ what }) => what)).toEqual([
      'Page “about” names “draft-crescent-cabin”, which is not a home that visitors see.',
      'Page “about” names “No”, which is not a blog post that visitors see.',
      'Page “about” names “post”, which is not a blog post that visitors see.',
      'Service “Painting” names “no-such-service”, which is not a service that visitors see.',
      expect.stringMatching(
        /^Review .* names “no-such-home”, which is not a service or home that visitors see\.$/,
      ),
    ]);
    const { text: html } = await request(site.url).get('/services/painting');
    expect(parseHtml(html).one('.related-services h3').text.trim()).toBe(longest.trim());
  });

  it('is a notice, a menu entry or a mark on the map that no page has', async () => {
    const found = await examined((rows) => {
      const [from, until] = ['2030-01-02T00:00:00Z', '2030-01-01T00:00:00Z'];
      rows.notices = [
        { id: 1, status: 'published', text: 'Ice', from, until },
        { id: 2, status: 'published', text: 'Fog', where: '/rentls' },
      ];
      const entry = (id: number, parent_id: number | null) => ({
        id,
        title: `Level ${id}`,
        url: '/about',
        parent_id,
      });
      rows.navigation.push(entry(901, null), entry(902, 901), entry(903, 902), entry(904, 903));
      row('homes', 'aspen-cottage').coordinates = '44.0582, 121.3153';
    });
    expect(found.filter(({ kind }) => kind === 'unseen').map(({ what }) => what)).toEqual([
      'Menu entry “Level 904” is not in the menu, which has three levels.',
      'Home “Aspen Cottage” is at 44.0582, 121.3153, outside the map.',
      'Notice “Ice” disappears before it appears.',
      'Notice “Fog” is for /rentls, where there is no page.',
    ]);
  });
});
