import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { sendRequest } from '../support/http.ts';
import { type ConnectedSite, startConnectedSite } from './connectedSite.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const { admin } = shared;
let site: ConnectedSite;

beforeAll(async () => {
  site = await startConnectedSite(shared, 'the-secret-of-the-blocks-tests');
});
afterAll(() => site.close());

const visit = async (path: string) => {
  const { status, text, headers } = await sendRequest(site.url, path);
  return { status, text, location: headers.location ?? null };
};
const idsOf = async (collection: string, filter: unknown) =>
  (await admin.readRows(`/items/${collection}`, { filter, fields: 'id' })).map(({ id }) => id);
const shows = (path: string, words: string) =>
  expect.poll(async () => (await visit(path)).text.includes(words), { timeout: 20_000 });

it('a landing page of blocks is live once published, follows each edit, and redirects when renamed', async () => {
  const blocks = [
    { collection: 'block_text', item: { title: 'Written first', content: '<p>Some words.</p>' } },
    { collection: 'block_quote', item: { text: 'Said by somebody.' } },
    { collection: 'block_questions', item: { questions: [{ title: 'Is it?', text: 'It is.' }] } },
    { collection: 'block_choice', item: { homes: ['Meadow Cabin'] } },
  ].map((block, at) => ({ ...block, sort: at + 1 }));
  onTestFinished(async () => {
    await admin.remove('/items/pages', await idsOf('pages', { id: { _eq: 700 } }));
    await admin.remove('/items/redirects', await idsOf('redirects', { note: { _starts_with: 'Made' } }));
  });
  expect((await visit('/ski-week')).status).toBe(404);
  await admin.create('/items/pages', { slug: 'ski-week', title: 'Ski Week', blocks, id: 700 });
  await expect
    .poll(async () => (await admin.readRows('/items/pages/', { filter: { id: { _eq: 700 } } }))[0]?.status)
    .toBe('draft');
  expect((await visit('/ski-week')).status).toBe(404);
  await admin.change('/items/pages/700', { status: 'published' });
  await shows('/ski-week', 'Is it?').toBe(true);
  const { text: whole } = await visit('/ski-week');
  const text = whole.slice(whole.indexOf('<main'));
  const places = ['Written first', 'Said by somebody.', 'Is it?', 'Meadow Cabin'].map((words) =>
    text.indexOf(words),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  // A block that is edited on its own, as the visual editor does.
  const [quote] = await admin.readRows('/items/block_quote', {
    filter: { text: { _eq: 'Said by somebody.' } },
  });
  await admin.change(`/items/block_quote/${String(quote?.id)}`, { text: 'Said again.' });
  await shows('/ski-week', 'Said again.').toBe(true);
  await admin.change('/items/pages/700', { slug: 'snow-week' });
  await expect
    .poll(() => visit('/ski-week'), { timeout: 20_000 })
    .toMatchObject({ status: 301, location: '/snow-week' });
  // Deleting the row of a block leaves the others.
  await admin.remove(`/items/block_quote/${String(quote?.id)}`);
  await shows('/snow-week', 'Said again.').toBe(false);
  await shows('/snow-week', 'Written first').toBe(true);
  await admin.remove('/items/pages', [700]);
  await expect.poll(async () => (await visit('/snow-week')).status, { timeout: 20_000 }).toBe(404);
});
