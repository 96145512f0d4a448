import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseHtml } from '../support/html.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';

const site = await siteForFile();
beforeEach(() => site.reset());

const get = (path: string) => request(site.url).get(path).set('User-Agent', 'testbot');
const links = async (path: string, region: string) =>
  parseHtml((await get(path)).text)
    .all(`#${region} + ul a`)
    .map((link) => [link.text, link.attribute('href')]);
const posts = () => site.contentService.rows.blog_posts.filter(({ status }) => status === 'published');

describe('archives', () => {
  it('exist for years and authors when there is more than one, and list their posts', async () => {
    for (const [at, post] of posts().entries()) {
      Object.assign(post, { published_at: null, published_date: `${2020 + (at % 3)}-05-04` });
      post.author_name = at % 2 ? 'Ann Lee' : 'Zoë Ray';
    }
    expect(await links('/blog', 'by-year')).toEqual([
      ['2022', '/blog/year/2022'],
      ['2021', '/blog/year/2021'],
      ['2020', '/blog/year/2020'],
    ]);
    expect(await links('/blog', 'by-author')).toEqual([
      ['Ann Lee', '/blog/author/ann-lee'],
      ['Zoë Ray', '/blog/author/zo%C3%AB-ray'],
    ]);
    const { status, text } = await get('/blog/year/2021');
    expect([status, parseHtml(text).one('h1').text]).toEqual([200, '2021']);
    const dates = parseHtml(text)
      .all('article time')
      .map((time) => time.attribute('datetime')?.slice(0, 4));
    expect(new Set(dates)).toEqual(new Set(['2021']));
    expect(parseHtml((await get('/blog/author/Ann%20Lee').redirects(1)).text).one('h1').text).toBe('Ann Lee');
    expect((await get('/sitemap.xml')).text).toContain('/blog/author/ann-lee</loc>');
    const [post] = posts();
    expect((await get(`/blog/${String(post?.slug)}`)).text).toContain('href="/blog/author/zo%C3%AB-ray"');
  });

  it('do not exist when there is only one, which would repeat the blog', async () => {
    for (const post of posts()) {
      Object.assign(post, { published_at: null, published_date: '2021-05-04', author_name: 'Ann Lee' });
    }
    expect([await links('/blog', 'by-year'), await links('/blog', 'by-author')]).toEqual([[], []]);
    expect((await get('/blog/year/2021')).status).toBe(404);
    expect((await get('/blog/author/ann-lee')).status).toBe(404);
    expect((await get('/sitemap.xml')).text).not.toContain('/blog/author/');
  });

  it('have no page beyond their last', async () => {
    expect((await get(`${siteAddresses.blogYear}?page=99`)).status).toBe(404);
  });
});
