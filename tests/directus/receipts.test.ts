import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDirectusAdmin } from '../../provisioning/directusAdmin.ts';
import { type Row, readRow } from '../../server/directus/readField.ts';
import { sendRequest } from '../support/http.ts';
import { serverForTest } from '../support/started.ts';
import { connectedSiteForFile } from './connectedSite.ts';
import { ownDirectus } from './sharedDirectus.ts';

// What an editor is told about a save.

const editor = 'Site editor';
const shared = await ownDirectus('tests-receipts');
const { admin } = shared;
const token = 'the-token-of-an-editor-0123456789';
const writer = createDirectusAdmin(shared.url, token);
const site = await connectedSiteForFile(shared, 'the-secret-of-the-receipt-tests');
let editorId: unknown;

beforeAll(async () => {
  const again = await site.provision();
  expect([again.lines('made'), again.lines('note')]).toEqual([[], []]);
  const [role] = await admin.readRows('/roles', { filter: { name: { _eq: editor } } });
  editorId = readRow(await admin.create('/users', { role: role?.id, first_name: 'Ada', token }))?.id;
});

/** The newest receipt, as the editor sees it. */
const receipts = () => writer.readRows('/items/publications', { sort: '-id', limit: 1 });
const bell = () => writer.readRows('/notifications', { sort: '-timestamp,-id', limit: 1 });
const newest = async (row: Row) => {
  await expect.poll(async () => (await receipts())[0], { timeout: 10_000 }).toMatchObject(row);
};
const flowNamed = async (name: string) =>
  (await admin.readRows('/flows', { filter: { name: { _eq: name } } }))[0]?.id;
const titleOf = (words: string) => writer.change('/items/services/1', { hero_title: words });

