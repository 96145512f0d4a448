import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoContent } from '../../server/demo/demoContent.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { parseHtml, texts } from '../support/html.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';

// The company, its team and its reviews: pages show what an editor entered, and nothing else.

const environment = {
  SHELL_DEADLINE_MS: '10000',
  BOOKING_SITE_URL: 'https://stay.ridge.example',
  DEV_PAGES: '1',
};
const site = await siteForFile({ environment });
beforeEach(() => site.reset());

const { front, about, contact, privacy, service, rentals, searchRentals } = siteAddresses;
const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
const pageAt = async (path: string) => parseHtml((await request(site.url).get(path)).text);
const setSettings = (settings: Readonly<Record<string, string>>) => {
  site.contentService.rows.site_settings = Object.entries(settings).map(([key, value], at) => ({
    id: at + 1,
    key,
    value,
  }));
};
const business = async (): Promise<Record<string, unknown>> => {
  const [block] = (await pageAt(front))
    .all('script')
    .filter((script) => script.text.includes('LocalBusiness'));
  return JSON.parse(block?.text ?? '{}')['@graph'][0];
};

describe('settings', () => {
  it('show nothing that they do not contain', async () => {
    setSettings({ site_name: 'High Pines' });
    for (const path of [front, about, contact]) {
      const page = await pageAt(path);
      const calls = (selector: string) =>
        page.all(selector).filter((link) => link.attribute('href')?.startsWith('tel:')).length;
      // An editor's own text may name a number.
      expect(calls('a')).toBe(calls('.prose a'));
      expect(page.all('.call-link, .footer-reach, .company-facts')).toEqual([]);
    }
  });

  it.each(['(541) 555-0142 or (541) 555-0199', '555-0142 or 555-0199'])(
    'link to no two telephones as one (%s), and to no e-mail address that is none',
    async (phone) => {
      setSettings({ site_name: 'High Pines', phone, email: 'hello at juniper' });
      const page = await pageAt(contact);
      const hrefs = page.all('a').map((link) => link.attribute('href') ?? '');
      expect(hrefs.filter((href) => /^tel:\d{11}|hello/.test(href))).toEqual([]);
      expect(page.one('.site-footer').text).toContain(phone);
      expect(page.one('body').text).not.toContain('hello at juniper');
    },
  );

  it('are read as their editor means them', async () => {
    setSettings({
      site_name: 'High Pines',
      phone: 'Office: 541-555-ROOF ext. 3',
      emergency_phone: 'see below',
      email: 'Ann <mailto:ann@juniper.example>',
      address: '1 Main St\nBend, OR 97701',
      hours: 'Mon\u2013Fri 8 am \u2013 5 pm\nSat 9 am \u2013 noon',
      service_area: 'Bend, Sisters & Redmond',
      copyright_until: '\u00a9 2024\u20132026',
    });
    const [block] = (await pageAt(contact))
      .all('script')
      .filter(({ text }) => text.includes('LocalBusiness'));
    expect(JSON.parse(block?.text ?? '{}')['@graph'][1]).toMatchObject({
      telephone: '+15415557663;ext=3',
      email: 'ann@juniper.example',
      address: { streetAddress: '1 Main St', addressLocality: 'Bend', postalCode: '97701' },
      openingHoursSpecification: [{ closes: '17:00' }, { closes: '12:00' }],
      areaServed: [{ name: 'Bend' }, { name: 'Sisters' }, { name: 'Redmond' }],
      contactPoint: [{ contactType: 'customer service' }],
    });
    const page = await pageAt(contact);
    expect(page.all('a[href="mailto:ann@juniper.example"]').length).toBeGreaterThan(0);
    expect(page.one('.footer-copyright').text).toBe('\u00a9 2024\u20132026 High Pines');
    setSettings({ site_name: 'High Pines', copyright_until: '2023' });
    await site.content.load(['site_settings'], true);
    expect((await pageAt(contact)).one('.footer-copyright').text).toBe('\u00a9 2024 High Pines');
  });

  it.each<[written: string, parts: readonly (string | undefined)[]]>([
    ['12 Main St, Bend OR 97703', ['12 Main St', 'Bend', 'OR', '97703']],
    [
      '12 Main St, Suite 3, La Pine, Oregon 97739-0001',
      ['12 Main St, Suite 3', 'La Pine', 'Oregon', '97739-0001'],
    ],
    ['12 Main St\nBend, OR 97703\nUSA', ['12 Main St', 'Bend', 'OR', '97703']],
    ['12 Main St, Bend, OR, 97703, United States', ['12 Main St', 'Bend', 'OR', '97703']],
    ['12 Main St, 97703 Bend', ['12 Main St, 97703 Bend', undefined, undefined, undefined]],
  ])('have the address %j in its parts for search engines', async (address, parts) => {
    setSettings({ address });
    await site.content.load(['site_settings'], true);
    const { text } = (await pageAt(contact)).one('script[type="application/ld+json"]');
    const found = JSON.parse(text)['@graph'][1].address;
    const { streetAddress, addressLocality, addressRegion, postalCode } = found;
    expect([streetAddress, addressLocality, addressRegion, postalCode]).toEqual(parts);
  });

  it('name the company wherever the site speaks of it', async () => {
    const { rows } = site.contentService;
    rows.pages = rows.pages.filter(({ slug }) => slug !== 'privacy');
    setSettings({ site_name: 'High Pines' });
    expect((await pageAt(privacy)).one('main').text).toContain('and reach High Pines as an email');
    const home = await pageAt(front);
    expect(home.one('title').text).toBe('High Pines');
    expect(home.one('meta[property=og:title]').attribute('content')).toBe('High Pines');
    expect(texts(home.all('script')).join()).not.toContain('"name":"Juniper Ridge');
    setSettings({ site_name: 'High Pines', site_title: 'Pines' });
    await site.content.load(['site_settings'], true);
    expect((await pageAt(front)).one('title').text).toBe('High Pines - Pines');
  });

  it.each<[string, readonly string[]]>([
    ['Pines', ['Pines']],
    ['High Pines', []],
    ['High Pines | Vacation Rentals in Bend', []],
  ])('have a name for narrow headers only if it is shorter: %s', async (site_title, names) => {
    setSettings({ site_name: 'High Pines', site_title });
    expect(texts((await pageAt(about)).all('.brand-short'))).toEqual(names);
  });

  it.each<[string, string, readonly string[]]>([
    ['homes_in_care', '1', ['1 home in our care']],
    ['homes_in_care', '140+', ['140+ homes in our care']],
    ['homes_in_care', '0', []],
    ['insured', 'no', []],
    ['insured', '0', []],
    ['insured', 'true', ['Insured']],
    ['insured', 'Bonded and insured', ['Bonded and insured']],
  ])('show a fact once, as it was entered: %s %s', async (key, value, facts) => {
    setSettings({ [key]: value });
    expect(texts((await pageAt(about)).all('main .company-facts li'))).toEqual(facts);
  });

  it('give an address to write to after a failed send, but never one at localhost', async () => {
    const body = { error: 'x'.repeat(5_000) };
    await site.contactService.fault('contact', { kind: 'status', status: 503, body });
    const post = async () =>
      (
        await request(site.url)
          .post(contact)
          .set(fromOwnPage(site.url))
          .type('form')
          .send(asForm(goodEnquiry))
      ).text;
    const first = await post();
    expect(first).toContain('mailto:hello@juniperridge.example');
    expect(first).not.toContain('localhost?');
    setSettings({});
    await site.content.load(['site_settings'], true);
    expect(await post()).not.toMatch(/mailto:[^"]*localhost/);
  });
});

describe('the team', () => {
  it('is on the About page in its order, with initials in place of missing portraits', async () => {
    site.contentService.rows.team = [
      { id: 1, name: 'Last', status: 'published', display_order: null },
      { id: 2, name: 'Second of Them', status: 'published', display_order: 2 },
      { id: 3, name: 'First', role: 'Keeper', words: 'Some words.', status: 'published', display_order: 1 },
      { id: 4, name: 'Draft', status: 'draft', display_order: 0 },
    ];
    const members = (await pageAt(about)).all('.team-member');
    expect(members.map((member) => member.one('h3').text)).toEqual(['First', 'Second of Them', 'Last']);
    expect(members.map((member) => member.one('.team-initials').text)).toEqual(['F', 'ST', 'L']);
    expect(members.slice(0, 2).map((member) => texts(member.all('p')))).toEqual([
      ['Keeper', 'Some words.'],
      [],
    ]);
  });

  it('is not mentioned when it has no members, or when its collection is missing', async () => {
    site.contentService.rows.team = [];
    expect((await pageAt(about)).all('#team')).toEqual([]);
    await site.reset();
    await site.contentService.fault('team', { kind: 'status', status: 403 });
    const { headers, text } = await request(site.url).get(about).expect(200);
    expect(parseHtml(text).all('#team')).toEqual([]);
    expect(text).not.toContain('Directus is unreachable');
    expect(headers['cdn-cache-control']).toContain('max-age=60');
  });
});

describe('reviews', () => {
  const first = { name: 'First', location: 'Bend, OR', text: 'Came at once.', rating: 5, date: '2026-03-01' };
  it('come from the content service when it has published ones', async () => {
    site.contentService.rows.reviews = [
      { id: 1, name: 'Second', text: 'Well done.', rating: 3, status: 'published', display_order: 2 },
      { id: 2, ...first, service: 'Painting', status: 'published', display_order: 1 },
      { id: 3, name: 'Draft', text: 'Not yet.', rating: 1, status: 'draft', display_order: 0 },
    ];
    for (const path of [front, contact, '/about', '/blog/tags', '/no-such-page']) {
      const cards = (await pageAt(path)).all('.reviews .review');
      expect(cards.map((card) => card.one('strong').text)).toEqual(['First', 'Second']);
      expect(cards[0]?.one('.review-by').text).toContain('Painting, March 1, 2026');
      expect(cards.map((card) => card.one('.stars').text)).toEqual(['Rated 5 out of 5', 'Rated 3 out of 5']);
    }
  });

  const builtIn = ['Margaret Ellison', 'Daniel and Priya Rao', 'Tom Whitcomb'];
  const ofAnotherSubject = { id: 1, name: 'Of a home that is gone', about: 'old-mill-house', text: 'Words.' };
  it.each([
    ['the built-in ones, if there are none', [], builtIn],
    [
      'those of another subject, if none is about the page or for its readers',
      [ofAnotherSubject],
      [ofAnotherSubject.name],
    ],
  ])('are on every page: %s', async (_which, rows, names) => {
    site.contentService.rows.reviews = rows.map((row) => ({ ...row, status: 'published' }));
    const missing = ['services', 'rentals', 'blog', 'blog/category', 'blog/tag', 'blog/year', 'contact/sent'];
    const malformed = '/%zz';
    const addresses = [
      ...Object.values(siteAddresses),
      ...['/search?q=snow', '/search?q=nothing-of-it', '/blog?tag=nothing-of-it', '/blog?page=99'],
      ...['', ...missing].map((above) => `/${above}/no-such-thing`.replace('//', '/')),
      malformed,
    ];
    const seen = await Promise.all(
      addresses.map(async (address) => {
        const page = await pageAt(address);
        return [address, texts(page.all('.reviews h2')), texts(page.all('.reviews .review strong'))];
      }),
    );
    expect(seen).toEqual(addresses.map((address) => [address, ['What Our Clients Say'], names]));
  });

  it('are on the pages that they are about: a service, a home, owners or guests', async () => {
    const review = (id: number, name: string, about: string | null) => ({
      id,
      name,
      about,
      text: 'Words.',
      status: 'published',
      display_order: id,
    });
    site.contentService.rows.reviews = [
      review(1, 'Owner', null),
      review(2, 'Of snow', 'snow-removal'),
      review(3, 'Of Aspen', 'Aspen Cottage, guests'),
      review(4, 'Of a home that is gone', 'old-mill-house'),
    ];
    const names = async (path: string) => texts((await pageAt(path)).all('.reviews strong'));
    expect(await names(front)).toEqual(['Owner']);
    expect(await names('/services/snow-removal')).toEqual(['Of snow']);
    expect(await names('/services/painting')).toEqual(['Owner']);
    expect(await names('/rentals/aspen-cottage')).toEqual(['Of Aspen']);
    expect(await names('/rentals')).toEqual(['Of Aspen']);
  });

  it('are in the structured data of a home as far as its page shows them', async () => {
    site.contentService.rows.reviews = Array.from({ length: 9 }, (_, at) => ({
      id: at + 1,
      name: `Guest ${at}`,
      about: 'aspen-cottage',
      text: 'Words.',
      rating: 5,
      status: 'published',
      display_order: at,
    }));
    const page = await pageAt('/rentals/aspen-cottage');
    const shown = texts(page.all('.reviews strong'));
    expect(shown).toHaveLength(6);
    const [graph] = page.all('script').filter(({ text }) => text.includes('VacationRental'));
    const names = [...(graph?.text ?? '').matchAll(/"name":"(Guest \d)"/g)].map(([, name]) => name);
    expect(names).toEqual(shown);
  });

  it.each([200, 403, 500])(
    'are the three built-in ones, without structured data, when there are none (%i)',
    async (status) => {
      site.contentService.rows.reviews = [{ id: 1, name: 'Draft', text: 'x', status: 'draft' }];
      if (status !== 200) await site.contentService.fault('reviews', { kind: 'status', status });
      expect(texts((await pageAt(front)).all('.reviews strong'))).toEqual(builtIn);
      expect(await business()).not.toHaveProperty('review');
    },
  );

  it('have a rating and a date only when valid ones were entered', async () => {
    site.contentService.rows.reviews = [0, 6, 4.5, 'five', null, -1].map((rating, at) => ({
      id: at + 1,
      name: at === 0 ? hostile : `Client ${at}`,
      text: at === 0 ? hostile + 'x'.repeat(100_000) : 'Words.',
      rating,
      date: at === 1 ? '2026-02-30' : null,
      status: 'published',
    }));
    const page = await pageAt(front);
    expect(page.all('.reviews .review')).toHaveLength(6);
    expect(page.all('.reviews .stars, .reviews time, .reviews script')).toEqual([]);
    expect(page.one('.reviews').text.length).toBeLessThan(3_000);
    expect(JSON.stringify(await business())).not.toContain('Rating');
  });
});

describe('the promises of the owner', () => {
  it('come from content', async () => {
    Object.assign(site.contentService.row('services', 'snow-removal'), {
      steps: [{ title: 'One step', text: 'Its words' }, { text: 'No title' }, 'x'],
      what_happens_next: 'Then this.',
    });
    setSettings({ answer_promise: 'We answer soon.', service_area: 'Bend' });
    const page = await pageAt(service);
    expect(texts(page.all('.points h3'))).toEqual(['One step']);
    expect(texts(page.all('.facts dd'))).toEqual(['Bend.', 'We answer soon. Then this.']);
    expect((await pageAt(contact)).one('.answer-promise').text).toBe('We answer soon.');
  });

  it('are absent when nobody has entered them', async () => {
    const row = site.contentService.row('pages', 'home');
    for (const season of ['spring', 'summer', 'winter']) row[`${season}_text`] = null;
    row.fall_text = 'Fall work.';
    Object.assign(site.contentService.row('services', 'snow-removal'), {
      steps: '[{',
      what_happens_next: null,
    });
    setSettings({ site_name: 'High Pines' });
    expect(texts((await pageAt(front)).all('.season-list dd'))).toEqual(['Fall work.']);
    row.fall_text = '';
    await site.content.load(['pages'], true);
    expect((await pageAt(front)).all('.seasons')).toEqual([]);
    expect((await pageAt(service)).all('#how')).toEqual([]);
    expect((await pageAt(contact)).all('.answer-promise')).toEqual([]);
  });
});

describe('the promises to guests', () => {
  const promises = ['about', 'rentals', 'search-rentals'].flatMap((slug) => {
    const row = demoContent().pages.find((page) => page.slug === slug);
    const text = JSON.stringify([row?.points, row?.checklist, row?.questions, row?.hero_subtitle]);
    return text.split(/(?<=[.?!:])\s|\\n|"/).filter((sentence) => sentence.split(' ').length > 3);
  });
  const said = async (path: string) => {
    const { text } = await pageAt(path);
    return promises.filter((sentence) => text.includes(sentence));
  };

  it('come from content: without it, no sentence of the demo is left', async () => {
    expect(promises.length).toBeGreaterThan(30);
    for (const path of [about, rentals, searchRentals]) expect((await said(path)).length).toBeGreaterThan(3);
    expect((await pageAt(searchRentals)).all('#how, #questions')).toHaveLength(2);
    site.contentService.rows.pages = site.contentService.rows.pages.filter(({ slug }) => slug === 'home');
    await site.content.load(['pages'], true);
    for (const path of [about, rentals, searchRentals]) expect(await said(path), path).toEqual([]);
    expect((await pageAt(rentals)).all('#book-direct, #expect')).toEqual([]);
    expect((await pageAt(searchRentals)).all('#how, #questions')).toEqual([]);
    const titles = ['Local Expertise', 'Comprehensive Services', '24/7 Support', 'Quality Assurance'];
    expect(texts((await pageAt(about)).all('.points h3'))).toEqual(titles);
  });
});
