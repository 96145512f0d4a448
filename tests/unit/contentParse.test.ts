import { describe, expect, it } from 'vitest';
import { blogPosts } from '../../server/content/collections/blogPosts.ts';
import { files } from '../../server/content/collections/files.ts';
import { notices } from '../../server/content/collections/notices.ts';
import { pages } from '../../server/content/collections/pages.ts';
import { serviceFeatures } from '../../server/content/collections/serviceFeatures.ts';
import { services } from '../../server/content/collections/services.ts';
import { siteSettings } from '../../server/content/collections/siteSettings.ts';
import { paragraphsOf } from '../../server/content/parse/paragraphsOf.ts';
import type { FileFacts, ParseContext } from '../../server/content/parse/parseContext.ts';
import { parsePicture } from '../../server/content/parse/parsePicture.ts';
import { parseTerms } from '../../server/content/parse/terms.ts';
import { withoutMarkup } from '../../server/content/parse/withoutMarkup.ts';
import { cleanText, readLine, readSlug, readText } from '../../server/directus/readField.ts';
import { arrangeRows, parseRows } from '../support/arrangeRows.ts';
import { createParseContext } from '../support/parseContext.ts';

const id = '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a01';
const facts: FileFacts = {
  version: null,
  type: 'image/jpeg',
  width: 1600,
  height: 900,
  bytes: 90_000,
  description: 'A cabin',
  focus: null,
};

