import request from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoPages } from '../../server/demo/demoContent.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

// A quote and the telephone within reach of every page, and nothing of the company that nobody has entered.

let site: TestSite;
beforeAll(async () => {
  site = await startSite({
    environment: { SHELL_DEADLINE_MS: '10000', BOOKING_SITE_URL: 'https://stay.ridge.example' },
  });
  return () => site.close();
});
beforeEach(() => site.reset());

const pageAt = async (path: string) => parseHtml((await request(site.url).get(path)).text);

describe('every page', () => {
  it.each(Object.entries(siteAddresses))('%s is one click from the form and from a call', async (_, path) => {
    const page = await pageAt(path);
    const quotes = ['.header-actions', '.site-nav', '.drawer-panel'].map((place) =>
      page.all(`header ${place} a`).filter(({ text }) => text === 'Get Quote'),
    );
    expect(quotes.map(([link]) => link?.attribute('href'))).toEqual(['/contact', '/contact', '/contact']);
    const call = page.one('header a.call-link');
    expect([call.text, call.attribute('href')]).toEqual(['Call (541) 555-0142', 'tel:+15415550142']);
    const footer = page.one('footer .footer-reach').text;
    expect(footer).toContain('(541) 555-0142');
    expect(footer).toContain('Monday to Friday');
  });

  it('shows nothing of what the settings do not say', async () => {
    site.contentService.rows.site_settings = [{ id: 1, key: 'site_name', value: 'High Pines' }];
    for (const path of [siteAddresses.home, siteAddresses.about, siteAddresses.contact]) {
      const page = await pageAt(path);
      const calls = (selector: string) =>
        page
          .all(selector)
          .map((link) => link.attribute('href'))
          .filter((href) => href?.startsWith('tel:'));
      // An editor's own text may name a number.
      expect(calls('a')).toEqual(calls('.prose a'));
      expect(page.all('.call-link')).toEqual([]);
      expect(page.all('.footer-reach')).toEqual([]);
      expect(page.all('.company-facts')).toEqual([]);
    }
  });

  it.each<[string, string, readonly string[]]>([
    ['founded', 'Since 1999', ['Since 1999']],
    ['homes_in_care', '1', ['1 home in our care']],
    ['homes_in_care', '140+', ['140+ homes in our care']],
    ['homes_in_care', 'over 140 homes', ['over 140 homes']],
    ['homes_in_care', '-5', []],
    ['homes_in_care', '0', []],
    ['licence_number', 'Oregon License 7', ['Oregon License 7']],
    ['insured', 'no', []],
  ])('says a fact once, in the words of whoever entered it: %s %s', async (key, value, facts) => {
    site.contentService.rows.site_settings = [{ id: 1, key, value }];
    const shown = (await pageAt(siteAddresses.about)).all('main .company-facts li').map(({ text }) => text);
    expect(shown).toEqual(facts);
  });

  it('shows hostile and half filled settings as plain text', async () => {
    const hostile = '"><script>alert(1)</script>';
    site.contentService.rows.site_settings = [
      ...['phone', 'emergency_phone', 'founded', 'homes_in_care', 'licence_number', 'hours'].map(
        (key, at) => ({
          id: at + 1,
          key,
          value: hostile + key.repeat(1_000),
        }),
      ),
    ];
    const page = await pageAt(siteAddresses.about);
    expect(page.all('script').filter(({ text }) => text.includes('alert(1)'))).toEqual([]);
    // A text without a number leads nowhere.
    expect(page.all('.call-link')).toEqual([]);
    expect(page.one('.footer-reach').text).toContain('<script>');
    expect(page.one('footer').text.length).toBeLessThan(2_000);
  });
});

describe('the form knows where one comes from', () => {
  const formAt = async (path: string) => {
    const page = await pageAt(path);
    return {
      service: page.all('#enquiry option').find((option) => option.attribute('selected') !== undefined),
      message: page.one('#enquiry textarea').text,
      robots: page.all('meta').find((meta) => meta.attribute('name') === 'robots'),
    };
  };

  it.each([
    ['?service=snow-removal', 'snow-removal', ''],
    ['?service=vacation-rentals', 'other', 'About: Vacation Rentals'],
    ['?home=meadow-cabin', '', 'About: Meadow Cabin, '],
    ['?home=meadow-cabin&service=painting', '', 'About: Meadow Cabin, '],
  ])('/contact%s fills it in', async (query, service, message) => {
    const form = await formAt(siteAddresses.contact + query);
    expect(form.service?.attribute('value') ?? '').toBe(service);
    expect(form.message).toContain(message);
    expect(form.robots).toBeUndefined();
  });

  it('what it does not know is the plain form, one page for all of it', async () => {
    await pageAt(siteAddresses.contact);
    await pageAt(`${siteAddresses.contact}?service=unknown`);
    const { pages } = site.cachedPages();
    const unknown = ['no-such-thing', '../etc', 'zz"><script>', 'x'.repeat(500), '__proto__', 'SNOW-REMOVAL'];
    for (const value of unknown) {
      for (const name of ['service', 'home']) {
        const path = `${siteAddresses.contact}?${name}=${encodeURIComponent(value)}`;
        const { text, status } = await request(site.url).get(path);
        expect(status).toBe(200);
        expect(text).not.toContain('zz"');
        const form = await formAt(path);
        expect([form.service?.attribute('value'), form.message]).toEqual(['', '']);
      }
    }
    for (let at = 0; at < 50; at += 1)
      await request(site.url).get(`${siteAddresses.contact}?home=none-${at}`);
    expect(site.cachedPages().pages).toBe(pages);
  });

  it('services and posts lead to it', async () => {
    const quotes = async (path: string) =>
      (await pageAt(path))
        .all('main a')
        .filter(({ text }) => text === 'Get Quote')
        .map((link) => link.attribute('href'));
    expect(await quotes(siteAddresses.service)).toEqual(
      Array.from({ length: 2 }, () => '/contact?service=snow-removal'),
    );
    expect(await quotes(siteAddresses.post)).toEqual(['/contact']);
  });
});

