import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseHtml, texts } from '../support/html.ts';
import { siteForFile } from '../support/started.ts';

/** What editors of a Directus in use write, and what other programs put into the clipboard. */
const site = await siteForFile();
const cms = site.contentService.url;
const picture = '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a01';
site.contentService.rows.directus_files.push({
  ...site.contentService.rows.directus_files[0],
  ...{ id: picture, type: 'image/jpeg', width: 1_600, height: 1_000 },
});

let nextId = 9_000;
const post = (slug: string, content: string, more: Readonly<Record<string, unknown>> = {}) => {
  nextId += 1;
  const row = {
    id: nextId,
    status: 'published',
    slug,
    title: slug,
    content,
    published_date: '2024-05-01',
    ...more,
  };
  Object.assign(site.contentService.rows, { blog_posts: [...site.contentService.rows.blog_posts, row] });
};
const page = async (path: string) => parseHtml((await request(site.url).get(path).expect(200)).text);
const prose = async (slug: string) => (await page(`/blog/${slug}`)).one('.prose');

const sentence =
  '<div style="font-size: 15px; color: rgb(89, 89, 89)"><span style="line-height: 1.5">Words.</span></div>';

beforeAll(async () => {
  const spellings = [
    `${cms}/assets/${picture}.jpg?width=1600&amp;height=1000`,
    `/assets/${picture}.jpg`,
    `assets/${picture}?access_token=x`,
    `${cms.replace('http:', '')}/assets/${picture.toUpperCase()}`,
  ];
  post('pictures', spellings.map((src) => `<p><img src="${src}" alt="Porch"></p>`).join(''));
  post('title-only', '<p>&nbsp;</p>', { published_date: null });
  post('document', `<p><a href="/assets/${picture}.pdf?access_token=x">The plan</a></p>`);
  post('policy', `${sentence.repeat(5_000)}<p>LAST WORDS</p>`);
  post('inside', '<p><a href="#costs">Costs</a></p><h2 id="costs">What it costs</h2>', {
    categories: 'Inside',
  });
  post('composed', '<p>A r\u00e9sum\u00e9.</p>', {
    categories: 'Caf\u00e9 notes',
    author_name: 'Ren\u00e9e Lopez',
  });
  post('decomposed', '<p>A re\u0301sume\u0301.</p>', {
    categories: 'Cafe\u0301\u200b notes',
    author_name: 'Rene\u0301e Lopez',
  });
  post(
    'copied',
    '<h1 style="margin: 0"><strong>On&nbsp;wells</strong> &amp; pumps</h1><h2>On wells</h2><p>Text.</p>',
    {
      title: 'On Wells & Pumps',
    },
  );
  post('generated', '# On wells & pumps\n\n## The well\n\nText.', { title: 'On Wells & Pumps' });
  post('title-twice', '<h2>On Wells</h2>', { title: 'On Wells' });
  const written =
    '<p>In <b>one</b> caf&eacute;.</p>\r\n<p>Then&nbsp;two:<br />a line<ul><li>R&amp;D</li><li>Keys</li></ul><table><tr><td>One</td><td>Two</td></tr></table></p>';
  post('marked', '<p>Text</p>', { title: '<p>A <i>title</i></p>', excerpt: written });
  Object.assign(site.contentService.row('services', 'painting'), { content: null, description: written });
  Object.assign(site.contentService.row('services', 'window-cleaning'), {
    title: 'Windows',
    hero_title: 'Clear views',
    content: '<h1>Clear Views</h1><h2>Windows</h2><p>Text.</p>',
  });
  Object.assign(site.contentService.row('services', 'snow-removal'), {
    title: 'Snow',
    hero_title: null,
    content: '<h1>Snow</h1><p>Text.</p>',
  });
  Object.assign(site.contentService.row('pages', 'about'), { story_content: written });
  Object.assign(site.contentService.row('pages', 'str-management'), {
    services_repeater: JSON.stringify(spellings.map((image_url) => ({ image_url, title: image_url }))),
  });
  await site.load();
});