describe('a text', () => {
  it.each([
    ['B21 a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['B21 direction overrides', 'a\u202eb\u2066c\u061cd', 'abcd'],
    ['control characters', 'a\u0000b\u0007c\u009fd', 'abcd'],
    ['white space around it', '  a  ', 'a'],
    ['line breaks of every kind', 'a\r\nb\rc', 'a\nb\nc'],
    ['a number', 42, '42'],
    ['decomposed letters', 'Cafe\u0301 pin\u0303on', 'Caf\u00e9 pi\u00f1on'],
    [
      'zero-width characters',
      'Be\u200bnd\u200d \ufeffin\u2060 \u200cOre\u034f\u180egon\u200e\ufff9',
      'Bend in Oregon',
    ],
    ['soft hyphens', 'mainte\u00adnance', 'maintenance'],
    [
      'more marks on one letter than any word has',
      `a${'\u0301'.repeat(100)}b`,
      `\u00e1${'\u0301'.repeat(29)}b`,
    ],
    ['ligatures of a PDF file', 'o\ufb03ce \ufb02oor', 'office floor'],
    [
      'emoji, which need their joiners',
      '\u{1f469}\u{1f3fd}\u200d\u{1f467} \u2764\ufe0f\u200d\u{1f525}',
      '\u{1f469}\u{1f3fd}\u200d\u{1f467} \u2764\ufe0f\u200d\u{1f525}',
    ],
    [
      'a script that needs its joiners',
      '\u0645\u06cc\u200c\u0631\u0648\u0645',
      '\u0645\u06cc\u200c\u0631\u0648\u0645',
    ],
  ])('is normalized: %s', (_what, value, text) => {
    expect(readText(value)).toBe(text);
  });

  it.each([null, undefined, '', '  ', Number.NaN, Number.POSITIVE_INFINITY, true, {}, ['a']])(
    'is null for %j',
    (value) => {
      expect(readText(value)).toBeNull();
    },
  );

  it('B21 is cut to its bound, never within a surrogate pair', () => {
    expect(cleanText(`${'a'.repeat(9)}😀`, 10)).toBe('a'.repeat(9));
    expect(readLine('x'.repeat(1e6))).toHaveLength(200);
  });

  it('becomes one line where a line is required', () => {
    expect(readLine('a\n\t b')).toBe('a b');
  });

  it.each([
    ['roof-repair', 'roof-repair'],
    [' Roof 100% ', 'Roof 100%'],
    ['cafe\u0301\u200b', 'caf\u00e9'],
    ['dächer', 'dächer'],
    ['/roof-repair', 'roof-repair'],
    ['roof-repair/ ', 'roof-repair'],
    ['//roof', null],
    ['/', null],
    ['a/b', null],
    ['a\\b', null],
    ['.', null],
    ['..', null],
    ['', null],
    ['a\u0000', null],
    ['\ud800', null],
    ['x'.repeat(101), null],
    [7, null],
    ['up%2Fdown', null],
  ])('B22 the slug %j is read as %j', (value, slug) => {
    expect(readSlug(value)).toBe(slug);
  });
});

describe('a field for plain text', () => {
  it.each([
    ['Tips &amp; tricks', 'Tips & tricks'],
    ['R&amp;amp;D', 'R&D'],
    ['Owner&#8217;s', 'Owner\u2019s'],
    ['Owner&#x2019;s', 'Owner\u2019s'],
    ['The&nbsp;guide', 'The\u00a0guide'],
    ['3 &lt; 4 < 5 &gt; 1', '3 < 4 < 5 > 1'],
    ['3 &lt; 4 <five &gt; 1', '3 < 4 <five > 1'],
    ['AT&T; a&b;', 'AT&T; a&b;'],
  ])('shows the signs that another program exported as entities: %s', (written, shown) => {
    expect(withoutMarkup(written)).toBe(shown);
  });

  it.each([
    ['**Cozy** [cabin](https://a.example/b_c) with a *hot tub*', 'Cozy cabin with a hot tub'],
    ['## About\n## **Us**\n__One__ and `two`', 'About\nUs\nOne and two'],
    ['<p>**Note:** x</p>', '\n\nNote: x\n\n'],
    ['2 * 3 * 4, a_b_c, ____', '2 * 3 * 4, a_b_c, ____'],
    ['Rates* apply. *Plus tax. From $99*', 'Rates* apply. *Plus tax. From $99*'],
    ['# of guests: 5', '# of guests: 5'],
  ])('shows the words of Markdown: %j', (written, shown) => {
    expect(withoutMarkup(written)).toBe(shown);
  });

  it.each([
    ['One<br>two', ['One\ntwo']],
    ['<h2>One\ntwo</h2><blockquote>Three</blockquote>', ['One two', 'Three']],
    ['One <a href="/a">two</a>', ['One two']],
  ])('shows the paragraphs and lines of HTML: %j', (written, shown) => {
    expect(paragraphsOf(withoutMarkup(written))).toEqual(shown);
  });
});

it('a notice is for the pages that its editor means', () => {
  const pagesOf = (where: string) =>
    parseRows(notices, [{ id: 1, text: 'Snow', status: 'published', where }])[0]?.where;
  expect(['*', 'All', 'all pages, /rentals', 'Everywhere', ''].flatMap((where) => pagesOf(where))).toEqual(
    [],
  );
  expect(pagesOf('/rentals/*, Services/, home')).toEqual(['/rentals', '/services', '/']);
});

describe('a choice', () => {
  const notice = (row: Record<string, unknown>) =>
    parseRows(notices, [{ id: 1, status: 'published', text: 'Snow', ...row }])[0];

  it('may be written in capitals', () => {
    expect(['Urgent', 'WARNING', 'info', 'other'].map((level) => notice({ level })?.level)).toEqual([
      'urgent',
      'warning',
      'info',
      'info',
    ]);
  });

  it('of yes or no may be a word or a number', () => {
    const values = [true, 1, '1', 'true', 'Yes', 'on', false, 0, '0', 'no', '', null, undefined];
    const isHidden = values.map(
      (noindex) => parseRows(pages, [{ id: 1, slug: 'home', noindex }])[0]?.noindex,
    );
    expect(isHidden).toEqual(values.map((_value, at) => at < 6));
  });
});

describe('a picture', () => {
  const context = (changes: Partial<ParseContext> = {}) =>
    createParseContext({
      imageHosts: ['img.example', '*.cdn.example'],
      assetHosts: ['cms.example'],
      ...changes,
    });

  it.each<[string, unknown, unknown]>([
    ['an id', id, { asset: id }],
    ['an id in capitals', ` ${id.toUpperCase()} `, { asset: id }],
    ['a file object', { id }, { asset: id }],
    ['a path', '/images/porch.jpg', { address: '/images/porch.jpg' }],
    ['a path without its leading slash', 'images/porch.jpg', null],
    [
      'a longer path without its leading slash',
      'uploads/images/porch.jpg',
      { address: '/uploads/images/porch.jpg' },
    ],
    ['an asset by its path', `/assets/${id}?width=100`, { asset: id }],
    ['the path that the admin app stores', `/assets/${id}.jpg?width=1600&height=1000`, { asset: id }],
    ['its address', `http://cms.example/assets/${id}.jpg?access_token=x#top`, { asset: id }],
    ['an address without a scheme', `//cms.example/assets/${id}`, { asset: id }],
    ['an address in capitals', `HTTPS://CMS.EXAMPLE/Assets/${id.toUpperCase()}.JPG`, { asset: id }],
    ['an address below a path', `https://cms.example/directus/assets/${id}.jpg`, { asset: id }],
    ['a path without its slash', `assets/${id}.jpg`, { asset: id }],
    ['a path from the admin app', `../../assets/${id}`, { asset: id }],
    ['the name of the stored file', `${id}.jpg`, { asset: id }],
    ['an address of this site', `https://www.ridge.example/assets/${id}.jpg`, { asset: id }],
    ['our picture route', `https://www.ridge.example/media/${id}?w=1216`, { asset: id }],
    [
      'a picture of this site by its address',
      'https://ridge.example/images/a.jpg?b',
      { address: '/images/a.jpg?b' },
    ],
    ['the same path on another host', `https://other.example/assets/${id}.jpg`, null],
    ['an asset address with folders after the id', `https://cms.example/assets/${id}/images/porch.jpg`, null],
    [
      'an asset address with a file name',
      `https://cms.example/assets/${id}/porch.jpg?x=/images/`,
      { asset: id },
    ],
    ['an allowed host', 'https://img.example/images/a.jpg', { address: 'https://img.example/images/a.jpg' }],
    ['a subdomain', 'https://a.cdn.example/images/a.jpg', { address: 'https://a.cdn.example/images/a.jpg' }],
    ['an allowed host without /images/', 'https://img.example/a.jpg', null],
    ['another host', 'https://other.example/images/a.jpg', null],
    ['a host that ends like a pattern', 'https://evilcdn.example/images/a.jpg', null],
    ['a host that ends like an allowed one', 'https://evilimg.example/images/a.jpg', null],
    ['plain http', 'http://img.example/images/a.jpg', { address: 'https://img.example/images/a.jpg' }],
    [
      'an allowed host without a scheme',
      '//img.example/images/a.jpg',
      { address: 'https://img.example/images/a.jpg' },
    ],
    ['B17 a path traversal', '../server/info', null],
    ['B17 a path traversal after the id', `${id}/../../server/info`, null],
    ['B17 a query after the id', `${id}?key=x`, null],
    ['a script', 'javascript:/images/alert(1)', null],
    ['a backslash', '/\\evil.example/images/', null],
    ['a bare file name', 'porch.jpg', null],
    ['a number', 7, null],
    ['nothing', null, null],
    ['a list', [id], null],
  ])('is read, or refused, from %s', (_what, value, source) => {
    expect(parsePicture(value, context())?.source ?? null).toEqual(source);
  });

  it('takes its size, alternative text and focal point from the file library', () => {
    const focus = { x: 50, y: 25.5 };
    expect(parsePicture(id, context({ fileFacts: () => ({ ...facts, version: 'abc', focus }) }))).toEqual({
      source: { asset: id, version: 'abc' },
      alt: 'A cabin',
      width: 1600,
      height: 900,
      focus,
    });
  });

  it.each(['application/pdf', 'image/svg+xml', 'image/heic'])('B18 is null for a file of type %s', (type) => {
    expect(parsePicture(id, context({ fileFacts: () => ({ ...facts, type }) }))).toBeNull();
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'])('may be a file of type image/%s', (type) => {
    const shown = parsePicture(id, context({ fileFacts: () => ({ ...facts, type: `image/${type}` }) }));
    expect(shown?.source).toEqual({ asset: id });
  });

  it('warns of a host that is not allowed', () => {
    const witness = context();
    parsePicture('https://other.example/images/a.jpg', witness);
    expect(witness.warnings).toEqual(['A picture is on a host that is not allowed']);
  });
});

describe('the file library', () => {
  const factsOf = (row: Record<string, unknown>) => arrangeRows(files, [{ id, ...row }]).get(id);

  it('gives the size, the description and the focal point in percent', () => {
    const row = {
      id: id.toUpperCase(),
      width: '800',
      height: 400,
      filesize: '90000',
      description: 'B',
      type: 'image/png',
    };
    expect(factsOf({ ...row, focal_point_x: 200, focal_point_y: 500 })).toEqual({
      version: null,
      bytes: 90_000,
      type: 'image/png',
      width: 800,
      height: 400,
      description: 'B',
      focus: { x: 25, y: 100 },
    });
  });

  it('gives no size out of bounds, and no focal point with only one coordinate', () => {
    expect(factsOf({ width: -1, height: 1e9, focal_point_x: 5 })).toMatchObject({
      width: null,
      height: null,
      focus: null,
    });
  });
});

describe('categories and tags', () => {
  it.each<[string, unknown, string[]]>([
    ['comma-separated text', 'Seasonal Care, Decks', ['Seasonal Care', 'Decks']],
    ['a list', ['Seasonal Care', 'Decks'], ['Seasonal Care', 'Decks']],
    ['B8 empty members', ',, ,Decks,', ['Decks']],
    ['B8 the same name in another case', 'Decks,decks, DECKS ', ['Decks']],
    [
      'B8 names of properties that objects inherit',
      'constructor,__proto__,toString',
      ['constructor', '__proto__', 'toString'],
    ],
    ['B8 other alphabets', 'Häuser,日本', ['Häuser', '日本']],
    ['B8 dots that a browser would resolve', '.,..,...', ['...']],
    ['exported text', 'Tips &amp; tricks,Owner&#8217;s guide', ['Tips & tricks', 'Owner\u2019s guide']],
    ['lines', '\u2022 Hot tub\n- Wi-Fi\r\n\u2713 Dogs', ['Hot tub', 'Wi-Fi', 'Dogs']],
    ['the entries of a list', '<ul><li>Hot tub</li><li>Wi-Fi</li></ul>', ['Hot tub', 'Wi-Fi']],
    ['a list with commas in it', ['A, B'], ['A, B']],
    ['null', null, []],
    ['a number', 5, []],
    ['a list of other values', [1, null, {}, ['x']], ['1']],
  ])('are read from %s', (_what, value, names) => {
    expect(parseTerms(value).map(({ name }) => name)).toEqual(names);
  });

  it('have slugs in lower case with hyphens', () => {
    expect(parseTerms('DIY & How-To,Wi/Fi  Setup').map(({ slug }) => slug)).toEqual([
      'diy-&-how-to',
      'wi-fi-setup',
    ]);
  });

  it('that look the same are one', () => {
    const written = [
      'Caf\u00e9 notes',
      'Cafe\u0301 notes',
      'Caf\u00e9\u00a0notes\u200b',
      'cafe\u0301\u2011notes',
    ];
    expect(parseTerms(written)).toEqual([{ name: 'Caf\u00e9 notes', slug: 'caf\u00e9-notes' }]);
    expect(parseTerms(["Owner's tips", 'Owner\u2019s tips'])).toHaveLength(1);
  });

  it('B8 are at most twenty', () => {
    expect(parseTerms(Array.from({ length: 10_000 }, (_tag, place) => `tag ${place}`)).length).toBe(20);
  });
});

describe('settings', () => {
  it('are read from rows with a key and a value', () => {
    const rows = [
      { id: 1, key: 'site_name', value: 'High Pines' },
      { id: 2, key: 'tagline', value: '' },
      { id: 3, key: 'tagline', value: 'Second' },
      { id: 4, key: 'site_title', value: { a: 1 } },
      { id: 5, key: 'phone', value: 5_415_550_142 },
      { id: 6, key: null, value: 'x' },
      7,
    ];
    const settings = arrangeRows(siteSettings, rows);
    expect(settings).toMatchObject({ siteName: 'High Pines', tagline: 'Second', phone: '5415550142' });
    expect(Object.values(settings).filter((value) => value !== null)).toHaveLength(3);
  });

  it('are known by keys that people write, too', () => {
    const rows = [
      { id: 1, key: 'Site Name', value: 'High Pines' },
      { id: 2, key: 'service-area', value: 'Sisters' },
    ];
    expect(arrangeRows(siteSettings, rows)).toMatchObject({ siteName: 'High Pines', serviceArea: 'Sisters' });
  });

  it('may come as the one row of a singleton', () => {
    const singleton = [{ id: 1, site_name: 'High Pines', site_title: 'Pines' }];
    expect(arrangeRows(siteSettings, singleton)).toMatchObject({
      siteName: 'High Pines',
      siteTitle: 'Pines',
      tagline: null,
    });
  });

  it('are words, also where an editor with buttons or another program has written them', () => {
    const row = { site_name: 'Pines &amp; Peaks', hours: '<p>Mon\u2013Fri 9\u20135</p><p>Sat 10\u20132</p>' };
    expect(arrangeRows(siteSettings, [row])).toMatchObject({
      siteName: 'Pines & Peaks',
      hours: 'Mon\u2013Fri 9\u20135, Sat 10\u20132',
    });
  });

  it('B24 are texts of bounded length, whatever they contain', () => {
    const value = `<b>${'x'.repeat(10_000)}`;
    const { siteTitle } = arrangeRows(siteSettings, [{ id: 1, key: 'site_title', value }]);
    expect(siteTitle).toHaveLength(200);
  });
});

describe('pages', () => {
  const parse = (row: Record<string, unknown>, context = createParseContext()) =>
    arrangeRows(pages, [{ id: 1, slug: 'home', ...row }], context)[0];

  it('are the rows with a usable slug, the first row of each', () => {
    const rows = [
      { id: 1, slug: 'home', title: 'A' },
      { id: 2, slug: 'home', title: 'B' },
      { id: 3, slug: 'Other Page' },
      { id: 5, slug: 'livez' },
      { id: 6, slug: '/second-homes', title: 'C' },
      { id: 4, slug: null },
      3,
    ];
    expect(arrangeRows(pages, rows).map(({ title }) => title)).toEqual(['A', 'C']);
  });

  it.each([
    ['\u{1f332}', { sign: '\u{1f332}' }],
    [
      '\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{1f3fd}',
      { sign: '\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{1f3fd}' },
    ],
    ['24/7', { sign: '24/7' }],
    ['A+', { sign: 'A+' }],
    ['tree', null],
    ['fa-solid:house', null],
    ['twenty-four hours', null],
  ])('show the icon %s, or warn once that it is unknown', (icon, shown) => {
    const context = createParseContext();
    const page = parse({ hero_feature1_text: 'A', hero_feature1_icon: icon }, context);
    expect(page?.heroFeatures).toEqual([{ text: 'A', icon: shown }]);
    expect(context.warnings).toEqual(shown ? [] : ['Content is left out']);
  });
});

describe('the repeater', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const repeaterOf = (value: unknown) =>
    arrangeRows(pages, [{ id: 1, slug: 'home', services_repeater: value }])[0]?.repeater.map(
      ({ title }) => title,
    );

  it.each<[string, unknown, unknown]>([
    ['a list with members that are no cards', [{ title: 'A' }, 5, {}], ['A']],
    ['B6 bad JSON', '[{', []],
    ['B6 an object that is not a list', '{"title":"A"}', []],
    ['B6 1 MB of JSON', JSON.stringify([{ title: 'x'.repeat(1e6) }]), []],
    ['B6 JSON of 10,000 levels', deep, []],
    ['null', null, []],
  ])('is read from %s', (_what, value, expected) => {
    expect(repeaterOf(value)).toEqual(expected);
  });

  it('has the picture of a card, else the one under its former key', () => {
    const [former, newer] = ['/images/former.jpg', '/images/newer.jpg'];
    const cards = [
      { title: 'A', image_url: former },
      { title: 'B', image_url: former, picture: newer },
    ];
    const page = arrangeRows(pages, [{ id: 1, slug: 'home', services_repeater: cards }])[0];
    expect(page?.repeater.map(({ picture }) => picture?.source)).toEqual([
      { address: former },
      { address: newer },
    ]);
  });

  it('has at most fifty cards', () => {
    const many = Array.from({ length: 99 }, () => ({ title: 'A' }));
    expect(repeaterOf(many)?.length).toBe(50);
  });
});

