import request from 'supertest';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SiteSearch } from '../../server/search/siteSearch.ts';
import { rentalPath } from '../../shared/paths.ts';
import { parseHtml } from '../support/html.ts';
import { siteForFile, siteForTest } from '../support/started.ts';

const site = await siteForFile({ environment: { TRUST_PROXY: '1' } });
beforeAll(() => begin());

/** Restarts the site with the rows of the demo, and waits for its search; called after tests that change something. */
async function begin(): Promise<void> {
  await site.reset();
  await site.load();
  const isReady = async () => (await get('/api/search?q=snow')).status === 200;
  await vi.waitUntil(isReady, { timeout: 45_000, interval: 20 });
}

let visitors = 0;
/** Each request from a network of its own, since searches are limited. */
const get = (path: string) => {
  visitors += 1;
  return request(site.url)
    .get(path)
    .set('X-Forwarded-For', `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`);
};
const page = async (query: string) => {
  const response = await get(`/search?q=${encodeURIComponent(query)}`);
  return { response, html: parseHtml(response.text) };
};
const pathsFor = async (query: string): Promise<readonly string[]> => {
  const { body } = await get(`/api/search?q=${encodeURIComponent(query)}`);
  return body.hits.map(({ path }: { readonly path: string }) => path);
};

describe('the search page', () => {
  it('finds services, homes, pages and posts, in groups, and marks the word', async () => {
    onTestFinished(begin);
    Object.assign(site.contentService.row('homes', 'meadow-cabin'), { search_words: ['Winterhaus'] });
    Object.assign(site.contentService.row('services', 'snow-removal'), { search_words: ['Winterhaus'] });
    Object.assign(site.contentService.row('pages', 'about'), { search_words: ['Winterhaus'] });
    Object.assign(site.contentService.row('blog_posts', 'three-sets-of-sheets'), {
      content: '<p>A Winterhaus &amp; <b>more</b></p>',
    });
    await site.content.load(['homes', 'services', 'pages', 'blog_posts'], true);
    await expect.poll(async () => (await pathsFor('winterhaus')).length).toBe(4);
    const { response, html } = await page('winterhaus');
    expect(response.status).toBe(200);
    expect(
      html
        .all('.search-group')
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['From the blog', 'Homes to rent', 'Pages', 'Services']);
    expect(html.one('.search-page mark').text).toBe('Winterhaus');
    expect(html.one('main').text).toContain('A Winterhaus & more');
    expect(html.one('main').text).toContain('4 pages for “winterhaus”');
    expect(html.one('#search-field').attribute('value')).toBe('winterhaus');
  });

  it('calls pages that are not in content as they call themselves', async () => {
    onTestFinished(begin);
    site.contentService.rows.pages = [];
    await site.content.load(['pages'], true);
    await expect.poll(() => pathsFor('juniper ridge second homes')).not.toContain('/second-homes');
    const { html } = await page('rental');
    for (const path of ['/rentals', '/search-rentals', '/str-management']) {
      const title = parseHtml((await get(path)).text).one('h1').text;
      expect(html.one(`.search-page a[href="${path}"]`).text).toBe(title);
    }
  });

  it.each([
    ['a person of the company', 'Dana Whitlock', '/about'],
    ['a service whose name is being typed', 'handy', '/services/handyman'],
    ['the phone number', '(541) 555-0142', '/contact'],
    ['the emergency phone number', '555-0187', '/contact'],
    ['the phone number with dots', '541.555.0142', '/contact'],
    ['the phone number in digits', '5415550142', '/contact'],
    ['the phone number as it is dialed', '+15415550142', '/contact'],
  ])('finds the page with %s', async (_what, query, path) => {
    expect((await pathsFor(query))[0]).toBe(path);
  });

  it.each(['deck', 'window', 'snow'])('sets no separator beside an ellipsis: %s', async (query) => {
    const excerpts = (await page(query)).html.all('.search-hits p').map(({ text }) => text);
    expect(excerpts.filter((text) => text.startsWith('… ')).length).toBeGreaterThan(0);
    expect(excerpts.filter((text) => /…\s*·|·\s*…/.test(text))).toEqual([]);
  });

  it('finds for "dog" no home that takes none', async () => {
    const { homes } = site.contentService.rows;
    const refusing = homes.filter(({ dogs }) => dogs === 0).map(({ slug }) => rentalPath(String(slug)));
    expect(refusing.length).toBeGreaterThan(0);
    const { html } = await page('dog');
    const found = html.all('.search-hits a').map((link) => link.attribute('href'));
    expect(found).toContain('/rentals/meadow-cabin');
    expect(found.filter((path) => refusing.includes(path ?? ''))).toEqual([]);
  });

  it('separates the cells of a table, and sets no space between a link and the comma after it', async () => {
    const excerpts = (await page('deck')).html.all('.search-hits p').map(({ text }) => text);
    expect(excerpts.join('\n')).toContain('Deck, grill, trash · 2:45 · Stock and set out');
    expect(excerpts.join('\n')).toContain('Request a painting visit, and mention');
  });

  it('is never cached and never indexed', async () => {
    const before = site.cachedPages();
    const { response, html } = await page('snow');
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(html.one('meta[name=robots]').attribute('content')).toBe('noindex');
    for (let i = 0; i < 20; i += 1) await page(`snow ${i}`);
    expect(site.cachedPages().pages).toBe(before.pages);
    expect((await get('/sitemap.xml')).text).not.toContain('/search<');
  });

  it('says what to do when nothing is found', async () => {
    const { response, html } = await page('xylophone');
    expect(response.status).toBe(200);
    const { text } = html.one('main');
    expect(text).toContain('Nothing found for “xylophone”.');
    expect(html.all('main a').map((link) => link.attribute('href'))).toEqual(
      expect.arrayContaining(['/services', '/contact', 'tel:+15415550187']),
    );
    const answer = async (words: string) => (await get(`/api/search?q=${words}`)).body;
    expect((await answer('xylophone')).urgent).toMatchObject({ href: 'tel:+15415550187' });
    expect((await answer('snow')).urgent).toBe(null);
  });

  it('searches once for a request', async () => {
    await page('zyzzyva');
    expect(site.missedSearches()).toContainEqual({ words: 'zyzzyva', times: 1 });
  });

  it('gives the number for urgent calls above what is found for urgent words, and only there', async () => {
    const callsOn = async (query: string) =>
      (await page(query)).html.all('main a').filter((link) => link.attribute('href') === 'tel:+15415550187');
    expect((await page('burst pipe')).html.all('.search-hits li').length).toBeGreaterThan(0);
    expect(await callsOn('burst pipe')).toHaveLength(1);
    expect((await page('burst pipe')).response.text).toMatch(/<main.+urgent-line.+search-hits/s);
    expect(await callsOn('snow')).toHaveLength(0);
    const { hits, urgent } = (await get('/api/search?q=burst+pipe')).body;
    expect(hits.length).toBeGreaterThan(0);
    expect(urgent).toMatchObject({ href: 'tel:+15415550187' });
  });

  it('has an empty field when there are no words', async () => {
    for (const path of ['/search', '/search?q=', '/search?q=%20%00']) {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(parseHtml(text).one('#search-field').attribute('value')).toBe('');
    }
  });
});

