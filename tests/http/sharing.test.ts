import { beforeEach, describe, expect, it } from 'vitest';
import type { CollectionName } from '../../server/content/collections/collections.ts';
import { pictureId } from '../../server/demo/demoContent.ts';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';

const site = await siteForFile();
beforeEach(() => site.reset());

const { front, about, contact, blog, service, post, rental } = siteAddresses;
const slugOf = (path: string) => path.split('/').at(-1) ?? '';

const rows: readonly (readonly [path: string, CollectionName, slug: string])[] = [
  [front, 'pages', 'home'],
  [about, 'pages', 'about'],
  [contact, 'pages', 'contact'],
  [blog, 'pages', 'blog'],
  [service, 'services', slugOf(service)],
  [post, 'blog_posts', slugOf(post)],
  [rental, 'homes', slugOf(rental)],
];

async function headOf(path: string) {
  const page = parseHtml((await sendRequest(site.url, path)).text);
  const meta = (selector: string, name: string) => page.all(selector)[0]?.attribute(name) ?? null;
  return {
    title: page.one('title').text,
    description: meta('meta[name=description]', 'content'),
    shared: [
      meta('meta[property="og:title"]', 'content'),
      meta('meta[property="og:description"]', 'content'),
    ],
    picture: meta('meta[property="og:image"]', 'content'),
    robots: meta('meta[name=robots]', 'content'),
    canonical: meta('link[rel=canonical]', 'href'),
  };
}

describe('the head for search engines and shares', () => {
  it.each(rows)('of %s has the fields of its row in %s', async (path, collection, slug) => {
    const before = await headOf(path);
    const row = site.contentService.row(collection, slug);
    const picture = pictureId('lava-field-stars');
    Object.assign(row, { seo_title: 'A <title> & more', seo_description: 'Two words', seo_picture: picture });
    await site.content.load([collection], true);
    const head = await headOf(path);
    expect(head).toMatchObject({
      title: 'A <title> & more - Juniper Ridge',
      description: 'Two words',
      shared: ['A <title> & more - Juniper Ridge', 'Two words'],
      picture: expect.stringContaining(`/media/${picture}?w=share`),
      robots: null,
      canonical: site.url + path,
    });
    expect(before).not.toMatchObject({ description: 'Two words' });
  });

  it.each(rows)(
    'of %s asks not to be indexed, and the sitemap omits the page, when its row in %s says so',
    async (path, collection, slug) => {
      const address = `<loc>${site.url}${path}</loc>`;
      const listed = async () => (await sendRequest(site.url, '/sitemap.xml')).text.includes(address);
      await headOf(path);
      expect(await listed()).toBe(true);
      site.contentService.row(collection, slug).noindex = true;
      await site.content.load([collection], true);
      for (const address of [path, `${path}?guests=4`])
        expect(await headOf(address)).toMatchObject({ robots: 'noindex', canonical: null });
      expect((await sendRequest(site.url, path)).status).toBe(200);
      expect(await listed()).toBe(false);
    },
  );

  it('of a further page of the blog does not repeat the title for its first page', async () => {
    site.contentService.row('pages', 'blog').seo_title = 'Journal';
    await site.load();
    expect((await headOf(blog)).title).toBe('Journal - Juniper Ridge');
    expect((await headOf(`${blog}?page=2`)).title).not.toContain('Journal');
  });

  it('of a service without a short description has the first paragraph of its description', async () => {
    const texts = { short_description: null, description: 'Cleared by seven.\n\nRoofs too.' };
    Object.assign(site.contentService.row('services', slugOf(service)), texts);
    await site.load();
    expect((await headOf(service)).description).toBe('Cleared by seven.');
  });

  it('of a home keeps its title when the number of guests is in the address', async () => {
    site.contentService.row('homes', slugOf(rental)).seo_title = 'A house';
    await site.load();
    expect((await headOf(`${rental}?guests=4`)).title).toBe('A house - Juniper Ridge');
  });
});