describe('an editor who saves', () => {
  it('is told where it is live, in how many milliseconds, at how many addresses', async () => {
    const [service] = await admin.readRows('/items/services', { filter: { id: { _eq: 1 } } });
    const path = `/services/${service?.slug}`;
    await sendRequest(site.url, path);
    await titleOf('Written for a receipt');
    const message = expect.stringMatching(
      new RegExp(`^Live at ${site.url}${path}: \\d+ ms, \\d+ address(es)?\\.$`),
    );
    await newest({
      state: 'live',
      user: editorId,
      collection: 'services',
      item: '1',
      title: service?.title,
      message,
      milliseconds: expect.any(Number),
    });
    const [{ addresses } = {}] = await receipts();
    expect(String(addresses).split('\n')).toContain(site.url + path);
    await expect
      .poll(async () => (await bell())[0])
      .toMatchObject({ recipient: editorId, status: 'inbox', collection: 'publications', message });
    expect((await sendRequest(site.url, path)).text).toContain('Written for a receipt');
  });

  it('gets a receipt for a new row by its key, and is told that a draft changed nothing for visitors', async () => {
    const draft = { slug: 'a-draft-for-a-receipt', title: 'Secret', status: 'draft' };
    const key = String(readRow(await writer.create('/items/blog_posts', draft))?.id);
    const message = 'Secret is a draft. Nothing that visitors see has changed.';
    await newest({ state: 'live', item: key, title: 'Secret', message });
    await writer.change(`/items/blog_posts/${key}`, { status: 'published' });
    await newest({
      item: key,
      title: 'Secret',
      message: expect.stringContaining('/blog/a-draft-for-a-receipt: '),
    });
    await writer.remove(`/items/blog_posts/${key}`);
    await newest({
      item: key,
      title: null,
      message: expect.stringMatching(/^Saved\. Visitors do not see it: /),
    });
  });

  it('gets one receipt for what was saved together, and one for a part that was saved by itself', async () => {
    const told = async () => {
      const all = await writer.readRows('/items/publications', { filter: { id: { _gt: last } }, sort: 'id' });
      return all.map(({ title }) => title);
    };
    const rung = async () => (await writer.readRows('/notifications', { limit: -1 })).length;
    const next = async () => {
      last = Number((await receipts())[0]?.id);
      before = await rung();
    };
    const toldOnce = async (title: unknown) => {
      await expect.poll(told, { timeout: 10_000 }).toEqual([title]);
      await expect.poll(rung).toBe(before + 1);
      // Others would come with it, or right after.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect([await told(), await rung()]).toEqual([[title], before + 1]);
      await next();
    };
    let [last, before] = [0, 0];
    await next();

    const [about] = await admin.readRows('/items/pages', { filter: { slug: { _eq: 'about' } } });
    const block = (title: string, sort: number) => ({ collection: 'block_text', item: { title }, sort });
    const withBlocks = { blocks: { create: [block('One', 1), block('Two', 2)], update: [], delete: [] } };
    await writer.change(`/items/pages/${about?.id}`, withBlocks);
    await toldOnce('About page');
    const fields = 'id,item';
    const [place] = await admin.readRows('/items/pages_blocks', { filter: { pages_id: about?.id }, fields });
    await writer.change(`/items/block_text/${place?.item}`, { title: 'One alone' });
    await toldOnce('About page');
    const blocks = { create: [], update: [], delete: [place?.id] };
    await writer.change(`/items/pages/${about?.id}`, { blocks });
    await toldOnce('About page');

    const [service] = await admin.readRows('/items/services', { filter: { id: { _eq: 1 } } });
    const features = ['One', 'Two', 'Three'].map((feature_text) => ({ feature_text }));
    await writer.change('/items/services/1', { features: { create: features, update: [], delete: [] } });
    await toldOnce(service?.title);
    const made = await admin.readRows('/items/service_features', {
      filter: { service_id: { _eq: 1 } },
      fields: 'id',
    });
    const gone = made.slice(-2).map(({ id }) => id);
    await writer.change('/items/services/1', { features: { create: [], update: [], delete: gone } });
    await toldOnce(service?.title);

    // As the import of a file makes them.
    const reviews = ['Ann', 'Ben', 'Cleo'].map((name) => ({ name, text: 'Well done.', status: 'published' }));
    await writer.create('/items/reviews', reviews);
    await toldOnce('Cleo');
    const rows = await admin.readRows('/items/reviews', {
      filter: { text: { _eq: 'Well done.' } },
      fields: 'id',
    });
    const keys = rows.map(({ id }) => id);
    await writer.change('/items/reviews', { keys, data: { rating: 5 } });
    await toldOnce('Ann');
  });

  it('gets none for a file that no page shows yet, and one for a picture that is replaced', async () => {
    const send = async (method: string, path: string, color: string) => {
      const create = { width: 700, height: 500, channels: 3, background: color } as const;
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(await sharp({ create }).jpeg().toBuffer())]), 'a.jpg');
      const headers = { Authorization: `Bearer ${token}` };
      expect((await fetch(shared.url + path, { method, headers, body })).status).toBe(200);
    };
    const [service] = await admin.readRows('/items/services', { filter: { id: { _eq: 1 } } });
    await sendRequest(site.url, `/services/${service?.slug}`);
    const [last] = await receipts();
    await send('POST', '/files', '#123456');
    // The receipt would come now.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await send('PATCH', `/files/${service?.hero_image}`, '#654321');
    await newest({ collection: 'directus_files', message: expect.stringMatching(/^Live/) });
    const since = { filter: { id: { _gt: last?.id } } };
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await writer.readRows('/items/publications', since)).toHaveLength(1);
  });

  it('is told that the site is down, and gets the receipt once it is back', async () => {
    const hook = new URL(site.url);
    const [call] = await admin.readRows('/operations', { filter: { key: { _eq: 'call_the_site' } } });
    const [ask] = await admin.readRows('/operations', { filter: { key: { _eq: 'ask_again' } } });
    const lead = async (port: number) => {
      for (const operation of [call, ask]) {
        const options = readRow(operation?.options);
        const url = Object.assign(new URL(String(options?.url)), { port });
        await admin.change(`/operations/${operation?.id}`, { options: { ...options, url: url.href } });
      }
    };
    const away = await serverForTest((_request, response) => response.writeHead(500).end());
    await lead(Number(new URL(away).port));
    await titleOf('Written while the site was away');
    await newest({ state: 'waiting', message: expect.stringContaining('could not be reached') });
    await expect.poll(async () => (await bell())[0]?.subject).toBe('Not published yet');
    const retry = await flowNamed(`Publish what ${new URL(site.url).host} has missed`);
    await admin.change(`/flows/${retry}`, { options: { cron: '* * * * * *' } });
    await lead(Number(hook.port));
    await newest({ state: 'live', item: '1', message: expect.stringMatching(/^(Live|Saved)/) });
    await admin.change(`/flows/${retry}`, { options: { cron: '* * * * *' } });
    expect((await sendRequest(site.url, '/services')).status).toBe(200);
  });

  it('no longer sees old receipts, which are erased', async () => {
    const created = new Date(Date.now() - 91 * 24 * 3_600_000).toISOString();
    const { id } = readRow(await admin.create('/items/publications', { state: 'live' })) ?? {};
    await admin.change(`/items/publications/${id}`, { created });
    const retry = await flowNamed(`Publish what ${new URL(site.url).host} has missed`);
    await admin.change(`/flows/${retry}`, { options: { cron: '* * * * * *' } });
    const held = () => admin.readRows('/items/publications', { filter: { id: { _eq: id } } });
    await expect.poll(held, { timeout: 10_000 }).toEqual([]);
    await admin.change(`/flows/${retry}`, { options: { cron: '* * * * *' } });
  });
});
