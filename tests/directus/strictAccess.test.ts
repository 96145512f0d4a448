import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectusAdmin, type DirectusAdmin } from '../../provisioning/directusAdmin.ts';
import { deleteInstance, type RunningDirectus, startDirectus } from '../../scripts/directus/realDirectus.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { readRow } from '../../server/directus/readField.ts';
import { startSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { runProvisioning } from './runProvisioning.ts';
import { isCoreTier, sharedDirectus } from './sharedDirectus.ts';
import { shownPage } from './shownPage.ts';

describe.runIf(isCoreTier)('strict reading without the license for it', () => {
  it('is refused with the reason, without opening access instead', async () => {
    const { url, token, admin } = sharedDirectus();
    const rule = { filter: { collection: { _eq: 'blog_posts' }, action: { _eq: 'read' } } };
    const [permission] = await admin.readRows('/permissions', rule);
    await admin.remove(`/permissions/${String(permission?.id)}`);
    const run = await runProvisioning({ DIRECTUS_URL: url, DIRECTUS_ADMIN_TOKEN: token }, '--strict');
    expect(run).toMatchObject({ code: 1 });
    expect(run.stderr).toMatch(/license of this Directus does not allow/);
    expect(await admin.readRows('/permissions', rule)).toEqual([]);
    await runProvisioning({ DIRECTUS_URL: url, DIRECTUS_ADMIN_TOKEN: token }, '--open');
  });
});

describe.skipIf(isCoreTier)('strict reading', () => {
  let strict: RunningDirectus;
  let access: Readonly<Record<string, string>>;
  let admin: DirectusAdmin;

  beforeAll(async () => {
    await deleteInstance('tests-strict');
    strict = await startDirectus({ name: 'tests-strict', port: await findFreePort(8255) });
    access = { DIRECTUS_URL: strict.url, DIRECTUS_ADMIN_TOKEN: strict.token };
    admin = createDirectusAdmin(strict.url, strict.token);
    expect(await runProvisioning(access)).toMatchObject({ code: 0, stderr: '' });
    // Fields that editors add themselves must stay private.
    await admin.create('/fields/blog_posts', { field: 'internal_notes', type: 'text', schema: {}, meta: {} });
    await admin.change('/items/blog_posts/1', { internal_notes: 'not for the public' });
  });
  afterAll(() => strict.stop());

  const readIds = async (query: string): Promise<readonly unknown[]> => {
    const reply = await fetch(`${strict.url}/items/${query}`);
    const body: unknown = await reply.json();
    return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data)
      ? body.data
      : [body];
  };

  it('gives the site the same content as open reading', async () => {
    const own = await startSite({ environment: { DIRECTUS_URL: strict.url } });
    const open = await startSite();
    await Promise.all([own.load(), open.load()]);
    for (const address of Object.values(siteAddresses)) {
      expect([address, await shownPage(own, address)]).toEqual([address, await shownPage(open, address)]);
    }
    expect(own.content.stats().filter(({ failure }) => failure !== null)).toEqual([]);
    expect(own.reports).toEqual([]);
    await Promise.all([own.close(), open.close()]);
  });

  it('shows nobody a draft, an archived or a scheduled post', async () => {
    const { blog_posts: posts } = demoRows();
    const due = posts.filter(({ status, published_at: at, published_date: day }) => {
      const date = at ?? day;
      return status === 'published' && (date === null || Date.parse(date) <= Date.now());
    });
    expect(await readIds('blog_posts?limit=-1&fields=id&sort=id')).toEqual(due.map(({ id }) => ({ id })));
    for (const { id } of posts.filter((post) => !due.includes(post))) {
      expect((await fetch(`${strict.url}/items/blog_posts/${id}`)).status).toBe(403);
    }
  });

  it('shows nobody a draft service, nor its features', async () => {
    const draft = demoRows().services.find(({ status }) => status === 'draft');
    expect(await readIds(`services?filter[id][_eq]=${draft?.id}`)).toEqual([]);
    expect(await readIds(`service_features?filter[service_id][_eq]=${draft?.id}`)).toEqual([]);
  });

  describe('of blocks', () => {
    const words = 'Words of one page';
    const readWords = async () => {
      const texts = await readIds('block_text?limit=-1&fields=title');
      const places = await readIds('pages_blocks?limit=-1&fields=item:block_text.title');
      return [texts, places].map((rows) => JSON.stringify(rows).includes(words));
    };
    const makePage = async () => {
      const item = { title: words, content: '<p>Text</p>' };
      const blocks = { create: [{ collection: 'block_text', item }], update: [], delete: [] };
      const page = await admin.create('/items/pages', { slug: 'one-page', status: 'draft', blocks });
      return `/items/pages/${String(readRow(page)?.id)}`;
    };

    it('shows those of a published page, and nobody those of a draft or a deleted page', async () => {
      const page = await makePage();
      expect(await readWords()).toEqual([false, false]);
      await admin.change(page, { status: 'published' });
      expect(await readWords()).toEqual([true, true]);
      await admin.remove(page);
      expect(await readWords()).toEqual([false, false]);
    });
  });

  it('shows nobody an internal field, nor who uploaded a picture', async () => {
    expect(JSON.stringify(await readIds('blog_posts/1'))).not.toContain('not for the public');
    expect((await fetch(`${strict.url}/items/blog_posts/1?fields=internal_notes`)).status).toBe(403);
    const files: unknown = await (await fetch(`${strict.url}/files?limit=1`)).json();
    expect(JSON.stringify(files)).not.toContain('uploaded_by');
  });

  it('still serves pictures in every size', async () => {
    const { directus_files: files } = demoRows();
    const reply = await fetch(`${strict.url}/assets/${files[0]?.id}?width=100&format=webp`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('changes nothing when provisioned again, with the flag or without', async () => {
    for (const flags of [['--strict'], ['--open'], []]) {
      const run = await runProvisioning(access, ...flags);
      expect([run.code, run.lines('made')]).toEqual([0, []]);
    }
  });
});