describe('the search', () => {
  it('finds a page without accents, in any case', async () => {
    expect((await pathsFor('SÚNRIVER röof'))[0]).toBe('/blog/reading-the-snow-on-a-sunriver-roof');
  });

  it('finds words in either form of Unicode, and those that apostrophes and commas join, and marks them', async () => {
    onTestFinished(begin);
    const row = site.contentService.row('services', 'painting');
    row.content = '<p>Pin\u0303on siding of 41,250 square feet? Ask Pat O\u2019Quillan.</p>';
    await site.content.load(['services'], true);
    await vi.waitUntil(async () => (await pathsFor('oquillan')).length > 0, { timeout: 20_000 });
    for (const query of ['pi\u00f1on', 'pin\u0303on', 'pin\u0303\u200bon', '41250', '41,250', "o'quillan"]) {
      expect(await pathsFor(query), query).toContain('/services/painting');
    }
    const { html } = await page('oquillan');
    expect(html.all('main mark').map(({ text }) => text)).toEqual(['O\u2019Quillan']);
  });

  it('finds a page by each of its fields, at once after an edit of another row that it shows', async () => {
    onTestFinished(begin);
    const { rows, row } = site.contentService;
    const titled = (title: string, text: string) => [{ title, text }];
    Object.assign(row('services', 'painting'), {
      summary: null,
      description: 'Abakus',
      steps: titled('Ebonit', 'Filigran'),
      answers: titled('Gobelin', 'Halunk'),
      questions: titled('Iguanodon', 'Jambok'),
    });
    Object.assign(row('homes', 'meadow-cabin'), {
      town: 'Kapok',
      features: ['Lapidar'],
      nearby: [{ name: 'Mazurk', distance: null }],
      rooms: [{ room: 'Nankin', beds: 'Obelisk' }],
      search_words: 'Paprik',
    });
    Object.assign(row('blog_posts', 'three-sets-of-sheets'), {
      categories: 'Quagga',
      tags: 'Rabatt',
      search_words: 'Sandarak',
    });
    Object.assign(row('pages', 'str-management'), {
      points: titled('Talmud', 'Ukulel'),
      checklist: 'Vandalur',
      questions: titled('Wombat', 'Xylofon'),
      answers: titled('Yukon', 'Zodiak'),
      services_repeater: [{ title: 'Kumquat', description: 'Bobolink' }],
      blocks: [{ id: 70, sort: 1, collection: 'block_text', item: { id: 71, content: '<p>Dugong</p>' } }],
    });
    await site.content.load(['services', 'homes', 'blog_posts', 'pages'], true);
    await expect.poll(() => pathsFor('dugong')).toEqual(['/str-management']);
    const found = {
      '/services/painting': 'abakus ebonit filigran gobelin halunk iguanodon jambok',
      '/rentals/meadow-cabin': 'kapok lapidar mazurk nankin obelisk paprik',
      '/blog/three-sets-of-sheets': 'quagga rabatt sandarak',
      '/str-management': 'talmud ukulel vandalur wombat xylofon yukon zodiak kumquat bobolink',
    };
    for (const [path, words] of Object.entries(found))
      for (const word of words.split(' ')) expect(await pathsFor(word), word).toContain(path);
    const feature = rows.service_features.find(
      ({ service_id }) => service_id === row('services', 'painting').id,
    );
    Object.assign(feature ?? {}, { feature_text: 'Cinnabar' });
    Object.assign(rows.team[0] ?? {}, { name: 'Ada Dirigibl' });
    await site.content.load(['service_features', 'team'], true);
    await expect.poll(() => pathsFor('cinnabar')).toEqual(['/services/painting']);
    await expect.poll(() => pathsFor('dirigibl')).toEqual(['/about']);
  });

  it('follows an edit: a new title is found, a draft is not', async () => {
    onTestFinished(begin);
    const post = site.contentService.row('blog_posts', 'three-sets-of-sheets');
    post.title = 'Zebrawood';
    await site.content.load(['blog_posts'], true);
    await expect.poll(() => pathsFor('zebrawood')).toEqual(['/blog/three-sets-of-sheets']);
    post.status = 'draft';
    await site.content.load(['blog_posts'], true);
    await expect.poll(() => pathsFor('zebrawood')).toEqual([]);
  });

  it('makes no call to the content service, and goes on while that is down', async () => {
    onTestFinished(begin);
    const calls = site.contentService.requests.length;
    await site.contentService.fault('*', { kind: 'refuse' });
    expect(await pathsFor('snow')).not.toEqual([]);
    expect(site.contentService.requests.length).toBe(calls);
  });
});

