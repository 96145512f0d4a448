import { expect, it, onTestFinished } from 'vitest';
import { sendRequest } from '../support/http.ts';
import { connectedSiteForFile } from './connectedSite.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const { admin } = shared;
const site = await connectedSiteForFile(shared, 'the-secret-of-the-redirect-tests');

const written = async () =>
  (await admin.readRows('/items/redirects', { fields: 'from,to', sort: 'id' })).map(({ from, to }) => [
    from,
    to,
  ]);
const visit = async (path: string) => {
  const { status, headers } = await sendRequest(site.url, path);
  return [status, headers.location ?? null];
};
const rowOf = async (collection: string, slug: string) => {
  const [row] = await admin.readRows(`/items/${collection}`, {
    filter: { slug: { _eq: slug } },
    fields: 'id',
  });
  return `/items/${collection}/${String(row?.id)}`;
};

it.each([
  ['services', '/services/', 'snow-removal'],
  ['blog_posts', '/blog/', 'opening-the-cabin-in-april'],
  ['homes', '/rentals/', 'aspen-cottage'],
  ['pages', '/', 'second-homes'],
])(
  'a renamed row of %s leaves redirects, and none from its first address when it is renamed back',
  async (collection, prefix, slug) => {
    const path = await rowOf(collection, slug);
    const rename = (to: string) => admin.change(path, { slug: to });
    onTestFinished(async () => {
      await rename(slug);
      const made = await admin.readRows('/items/redirects', {
        filter: { note: { _starts_with: 'Made' } },
        fields: 'id',
      });
      await admin.remove(
        '/items/redirects',
        made.map(({ id }) => id),
      );
    });
    const [first, second, third] = [`${prefix}${slug}`, `${prefix}second-name`, `${prefix}third-name`];
    await rename('second-name');
    await expect.poll(() => visit(first), { timeout: 20_000 }).toEqual([301, second]);
    expect(await visit(second)).toEqual([200, null]);
    await rename('third-name');
    await expect.poll(() => visit(first), { timeout: 20_000 }).toEqual([301, third]);
    expect(await visit(second)).toEqual([301, third]);
    const sitemap = (await sendRequest(site.url, '/sitemap.xml')).text;
    expect([sitemap.includes(`${third}<`), sitemap.includes(`${first}<`)]).toEqual([true, false]);
    await rename(slug);
    await expect.poll(() => visit(first), { timeout: 20_000 }).toEqual([200, null]);
    await expect.poll(() => visit(third), { timeout: 20_000 }).toEqual([301, first]);
    expect((await written()).filter(([from]) => from === first)).toEqual([]);
    // Other changes, and renamed drafts, leave no redirect.
    const count = (await written()).length;
    await admin.change(path, { status: 'draft' });
    await rename('a-draft');
    await admin.change(path, { status: 'published', slug });
    expect((await written()).length).toBe(count);
  },
);
