import { Agent, request } from 'node:http';
import { startContactService } from '../server/demo/contactService.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { median } from './bench/load.ts';
import { startSite } from './bench/siteProcess.ts';
import { snapshotRestart } from './bench/snapshotRestart.ts';

// npm run check:load: what must hold under load and is too slow for the tests. Prints each figure with its
// bound and ends with 1 if one is missed.

const requests = Number(process.argv[2] ?? 100_000);
const [content, contact] = await Promise.all([startContentService(), startContactService()]);
const environment = { LOG_LEVEL: 'info', CONTACT_API_URL: contact.url };
let missed = 0;

const starts: number[] = [];
for (let i = 0; i < 5; i += 1) {
  const site = await startSite(content.url, 3501, environment);
  starts.push(site.startMs);
  await site.stop();
}
tell('production start to the first 200, ms', median(starts), 600);

const site = await startSite(content.url, 3501, environment);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
const all = [
  ...paths,
  '/no-such-page',
  '/api/posts?tag=bend',
  '/robots.txt',
  '/readyz',
  '/blog?category=seasonal-care',
];

const single = new Agent({ keepAlive: true, maxSockets: 1 });
for (const path of all) await ask(single, path);
const times: number[] = [];
for (let i = 0; i < 5_000; i += 1) {
  const startedAt = performance.now();
  await ask(single, paths[i % paths.length] ?? '/');
  times.push(performance.now() - startedAt);
}
times.sort((a, b) => a - b);
tell('warm page over one connection, median ms', times[2_500] ?? 0, 1);
tell('warm page over one connection, 99th percentile ms', times[4_950] ?? 0, 5);

await askMany(10_000);
const early = await site.memory();
await askMany(requests - 10_000);
const late = await site.memory();
tell(
  `heap after ${requests} requests over that after 10,000, MB`,
  (late.heapUsed - early.heapUsed) / 1024 / 1024,
  5,
);

const callsBefore = content.requests.length;
await askStrangely(requests);
const strange = await site.memory();
tell(
  `heap after ${requests} different queries, paths and headers over that before, MB`,
  (strange.heapUsed - late.heapUsed) / 1024 / 1024,
  5,
);
tell('calls to the content service that these caused', content.requests.length - callsBefore, 20);

await content.close();
const dead: number[] = [];
for (let i = 0; i < 2_000; i += 1) {
  const startedAt = performance.now();
  await ask(single, paths[i % paths.length] ?? '/');
  dead.push(performance.now() - startedAt);
}
dead.sort((a, b) => a - b);
tell('the same pages with the content service killed, 99th percentile ms', dead[1_980] ?? 0, 5);

await site.stop();
await contact.close();

const restart = await snapshotRestart();
tell('start from a snapshot without content service to the first 200, ms', restart.startMs, 1_000);
tell('first request of such a process, ms', restart.firstRequestMs, 20);
tell(`pages of its sitemap that are no 200, of ${restart.pages}`, restart.failed, 0);
process.exit(missed === 0 ? 0 : 1);

function tell(name: string, value: number, bound: number): void {
  const holds = value <= bound;
  if (!holds) missed += 1;
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${value.toFixed(2).padStart(9)}  (at most ${bound})  ${name}`);
}

/** Reads one address to its end; fails on any 5xx. */
function ask(through: Agent, path: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const headers = { 'accept-encoding': 'br, gzip', ...more };
  return new Promise((resolve, reject) => {
    request(site.url + path, { agent: through, headers }, (response) => {
      response.resume().on('end', () => {
        if ((response.statusCode ?? 500) < 500) resolve();
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Requests of which no two are the same: what somebody sends who wants the cache to grow. */
async function askStrangely(count: number): Promise<void> {
  const kinds: readonly ((n: number) => [path: string, headers?: Record<string, string>])[] = [
    (n) => [`/services?utm_campaign=${n}`],
    (n) => [`/blog?x${n}=1&category=seasonal-care`],
    (n) => [`/about?${'q'.repeat(n % 900)}=${n}`],
    (n) => ['/', { 'accept-encoding': `br;q=0.${n}, gzip`, 'user-agent': `visitor ${n}` }],
    (n) => ['/contact', { cookie: `id=${n}`, 'accept-language': `x-${n}`, 'if-none-match': `"${n}"` }],
    // Pages that are not there are rendered each time, so there are fewer of them.
    (n) => (n % 60 === 0 ? [`/blog/never-${n}`] : [`/rentals?never=${n}`]),
  ];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const [path, headers] = kinds[next % kinds.length]?.(next) ?? ['/'];
      next += 1;
      await ask(agent, path, headers);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

async function askMany(count: number): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      const path = all[next % all.length] ?? '/';
      next += 1;
      await ask(agent, path);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}