describe('what the owner promises', () => {
  const promises = async () => (await pageAt(siteAddresses.service)).all('#how');

  it('comes from content', async () => {
    Object.assign(site.contentService.row('services', 'snow-removal'), {
      steps: [{ title: 'One step', text: 'Its words' }, { text: 'No title' }, 'x'],
      what_happens_next: 'Then this.',
    });
    site.contentService.rows.site_settings = [
      { id: 1, key: 'answer_promise', value: 'We answer soon.' },
      { id: 2, key: 'service_area', value: 'Bend' },
    ];
    const page = await pageAt(siteAddresses.service);
    expect(page.all('.points h3').map(({ text }) => text)).toEqual(['One step']);
    expect(page.all('.facts dd').map(({ text }) => text)).toEqual(['Bend.', 'We answer soon. Then this.']);
    expect((await pageAt(siteAddresses.contact)).one('.answer-promise').text).toBe('We answer soon.');
  });

  it('is not there where nobody has entered it', async () => {
    for (const season of ['spring', 'summer', 'fall', 'winter']) {
      site.contentService.row('pages', 'home')[`${season}_text`] = season === 'fall' ? 'Fall work.' : null;
    }
    expect((await pageAt('/')).all('.season-list dd').map(({ text }) => text)).toEqual(['Fall work.']);
    site.contentService.row('pages', 'home').fall_text = '';
    await site.content.load(['pages'], true);
    expect((await pageAt('/')).all('.seasons')).toEqual([]);
    Object.assign(site.contentService.row('services', 'snow-removal'), {
      steps: '[{',
      what_happens_next: null,
    });
    site.contentService.rows.site_settings = [{ id: 1, key: 'site_name', value: 'High Pines' }];
    await site.content.load(['services', 'site_settings'], true);
    expect(await promises()).toEqual([]);
    expect((await pageAt(siteAddresses.contact)).all('.answer-promise')).toEqual([]);
  });
});

describe('what the owner promises guests', () => {
  const { about, rentals, searchRentals } = siteAddresses;
  const demoPromises = ['about', 'rentals', 'search-rentals'].flatMap((slug) => {
    const row = demoPages.find((page) => page.slug === slug);
    const text = JSON.stringify([row?.points, row?.checklist, row?.questions, row?.hero_subtitle]);
    return text.split(/(?<=[.?!:])\s|\\n|"/).filter((sentence) => sentence.split(' ').length > 3);
  });
  const said = async (path: string) => {
    const { text } = await pageAt(path);
    return demoPromises.filter((sentence) => text.includes(sentence));
  };

  it('comes from content, so that no sentence of the demo stands where nobody has entered it', async () => {
    expect(demoPromises.length).toBeGreaterThan(30);
    for (const path of [about, rentals, searchRentals]) expect((await said(path)).length).toBeGreaterThan(3);
    expect((await pageAt(searchRentals)).all('#how, #questions')).toHaveLength(2);
    site.contentService.rows.pages = site.contentService.rows.pages.filter(({ slug }) => slug === 'home');
    await site.content.load(['pages'], true);
    for (const path of [about, rentals, searchRentals]) expect(await said(path), path).toEqual([]);
    expect((await pageAt(rentals)).all('#book-direct, #expect')).toEqual([]);
    expect((await pageAt(searchRentals)).all('#how, #questions')).toEqual([]);
    const titles = ['Local Expertise', 'Comprehensive Services', '24/7 Support', 'Quality Assurance'];
    expect((await pageAt(about)).all('.points h3').map(({ text }) => text)).toEqual(titles);
  });

  it('may be hostile, enormous or half filled', async () => {
    const hostile = '"><script>alert(1)</script>';
    const points = Array(500).fill({ title: hostile, text: 'x'.repeat(10_000) });
    for (const slug of ['about', 'rentals', 'search-rentals'])
      Object.assign(site.contentService.row('pages', slug), {
        points: [{ text: 'No title' }, 7, null, ...points],
        checklist: `${hostile}\n`.repeat(10_000),
        questions: JSON.stringify(points),
      });
    for (const path of [about, rentals, searchRentals]) {
      const page = await pageAt(path);
      expect(page.one('main').text).not.toContain('No title');
      expect(page.one('main').text.length, path).toBeLessThan(30_000);
      expect(page.all('script').filter(({ text }) => text.includes('alert(1)'))).toEqual([]);
    }
  });
});

describe('a failed send', () => {
  it('names the address of the settings, and never one that no mail reaches', async () => {
    await site.contactService.fault('contact', {
      kind: 'status',
      status: 503,
      body: { error: 'x'.repeat(5_000) },
    });
    const post = async () =>
      (
        await request(site.url)
          .post(siteAddresses.contact)
          .set(fromOwnPage(site.url))
          .type('form')
          .send(asForm(goodEnquiry))
      ).text;
    const first = await post();
    expect(first).toContain('mailto:hello@juniperridge.example');
    expect(first).not.toContain('localhost?');
    site.contentService.rows.site_settings = [];
    await site.content.load(['site_settings'], true);
    expect(await post()).not.toMatch(/mailto:[^"]*localhost/);
  });
});
