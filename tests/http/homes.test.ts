import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoContent, pictureId } from '../../server/demo/demoContent.ts';
import { field } from '../../shared/field.ts';
import { type Part, parseHtml, texts } from '../support/html.ts';
import { siteForFile } from '../support/started.ts';

const stay = 'https://stay.ridge.example';
const site = await siteForFile({ environment: { BOOKING_SITE_URL: stay } });

const crawler = { 'User-Agent': 'testbot' };
const get = (path: string) => request(site.url).get(path).set(crawler);
const pageAt = async (path: string): Promise<Part> => parseHtml((await get(path)).text);
const cards = (page: Part) =>
  page.all('main .home-list li').filter((entry) => entry.all('.card-title').length > 0);
/** The names of the homes that a visitor sees. */
const shown = (page: Part) => cards(page).map((card) => card.one('.card-title').text);
/** Restarts the site; after the test it has the demo's rows again. */
const restart = async () => {
  onTestFinished(() => site.reset());
  await site.reset();
};
/** The same, with changes of one home. */
const home = async (changes: Readonly<Record<string, unknown>>) => {
  await restart();
  Object.assign(site.contentService.row('homes', 'meadow-cabin'), changes);
};
/** The same, with so many copies of one home in place of the demo's. */
const manyHomes = async (
  length: number,
  changesOf: (at: number) => Readonly<Record<string, unknown>> = () => ({}),
) => {
  await restart();
  const { rows } = site.contentService;
  const [first] = rows.homes;
  rows.homes = Array.from({ length }, (_, at) => ({
    ...first,
    id: at + 1,
    slug: `home-${at + 1}`,
    display_order: at,
    ...changesOf(at),
  }));
  await site.load();
};
/** The item of this type in the structured data of a page. */
function thing(html: string, type: string): unknown {
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const graph = field(JSON.parse(json), '@graph');
  return Array.isArray(graph) ? graph.find((each) => field(each, '@type') === type) : undefined;
}

/** A stay in a summer to come. */
const summer = new Date().getFullYear() + 1;
const julyDays = [`${summer}-07-10`, `${summer}-07-17`];
const july = `checkIn=${julyDays[0]}&checkOut=${julyDays[1]}`;

/** The published homes of the demo in their order. */
const published = demoContent()
  .homes.filter(({ status }) => status === 'published')
  .sort((one, other) => Number(one.display_order) - Number(other.display_order));
type DemoHome = (typeof published)[number];
const namesOf = (homes: readonly DemoHome[]) => homes.map(({ name }) => name);
const inOrder = namesOf(published);

