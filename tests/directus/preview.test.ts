import { beforeAll, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { readRow } from '../../server/directus/readField.ts';
import { field } from '../../shared/field.ts';
import { sendRequest } from '../support/http.ts';
import { siteForFile } from '../support/started.ts';
import { runProvisioning } from './runProvisioning.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const { url, token: adminToken, admin } = sharedDirectus();
const token = 'the-token-of-previews-0123456789';
const secrets = { PREVIEW_SECRET: 'the-secret-of-the-preview-tests', DIRECTUS_PREVIEW_TOKEN: token };
const slug = 'draft-what-rides-in-the-truck';
const collections = collectionNames.filter((name) => name !== 'directus_files');
const site = await siteForFile({ environment: { DIRECTUS_URL: url, BACKEND_URL: url, ...secrets } });
let draft: string;

const provision = (changes: Readonly<Record<string, string>> = {}) =>
  runProvisioning({
    DIRECTUS_URL: url,
    DIRECTUS_ADMIN_TOKEN: adminToken,
    FRONTEND_URL: site.url,
    ...secrets,
    ...changes,
  });

beforeAll(async () => {
  await site.load();
  expect(await provision()).toMatchObject({ code: 0, stderr: '' });
  const [row] = await admin.readRows('/items/blog_posts', { filter: { slug: { _eq: slug } } });
  draft = String(row?.id);
});

/** Opens the preview address of a row as the admin app makes it. */
async function open(collection: string, id: unknown, version = 'main') {
  const meta = field(await admin.read(`/collections/${collection}`), 'meta', 'preview_url');
  const address = String(meta).replace('{{id}}', String(id)).replace('{{$version}}', version);
  const { headers } = await sendRequest(site.url, address.slice(site.url.length));
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const { text, status } = await sendRequest(site.url, String(headers.location), { headers: { cookie } });
  return { path: headers.location, status, text: text.replaceAll('<!-- -->', '') };
}

describe('previews of a real Directus', () => {
  it('are set up once, with a token that reads drafts and can write nothing', async () => {
    expect((await provision()).lines('made')).toEqual([]);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const call = async (method: string, path: string, body?: object) =>
      (await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).status;
    expect(await call('GET', `/items/blog_posts/${draft}`)).toBe(200);
    expect(await call('PATCH', `/items/blog_posts/${draft}`, { title: 'x' })).toBe(403);
    expect(await call('POST', '/items/pages', { slug: 'x' })).toBe(403);
    expect(await call('DELETE', '/items/navigation/1')).toBe(403);
    expect(await call('GET', '/items/enquiries')).toBe(403);
    // The addresses contain keys, which only logged-in users may read.
    for (const path of ['/collections', '/settings']) expect((await fetch(url + path)).status).toBe(403);
  });

  it('follow the site to another address and secret, and leave those of others', async () => {
    const foreign = 'https://www.example.org/preview?id={{id}}';
    const previewOf = async (name: string) =>
      field(await admin.read(`/collections/${name}`), 'meta', 'preview_url');
    const editorUrls = async () => field(await admin.read('/settings'), 'visual_editor_urls');
    const [ours] = [await editorUrls()].flat();
    await admin.change('/settings', { visual_editor_urls: [{ url: foreign }, ours] });
    await admin.change('/collections/team', { meta: { preview_url: foreign } });
    await provision({ FRONTEND_URL: 'https://old.example', PREVIEW_SECRET: 'the-secret-of-an-earlier-time' });
    expect(await previewOf('homes')).toMatch(/^https:\/\/old\.example\/preview/);
    expect(await previewOf('team')).toBe(foreign);
    await admin.change('/collections/team', { meta: { preview_url: null } });
    await provision();
    for (const name of collections) expect(await previewOf(name)).toContain(`${site.url}/preview?key=`);
    expect(await editorUrls()).toEqual([{ url: foreign }, ours]);
  });

  it.each(collections)('show a row of %s', async (collection) => {
    const data = await admin.read(`/items/${collection}`, { limit: 1 });
    const id = readRow(Array.isArray(data) ? data[0] : data)?.id;
    const { status, text } = await open(collection, id);
    expect([status, text.includes('class="preview-bar"')]).toEqual([200, true]);
    expect(text).toContain(`${url}/admin/content/${collection}/${id}`);
  });

  it('show a draft, and the version that the editor is viewing', async () => {
    expect(await open('blog_posts', draft)).toMatchObject({ path: `/blog/${slug}`, status: 200 });
    const version = readRow(
      await admin.create('/versions', { collection: 'blog_posts', item: draft, key: 'fall', name: 'Fall' }),
    );
    await admin.create(`/versions/${version?.id}/save`, { title: 'Only in the version' });
    const seen = await open('blog_posts', draft, 'fall');
    expect(seen.text).toContain('Only in the version');
    expect(seen.text).toContain('the version “fall”');
    expect((await open('blog_posts', draft)).text).not.toContain('Only in the version');
    await admin.remove(`/versions/${version?.id}`);
  });
});
