import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectusAdmin, type DirectusAdmin } from '../../scripts/directus/directusAdmin.ts';
import { deleteInstance, type RunningDirectus, startDirectus } from '../../scripts/directus/realDirectus.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { readState } from './provisioningState.ts';
import { runProvisioning } from './runProvisioning.ts';
import { isCoreTier, sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const access = { DIRECTUS_URL: shared.url, DIRECTUS_ADMIN_TOKEN: shared.token };

describe('provisioning again', () => {
  it('changes nothing, neither schema nor rows nor access', async () => {
    const before = await readState(shared.admin);
    const again = await runProvisioning(access);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.lines('made')).toEqual([]);
    expect(again.lines('overwrote')).toEqual([]);
    expect(await readState(shared.admin)).toEqual(before);
  });

  it('lets Directus say when a row was made and when it was changed last', async () => {
    for (const collection of ['blog_posts', 'homes']) {
      expect(await shared.admin.read(`/fields/${collection}/date_updated`)).toMatchObject({
        type: 'timestamp',
        meta: { special: expect.arrayContaining(['date-created', 'date-updated']), hidden: true },
      });
      const rows = await shared.admin.readRows(`/items/${collection}`, { fields: 'date_updated', limit: -1 });
      expect(rows.filter(({ date_updated: date }) => !Number.isFinite(Date.parse(String(date))))).toEqual([]);
    }
  });
});

describe('a mistake is told in one line', () => {
  it.each([
    ['a token that nobody has', { ...access, DIRECTUS_ADMIN_TOKEN: 'nobody' }, /does not know this token/],
    [
      'an address where nothing listens',
      { ...access, DIRECTUS_URL: 'http://127.0.0.1:9' },
      /No response from/,
    ],
    ['an address of the admin area', { ...access, DIRECTUS_URL: `${shared.url}/admin` }, /without \/admin/],
    ['an address that is none', { ...access, DIRECTUS_URL: 'directus' }, /no http or https address/],
    ['nothing set', {}, /Set DIRECTUS_URL and DIRECTUS_ADMIN_TOKEN/],
    ['a hook without its secret', { ...access, SITE_HOOK_URL: 'http://127.0.0.1:9' }, /CONTENT_HOOK_SECRET/],
  ])('%s', async (_, environment, message) => {
    const { code, stderr } = await runProvisioning(environment);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('an unknown flag', async () => {
    const { code, stderr } = await runProvisioning(access, '--force');
    expect(code).toBe(1);
    expect(stderr).toMatch(/Unknown option '--force'/);
  });

  it('a token of somebody who is no administrator', async () => {
    const user = { email: 'editor@example.com', password: 'not-an-admin-1', token: 'editor-token-000000000' };
    await shared.admin.create('/users', user);
    try {
      const { code, stderr } = await runProvisioning({ ...access, DIRECTUS_ADMIN_TOKEN: user.token });
      expect(code).toBe(1);
      expect(stderr).toMatch(/not an administrator’s/);
    } finally {
      await shared.admin.remove('/users', { query: { filter: { email: { _eq: user.email } } } });
    }
  });

  it('a Directus that is too old', async () => {
    const old = createServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data: { project: {}, version: '10.13.1' } }));
    });
    const port = await findFreePort(0);
    await new Promise<void>((resolve) => old.listen(port, '127.0.0.1', resolve));
    const { code, stderr } = await runProvisioning({ ...access, DIRECTUS_URL: `http://127.0.0.1:${port}` });
    old.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/This is Directus 10\.13\.1\. The site needs 11 or newer/);
  });
});