describe('services', () => {
  const service = (slug: string, more: Record<string, unknown> = {}) => ({
    id: slug.length,
    slug,
    title: slug,
    status: 'published',
    display_order: null,
    ...more,
  });
  const only = (row: unknown) => arrangeRows(services, [row])[0];

  it('B23 are at most 500, the first row of each address', () => {
    const rows = Array.from({ length: 1_002 }, (_row, place) => service(`service-${place % 501}`));
    expect(new Set(arrangeRows(services, rows).map(({ slug }) => slug)).size).toBe(500);
  });

  it('B19 have known fields only', () => {
    const unknown = { dangerouslySetInnerHTML: { __html: 'x' }, internal_notes: 'secret' };
    const [plain, hostile] = [service('a'), service('a', unknown)].map(only);
    expect(plain).toMatchObject({ slug: 'a', title: 'a' });
    expect(hostile).toEqual(plain);
  });

  it('have features without the marks that an editor has put before them', () => {
    const texts = ['\u2713 Doors', '- Windows', '\u2705\ufe0f Roof', '-10 degrees'];
    const rows = texts.map((feature_text, sort) => ({ service_id: 1, feature_text, sort }));
    expect(arrangeRows(serviceFeatures, rows).map(({ text }) => text)).toEqual([
      'Doors',
      'Windows',
      'Roof',
      '-10 degrees',
    ]);
  });

  it('have steps without the numbers that an editor has given them', () => {
    const titles = ['1. You write', 'Step 2: We visit', '3) We report', '24/7 help', '4.'];
    const steps = titles.map((title) => ({ title, text: '' }));
    expect(only(service('a', { steps }))?.steps.map(({ title }) => title)).toEqual([
      'You write',
      'We visit',
      'We report',
      '24/7 help',
      '4.',
    ]);
  });

  it('take their title from the slug when the editor gave none', () => {
    expect(only(service('snow-removal', { title: null }))?.title).toBe('Snow removal');
  });
});

