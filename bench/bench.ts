import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  canPin,
  leaveServerCore,
  type ServerProcess,
  siteFolder,
  startServer,
  startSite,
} from '../scripts/serverProcess.ts';
import { createContentService } from '../server/demo/contentService.ts';
import { type ContentRows, demoRows } from '../server/demo/demoRows.ts';
import { jsonReply, startHttpService } from '../server/demo/httpService.ts';
import { hookPath, hookSecretHeader } from '../shared/paths.ts';
import { loadAtRate, median, type RateResult } from './load.ts';

// npm run bench [-- <dist of another build>]: the cost of a page, an edit and a start, compared with each other, with a
// bare server, and with another build that is measured alternately with this one. On a busy machine only the ratios are
// meaningful.

const rounds = 3;
const sizes = [40, 400, 2_000];
const pages = {
  'cached home page, µs': '/',
  'cached blog, µs': '/blog',
  'cached post, µs': '/blog/post-3',
  'refusal (404), µs': '/no-such-page',
} as const;
const bareServer = 'bare node:http with the home page, µs';
const missing = 'cached home page while reviews cannot be had, µs';
const uncached = 'uncached post, µs';
const publishOf = (posts: number) => `publish to served with ${posts} posts, ms`;
const listsOf = (posts: number) => `uncached list with ${posts} posts, µs`;
const searchOf = (posts: number) => `search with ${posts} posts, 99th percentile, ms`;
/** Lists of posts, the sitemap and a feed. */
const lists = [
  '/blog',
  '/blog?page=2',
  '/blog?page=3',
  '/blog/year/2025',
  '/blog/category/seasonal-care',
  '/blog/tag/winter',
  '/sitemap.xml',
  '/feed.xml',
];
/** With a typing error, a word that no page has, and one that many have. */
const searches = [
  'snow',
  'hot tub',
  'plumbr',
  'gutter cleaning',
  'xylophone',
  'who waters the plants in july',
];
const secret = 'secret-of-the-measurement';

/** The results of one round for one build, by their label in the table. */
type Figures = Record<string, number>;

const builds = [siteFolder, ...process.argv.slice(2).map((folder) => resolve(folder))];
const withoutBuild = builds.find((folder) => !existsSync(join(folder, 'server')));
if (withoutBuild !== undefined) {
  console.error(`There is no build in ${withoutBuild}. Usage: npm run bench [-- <dist of another build>]`);
  process.exit(2);
}
const measured: Figures[][] = builds.map(() => []);
leaveServerCore();
for (let round = 0; round < rounds; round += 1) {
  for (const [at, folder] of builds.entries()) measured[at]?.push(await measure(folder));
}
console.log(
  `\n${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}; server on ${canPin ? 'one core, generator on the others' : 'any core'}; medians of ${rounds} rounds. Microseconds are processor time of the server for one response.\n`,
);
console.log(tableOf(measured));

async function measure(folder: string): Promise<Figures> {
  const figures: Figures = {};
  for (const posts of sizes) Object.assign(figures, await measureSize(folder, posts));
  figures[missing] = await homePageWithoutReviews(folder);
  const ratio = (one: string, other: string) => (figures[one] ?? Number.NaN) / (figures[other] ?? Number.NaN);
  return {
    ...figures,
    'cached home page / bare node:http': ratio('cached home page, µs', bareServer),
    'uncached post / cached post': ratio(uncached, 'cached post, µs'),
    'refusal / cached home page': ratio('refusal (404), µs', 'cached home page, µs'),
    'home page without reviews / complete': ratio(missing, 'cached home page, µs'),
    'publish to served, 2000 posts / 40': ratio(publishOf(2_000), publishOf(40)),
    'uncached list, 2000 posts / 40': ratio(listsOf(2_000), listsOf(40)),
    'search, 2000 posts / 40': ratio(searchOf(2_000), searchOf(40)),
  };
}

/** Measures what depends on the number of posts; with 40 also cached pages, with 400 also uncached ones. */
async function measureSize(folder: string, posts: number): Promise<Figures> {
  const content = createContentService({ rows: manyPosts(posts) });
  const service = await startHttpService(content.respond);
  const environment = {
    CONTENT_HOOK_SECRET: secret,
    // Searches are limited by network: each request names another one.
    TRUST_PROXY: '1',
    CONTENT_SNAPSHOT_PATH: join(await mkdtemp(join(tmpdir(), 'bench-')), 'content.snapshot'),
  };
  const start = () => startSite(service.url, { environment, folder, isPinned: true });
  const first = await start();
  const figures: Figures = {
    [`start with ${posts} posts, ms`]: first.startMs,
    [publishOf(posts)]: await publishToServed(first, content.rows),
    [`resident memory with ${posts} posts, MB`]: (await first.memory()).rss / 1024 / 1024,
    [searchOf(posts)]: await searchTime(first),
    [listsOf(posts)]: await uncachedLists(first),
    ...(posts === 400 ? await uncachedPosts(first) : {}),
    ...(posts === 40 ? await cachedPages(first) : {}),
  };
  await first.stop('SIGTERM');
  const second = await start();
  figures[`start with a snapshot of ${posts} posts, ms`] = second.startMs;
  await second.stop();
  await service.close();
  return figures;
}

