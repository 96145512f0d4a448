import { describe, expect, it, onTestFinished } from 'vitest';
import { readRow } from '../../server/directus/readField.ts';
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
        filter: { note: { _starts_with: 'Created' } },
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
    await expect.poll(async () => (await written()).filter(([from]) => from === first)).toEqual([]);
    // Other changes, and renamed drafts, leave no redirect.
    const count = (await written()).length;
    await admin.change(path, { status: 'draft' });
    await rename('a-draft');
    await admin.change(path, { status: 'published', slug });
    expect((await written()).length).toBe(count);
  },
);

describe('a change that Directus refuses', () => {
  const slug = 'opening-the-cabin-in-april';
  /** What a call could leave: redirects, and the log of the Flow. */
  const traces = async () => {
    const [flow] = await admin.readRows('/flows', { filter: { name: { _starts_with: 'Redirect' } } });
    const ofFlow = { filter: { item: { _eq: flow?.id } }, fields: 'id', limit: -1 };
    return [
      await admin.readRows('/items/redirects', { limit: -1 }),
      await admin.readRows('/activity', ofFlow),
    ];
  };
  const change = async (path: string, body: object, token?: string) => {
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const headers = { 'Content-Type': 'application/json', ...authorization };
    return (await fetch(admin.url + path, { method: 'PATCH', headers, body: JSON.stringify(body) })).status;
  };
  /** A row that an editor has renamed, so that its first address redirects. */
  const renamed = async () => {
    const path = await rowOf('blog_posts', slug);
    const [role] = await admin.readRows('/roles', { filter: { name: { _eq: 'Site editor' } } });
    const editor = { email: 'renamer@example.com', token: 'renamer-token-0123456789' };
    await admin.create('/users', { ...editor, role: role?.id });
    expect(await change(path, { slug: 'its-new-name' }, editor.token)).toBe(200);
    onTestFinished(async () => {
      await admin.change(path, { slug });
      await admin.remove('/users', { query: { filter: { email: { _eq: editor.email } } } });
      await admin.remove('/items/redirects', {
        query: { filter: { note: { _starts_with: 'Created' } }, limit: -1 },
      });
    });
    expect(await written()).toContainEqual([`/blog/${slug}`, '/blog/its-new-name']);
    return path;
  };

  it('leaves redirects and logs as they are, from a stranger or a user without the right to it', async () => {
    const path = await renamed();
    const role = await admin.create('/roles', {
      name: 'Reader',
      policies: { create: [{ policy: { name: 'Reader', app_access: true, admin_access: false } }] },
    });
    const user = { email: 'reader@example.com', token: 'reader-token-0123456789' };
    await admin.create('/users', { ...user, role: readRow(role)?.id });
    onTestFinished(async () => {
      await admin.remove('/users', { query: { filter: { email: { _eq: user.email } } } });
      await admin.remove(`/roles/${String(readRow(role)?.id)}`);
      await admin.remove('/policies', { query: { filter: { name: { _eq: 'Reader' } } } });
    });
    const before = await traces();
    expect(await change(path, { slug })).toBe(403);
    expect(await change(path, { slug }, user.token)).toBe(403);
    expect(await traces()).toEqual(before);
  });

  it('costs no redirect when one of its fields is not valid', async () => {
    const path = await renamed();
    expect(await change(path, { slug, status: null }, shared.token)).toBe(400);
    expect(await visit(`/blog/${slug}`)).toEqual([301, '/blog/its-new-name']);
    expect(await written()).toContainEqual([`/blog/${slug}`, '/blog/its-new-name']);
  });
});
