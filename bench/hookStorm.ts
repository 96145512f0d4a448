import { startSite } from '../scripts/serverProcess.ts';
import { createContentService } from '../server/demo/contentService.ts';
import { demoRows } from '../server/demo/demoRows.ts';
import { startHttpService } from '../server/demo/httpService.ts';
import { hookPath, hookSecretHeader } from '../shared/contentHook.ts';
import { median } from './load.ts';

// npm run check:hook [-- --no-limit]: calls the publish hook 1,000 times in ten seconds, with an edit before each
// call, while visitors read. Ends with 1 when a page or a call fails, when a collection is fetched more than once
// a second, or when visitors wait more than twice as long as before (`--no-limit`: however long).

const secret = 'secret-of-the-hook-storm';
const calls = 1_000;
const ms = 10_000;
const visitsPerSecond = 100;
const collections = ['pages', 'services', 'blog_posts', 'navigation'] as const;
const paths = ['/', '/about', '/services', '/services/snow-removal', '/blog', '/contact', '/blog/post-3'];

const content = createContentService({ rows: manyPosts(130) });
/** What was fetched of the content service during the storm: how often each address. */
const fetched = new Map<string, number>();
const service = await startHttpService((request) => {
  fetched.set(request.url, (fetched.get(request.url) ?? 0) + 1);
  return content.respond(request);
});
const environment = { CONTENT_HOOK_SECRET: secret, LOG_LEVEL: 'warn' };
const site = await startSite(service.url, { environment });
await everyMs(1_000, visitsPerSecond, visit);
const quiet = await everyMs(ms, visitsPerSecond, visit);
fetched.clear();
const [storm, visits] = await Promise.all([
  everyMs(ms, calls / (ms / 1_000), callHook),
  everyMs(ms, visitsPerSecond, visit),
]);
await site.stop();

const failed = [...storm, ...quiet, ...visits].filter((time) => time === null).length;
const fetches = collections.map((name) => ({ name, count: fetchesOf(name) }));
const [before, during] = [quiet, visits].map((times) => median(times.flatMap((time) => time ?? [])));
const ratio = (during ?? 0) / (before ?? 1);
console.log(`${calls} calls, ${visits.length} visits, ${failed} failed.`);
console.log(
  `Fetches in ${ms / 1_000} s: ${fetches.map(({ name, count }) => `${name} ${count}`).join(', ')}.`,
);
console.log(`Median visit ${during?.toFixed(2)} ms, before the calls ${before?.toFixed(2)} ms.`);
await service.close();
const isTooSlow = ratio > 2 && !process.argv.includes('--no-limit');
const isTooOften = fetches.some(({ count }) => count > ms / 1_000 + 2);
process.exit(failed > 0 || isTooOften || isTooSlow ? 1 : 0);

function manyPosts(wanted: number) {
  const rows = demoRows();
  const models = rows.blog_posts;
  const more = Array.from({ length: wanted - models.length }, (_, count) => ({
    ...models[count % models.length],
    id: 1_000 + count,
    slug: `post-${count}`,
    title: `Post ${count}`,
  }));
  return { ...rows, blog_posts: [...models, ...more] };
}

/** Does something at a steady pace, whether earlier ones have ended or not; the milliseconds that each took. */
async function everyMs(forMs: number, perSecond: number, act: (count: number) => Promise<boolean>) {
  const startedAt = performance.now();
  const times: Promise<number | null>[] = [];
  for (let count = 0; count < (forMs / 1_000) * perSecond; count += 1) {
    const waitMs = startedAt + (count * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const actedAt = performance.now();
    times.push(act(count).then((isWell) => (isWell ? performance.now() - actedAt : null)));
  }
  return Promise.all(times);
}

async function visit(count: number): Promise<boolean> {
  const response = await fetch(site.url + (paths[count % paths.length] ?? '/'));
  await response.arrayBuffer();
  return response.status === 200;
}

async function callHook(count: number): Promise<boolean> {
  const collection = collections[count % collections.length] ?? 'pages';
  const rows = content.rows[collection];
  const row = rows[count % rows.length];
  if (row) row.title = `Edited ${count}`;
  const response = await fetch(site.url + hookPath, {
    method: 'POST',
    headers: { [hookSecretHeader]: secret },
    body: JSON.stringify({ event: 'items.update', collection }),
  });
  await response.arrayBuffer();
  return response.status === 200;
}

/** How often the list was fetched that each refresh of a collection begins with. */
function fetchesOf(collection: string): number {
  const lists = [...fetched].filter(([url]) => url.split('?')[0] === `/items/${collection}`);
  return Math.max(0, ...lists.map(([, count]) => count));
}
