import { beforeEach, describe, expect, it } from 'vitest';
import { blockKinds } from '../../server/content/collections/blocks.ts';
import { pictureId } from '../../server/demo/demoContent.ts';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { siteForFile } from '../support/started.ts';

const site = await siteForFile();
beforeEach(() => site.reset());

/** Blocks, each with the headings that it shows. */
type Blocks = readonly (readonly [kind: string, item: unknown, ...headings: readonly string[]])[];

const rowsOf = (blocks: Blocks) =>
  blocks.map(([kind, item], at) => ({ id: at + 1, sort: at + 1, collection: `block_${kind}`, item }));

async function withPage(slug: string, blocks: unknown, more: ContentRow = {}): Promise<void> {
  const { pages } = site.contentService.rows;
  const row = pages.find((page) => page.slug === slug) ?? {
    id: 900,
    slug,
    title: 'Landing',
    status: 'published',
  };
  Object.assign(row, { blocks, ...more });
  if (!pages.includes(row)) pages.push(row);
  await site.load();
  await site.content.load(['pages'], true);
}

const visit = async (path: string) => {
  const { status, text } = await sendRequest(site.url, path);
  return { status, text, page: parseHtml(text) };
};

/** The headings of a page in their order, with their levels. */
const headingsOf = (text: string) =>
  [...(/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '').matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/g)].map(
    ([, level = '', words = '']) => [Number(level), words.replace(/<[^>]*>/g, '')] as const,
  );

const picture = pictureId('roofline-snow');
const every: Blocks = [
  [
    'text',
    { id: 1, title: null, content: '<h4>Deep first</h4><p>Words.</p><h2>Then high</h2><h6>Then low</h6>' },
    'Deep first',
    'Then high',
    'Then low',
  ],
  [
    'text',
    { id: 2, title: 'Told', content: '<h2>Below it</h2><h2>Beside that</h2>' },
    'Told',
    'Below it',
    'Beside that',
  ],
  [
    'picture',
    {
      id: 1,
      title: 'Seen',
      picture,
      side: 'right',
      content: '<p>Beside it.</p>',
      link: 'about',
      link_text: 'Go',
    },
    'Seen',
  ],
  [
    'cards',
    {
      id: 1,
      title: 'Offered',
      cards: [{ title: 'First', icon: 'key', text: 'One', link: '/contact' }, { text: 'No title' }],
    },
    'Offered',
    'First',
  ],
  ['questions', { id: 1, title: 'Asked', questions: [{ title: 'Why?', text: 'Because.' }] }, 'Asked'],
  ['quote', { id: 1, text: 'Well done.', name: 'Helen', about: 'Sunriver' }],
  [
    'prices',
    { id: 1, title: 'Paid', currency: null, prices: [{ item: 'Walk', amount: 180, unit: 'a month' }] },
    'Paid',
  ],
  ['gallery', { id: 1, title: 'Shown', pictures: [{ picture, caption: 'The ridge' }] }, 'Shown'],
  [
    'choice',
    {
      id: 1,
      title: null,
      homes: 'Meadow Cabin',
      services: 'snow-removal,no-such',
      posts: 'opening-the-cabin-in-april',
    },
    'Homes, Services, Posts',
    'Meadow Cabin',
    'Snow Removal',
    'Opening the cabin in April, one system at a time',
  ],
  ['form', { id: 1, title: 'Write to us', text: null }, 'Write to us', 'Send us a message'],
  ['form', { id: 2, title: 'A second form', text: null }],
  ['call', { id: 1, title: 'Come by', text: null, link: '/contact', link_text: 'Do' }, 'Come by'],
];

