import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { demoRows } from '../../server/demo/demoRows.ts';
import { readRow } from '../../server/directus/readField.ts';
import { sendRequest } from '../support/http.ts';
import { type SiteProcess, startSiteProcess } from '../support/siteProcess.ts';
import { runProvisioning } from './runProvisioning.ts';
import { ownDirectus } from './sharedDirectus.ts';

// A hundred edits over all collections, while visitors request a hundred pages a second.

const { admin, url, token } = await ownDirectus('tests-many-edits');
const secret = 'the-secret-of-the-many-edits';
const edits = 100;
const perSecond = 100;
let site: SiteProcess;

beforeAll(async () => {
  site = await startSiteProcess(url, { CONTENT_HOOK_SECRET: secret, LOG_LEVEL: 'warn' });
  await site.firstOk('/readyz');
  const run = await runProvisioning({
    DIRECTUS_URL: url,
    DIRECTUS_ADMIN_TOKEN: token,
    SITE_HOOK_URL: site.url,
    CONTENT_HOOK_SECRET: secret,
  });
  expect(run.code).toBe(0);
});
afterAll(() => site.end());

const demo = demoRows();
const service = demo.services.find(({ slug }) => slug === 'snow-removal')?.id;
const post = demo.blog_posts.find(({ slug }) => slug === 'opening-the-cabin-in-april')?.id;
const home = demo.homes.find(({ slug }) => slug === 'aspen-cottage')?.id;
const feature = demo.service_features.find(({ service_id }) => service_id === service)?.id;
/** Where each collection is edited and shown. */
const places: readonly (readonly [path: string, field: string, address: string])[] = [
  [`/items/services/${service}`, 'hero_title', '/services/snow-removal'],
  ['/items/pages/1', 'hero_title', '/'],
  [`/items/blog_posts/${post}`, 'title', '/blog/opening-the-cabin-in-april'],
  ['/items/cta_settings/1', 'title', '/about'],
  ['/items/site_settings', 'tagline', '/contact'],
  [`/items/homes/${home}`, 'name', '/rentals/aspen-cottage'],
  [`/items/service_features/${feature}`, 'feature_text', '/services/snow-removal'],
  ['/items/team/1', 'name', '/about'],
  ['/items/navigation/1', 'title', '/services'],
  ['/files/6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13', 'description', '/str-management'],
];
const addresses = [...new Set(places.map(([, , address]) => address)), '/blog', '/rentals', '/blog?page=2'];

const figures = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
};
const until = <T>(read: () => Promise<T>) => vi.waitUntil(read, { timeout: 30_000, interval: 5 });

it('many edits each reach the site and get a receipt, while visitors get only 200s', async () => {
  const statuses = new Map<number, number>();
  let isOver = false;
  const visitors = (async () => {
    const open = new Set<Promise<void>>();
    const startedAt = performance.now();
    for (let sent = 0; !isOver; sent += 1) {
      const one = sendRequest(site.url, addresses[sent % addresses.length] ?? '/').then(
        ({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
        () => void statuses.set(0, (statuses.get(0) ?? 0) + 1),
      );
      open.add(one);
      void one.finally(() => open.delete(one));
      const due = startedAt + ((sent + 1) * 1_000) / perSecond - performance.now();
      if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    }
    await Promise.all(open);
  })();
  const [served, told, atOnce]: [number[], number[], number[]] = [[], [], []];
  const [newest] = await admin.readRows('/items/publications', { sort: '-id', limit: 1 });
  let last = Number(newest?.id ?? 0);
  let old = 0;
  for (let edit = 0; edit < edits; edit += 1) {
    const [path, field, address] = places[edit % places.length] ?? ['', '', ''];
    const words = `Edit ${edit} of many`;
    const savedAt = performance.now();
    const isServed = async () => (await sendRequest(site.url, address)).text.includes(words);
    await admin.change(path, { [field]: words });
    atOnce.push(performance.now() - savedAt);
    const [page, receipt] = await Promise.all([
      until(async () => ((await isServed()) ? performance.now() : null)),
      until(async () => {
        const query = { filter: { id: { _gt: last } }, sort: 'id', limit: 1 };
        const row = readRow((await admin.readRows('/items/publications', query))[0]);
        if (!row) return null;
        last = Number(row.id);
        const at = performance.now();
        if (row.state !== 'live' || !(await isServed())) old += 1;
        return at;
      }),
    ]);
    served.push(page - savedAt);
    told.push(receipt - page);
  }
  isOver = true;
  await visitors;
  const result = {
    served: figures(served),
    told: figures(told),
    saved: figures(atOnce),
    old,
    statuses: Object.fromEntries(statuses),
  };
  console.info(JSON.stringify(result));
  expect([[...statuses.keys()], old]).toEqual([[200], 0]);
}, 300_000);
