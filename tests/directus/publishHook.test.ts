import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoRows } from '../../server/demo/demoRows.ts';
import { sendRequest } from '../support/http.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { startTraffic } from './pageTraffic.ts';
import { runProvisioning } from './runProvisioning.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const { admin } = shared;
const secret = 'the-secret-of-the-hook-tests';
const pictureId = '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13';
const longestMs = 2_000;
/** A longer run: `PUBLISH_EDITS=100 PUBLISH_TRAFFIC=100 npm run test:directus -- publishHook`. */
const editCount = Number(process.env.PUBLISH_EDITS ?? 20);
const requestsPerSecond = Number(process.env.PUBLISH_TRAFFIC ?? 50);
let site: TestSite;

beforeAll(async () => {
  site = await startSite({ environment: { DIRECTUS_URL: shared.url, CONTENT_HOOK_SECRET: secret } });
  await site.content.warmUp();
  const environment = { DIRECTUS_URL: shared.url, DIRECTUS_ADMIN_TOKEN: shared.token };
  const hook = { SITE_HOOK_URL: site.url, CONTENT_HOOK_SECRET: secret };
  expect(await runProvisioning({ ...environment, ...hook })).toMatchObject({ code: 0 });
});
afterAll(async () => {
  for (const flow of await admin.readRows('/flows', { fields: 'id' })) {
    await admin.remove(`/flows/${String(flow.id)}`);
  }
  await site.close();
});

const textOf = async (address: string): Promise<string> => (await sendRequest(site.url, address)).text;

/** Milliseconds until a page is as wanted; as many as the longest wait when it never is. */
async function waitFor(address: string, isAsWanted: (text: string) => boolean): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 3 * longestMs) {
    if (isAsWanted(await textOf(address))) return performance.now() - startedAt;
    await pause(20);
  }
  return 3 * longestMs;
}

const demo = demoRows();
const idOf = (rows: readonly { readonly id: number; readonly slug: string }[], slug: string) =>
  rows.find((row) => row.slug === slug)?.id;

/** Where an editor changes a text, and where a visitor reads it. */
const edits = [
  {
    path: `/items/services/${idOf(demo.services, 'snow-removal')}`,
    field: 'hero_title',
    address: '/services/snow-removal',
  },
  { path: '/items/pages/1', field: 'hero_title', address: '/' },
  {
    path: `/items/blog_posts/${idOf(demo.blog_posts, 'opening-the-cabin-in-april')}`,
    field: 'title',
    address: '/blog/opening-the-cabin-in-april',
  },
  { path: '/items/cta_settings/1', field: 'title', address: '/about' },
  { path: '/items/site_settings/2', field: 'value', address: '/contact' },
] as const;

describe('an edit in a real Directus', { timeout: 60_000 + editCount * 3 * longestMs }, () => {
  it('is read by visitors within two seconds, every time, while others read', async () => {
    const originals = await Promise.all(edits.map(({ path }) => admin.read(path)));
    const traffic = startTraffic(
      site.url,
      edits.map(({ address }) => address),
      requestsPerSecond,
    );
    const waits: number[] = [];
    try {
      for (let count = 1; count <= editCount; count += 1) {
        const edit = edits[count % edits.length] ?? edits[0];
        const text = `Edition ${String(count).padStart(3, '0')} of the text`;
        const startedAt = performance.now();
        await admin.change(edit.path, { [edit.field]: text });
        await waitFor(edit.address, (page) => page.includes(text));
        waits.push(Math.round(performance.now() - startedAt));
      }
    } finally {
      const { failures, older, requests } = await traffic.stop();
      for (const [at, { path, field }] of edits.entries()) {
        const original = originals[at];
        if (typeof original !== 'object' || original === null) continue;
        await admin.change(path, { [field]: Object.entries(original).find(([name]) => name === field)?.[1] });
      }
      const sorted = waits.toSorted((a, b) => a - b);
      console.log(
        `save to served: p50 ${sorted[editCount >> 1]} ms, max ${sorted.at(-1)} ms, ${requests} requests beside it`,
      );
      expect({ failures, older }).toEqual({ failures: [], older: [] });
    }
    expect(waits).toHaveLength(editCount);
    expect(waits.filter((wait) => wait > longestMs)).toEqual([]);
  });

  it('makes a new post appear, and a deleted one go', async () => {
    const address = '/blog/written-in-the-hook-test';
    expect((await sendRequest(site.url, address)).status).toBe(404);
    const post = { slug: 'written-in-the-hook-test', title: 'Written in the Hook Test', status: 'published' };
    await admin.create('/items/blog_posts', { ...post, id: 2_001, published_at: '2024-01-01T00:00:00Z' });
    expect(await waitFor(address, (page) => page.includes(post.title))).toBeLessThan(longestMs);
    await admin.change('/items/blog_posts/2001', { status: 'draft' });
    expect(await waitFor(address, (page) => !page.includes(post.title))).toBeLessThan(longestMs);
    await admin.remove('/items/blog_posts/2001');
    expect((await sendRequest(site.url, address)).status).toBe(404);
  });

  it('moves a menu entry', async () => {
    const order = (page: string) => page.indexOf('>About<') < page.indexOf('>Rentals<');
    const before = await admin.readRows('/items/navigation', { fields: 'id,title,display_order' });
    const entry = (title: string) => before.find((row) => row.title === title)?.id;
    expect(order(await textOf('/contact'))).toBe(false);
    await admin.create('/utils/sort/navigation', { item: entry('About'), to: entry('Rentals') });
    expect(await waitFor('/contact', order)).toBeLessThan(longestMs);
    await admin.change('/items/navigation', before);
  });

  it('brings the new description of a picture', async () => {
    const { description } = Object(await admin.read(`/files/${pictureId}`));
    const pages = ['/', '/blog', '/str-management', '/services'];
    const texts = await Promise.all(pages.map(textOf));
    const address = pages[texts.findIndex((text) => text.includes(String(description)))];
    expect(address).toBeDefined();
    await admin.change(`/files/${pictureId}`, { description: 'Described anew in the hook test.' });
    const wait = await waitFor(address ?? '/', (page) => page.includes('Described anew in the hook test.'));
    await admin.change(`/files/${pictureId}`, { description });
    expect(wait).toBeLessThan(longestMs);
  });
});