describe('a page with blocks', () => {
  it('is at its address, with every kind of block in the editor\u2019s order, and no heading level skipped', async () => {
    expect(new Set(every.map(([kind]) => kind))).toEqual(new Set(Object.keys(blockKinds)));
    await withPage('landing', rowsOf(every).reverse());
    const { status, text, page } = await visit('/landing');
    expect(status).toBe(200);
    expect(page.one('title').text).toBe('Landing - Juniper Ridge');
    const headings = headingsOf(text);
    const shown = every.flatMap(([, , ...own]) => own);
    expect(headings.map(([, words]) => words.trim())).toEqual(['Landing', ...shown]);
    for (const [at, [level]] of headings.entries())
      expect(level).toBeLessThanOrEqual((headings[at - 1]?.[0] ?? 0) + 1);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const words of ['Because.', 'Well done.', '$180', 'a month', 'The ridge', 'Beside it.'])
      expect(text.includes(words), words).toBe(true);
    expect(text.includes(`/media/${picture}?w=`)).toBe(true);
    expect(page.all('.contact-form').length).toBe(1);
    expect(/"@type":"FAQPage"/.test(text)).toBe(true);
    // The same blocks in reverse order.
    await withPage('landing', rowsOf(every.toReversed()));
    expect(headingsOf((await visit('/landing')).text).map(([, words]) => words)[1]).toBe('Come by');
  });

  it('shows one form for a form block, also on the contact page, which has its own', async () => {
    const form: Blocks = [['form', { id: 1, title: 'Write to us', text: null }]];
    for (const slug of ['privacy', 'about', 'contact']) {
      await withPage(slug, rowsOf(form));
      expect((await visit(`/${slug}`)).page.all('.contact-form').length, slug).toBe(1);
    }
  });

  it('is in the sitemap and in the search, and a draft is in neither', async () => {
    const search = async () =>
      (await sendRequest(site.url, '/api/search?q=zanzibar')).text.includes('/landing');
    const listed = async () => (await sendRequest(site.url, '/sitemap.xml')).text.includes('/landing<');
    await withPage('landing', rowsOf([['text', { id: 1, title: null, content: '<p>Zanzibar</p>' }]]));
    expect([(await visit('/landing')).status, await listed()]).toEqual([200, true]);
    await expect.poll(search).toBe(true);
    await withPage('landing', [], { status: 'draft' });
    expect([(await visit('/landing')).status, await listed()]).toEqual([404, false]);
    await expect.poll(search).toBe(false);
  });

  it.each([
    ['/robots.txt', 'robots.txt', /User-agent/],
    ['/livez', 'livez', /^(?!.*Landing)/],
    ['/api', 'api', /^(?!.*Landing)/],
    ['/search', 'search', /^(?!.*Landing)/],
    ['/services', 'services', /All services/],
  ])('cannot take over %s', async (path, slug, shown) => {
    await withPage(slug, rowsOf([['text', { id: 1, title: 'Landing', content: null }]]), { title: 'Other' });
    for (const _ of [1, 2]) expect(shown.test((await sendRequest(site.url, path)).text)).toBe(true);
  });

  it('that the specification names shows them below its own parts', async () => {
    await withPage('about', rowsOf([['quote', { id: 1, text: 'Said at the end.' }]]));
    const { text } = await visit('/about');
    expect(text.indexOf('Why Choose Us')).toBeGreaterThan(0);
    expect(text.indexOf('Said at the end.')).toBeGreaterThan(text.indexOf('call-to-action'));
    expect(text.indexOf('Said at the end.')).toBeLessThan(text.indexOf('</main>'));
  });

  const odd: Blocks = [
    ['video', { id: 1, title: 'An unknown kind' }],
    ['constructor', { id: 1 }],
    ['__proto__', { id: 1 }],
    // Missing items, and ids alone, as without access.
    ['text', null],
    ['cards', 7],
    ['text', { id: 1, title: null, content: null, blocks: rowsOf(every) }],
    ...every.flatMap(([kind]): Blocks => {
      if (kind === 'form') return [];
      const wrong = { title: {}, cards: 'x', content: [], prices: { a: 1 }, pictures: [null], homes: 7 };
      return [
        [kind, { id: 1 }],
        [kind, { id: 1, ...wrong }],
      ];
    }),
    ['text', { id: 9, title: 'Still here', content: null }],
  ];
  it.each<[what: string, blocks: unknown, headings: readonly string[]]>([
    ['a string instead of blocks', 'nonsense', ['Landing']],
    ['an object instead of blocks', { collection: 'block_text' }, ['Landing']],
    [
      'members that are not blocks',
      [1, null, 'x', [], { id: 1 }, ...rowsOf(odd.slice(-1))],
      ['Landing', 'Still here'],
    ],
    ['blocks of unknown kinds and wrong shapes', rowsOf(odd), ['Landing', 'Still here']],
  ])('with %s shows the other blocks, without an error', async (_, blocks, headings) => {
    await withPage('landing', blocks);
    const { status, text } = await visit('/landing');
    expect(status).toBe(200);
    expect(headingsOf(text).map(([, words]) => words)).toEqual(headings);
    expect(site.reports).toEqual([]);
  });

  it('executes nothing of hostile blocks', async () => {
    const evil =
      '<img src=x onerror=alert(1)><script>alert(1)</script><iframe src="https://evil.example"></iframe>';
    await withPage(
      'landing',
      rowsOf([
        ['text', { id: 1, title: evil, content: evil }],
        [
          'picture',
          {
            id: 1,
            title: 'x',
            content: evil,
            picture: 'https://evil.example/a.png',
            link: 'javascript:alert(1)',
            link_text: evil,
          },
        ],
        [
          'cards',
          { id: 1, title: evil, cards: [{ title: evil, text: evil, link: 'data:text/html,x', icon: evil }] },
        ],
        ['questions', { id: 1, questions: [{ title: '</script><script>alert(1)</script>', text: evil }] }],
        ['call', { id: 1, title: evil, link: '//evil.example' }],
        ['gallery', { id: '"><script>', pictures: [{ picture: 'javascript:alert(1)' }] }],
      ]),
    );
    const { status, text } = await visit('/landing');
    expect(status).toBe(200);
    expect(/<script>alert|<img src=x|javascript:|evil\.example["/]|href="data:/.exec(text)).toBeNull();
    expect(/<[^>]*onerror=/.exec(text)).toBeNull();
  });
});
