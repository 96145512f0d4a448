import autocannon from 'autocannon';
import { startContentService } from '../server/demo/contentService.ts';
import { browserHeaders } from './load.ts';
import { startSite } from './serverProcess.ts';

// npm run check:load [-- requests]: what must hold under load and is too slow for the tests. Prints each figure
// with its bound, and ends with 1 if one is missed.

const requests = Number(process.argv[2] ?? 100_000);
const content = await startContentService();
const site = await startSite(content.url);
const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
const pages = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
const others = [
  '/no-such-page',
  '/api/posts?tag=bend',
  '/robots.txt',
  '/readyz',
  '/blog?category=seasonal-care',
];
const usual = [...pages, ...others].map((path) => ({ path }));
let missed = 0;

tell('warm pages over one connection, 99th percentile ms', (await send(5_000, usual, 1)).p99, 5);
await send(10_000, usual);
const early = (await site.memory()).heapUsed;
await send(requests, usual);
const late = (await site.memory()).heapUsed;
tell(`heap after ${requests} more requests, MB more`, (late - early) / 1024 / 1024, 5);

const callsBefore = content.requests.length;
// No two are the same: addresses of an attacker who wants the cache to grow.
const strange = Array.from({ length: 6_000 }, (_, n) => strangeRequest(n));
for (let sent = 0; sent < requests; sent += strange.length) await send(strange.length, strange);
const after = (await site.memory()).heapUsed;
tell('heap after as many strange requests, MB more', (after - late) / 1024 / 1024, 5);
tell('calls to the content service that these caused', content.requests.length - callsBefore, 20);

await content.close();
const dead = await send(
  2_000,
  pages.map((path) => ({ path })),
  1,
);
tell('the same pages with the content service gone, 99th percentile ms', dead.p99, 5);
await site.stop();
process.exit(missed === 0 ? 0 : 1);

function strangeRequest(n: number): autocannon.Request {
  const kinds: readonly autocannon.Request[] = [
    { path: `/services?utm_campaign=${n}` },
    { path: `/blog?x${n}=1&category=seasonal-care` },
    { path: `/about?${'q'.repeat(n % 900)}=${n}` },
    { path: '/', headers: { 'accept-encoding': `br;q=0.${n}, gzip`, 'user-agent': `visitor ${n}` } },
    { path: '/contact', headers: { cookie: `id=${n}`, 'if-none-match': `"${n}"` } },
    // Pages that are not there are rendered each time, so there are fewer of them.
    { path: n % 60 === 5 ? `/blog/never-${n}` : `/rentals?never=${n}` },
  ];
  return kinds[n % kinds.length] ?? { path: '/' };
}

/** Sends so many requests, each of the list in turn; any 5xx and any broken connection counts as missed. */
async function send(amount: number, list: autocannon.Request[], connections = 16): Promise<{ p99: number }> {
  const result = await autocannon({
    ...{ url: site.url, amount, connections, requests: list, headers: browserHeaders },
  });
  const failures = result['5xx'] + result.errors + result.timeouts;
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(
    ([status, { count }]) => `${status}: ${count}`,
  );
  if (failures > 0) tell(`failed requests (${statuses.join(', ')}, errors: ${result.errors})`, failures, 0);
  return { p99: result.latency.p99 };
}

function tell(name: string, value: number, bound: number): void {
  const holds = value <= bound;
  if (!holds) missed += 1;
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${value.toFixed(2).padStart(9)}  (at most ${bound})  ${name}`);
}
