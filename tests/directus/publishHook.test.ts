import { describe, expect, it, onTestFinished } from 'vitest';
import { demoRows } from '../../server/demo/demoRows.ts';
import { readRow } from '../../server/directus/readField.ts';
import { sendRequest } from '../support/http.ts';
import { connectedSiteForFile } from './connectedSite.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const { admin } = shared;
const site = await connectedSiteForFile(shared, 'the-secret-of-the-hook-tests');

const textOf = async (address: string): Promise<string> => (await sendRequest(site.url, address)).text;
const statusOf = async (address: string) => (await sendRequest(site.url, address)).status;
/** Polls a page until it is as wanted; the deadline ends before the site's own load, a minute later. */
const served = (address: string, isAsWanted: (text: string) => boolean) =>
  expect.poll(async () => isAsWanted(await textOf(address)), { timeout: 20_000 }).toBe(true);

/** Changes a field for the duration of a test. */
async function change(path: string, field: string, value: unknown): Promise<void> {
  const before = readRow(await admin.read(path))?.[field];
  onTestFinished(async () => void (await admin.change(path, { [field]: before })));
  await admin.change(path, { [field]: value });
}

const posts = '/items/blog_posts';
const demo = demoRows();
const service = demo.services.find(({ slug }) => slug === 'snow-removal')?.id;
const post = demo.blog_posts.find(({ slug }) => slug === 'opening-the-cabin-in-april')?.id;
const home = demo.homes.find(({ slug }) => slug === 'aspen-cottage')?.id;
const feature = demo.service_features.find(({ service_id }) => service_id === service)?.id;

describe('an edit in a real Directus', () => {
  it.each([
    [`/items/services/${service}`, 'hero_title', '/services/snow-removal'],
    [`${posts}/${post}`, 'title', '/blog/opening-the-cabin-in-april'],
    ['/items/cta_settings/1', 'title', '/about'],
    ['/items/site_settings', 'tagline', '/contact'],
    [`/items/homes/${home}`, 'name', '/rentals/aspen-cottage'],
    [`/items/service_features/${feature}`, 'feature_text', '/services/snow-removal'],
    ['/items/team/1', 'name', '/about'],
    ['/items/navigation/1', 'title', '/services'],
    ['/files/6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13', 'description', '/str-management'],
  ])('of %s is shown at once: %s at %s', async (path, field, address) => {
    await change(path, field, `A new ${field}`);
    await served(address, (text) => text.includes(`A new ${field}`));
  });

  it('is never followed by an older one on the page', async () => {
    const editionIn = (text: string) => Number(/Edition (\d+) of the text/.exec(text)?.[1] ?? 0);
    const read: number[] = [];
    let isOver = false;
    const reading = (async () => {
      while (!isOver) read.push(editionIn(await textOf('/')));
    })();
    await change('/items/pages/1', 'hero_title', 'Edition 1 of the text');
    for (let edition = 2; edition <= 12; edition += 1) {
      await admin.change('/items/pages/1', { hero_title: `Edition ${edition} of the text` });
    }
    await served('/', (text) => editionIn(text) === 12);
    isOver = true;
    await reading;
    expect(read).toEqual(read.toSorted((a, b) => a - b));
  });

  it('makes a new post appear, and a deleted one disappear', async () => {
    const address = '/blog/written-in-the-hook-test';
    expect(await statusOf(address)).toBe(404);
    const post = { slug: 'written-in-the-hook-test', title: 'Written in the Hook Test', status: 'published' };
    await admin.create(posts, { ...post, id: 9_001, published_at: '2024-01-01T00:00:00Z' });
    await served(address, (page) => page.includes(post.title));
    await admin.change(`${posts}/9001`, { status: 'draft' });
    await served(address, (page) => !page.includes(post.title));
    await admin.remove(`${posts}/9001`);
    expect(await statusOf(address)).toBe(404);
  });

  it('of a block alone is shown on its page, which keeps its other blocks when one is deleted', async () => {
    const blocks = [
      { collection: 'block_text', item: { title: 'Written first' }, sort: 1 },
      { collection: 'block_quote', item: { id: 700, text: 'Said by somebody.' }, sort: 2 },
    ];
    await admin.create('/items/pages', { id: 700, slug: 'ski-week', title: 'Ski Week', blocks });
    onTestFinished(() => admin.remove('/items/pages/700'));
    await admin.change('/items/pages/700', { status: 'published' });
    await served('/ski-week', (text) => text.includes('Said by somebody.'));
    await admin.change('/items/block_quote/700', { text: 'Said again.' });
    await served('/ski-week', (text) => text.includes('Said again.'));
    await admin.remove('/items/block_quote/700');
    await served('/ski-week', (text) => text.includes('Written first') && !text.includes('Said'));
  });

  it('moves a menu entry', async () => {
    const order = (page: string) => page.indexOf('>About<') < page.indexOf('>Rentals<');
    const before = await admin.readRows('/items/navigation', { fields: 'id,title,display_order' });
    const entry = (title: string) => before.find((row) => row.title === title)?.id;
    expect(order(await textOf('/contact'))).toBe(false);
    await admin.create('/utils/sort/navigation', { item: entry('About'), to: entry('Rentals') });
    await served('/contact', order);
    await admin.change('/items/navigation', before);
  });
});