describe('posts', () => {
  const post = (more: Record<string, unknown> = {}) => ({
    id: 1,
    slug: 'a',
    title: 'A',
    status: 'published',
    ...more,
  });
  const blogOf = (row: Record<string, unknown>) => arrangeRows(blogPosts, [row]);
  const first = (row: Record<string, unknown>) => blogOf(row).all[0];

  it.each(['draft', 'archived', 'Published', ' published', '', null, undefined, true, ['published']])(
    'B10 are left out with the status %j',
    (status) => {
      expect(first(post({ status }))).toBeUndefined();
      expect(blogOf(post({ status })).post('a')).toBeNull();
    },
  );

  it('take whichever date can be read', () => {
    expect(first(post({ published_at: 'soon', published_date: '2024-05-01' }))?.published?.text).toBe(
      'May 1, 2024',
    );
    expect(first(post({ published_at: null, published_date: null }))?.published).toBeNull();
  });

  it('have their day also where its column has times, at the midnight of UTC', () => {
    const dayOf = (published_date: string) => first(post({ published_date }))?.published?.text;
    for (const midnight of ['2024-05-01T00:00:00.000Z', '2024-05-01 00:00:00+00', '2024-05-01T00:00:00'])
      expect(dayOf(midnight)).toBe('May 1, 2024');
    expect(dayOf('2024-05-01T00:30:00Z')).toBe('April 30, 2024');
  });
});

describe('an editor’s HTML', () => {
  it('is sanitized once, when it is first needed, with the files known by then', () => {
    const asked: string[] = [];
    const context = createParseContext({
      fileFacts: (file) => {
        asked.push(file);
        return facts;
      },
    });
    const row = { id: 1, slug: 'a', status: 'published', content: `<p>x<img src="/assets/${id}"></p>` };
    for (const collection of [services, blogPosts]) {
      const [parsed] = parseRows<{ readonly content: unknown }, unknown>(collection, [row], context);
      expect(asked).toEqual([]);
      expect(parsed?.content).toContain('width="1600"');
      const once = asked.splice(0).length;
      expect(once).toBeGreaterThan(0);
      expect(parsed?.content).toContain('width="1600"');
      expect(asked).toEqual([]);
    }
  });
});