describe('the lists of homes', () => {
  it.each(['/rentals', '/search-rentals'])(
    '%s has all published ones in their order, below the search',
    async (path) => {
      const { text } = await get(path);
      expect(shown(parseHtml(text))).toEqual(inOrder);
      expect(text.indexOf('booking-search')).toBeLessThan(text.indexOf('home-list'));
      expect(text).not.toContain('Crescent Cabin');
    },
  );

  it('the home page has the first three', async () => {
    expect(shown(await pageAt('/'))).toEqual(inOrder.slice(0, 3));
  });

  it('a card shows the facts that content has, and nothing else', async () => {
    const first = cards(await pageAt('/rentals'))[0];
    expect(first?.all('.home-facts li').map(({ text }) => text)).toEqual([
      'Sleeps 4',
      '2 bedrooms',
      '1 bath',
    ]);
    expect(first?.one('.eyebrow').text).toBe('Sunriver · Dogs welcome');
    expect(first?.one('.card-price').text).toBe('2 nights from $499.50 in all');
    await home({
      bedrooms: null,
      baths: 'many',
      guests: -3,
      town: '',
      dogs: 0,
      short_text: null,
      night_from: '165 dollars',
      night_prices: null,
    });
    await site.content.load(['homes'], true);
    const bare = cards(await pageAt('/rentals'))[0];
    expect(bare?.text).toBe('Meadow Cabin');
    expect(shown(await pageAt('/rentals?guests=1'))).not.toContain('Meadow Cabin');
  });

  const isFor = (number: number) => (home: DemoHome) => Number(home.guests) >= number;
  const isIn = (place: string) => (home: DemoHome) => home.town === place;
  const any = () => true;

  it.each<[search: string, fits: (home: DemoHome) => boolean]>([
    ['?town=sunriver', isIn('Sunriver')],
    ['?guests=6', isFor(6)],
    ['?town=sunriver&guests=5', (home) => isIn('Sunriver')(home) && isFor(5)(home)],
    ['?town=Black%20Butte', isIn('Black Butte')],
    ['?guests=0', any],
    ['?guests=31', any],
    ['?guests=4.5', any],
    ['?guests=4&guests=10', isFor(4)],
    ['?guests[]=4', any],
    [`?town=${'a'.repeat(65)}`, any],
    ['?town=&guests=', any],
    ['?dogs=0', any],
    ['?dogs=1&guests=6', (home) => Number(home.dogs ?? 0) > 0 && isFor(6)(home)],
  ])('%s shows the matching homes, without script', async (search, fits) => {
    const reply = await get(`/rentals${search}`);
    expect(reply.status).toBe(200);
    const page = parseHtml(reply.text);
    const expected = namesOf(published.filter(fits));
    expect(expected).not.toEqual([]);
    if (fits !== any) expect(expected).not.toEqual(inOrder);
    expect(shown(page)).toEqual(expected);
    expect(page.one('link[rel=canonical]').attribute('href')).toMatch(/\/rentals$/);
  });

  it.each(['/rentals', '/search-rentals'])(
    '%s keeps the chosen filters and dates in its search and in the links to homes',
    async (path) => {
      const chosen = `town=sunriver&guests=4&dogs=1&${july}`;
      const page = await pageAt(`${path}?${chosen}`);
      const search = page.one('.booking-search');
      expect(search.attribute('action')).toBe(`${path}#homes`);
      expect(search.all('option[selected]').map(({ attributes }) => attributes.value)).toEqual([
        '4',
        'sunriver',
      ]);
      const towns = texts(search.all('[name=town] option')).slice(1);
      expect(towns).toEqual([...towns].sort());
      expect(search.all('input[checked]').map(({ attributes }) => attributes.name)).toEqual(['dogs']);
      expect(search.all('[type=date]').map(({ attributes }) => attributes.value)).toEqual(julyDays);
      expect(search.one('.booking-elsewhere').attribute('formaction')).toBe(`${stay}/search`);
      expect(page.one('.home-list a').attribute('href')).toBe(`/rentals/meadow-cabin?${chosen}`);
      expect(page.one('.home-count').text.replace(/\s/g, ' ')).toBe('1 home, July 10 – 17');
    },
  );

  it('says what the chosen stay costs in all on cards and in the comparison, lowest first on wish', async () => {
    const page = await pageAt(`/rentals?guests=2&${july}`);
    const prices = (from: Part) => texts(from.all('.home-list .card-price'));
    expect(prices(page)[0]).toBe('$2,192.25 in all');
    expect(page.one('.compared-homes td').text).toBe('$2,192.25 in all');
    const wish = page.one('.home-sort a').attribute('href')?.replace('#homes', '') ?? '';
    const sorted = prices(await pageAt(wish)).map((text) => Number(text.replace(/[^\d.]/g, '')));
    expect(sorted).toHaveLength(prices(page).length);
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
    await home({ currency: 'EUR' });
    const mixed = await pageAt(wish);
    expect(prices(mixed)[0]).toBe('€2,192.25 in all');
    expect(mixed.all('.home-sort')).toEqual([]);
  });

  it.each([
    ['checkIn=2020-07-10&checkOut=2020-07-17', 'These dates have passed'],
    ['checkIn=2090-07-10', 'Choose a check-in and a check-out'],
    ['checkIn=2090-02-28&checkOut=2090-02-30', 'Choose a check-in and a check-out'],
    ['checkIn=2090-07-10&checkOut=2090-07-10', 'must be after the check-in'],
  ])('?%s says why there is no price, keeps the least one, and is not cached', async (query, why) => {
    const reply = await get(`/rentals?${query}`);
    const page = parseHtml(reply.text);
    expect(page.one('.homes-section .notice').text).toContain(why);
    expect(page.one('.home-list .card-price').text).toBe('2 nights from $499.50 in all');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/rentals?town=', 'Vacation Rentals'],
    ['/rentals?town=bend', 'Homes in Bend'],
    ['/search-rentals?guests=7', 'Homes for 7 or more guests'],
    ['/rentals?dogs=1&guests=6&town=tumalo', 'Dog-friendly homes in Tumalo for 6 or more guests'],
    ['/rentals?town=tumalo&guests=10', 'No homes found'],
    ['/search-rentals?town=zebra', 'No homes found'],
  ])('%s has the title "%s", which a screen reader reads first', async (path, title) => {
    const page = await pageAt(path);
    expect(page.one('title').text).toBe(`${title} - Juniper Ridge`);
    // A link to it is shown as the page without a filter, whose address it names.
    expect(page.one('meta[property="og:title"]').attribute('content')).toContain('Vacation Rentals');
  });

  it.each(['10', '9'])(
    'a filter for a town and %s guests, whom only a home elsewhere sleeps, keeps them in the search',
    async (guests) => {
      const page = await pageAt(`/rentals?town=tumalo&guests=${guests}`);
      expect([shown(page), page.one('.home-count').text]).toEqual([[], 'No homes found']);
      const chosen = page.one('.booking-search').all('option[selected]');
      expect(chosen.map(({ attributes }) => attributes.value)).toEqual([guests, 'tumalo']);
    },
  );

  it.each(['%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'sisters&guests=30'])(
    'the filter %s finds nothing, says so with a link to all homes, and is not indexed',
    async (town) => {
      const { status, text } = await get(`/rentals?town=${town}`);
      const page = parseHtml(text);
      expect([status, shown(page), page.one('.home-count').text]).toEqual([200, [], 'No homes found']);
      expect(page.one('.homes-section .empty a').attribute('href')).toBe('/rentals#homes');
      expect(page.one('meta[name=robots]').attribute('content')).toBe('noindex');
      expect(text).not.toContain('<script>alert');
    },
  );
});

describe('the page of a home', () => {
  const path = '/rentals/meadow-cabin';

  it('has pictures of known size, the first with high priority, and every fact of the content', async () => {
    const page = await pageAt(path);
    const [first, ...others] = page.all('.gallery-pictures img');
    expect(first?.attribute('fetchpriority')).toBe('high');
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((picture) => picture.attribute('loading') !== 'lazy')).toEqual([]);
    expect(page.all('.gallery-pictures img[width=1600]')).toHaveLength(others.length + 1);
    expect(page.all('.gallery-caption').at(-1)?.text).toContain('4 of 4: The porch in the evening');
    expect(page.one('main h1').text).toBe('Meadow Cabin');
    expect(texts(page.all('.home-header .home-facts li'))).toEqual(['Sleeps 4', '2 bedrooms', '1 bath']);
    expect(texts(page.all('main .check-list li'))).toContain('Wood stove');
    expect(page.one('ul.fact-rows li').text).toBe('Bicycle path 1 minute on foot');
    expect(page.one('.home-text .prose').text).toContain('The door opens on grass.');
    expect(page.all('#other-homes')).toHaveLength(1);
    expect(shown(page)[0]).toBe('River Bend Lodge');
  });

  it.each<[string, unknown, string | null]>([
    ['a path of the booking site', '/booking/meadow-cabin', `${stay}/booking/meadow-cabin`],
    ['an address on the booking site', `${stay}/m?x=1&guests=9`, `${stay}/m?x=1`],
    ['none', null, null],
    ['a script', 'javascript:alert(1)', null],
    ['another site', 'https://other.example/m', null],
  ])('has a search or a link by its booking address: %s', async (_name, address, action) => {
    await home({ booking_url: address });
    const page = await pageAt(path);
    const [form] = page.all('main .booking-search');
    // A browser replaces the query of the action with the fields.
    const hidden = form
      ?.all('input[type=hidden]')
      .map(({ attributes: { name, value } }) => `?${name}=${value}`);
    const [other] = form?.all('.booking-elsewhere') ?? [];
    expect(other ? `${other.attribute('formaction')}${hidden?.join('')}` : null).toBe(action);
    const links = page.all('.home-panel a').map((link) => link.attribute('href'));
    const leads = action === null && String(address).startsWith('https:');
    expect(links).toEqual(['#costs', ...(leads ? [address] : []), '/contact?home=meadow-cabin']);
    const asks = page.all('.home-panel .button').at(-1)?.text;
    expect(asks).toBe(action === null && !leads ? 'Ask about your dates' : 'Ask about this home');
    expect(form?.one('.button').text).toBe('Show the price');
  });

  it.each(['www.other.example/m', 'http://www.other.example/m'])(
    'links to where it is booked: %s',
    async (address) => {
      await home({ booking_url: address });
      const links = (await pageAt(path)).all('.home-panel a').map((link) => link.attribute('href'));
      expect(links).toContain('https://www.other.example/m');
    },
  );

  it.each([
    [0, 'No dogs'],
    [1, 'One dog'],
    [2, 'Up to 2 dogs'],
  ])('says how many dogs may stay: %i', async (dogs, words) => {
    await home({ dogs });
    expect(texts((await pageAt(path)).all('main dd'))).toContain(words);
  });

  it('says what the chosen stay costs, opened into nights, cleaning and tax, and takes it along', async () => {
    const chosen = `guests=4&dogs=1&${july}`;
    const page = await pageAt(`${path}?town=sunriver&${chosen}`);
    const price = page.one('.home-panel .stay-price');
    expect(price.one('summary').text.replace(/\s/g, ' ')).toBe('July 10 – 17: $2,192.25 in all');
    expect(texts(price.all('td'))).toEqual(['$1,855.00', '$120.00', '$217.25']);
    expect(page.one('.breadcrumbs a').attribute('href')).toBe(`/rentals?town=sunriver&${chosen}`);
    expect(page.all('.home-panel a').at(-1)?.attribute('href')).toBe(`/contact?${chosen}&home=meadow-cabin`);
    const contact = await pageAt(`/contact?${chosen}&home=meadow-cabin`);
    expect(contact.one('textarea').text).toMatch(
      /July 10 . 17, \d{4}, 4 guests, a dog \(\$2,192\.25 in all\)/,
    );
    expect(contact.one('form').attribute('action')).toContain(july);
    const short = await pageAt(`${path}?checkIn=${julyDays[0]}&checkOut=${summer}-07-11`);
    expect(short.one('.home-panel [role=status]').text).toContain('At least 2 nights.');
  });

  it('has a search that offers as many guests as it sleeps, and begins with the number chosen before', async () => {
    const search = (await pageAt(`${path}?guests=4`)).one('.booking-search');
    expect(search.all('option').map((option) => option.attribute('value'))).toEqual(['1', '2', '3', '4']);
    expect(search.one('option[selected]').attribute('value')).toBe('4');
    expect(search.one('.booking-elsewhere').text).toBe('Search our booking site');
  });

  it('has structured data with the facts that it shows, and none that content does not have', async () => {
    const whole = await get(path);
    expect(thing(whole.text, 'VacationRental')).toMatchObject({
      identifier: 'meadow-cabin',
      name: 'Meadow Cabin',
      address: { '@type': 'PostalAddress', addressLocality: 'Sunriver' },
      containsPlace: {
        '@type': 'Accommodation',
        numberOfBedrooms: 2,
        numberOfBathroomsTotal: 1,
        occupancy: { value: 4 },
      },
      image: Array(4).fill(expect.stringContaining('/media/')),
      geo: { latitude: 43.879, longitude: -121.431 },
      priceRange: '2 nights from $499.50 in all',
      makesOffer: { priceSpecification: { minPrice: 499.5, priceCurrency: 'USD', unitText: '2 nights' } },
    });
    await home({ baths: 2.5 });
    // Two full baths and a half bath count as three in schema.org, whose number is an integer.
    const half = thing((await get(path)).text, 'VacationRental');
    expect(half).toMatchObject({ containsPlace: { numberOfBathroomsTotal: 3 } });
    await home({
      ...Object.fromEntries(
        Object.keys(site.contentService.row('homes', 'meadow-cabin')).map((key) => [key, null]),
      ),
      id: 1,
      slug: 'meadow-cabin',
      status: 'published',
      name: 'Meadow Cabin',
    });
    // Its reviews are rows of their own.
    site.contentService.rows.reviews = [];
    const bare = await get(path);
    expect(Object.keys(Object(thing(bare.text, 'LodgingBusiness'))).sort()).toEqual(
      ['@id', '@type', 'identifier', 'name', 'url'].sort(),
    );
    expect(bare.text).not.toMatch(/What’s nearby|In the house|What it costs|Beds by room|Good to know/);
    expect(parseHtml(bare.text).all('.home-header .home-facts').length).toBe(0);
  });

  it.each(['no-such-home', 'draft-crescent-cabin'])('%s is a 404 with a link to the list', async (slug) => {
    const reply = await get(`/rentals/${slug}`);
    expect(reply.status).toBe(404);
    const page = parseHtml(reply.text);
    expect(page.one('main h1').text).toBe('Home not found');
    expect(page.all('main a').map((link) => link.attribute('href'))).toContain('/rentals');
  });
});