describe('bad input', () => {
  it.each([
    ['operators', 'snow AND -roof OR "deck*" title:x ^2 ~'],
    ['1 kB', 'snow '.repeat(200)],
    ['control characters', 'sn\u0000ow\u0007\u001b[31m\n'],
    ['right to left', '\u202Eהרים \u05D0'],
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['names of objects', 'constructor __proto__ toString'],
    ['half a character', '\uD83C'],
  ])('gets a response with nothing injected: %s', async (_name, query) => {
    const { response } = await page(query.toWellFormed());
    expect(response.status).toBe(200);
    expect(response.text).not.toMatch(/<script>alert|<img src=x/);
    expect((await get(`/api/search?q=${encodeURIComponent(query.toWellFormed())}`)).status).toBe(200);
    expect(site.reports).toEqual([]);
  });

  it('is refused as too long in an address of 10 kB', async () => {
    expect((await get(`/search?q=${'snow'.repeat(2_500)}`)).status).toBe(414);
  });

  it('does not fail when it cannot be decoded', async () => {
    expect((await get('/search?q=%ff%fe')).status).toBe(200);
  });

  it('is shown as text in a title with markup', async () => {
    onTestFinished(begin);
    Object.assign(site.contentService.row('blog_posts', 'three-sets-of-sheets'), {
      title: '<img src=x onerror=alert(1)> Zebrawood',
      published_at: null,
      published_date: null,
    });
    await site.content.load(['blog_posts'], true);
    await expect.poll(() => pathsFor('zebrawood')).toHaveLength(1);
    const { response } = await page('zebrawood');
    expect(response.text).toContain('&lt;img src=x');
    expect(response.text).not.toContain('<img src=x');
  });

  it('is refused when it comes faster than anybody types; pages are served on', async () => {
    const from = (path: string) => request(site.url).get(path).set('X-Forwarded-For', '192.0.2.7');
    const answers = await Promise.all(Array.from({ length: 121 }, (_, i) => from(`/api/search?q=a${i}`)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const refused = await from('/search?q=snow');
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('That was a lot of searching');
    for (const spelling of ['/%73earch?q=snow', '/api/Search?q=snow', '/api/search/?q=snow'])
      expect((await from(spelling)).status, spelling).toBe(429);
    expect((await from('/services')).status).toBe(200);
  });
});

it('E29 homes with prices for dates, which are made for each request, are limited as searches are', async () => {
  const site = await siteForTest({ environment: { TRUST_PROXY: 'loopback' } });
  await site.load();
  const from = (path: string) => request(site.url).head(path).set('X-Forwarded-For', '192.0.2.8');
  const days = Array.from({ length: 11 }, (_, at) => `2099-07-${at + 10}`);
  const stays = days.flatMap((checkIn) => days.map((day) => `checkIn=${checkIn}&checkOut=${day}`));
  const answers = await Promise.all(stays.map((stay) => from(`/rentals?${stay}`)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  for (const path of ['/Rentals', '/search-rentals', '/rentals/meadow-cabin'])
    expect((await from(`${path}?${stays[0]}`).redirects(1)).status, path).toBe(429);
  expect((await from('/rentals/meadow-cabin?town=any')).status).toBe(429);
  for (const path of ['/rentals', '/rentals?guests=4', '/rentals/meadow-cabin', `/about?${stays[0]}`])
    expect((await from(path)).status, path).toBe(200);
});

describe('the first index', () => {
  it('is waited for right after the start, by the search page and by suggestions', async () => {
    const starting = await siteForTest();
    const [suggestions, results, form] = await Promise.all(
      ['/api/search?q=snow', '/search?q=snow', '/search'].map((path) => request(starting.url).get(path)),
    );
    expect([suggestions?.status, results?.status, form?.status]).toEqual([200, 200, 200]);
    expect(suggestions?.body.total).toBeGreaterThan(0);
    expect(results?.text).toContain('href="/services/snow-removal"');
  });

  it('is not waited for for ever', async () => {
    const starting = await siteForTest();
    await starting.contentService.fault('*', { kind: 'blackhole' });
    const { status, headers } = await request(starting.url).get('/api/search?q=snow');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  });

  it('is tried again after an error, as is each later one, without leaving out or repeating a page', async () => {
    const reports: unknown[] = [];
    const search = new SiteSearch((error) => reports.push(error));
    onTestFinished(() => search.close());
    const found = () => {
      const result = search.find('snow cabin');
      return 'ok' in result ? result.ok.hits.map(({ path }) => path) : result;
    };
    /** The content with a home that cannot be read the first times. */
    const failing = (times: number, onFailure = () => {}) => {
      let left = times;
      const content = site.content.current();
      const { homes } = content;
      if (!('ok' in homes)) throw new Error('No homes.');
      const ok = homes.ok.map((home) =>
        home.slug === 'meadow-cabin'
          ? new Proxy(home, {
              get(target, name, receiver) {
                if (name !== 'rooms' || left === 0) return Reflect.get(target, name, receiver);
                left -= 1;
                onFailure();
                throw new Error('unreadable');
              },
            })
          : home,
      );
      return { ...content, homes: { ...homes, ok } };
    };
    await search.update(failing(2));
    const first = found();
    expect(first).toContain('/services/snow-removal');
    expect(first).toContain('/rentals/meadow-cabin');
    await search.update(failing(1));
    expect(found()).toEqual(first);
    // Once for each content, not for each attempt.
    expect(reports).toHaveLength(2);
    // Content that came meanwhile is indexed in place of what has failed.
    const newer = { ...site.content.current(), homes: { ok: [], version: 0 } };
    await search.update(failing(1, () => void search.update(newer)));
    expect(found()).not.toContain('/rentals/meadow-cabin');
  });
});