/** The cost of the first visit to a post, over two hundred posts, after a warm-up with two hundred others. */
async function uncachedPosts(site: ServerProcess): Promise<Figures> {
  const visit = (from: number) =>
    loadAtRate(site.url, {
      requests: Array.from({ length: 200 }, (_, at) => ({ path: `/blog/post-${from + at}` })),
      amount: 200,
      connections: 1,
    });
  await visit(200);
  return { [uncached]: await processorTime(site, () => visit(0)) };
}

/** The mean cost of the first visit to each list. Indexing for the search would count as well: measure that before. */
function uncachedLists(site: ServerProcess): Promise<number> {
  const requests = lists.map((path) => ({ path }));
  return processorTime(site, () => loadAtRate(site.url, { requests, amount: lists.length, connections: 1 }));
}

/** The 99th percentile of a search, one at a time, once the index is there and after a warm-up. */
async function searchTime(site: ServerProcess): Promise<number> {
  const path = (query: string) => `/api/search?q=${encodeURIComponent(query)}`;
  while ((await fetch(site.url + path('snow'))).status === 503) await setTimeout(100);
  const run = (from: number) =>
    loadAtRate(site.url, {
      requests: (n) => ({
        path: path(searches[n % searches.length] ?? ''),
        headers: { 'x-forwarded-for': `10.${from + (n >> 8)}.${n & 255}.1` },
      }),
      amount: 600,
      connections: 1,
    });
  await run(0);
  const { p99 } = await run(100);
  return p99;
}

/** The cost of cached pages, of a 404, and of a bare `node:http` server that sends the home page. */
async function cachedPages(site: ServerProcess): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, path] of Object.entries(pages)) figures[name] = await microseconds(site, path);
  const bare = await startServer([fileURLToPath(new URL('./bareServer.ts', import.meta.url))], {
    environment: { BENCH_PAGE: site.url },
    isPinned: true,
  });
  figures[bareServer] = await microseconds(bare, '/');
  await bare.stop();
  return figures;
}

/** The cost of the home page of a site that has never been able to load its reviews. */
async function homePageWithoutReviews(folder: string): Promise<number> {
  const content = createContentService({ rows: manyPosts(40) });
  const service = await startHttpService(async (request) =>
    request.path === '/items/reviews' ? jsonReply(500, {}) : content.respond(request),
  );
  const site = await startSite(service.url, { folder, isPinned: true });
  const cost = await microseconds(site, '/');
  await site.stop();
  await service.close();
  return cost;
}

/** Microseconds of server CPU time per response: one second of load, after two seconds of warm-up. */
async function microseconds(server: ServerProcess, path: string): Promise<number> {
  const run = (seconds: number) => loadAtRate(server.url, { requests: [{ path }], connections: 32, seconds });
  await run(2);
  return processorTime(server, () => run(1));
}

/** Microseconds of server CPU time per response to a load. */
async function processorTime(server: ServerProcess, run: () => Promise<RateResult>): Promise<number> {
  const before = await server.processorMs();
  const { sent } = await run();
  return (((await server.processorMs()) - before) * 1_000) / sent;
}

/** Median milliseconds from a call of the hook until the page of the edited post shows its new title. */
async function publishToServed(site: ServerProcess, rows: ContentRows): Promise<number> {
  const path = '/blog/post-3';
  const read = async () => (await fetch(site.url + path)).text();
  await read();
  const times: number[] = [];
  for (let edit = 0; edit < 5; edit += 1) {
    const title = `Edited ${edit}`;
    const row = rows.blog_posts.find(({ slug }) => slug === 'post-3');
    if (row) Object.assign(row, { title, date_updated: new Date().toISOString() });
    const startedAt = performance.now();
    await fetch(site.url + hookPath, {
      method: 'POST',
      headers: { [hookSecretHeader]: secret },
      body: JSON.stringify({ event: 'items.update', collection: 'blog_posts' }),
    });
    while (!(await read()).includes(title));
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** The demo content with `wanted` posts: copies of the demo's posts under new addresses, from `/blog/post-0` on. */
function manyPosts(wanted: number): ContentRows {
  const rows = demoRows();
  const models = rows.blog_posts;
  const posts = Array.from({ length: wanted }, (_, count) => ({
    ...models[count % models.length],
    id: 1_000 + count,
    slug: `post-${count}`,
    title: `Post ${count}`,
  }));
  return { ...rows, blog_posts: posts };
}

/** A Markdown table: the figures of this build and, if measured, those of another one with the ratio. */
function tableOf([ours = [], theirs]: readonly (readonly Figures[])[]): string {
  const of = (builds: readonly Figures[], name: string) =>
    median(builds.map((one) => one[name] ?? Number.NaN));
  const written = (value: number) => (value < 10 ? value.toFixed(2) : String(Math.round(value)));
  const rows = Object.keys(ours[0] ?? {}).map((name) => {
    const own = of(ours, name);
    const spread =
      Math.max(...ours.map((one) => one[name] ?? 0)) / Math.min(...ours.map((one) => one[name] ?? 0));
    const other = theirs === undefined ? [] : [of(theirs, name), own / of(theirs, name)].map(written);
    return [name, written(own), spread.toFixed(2), ...other];
  });
  const heads = ['', 'this build', 'spread', ...(theirs === undefined ? [] : ['the other', 'ratio'])];
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