describe('homes with odd content', () => {
  it('may have pictures as ids, entries or JSON text; anything else is left out', async () => {
    const id = pictureId('river-bend');
    const pictures = [id, { picture: id }, { picture: { id } }, { picture: 'javascript:x' }, null, 7, {}];
    await home({ pictures: JSON.stringify(pictures) });
    expect((await pageAt('/rentals/meadow-cabin')).all('.gallery-strip li').length).toBe(3);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, readonly string[]]>([
    ['a price as text', { night_from: 'from 165', night_prices: null }, '.home-price', []],
    ['a negative price', { night_from: -165, night_prices: null }, '.home-price', []],
    [
      'another currency',
      { night_from: '165.50', night_prices: null, currency: 'CAD' },
      '.home-price',
      ['2 nights from CA$500.61 in all'],
    ],
    [
      'a currency in small letters',
      { currency: 'usd' },
      '.home-panel .home-price',
      ['2 nights from $499.50 in all'],
    ],
    ['two currencies', { currency: 'USD/CAD' }, '.home-price', []],
    ['coordinates in the sea', { coordinates: '44.05, -150.2' }, '.home-map', []],
    ['invalid coordinates', { coordinates: '144, 44' }, '.home-map', []],
    ['no bedrooms and no rooms', { bedrooms: null, rooms: 'two' }, '#beds', []],
  ])('show nothing invented for %s', async (_name, changes, selector, expected) => {
    await home(changes);
    expect(texts((await pageAt('/rentals/meadow-cabin')).all(selector))).toEqual(expected);
    expect((await get('/rentals')).status).toBe(200);
  });

  it.each([`44°03'29.5"N 121°18'55.1"W`, '44.05819° N, 121.31531° W', '44.05819 -121.31531'])(
    'have a map for coordinates as %s',
    async (coordinates) => {
      await home({ coordinates: '44.05819, -121.31531' });
      const map = (await get('/rentals/meadow-cabin')).text.match(/<svg class="home-map".*?<\/svg>/s);
      await home({ coordinates });
      expect((await get('/rentals/meadow-cabin')).text).toContain(map?.[0]);
    },
  );

  it('are cut to the first 1,000, which the log says once', async () => {
    await manyHomes(1_200);
    expect((await pageAt('/rentals')).one('.home-count').text).toBe('1000 homes, page 1 of 21');
    const last = [await get('/rentals/home-1000'), await get('/rentals/home-1001')];
    expect(last.map((reply) => reply.status)).toEqual([200, 404]);
    expect(site.logs.filter(({ msg }) => msg === 'The list of homes is cut')).toHaveLength(1);
  });

  it('are on pages of 48, each with its own title and address, which keep filter, dates and order', async () => {
    await manyHomes(100, (at) => ({
      name: `Home ${at + 1}`,
      night_prices: [{ season: 'All year', dates: 'All year', amount: 1_000 - at }],
      dogs: null,
    }));
    const linksOf = (page: Part) =>
      page.all('[aria-label="Pages of homes"] a').map((link) => [link.text, link.attribute('href')]);
    const second = await pageAt('/rentals?page=2');
    expect(shown(second)).toEqual(Array.from({ length: 48 }, (_, at) => `Home ${at + 49}`));
    expect(second.one('.home-count').text).toBe('100 homes, page 2 of 3');
    expect(second.one('title').text).toMatch(/^Vacation Rentals, page 2 - /);
    expect(second.one('link[rel="canonical"]').attribute('href')).toMatch(/\/rentals\?page=2$/);
    expect(second.all('[name=dogs]')).toEqual([]);
    expect(linksOf(second)).toEqual([
      ['Previous homes', '/rentals#homes'],
      ['Page 1', '/rentals#homes'],
      ['Page 2', '/rentals?page=2#homes'],
      ['Page 3', '/rentals?page=3#homes'],
      ['More homes', '/rentals?page=3#homes'],
    ]);
    expect(cards(await pageAt('/rentals?page=3'))).toHaveLength(4);

    const cheapest = await pageAt(`/search-rentals?page=3&${july}&sort=total`);
    expect(shown(cheapest)[0]).toBe('Home 4');
    expect(cheapest.one('.home-list a').attribute('href')).toBe(`/rentals/home-4?${july}`);
    expect(cheapest.one('.home-sort a').attribute('href')).toBe(`/search-rentals?${july}#homes`);
    expect(linksOf(cheapest)[1]).toEqual(['Page 1', `/search-rentals?${july}&sort=total#homes`]);

    const filtered = await pageAt('/rentals?page=2&guests=2');
    expect(filtered.one('title').text).toMatch(/^Homes for 2 or more guests, page 2 - /);
    expect(filtered.one('link[rel="canonical"]').attribute('href')).toMatch(/\/rentals$/);

    const beyond = await get('/rentals?page=4&guests=2');
    expect(beyond.text).toContain('None of our homes fits.');
    expect(beyond.text).toContain('<title>No homes found - ');
    expect(beyond.text).toBe((await get('/rentals?page=99999')).text);
  });

  it('are one home when they share a slug, and none without a valid slug', async () => {
    await restart();
    const { homes } = site.contentService.rows;
    const meadow = homes.find(({ slug }) => slug === 'meadow-cabin');
    homes.push({ ...meadow, id: 90, name: 'Second', display_order: 99 });
    homes.push({ ...meadow, id: 91, slug: 'a/b' }, { ...meadow, id: 92, slug: null });
    expect(shown(await pageAt('/rentals'))).toEqual(inOrder);
  });

  it.each([
    ['missing', 403, 404, 'max-age=60'],
    ['empty', 200, 404, 'max-age=60'],
    ['failing', 500, 503, 'max-age=5'],
  ])('are left out of pages while their collection is %s', async (_state, status, homeStatus, lifetime) => {
    await restart();
    if (status === 200) site.contentService.rows.homes = [];
    else await site.contentService.fault('homes', { kind: 'status', status });
    for (const address of ['/', '/rentals', '/search-rentals', '/rentals?town=bend']) {
      const reply = await get(address);
      expect(reply.status).toBe(200);
      expect(parseHtml(reply.text).all('.home-list, #homes')).toEqual([]);
      expect(reply.text).not.toContain('Directus is unreachable');
      expect(reply.text).not.toContain('No homes found');
      if (!address.includes('?')) expect(reply.headers['cdn-cache-control']).toContain(lifetime);
    }
    expect((await get('/rentals/meadow-cabin')).status).toBe(homeStatus);
    expect((await get('/sitemap.xml')).status).toBe(status === 500 ? 503 : 200);
    expect(site.reports.length > 0).toBe(status === 500);
  });
});