describe('what editors write', () => {
  it('shows a file in every spelling of its address, in texts and in lists', async () => {
    for (const [path, shown] of [
      ['/blog/pictures', '.prose img'],
      ['/str-management', `img[src^="/media/${picture}"]`],
    ] as const) {
      const sources = (await page(path)).all(shown).map((image) => image.attribute('src')?.split('?')[0]);
      expect(sources.length, path).toBeGreaterThanOrEqual(4);
      expect(new Set(sources)).toEqual(new Set([`/media/${picture}`]));
    }
  });

  it('shows the words of markup in a field for plain text, in its paragraphs', async () => {
    const paragraphs = ['In one caf\u00e9.', 'Then two: a line', 'R&D', 'Keys', 'One', 'Two'];
    expect(texts((await page('/about')).all('.story-text p'))).toEqual(paragraphs);
    expect(texts((await page('/services/painting')).all('.service-body .lead'))).toEqual(paragraphs);
    const shown = await page('/blog/marked');
    expect(shown.one('h1').text).toBe('A title');
    const description = shown.one('meta[name=description]').attribute('content');
    expect(description?.replace(/\s+/g, ' ')).toBe(paragraphs.join(' '));
  });

  it('says nothing of a text that is still empty', async () => {
    const shown = await page('/blog/title-only');
    expect([shown.all('.prose'), shown.all('.post-details')]).toEqual([[], []]);
    expect((await page('/blog/marked')).one('.post-details').text).toContain('1 minute');
  });

  it('links a document at the public address of the content service', async () => {
    const link = (await prose('document')).one('a');
    expect(link.attribute('href')).toBe(`${cms}/assets/${picture}`);
  });

  it('shows a long text with the styles of a word processor whole', async () => {
    const text = await prose('policy');
    expect(text.all('div > span').length).toBe(5_000);
    expect(text.text.endsWith('LAST WORDS')).toBe(true);
  });

  it('shows a title once that was copied with its text', async () => {
    expect(texts((await prose('copied')).all('h2, p'))).toEqual(['On wells', 'Text.']);
    expect(texts((await prose('generated')).all('h2, p'))).toEqual(['The well', 'Text.']);
    const { text: feed } = await request(site.url).get('/feed.json');
    expect(feed).not.toContain('pumps</h2>');
    expect((await page('/blog/title-twice')).all('.prose')).toEqual([]);
    const service = async (slug: string) =>
      texts((await page(`/services/${slug}`)).all('.prose h2, .prose p'));
    // The heading of a page may be another than its title, which is then no repetition.
    expect(await service('window-cleaning')).toEqual(['Windows', 'Text.']);
    expect(await service('snow-removal')).toEqual(['Text.']);
  });

  it('leads within a text, and from a feed to the page', async () => {
    const text = await prose('inside');
    const href = text.one('a').attribute('href') ?? '';
    expect(text.one('h2').attribute('id')).toBe(href.slice(1));
    const { text: feed } = await request(site.url).get('/feed.json?category=inside');
    expect(JSON.parse(feed).items[0].content_html).toContain(`<a href="${site.url}/blog/inside${href}">`);
  });

  it('has one category and one author for a name in two forms of Unicode', async () => {
    const category = await page('/blog/category/caf%C3%A9-notes');
    expect(texts(category.all('article h2, article h3'))).toEqual(
      expect.arrayContaining(['composed', 'decomposed']),
    );
    const reply = await request(site.url).get('/blog/category/cafe%CC%81-notes');
    expect([reply.status, reply.headers.location]).toEqual([301, '/blog/category/caf%C3%A9-notes']);
    const author = await page('/blog/author/ren%C3%A9e-lopez');
    expect(texts(author.all('article h2, article h3'))).toEqual(
      expect.arrayContaining(['composed', 'decomposed']),
    );
  });
});