describe('on an instance that is in use', () => {
  let used: RunningDirectus;
  let admin: DirectusAdmin;
  let usedAccess: Readonly<Record<string, string>>;

  beforeAll(async () => {
    await deleteInstance('tests-used');
    used = await startDirectus({ name: 'tests-used', port: await findFreePort(8155) });
    admin = createDirectusAdmin(used.url, used.token);
    usedAccess = { DIRECTUS_URL: used.url, DIRECTUS_ADMIN_TOKEN: used.token };
    // The operator's own: a collection of the same name with other fields, a singleton, and rows.
    await admin.create('/collections', {
      collection: 'services',
      schema: {},
      meta: { icon: 'star' },
      fields: [
        { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
        { field: 'slug', type: 'string', meta: { note: 'ours' }, schema: {} },
        { field: 'price', type: 'integer', schema: {} },
        { field: 'hero_image', type: 'uuid', schema: {} },
      ],
    });
    await admin.create('/collections', {
      collection: 'cta_settings',
      schema: {},
      meta: { singleton: true },
      fields: [{ field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } }],
    });
    await admin.create('/items/services', { slug: 'gutters', price: 90 });
  });
  afterAll(() => used.stop());

  it('adds what is missing and keeps what is there', async () => {
    const run = await runProvisioning(usedAccess);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.lines('kept').join('\n')).toMatch(/collection services[\s\S]*rows of services/);
    const services = await admin.readRows('/items/services', { limit: -1 });
    expect(services).toHaveLength(1);
    expect(services[0]).toMatchObject({ slug: 'gutters', price: 90, title: null, status: 'draft' });
    expect(await admin.read('/collections/services')).toMatchObject({ meta: { icon: 'star' } });
    expect(await admin.read('/fields/services/slug')).toMatchObject({ meta: { note: 'ours' } });
    // No lines for services that are not the demo's, and nothing put into the one object.
    expect(await admin.readRows('/items/service_features')).toEqual([]);
    expect(await admin.read('/items/cta_settings')).toEqual({ id: null });
    expect(await admin.readRows('/items/blog_posts', { limit: -1 })).toHaveLength(
      demoRows().blog_posts.length,
    );
  });

  it('leaves edited rows, deleted rows, changed fields and changed rules alone', async () => {
    await admin.change('/items/blog_posts/3', { title: 'Edited by hand', status: 'draft' });
    await admin.remove('/items/blog_posts/4');
    await admin.change('/fields/blog_posts/title', { meta: { note: 'Keep it short.' } });
    const rule = { filter: { collection: { _eq: 'blog_posts' }, action: { _eq: 'read' } } };
    const [permission] = await admin.readRows('/permissions', rule);
    const id = String(permission?.id);
    if (!isCoreTier) await admin.change(`/permissions/${id}`, { fields: ['id', 'title'] });
    const before = await readState(admin);
    const again = await runProvisioning(usedAccess);
    expect(again.lines('made')).toEqual([]);
    expect(await readState(admin)).toEqual(before);
  });

  it('sets the demo content back with the flag, and touches nobody else’s rows', async () => {
    const run = await runProvisioning(usedAccess, '--overwrite-content');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { blog_posts: posts } = demoRows();
    const rows = await admin.readRows('/items/blog_posts', {
      limit: -1,
      sort: 'id',
      fields: 'id,slug,title,status',
    });
    expect(rows).toEqual(posts.map(({ id, slug, title, status }) => ({ id, slug, title, status })));
    const own = await admin.readRows('/items/services', { filter: { slug: { _eq: 'gutters' } } });
    expect(own).toMatchObject([{ slug: 'gutters', price: 90, title: null }]);
    expect(await admin.read('/fields/blog_posts/title')).toMatchObject({ meta: { note: 'Keep it short.' } });
  });

  it('makes the Flow once for each site, and says where its secret differs', async () => {
    const hook = { SITE_HOOK_URL: 'http://127.0.0.1:9', CONTENT_HOOK_SECRET: 'a-secret-of-the-tests' };
    const first = await runProvisioning({ ...usedAccess, ...hook }, '--without-content');
    expect(first.lines('made')).toEqual(['made      Flow that calls http://127.0.0.1:9/hooks/content']);
    const before = await readState(admin);
    const second = await runProvisioning(
      { ...usedAccess, ...hook, CONTENT_HOOK_SECRET: 'another-secret-of-tests' },
      '--without-content',
    );
    expect(second.lines('made')).toEqual([]);
    expect(second.lines('note').join('\n')).toMatch(/secret is not CONTENT_HOOK_SECRET/);
    expect(second.stdout).not.toContain('secret-of');
    expect(await readState(admin)).toEqual(before);
  });
});
