import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDirectusAdmin, type DirectusAdmin } from '../../provisioning/directusAdmin.ts';
import { contentTables } from '../../provisioning/forms.ts';
import { provision } from '../../provisioning/provision.ts';
import { deleteInstance, type RunningDirectus, startDirectus } from '../../scripts/directus/realDirectus.ts';
import { demoSamples } from '../../scripts/directus/samples.ts';
import { optionsFrom } from '../../scripts/provisionDirectus.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { readRow, readRows } from '../../server/directus/readField.ts';
import { serverForTest } from '../support/started.ts';
import { provisionInPieces } from './provisionInPieces.ts';
import { readState } from './provisioningState.ts';
import { runProvisioning } from './runProvisioning.ts';
import { isCoreTier, ownDirectus, sharedDirectus } from './sharedDirectus.ts';

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

  it('makes Directus record when a row was created or last changed', async () => {
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

const previewSettings = {
  DIRECTUS_PREVIEW_TOKEN: 'the-token-of-previews-0123456789',
  PREVIEW_SECRET: 'the-secret-of-previews',
};

describe('a one-line error reports', () => {
  it.each([
    ['an unknown token', { ...access, DIRECTUS_ADMIN_TOKEN: 'nobody' }, /does not know this token/],
    [
      'an address where nothing listens',
      { ...access, DIRECTUS_URL: 'http://127.0.0.1:9' },
      /No response from/,
    ],
    ['an address of the admin area', { ...access, DIRECTUS_URL: `${shared.url}/admin` }, /without \/admin/],
    ['an invalid address', { ...access, DIRECTUS_URL: 'directus' }, /must be an http or https address/],
    [
      'an address with a token, which is not repeated',
      { ...access, DIRECTUS_URL: `${shared.url}?access_token=secret` },
      /^(?!.*secret).*without credentials or query/,
    ],
    ['a token with a space', { ...access, DIRECTUS_ADMIN_TOKEN: 'two words' }, /a space or a character/],
    [
      'a token with a letter that no header may contain',
      { ...access, DIRECTUS_ADMIN_TOKEN: 'tok\u0113n' },
      /a space or a character/,
    ],
    [
      'a site without its scheme',
      { ...access, FRONTEND_URL: 'www.example.com' },
      /FRONTEND_URL must be an http/,
    ],
    [
      'incomplete settings for previews',
      { ...access, PREVIEW_SECRET: 'sixteen-letters-or-more' },
      /Previews need/,
    ],
    [
      'a retention of half a day, which would erase everything each night',
      { ...access, ENQUIRY_RETENTION_DAYS: '0.5' },
      /ENQUIRY_RETENTION_DAYS must be a whole number from 1/,
    ],
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

  it('a token of a user who is not an administrator', async () => {
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
    const DIRECTUS_URL = await serverForTest((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data: { project: {}, version: '10.13.1' } }));
    });
    const { code, stderr } = await runProvisioning({ ...access, DIRECTUS_URL });
    expect(code).toBe(1);
    expect(stderr).toMatch(/This is Directus 10\.13\.1\. The site needs 11 or newer/);
  });
});

const publishedIn = async (admin: DirectusAdmin) => {
  const rows = await Promise.all(
    contentTables
      .filter((collection) => collection !== 'site_settings')
      .map((collection) => admin.readRows(`/items/${collection}`, { limit: -1 })),
  );
  return rows.flat().filter(({ status = 'published' }) => status === 'published').length;
};

describe('a new instance', () => {
  let fresh: RunningDirectus;
  let admin: DirectusAdmin;
  let freshAccess: Readonly<Record<string, string>>;
  beforeAll(async () => {
    await deleteInstance('tests-fresh');
    fresh = await startDirectus({ name: 'tests-fresh', port: await findFreePort(8355) });
    admin = createDirectusAdmin(fresh.url, fresh.token);
    freshAccess = {
      DIRECTUS_URL: ` ${fresh.url} `,
      DIRECTUS_ADMIN_TOKEN: fresh.token,
      FRONTEND_URL: 'https://www.ridge.example',
    };
  });
  afterAll(() => fresh.stop());

  it('is not changed by --diff, which lists what would be made', async () => {
    const before = await admin.read('/collections');
    const run = await runProvisioning(freshAccess, '--diff');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^to make {3}collection homes$/m);
    expect(run.stdout).toContain(`to make   ${demoRows().reviews.length} rows of reviews\n`);
    expect(run.stdout).toContain('Nothing was changed.');
    expect([await admin.read('/collections'), await admin.read('/roles')]).toEqual([
      before,
      [expect.objectContaining({ name: 'Administrator' })],
    ]);
  });

  it('is provisioned by two runs at once, one of which may give up with a one-line error', async () => {
    const runs = await Promise.all([runProvisioning(freshAccess), runProvisioning(freshAccess)]);
    const failed = runs.filter(({ code }) => code !== 0);
    expect(failed.length).toBeLessThan(2);
    for (const { stderr } of failed) expect(stderr).toMatch(/^directus:provision: [^\n]+\n$/);
    expect((await runProvisioning(freshAccess)).lines('made')).toEqual([]);
    const { reviews, blog_posts: posts } = demoRows();
    expect(await admin.readRows('/items/reviews')).toHaveLength(reviews.length);
    expect(await admin.readRows('/items/blog_posts', { limit: -1 })).toHaveLength(posts.length);
  });

  it.skipIf(isCoreTier)('lets the public read published rows only', async () => {
    const reply = await fetch(`${fresh.url}/items/blog_posts?filter[status][_neq]=published`);
    expect(await reply.json()).toEqual({ data: [] });
  });

  it('lets an editor write content and files, and nothing else', async () => {
    const [role] = await admin.readRows('/roles', { filter: { name: { _eq: 'Site editor' } } });
    const user = { email: 'ed@example.com', token: 'editor-token-1111111111', role: role?.id };
    await admin.create('/users', user);
    const call = async (method: string, path: string, body?: object) => {
      const headers = { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' };
      const reply = await fetch(fresh.url + path, { method, headers, body: JSON.stringify(body) });
      return reply.status;
    };
    expect(await call('PATCH', '/items/services/1', { title: 'By an editor' })).toBe(200);
    expect(await call('POST', '/folders', { name: 'Summer' })).toBe(200);
    expect(await call('PATCH', '/items/site_settings', { phone: '1' })).toBe(200);
    expect(await call('POST', '/collections', { collection: 'x', schema: {} })).toBe(403);
    expect(await call('PATCH', `/roles/${String(role?.id)}`, { name: 'x' })).toBe(403);
    expect(await call('POST', '/users', { email: 'x@example.com' })).toBe(403);
    const flows = await fetch(`${fresh.url}/flows`, { headers: { Authorization: `Bearer ${user.token}` } });
    expect(flows.status === 403 || (await flows.text()) === '{"data":[]}').toBe(true);
  });

  it.each([
    ['pages', 'Ski Week 2027', 400],
    ['pages', 'ski_week', 400],
    ['pages', 'w'.repeat(101), 400],
    ['pages', 'w'.repeat(100), 200],
    ['pages', 'ski-week-2027', 200],
    ['services', 'ski--week', 400],
    ['blog_posts', 'w'.repeat(101), 400],
    ['homes', `${'w'.repeat(97)}-27`, 200],
  ])('takes no address that the site would refuse: %s, %s', async (collection, slug, status) => {
    const reply = await fetch(`${fresh.url}/items/${collection}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${fresh.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug }),
    });
    expect(reply.status).toBe(status);
  });

  it('has lists that begin with identifying columns, a settings form, and links to pages', async () => {
    const presets = await admin.readRows('/presets', { filter: { user: { _null: true } }, limit: -1 });
    const columns = presets.map(({ collection, layout_query: query }) => [
      collection,
      readRow(readRow(query)?.tabular)?.fields,
    ]);
    // Picture, title, status, date; then other identifying columns.
    expect(Object.fromEntries(columns)).toEqual({
      services: ['thumbnail_image', 'title', 'status', 'date_updated', 'short_description'],
      blog_posts: ['thumbnail_image', 'title', 'status', 'published_at', 'published_date', 'categories'],
      homes: ['name', 'status', 'date_updated', 'town', 'guests'],
      pages: ['hero_image', 'slug', 'status', 'title', 'hero_title'],
      team: ['portrait', 'name', 'status', 'role'],
      reviews: ['name', 'status', 'date', 'rating', 'text'],
      notices: ['text', 'status', 'from', 'until', 'level', 'where'],
      redirects: ['from', 'to', 'permanent', 'note'],
      navigation: ['title', 'url', 'children'],
      service_features: ['service_id', 'feature_text'],
      cta_settings: ['title', 'button_text', 'button_url'],
    });
    expect(await admin.read('/fields/navigation/children')).toMatchObject({
      meta: { interface: 'list-o2m-tree-view' },
    });
    expect(await admin.read('/items/site_settings')).toMatchObject({ site_name: expect.any(String) });
    const link = await admin.read('/fields/services/site_link');
    expect(JSON.stringify(link)).toContain('https://www.ridge.example/services/{{slug}}');
  });
});

describe('what an owner has taken away', () => {
  let admin: DirectusAdmin;
  const optionsAt = (origin: string) => ({
    ...optionsFrom({
      ...previewSettings,
      DIRECTUS_URL: admin.url,
      DIRECTUS_ADMIN_TOKEN: shared.token,
      FRONTEND_URL: origin,
    }),
    samples: null,
  });
  const run = async (origin: string) => {
    const lines: string[] = [];
    await provision({ ...optionsAt(origin), write: (line) => void lines.push(line) });
    return lines;
  };
  const rulesOf = async (name: string, collections: readonly string[]) =>
    admin.readRows('/permissions', {
      filter: { policy: { name: { _eq: name } }, collection: { _in: collections } },
      fields: 'id,collection,action',
      sort: 'action',
      limit: -1,
    });
  beforeAll(async () => {
    ({ admin } = await ownDirectus('tests-taken'));
    await run('https://www.ridge.example');
  });

  it('stays away: the rights of a role and the module of the visual editor', async () => {
    const taken = ['redirects', 'site_settings'];
    const rules = [...(await rulesOf('Site editor', taken)), ...(await rulesOf('Website preview', taken))];
    expect(rules).toHaveLength(10);
    await admin.remove(
      '/permissions',
      rules.map(({ id }) => id),
    );
    const settings = readRow(await admin.read('/settings', { fields: 'module_bar' }));
    const bar = readRows(settings?.module_bar);
    await admin.change('/settings', {
      module_bar: bar.map((entry) => (entry.id === 'visual' ? { ...entry, enabled: false } : entry)),
    });
    const lines = await run('https://www.ridge.example');
    expect(lines.filter((line) => line.startsWith('made'))).toEqual([]);
    expect(lines.join('\n')).toMatch(/note +The policy Site editor has no rule for site_settings, redirects/);
    // Also when the site has moved, so that the URL of its visual editor changes.
    await run('https://www.juniper.example');
    const now = readRow(await admin.read('/settings', { fields: 'module_bar,visual_editor_urls' }));
    expect(now?.module_bar).toContainEqual({ type: 'module', id: 'visual', enabled: false });
    expect(JSON.stringify(now?.visual_editor_urls)).toMatch(/^(?!.*ridge).*juniper/);
    expect(await rulesOf('Site editor', taken)).toEqual([]);
    expect(await rulesOf('Website preview', taken)).toEqual([]);
  });

  it('does not keep rights to a new collection from its roles, even if the run is interrupted', async () => {
    await admin.remove('/collections/notices');
    expect(await rulesOf('Site editor', ['notices'])).toEqual([]);
    await provisionInPieces(optionsAt('https://www.juniper.example'));
    const actions = (await rulesOf('Site editor', ['notices'])).map(({ action }) => action);
    expect(actions).toEqual(['create', 'delete', 'read', 'update']);
    expect(await rulesOf('Website preview', ['notices'])).toHaveLength(1);
  });
});

describe('a run that was interrupted', () => {
  const origin = 'https://www.ridge.example';

  /** Provisions a new instance in pieces, and then as often as needed: that resolves with what was made. */
  const startInPieces = async (withContent: boolean) => {
    await deleteInstance('tests-broken');
    const { url, token, stop } = await startDirectus({
      name: 'tests-broken',
      port: await findFreePort(8455),
    });
    onTestFinished(stop);
    const settings = {
      ...previewSettings,
      DIRECTUS_URL: url,
      DIRECTUS_ADMIN_TOKEN: token,
      FRONTEND_URL: origin,
      SITE_HOOK_URL: origin,
      CONTENT_HOOK_SECRET: 'the-secret-of-the-tests',
      DIRECTUS_ENQUIRY_TOKEN: 'the-token-of-enquiries-0123456789',
    };
    const options = { ...optionsFrom(settings), samples: withContent ? demoSamples('new') : null };
    await provisionInPieces(options);
    const again = async () => {
      const lines: string[] = [];
      await provision({ ...options, write: (line) => void lines.push(line) });
      return lines.filter((line) => line.startsWith('made '));
    };
    return { url, again, admin: createDirectusAdmin(url, token) };
  };

  it('is finished by the next one', async () => {
    const { again, admin } = await startInPieces(true);
    expect(await again()).toEqual([]);
    for (const name of ['services', 'homes', 'blog_posts', 'team', 'reviews', 'cta_settings'] as const) {
      const rows = await admin.readRows(`/items/${name}`, { limit: -1 });
      expect([name, rows.length]).toEqual([name, demoRows()[name].length]);
    }
    const idle = { _or: [{ operation: { _null: true } }, { status: { _neq: 'active' } }] };
    const idleFlows = () => admin.readRows('/flows', { filter: idle, fields: 'name' });
    expect(await idleFlows()).toEqual([]);
    expect(await admin.readRows('/panels', { limit: -1 })).toHaveLength(13);
    // Once complete, it counts as in use: what an editor removes or switches off stays so.
    await admin.remove('/items/team', { query: { limit: -1 } });
    const change = (names: readonly string[], data: object) =>
      admin.change('/flows', { query: { filter: { name: { _in: names } } }, data });
    await change(['Tell of a new enquiry'], { status: 'inactive' });
    // Without a license, 12 runs five Flows: the sixth is made once another is off.
    expect(await again()).toEqual(isCoreTier ? ['made      Flow "Erase old enquiries"'] : []);
    expect(await admin.readRows('/folders')).toEqual([]);
    expect(await idleFlows()).toEqual([{ name: 'Tell of a new enquiry' }]);
  });

  it.skipIf(isCoreTier)('does not open drafts to the public, without content either', async () => {
    const { url, admin } = await startInPieces(false);
    await admin.create('/items/blog_posts', { slug: 'a-draft' });
    expect(await (await fetch(`${url}/items/blog_posts?fields=id`)).json()).toEqual({ data: [] });
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
    // As an earlier version made them.
    await admin.create('/collections', {
      collection: 'site_settings',
      schema: {},
      meta: {},
      fields: [
        { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
        {
          field: 'key',
          type: 'string',
          schema: {},
          meta: {
            interface: 'select-dropdown',
            options: { choices: [{ text: 'Name', value: 'site_name' }] },
          },
        },
        { field: 'value', type: 'text', schema: {} },
      ],
    });
    await admin.create('/collections', {
      collection: 'pages',
      schema: {},
      meta: {},
      fields: [
        { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
        { field: 'slug', type: 'string', schema: {} },
      ],
    });
    await admin.create('/items/services', { slug: 'gutters', price: 90 });
    await admin.create('/items/site_settings', { key: 'site_name', value: 'Gutters & Co' });
    await admin.create('/items/pages', [{ slug: 'home' }, { slug: 'sand-pit' }]);
    const [open] = await admin.readRows('/access', {
      filter: { role: { _null: true }, user: { _null: true } },
    });
    const rule = { policy: open?.policy, action: 'read', permissions: {} };
    const fields = isCoreTier ? ['*'] : ['id', 'slug'];
    await admin.create('/permissions', { ...rule, collection: 'services', fields });
  });
  afterAll(() => used.stop());

  it('adds what is missing even if interrupted, keeps what is there, and publishes nothing', async () => {
    const published = await publishedIn(admin).catch(() => 0);
    const lines = await provisionInPieces({ url: used.url, token: used.token, samples: demoSamples('new') });
    const run = await runProvisioning(usedAccess);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.lines('kept').join('\n')).toMatch(/collection services/);
    const services = await admin.readRows('/items/services', { limit: -1 });
    expect(services).toHaveLength(1);
    expect(services[0]).toMatchObject({ slug: 'gutters', price: 90, title: null, status: 'draft' });
    expect(await admin.read('/collections/services')).toMatchObject({ meta: { icon: 'star' } });
    expect(await admin.read('/fields/services/slug')).toMatchObject({ meta: { note: 'ours' } });
    // No content that its editors did not write.
    for (const collection of contentTables) {
      const own = ['services', 'site_settings', 'pages', 'cta_settings'].includes(collection);
      if (!own) expect([collection, await admin.readRows(`/items/${collection}`)]).toEqual([collection, []]);
    }
    expect(await admin.read('/items/cta_settings')).toEqual({ id: null });
    expect(await admin.readRows('/items/site_settings')).toMatchObject([{ value: 'Gutters & Co' }]);
    expect(await admin.readRows('/items/pages', { fields: 'slug,status' })).toEqual([
      { slug: 'home', status: 'published' },
      // Visitors see it as before.
      { slug: 'sand-pit', status: 'published' },
    ]);
    expect(await admin.read('/fields/pages/status')).toMatchObject({
      schema: { default_value: 'draft' },
      meta: { note: 'Visitors see this only while it is published.' },
    });
    // The public rule has got the new fields, or Directus would refuse the collection.
    expect((await fetch(`${used.url}/items/services?fields=title,steps`)).status).toBe(200);
    // Each group of a form has fields, and the fields that were there come first or stand in one of them.
    const forms = await admin.readRows('/fields');
    for (const { collection, field, meta } of forms) {
      if (readRow(meta)?.interface !== 'group-detail') continue;
      const members = forms.filter(
        (one) => one.collection === collection && readRow(one.meta)?.group === field,
      );
      expect([collection, field, members.length > 0]).toEqual([collection, field, true]);
    }
    const placeOf = (name: string) => {
      const held = forms.find((one) => one.collection === 'services' && one.field === name);
      return [readRow(held?.meta)?.group, readRow(held?.meta)?.sort];
    };
    expect(placeOf('hero_image')[0]).toBe('presentation');
    expect(Number(placeOf('slug')[1])).toBeGreaterThan(Number(placeOf('status')[1]));
    expect(Number(placeOf('title')[1])).toBeGreaterThan(Number(placeOf('slug')[1]));
    expect(await admin.readRows('/files')).toEqual([]);
    expect(published).toBeLessThanOrEqual(await publishedIn(admin));
    const notes = lines.join('\n');
    expect(notes).toMatch(/reviews has no rows.*--samples.*three built-in ones/);
    expect(notes).toMatch(/site_settings\.key does not offer .*licence_number/);
    expect(notes).toMatch(/The page About has no row in pages .*navigation/);
  });

  it('adds samples as drafts when asked to, and only to empty collections', async () => {
    const before = await publishedIn(admin);
    const { services, service_features: features } = demoRows();
    await admin.remove('/items/services', { query: { limit: -1 } });
    const run = await runProvisioning(usedAccess, '--samples');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.lines('made').join('\n')).toContain(`${demoRows().reviews.length} rows of reviews, as drafts`);
    // Features have no status: they are shown with their service, a draft.
    expect(await publishedIn(admin)).toBe(before + features.length);
    const reviews = await admin.readRows('/items/reviews');
    expect(new Set(reviews.map(({ status }) => status))).toEqual(new Set(['draft']));
    expect(await admin.readRows('/items/services', { limit: -1 })).toHaveLength(services.length);
    expect(await admin.readRows('/items/service_features', { limit: -1 })).toHaveLength(features.length);
    expect(await admin.readRows('/items/navigation')).toEqual([]);
  });

  it('leaves edited rows, deleted rows, changed fields and changed rules alone', async () => {
    await admin.change('/items/blog_posts/3', { title: 'Edited by hand' });
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

  it('makes the Flow once for each site, and says when it lacks a step or its secret differs', async () => {
    const hook = { SITE_HOOK_URL: 'http://127.0.0.1:9', CONTENT_HOOK_SECRET: 'a-secret-of-the-tests' };
    const first = await runProvisioning({ ...usedAccess, ...hook }, '--without-content');
    expect(first.lines('made')).toContain(
      'made      Flow "Tell http://127.0.0.1:9/hooks/content of changes"',
    );
    const withKey = (key: string) => ({ filter: { key: { _eq: key } } });
    await admin.change('/operations', { query: withKey('is_whole'), data: { resolve: null } });
    await admin.remove('/operations', { query: withKey('is_seen') });
    const before = await readState(admin);
    const second = await runProvisioning(
      { ...usedAccess, ...hook, CONTENT_HOOK_SECRET: 'another-secret-of-tests' },
      '--without-content',
    );
    expect(second.lines('made')).toEqual([]);
    expect(second.lines('note').join('\n')).toMatch(/secret is not CONTENT_HOOK_SECRET/);
    expect(second.lines('note').join('\n')).toMatch(
      /of changes" has no step "Stop at a file that changes no page": delete it/,
    );
    expect(second.stdout).not.toContain('secret-of');
    expect(await readState(admin)).toEqual(before);
  });
});
