import { setTimeout as pause } from 'node:timers/promises';
import type { Request as LoadRequest } from 'autocannon';
import { loadAtRate } from '../../bench/load.ts';
import { type FaultRow, pick, seeded } from './suite.ts';
import { isUnnoticed, ms, type World } from './world.ts';

type Random = () => number;

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

const endpoints = [
  ...words(
    '/api/posts?tag=bend&page=2 /api/contact /contact /contact?service=maintenance&home=none',
    '/rentals?town=bend&guests=4 /rentals/none /hooks/content /feed.xml /sitemap.xml',
    '/media/6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13?w=320 /static/none.js /robots.txt /readyz',
    '/blog?category=seasonal-care&tag=winter /api/contact/status/1 /api/csp-report',
    '/.well-known/security.txt',
  ),
];

/** What is put into an address somewhere. */
const junk = [
  ...words(
    '% %00 %2e%2e%2f ../ // \\ # #x ; ? & [] %ff %C0%AF %u0041 : @ * | {} " \' <script>',
    '__proto__ constructor',
    '%F0%9F%92%A9 ~ + $(id) ` %252e .git .env',
  ),
  '%0d%0aX: y',
  '\u00e9',
  'A'.repeat(300),
  'A'.repeat(3_000),
  '/'.repeat(60),
  '?a=1'.repeat(80),
];
const headerJunk = [
  ...words('* " 1e999 -1 null bytes=0-0,1-1,2-2 W/" http://evil.example ::1 999.999.999.999 javascript:x'),
  '',
  ' ',
  '\u00e9',
  '[object Object]',
  'A'.repeat(4_000),
  'br;q=x, gzip;;q',
  '"a", "b',
];
const headerNames = [
  ...words(
    'accept accept-encoding accept-language cookie if-none-match if-modified-since range',
    'x-forwarded-for x-forwarded-host x-forwarded-proto origin referer user-agent sec-fetch-site',
    'content-type x-content-hook-secret x-request-id __proto__ x-http-method-override',
    'idempotency-key',
  ),
];
const methods = ['GET', 'GET', 'GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function mutated(pages: readonly string[], random: Random): LoadRequest {
  const start = random() < 0.5 ? pages[Math.floor(random() * pages.length)] : pick(endpoints, random);
  let path = start ?? '/';
  for (let changes = Math.floor(random() * 4); changes > 0; changes -= 1) {
    const at = 1 + Math.floor(random() * path.length);
    const kind = random();
    if (kind < 0.6) path = path.slice(0, at) + pick(junk, random) + path.slice(at);
    else if (kind < 0.8) path = path.slice(0, at) + path.slice(at + 1 + Math.floor(random() * 5));
    else path = random() < 0.5 ? path.toUpperCase() : path + path;
  }
  const headers: Record<string, string> = {};
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    headers[pick(headerNames, random)] = pick(headerJunk, random);
  }
  const method = pick(methods, random);
  const body = method === 'GET' ? {} : { body: pick(bodies, random) };
  return { method, path: path.replaceAll(/[\s\u0080-\uffff]/g, '%'), headers, ...body };
}

const bodies = [
  '',
  '{}',
  '[',
  'null',
  '"',
  '{"__proto__":{"a":1}}',
  'name=%&email=%00',
  `{"a":${'['.repeat(2_000)}`,
  '{"name":1,"email":{},"message":[]}',
  'x'.repeat(20_000),
  '\u0000\u0001',
  'name=a&name=b',
] as const;

const mutations: FaultRow = {
  id: 'E26',
  fault: 'Mutated requests from a seeded generator',
  expected: 'no 5xx; the heap grows less than 5 MB; the process goes on',
  async run(world) {
    const random = seeded(20_261_122);
    const amount = world.lengths.mutatedRequests;
    const requests = () => mutated(world.pages, random);
    // What is bounded, and compiled code, fill with the first tenth.
    await loadAtRate(world.site.url, { requests, amount: amount / 10, connections: 4 });
    const before = (await world.site.memory()).heapUsed;
    const { statuses, serverErrors } = await loadAtRate(world.site.url, { requests, amount, connections: 4 });
    const grownMb = ((await world.site.memory()).heapUsed - before) / 1024 / 1024;
    const text = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    const isAlive = (await fetch(`${world.site.url}/livez`)).ok;
    return {
      isHeld: serverErrors.length === 0 && isAlive && grownMb < 5,
      measured: `${text.join(', ')}; heap ${grownMb.toFixed(1)} MB more${serverErrors.length > 0 ? `; ${serverErrors.slice(0, 3).join(' ').slice(0, 300)}` : ''}`,
    };
  },
};

/** Milliseconds of processor time for one response of this kind. */
async function costOf({ site }: World, request: (n: number) => LoadRequest): Promise<number> {
  const load = { requests: request, amount: 400, connections: 2 };
  // A flood is long: what it costs is told by code that has been compiled.
  await loadAtRate(site.url, load);
  await pause(1_000);
  const before = await site.processorMs();
  await loadAtRate(site.url, load);
  return ((await site.processorMs()) - before) / load.amount;
}

const form = (message: string): LoadRequest => ({
  method: 'POST',
  path: '/contact',
  body: `name=&email=x&message=${message}`,
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
});

const json = (path: string, body: string): LoadRequest => ({
  method: 'POST',
  path,
  body,
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
});

/** What a visitor without a valid form can ask for; none of it is cached under its address. */
const cheap: readonly (readonly [string, (n: number) => LoadRequest])[] = [
  ['404', (n) => ({ path: `/no-such-page-${n}` })],
  ['400', (n) => ({ path: `/%zz${n}` })],
  ['405', () => ({ method: 'DELETE', path: '/about' })],
  ['no posts', (n) => ({ path: `/blog?category=never-${n}` })],
  ['no homes', (n) => ({ path: `/rentals?guests=5&town=never-${n}` })],
  ['stray query', (n) => ({ path: `/about?x=${n}` })],
  ['other case', (n) => ({ path: `/ABOUT?x=${n}` })],
  ['posts as JSON', (n) => ({ path: `/api/posts?tag=never-${n}` })],
  ['random file', (n) => ({ path: `/media/${fileId(n)}?w=320` })],
  ['no file', (n) => ({ path: `/static/never-${n}.js` })],
  ['status', (n) => ({ path: `/api/contact/status/${fileId(n)}` })],
  ['policy report', () => json('/api/csp-report', '{"csp-report":{"effective-directive":"img-src"}}')],
  ['hook', () => json('/hooks/content', '{}')],
  ['JSON', () => json('/api/contact', '{"name":"","email":"x"}')],
  ['form', () => form('x')],
  ['form of 60 kB', () => form('x'.repeat(60_000))],
];

const fileId = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** An address of a network of its own, of both families. */
const network = (n: number) =>
  n % 2 === 0
    ? `${10 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`
    : `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`;

const withNetwork = (request: LoadRequest, n: number): LoadRequest => ({
  ...request,
  headers: { ...request.headers, 'x-forwarded-for': network(n) },
});

const costs: FaultRow = {
  id: 'E29',
  fault: 'Refusals as a burden: processor time of each kind',
  expected: 'none costs more than ten cached pages',
  async run(world) {
    const page = await costOf(world, () => ({ path: '/' }));
    const measured = [`cached page ${page.toFixed(2)} ms`];
    const dear: string[] = [];
    for (const [name, request] of cheap) {
      const times = (await costOf(world, (n) => withNetwork(request(n), n))) / page;
      measured.push(`${name} × ${times.toFixed(1)}`);
      if (times > 10) dear.push(name);
    }
    return { isHeld: true, isInTime: dear.length === 0, measured: measured.join(', ') };
  },
};

const strangers: FaultRow = {
  id: 'E29',
  fault: 'Distinct addresses and random file ids',
  expected: 'the heap grows less than 5 MB when their minute is over',
  async run({ site, lengths }) {
    const { networks } = lengths;
    const ask = async (amount: number, from: number) => {
      const post = (n: number) => withNetwork(json('/api/contact', '{}'), from + n);
      await loadAtRate(site.url, { requests: post, amount, connections: 8 });
      const picture = (n: number) => withNetwork({ path: `/media/${fileId(from + n)}?w=320` }, from + n);
      await loadAtRate(site.url, { requests: picture, amount: amount / 4, connections: 8 });
    };
    const heapMb = async () => (await site.memory()).heapUsed / 1024 / 1024;
    // What is bounded, and compiled code, fill first.
    await ask(2_000, 0);
    const before = await heapMb();
    await ask(networks, 2_000);
    const during = await heapMb();
    // Counts of a window are held for one more.
    await pause(lengths.windowSeconds * 1_000);
    const after = await heapMb();
    const grown = (mb: number) => `${(mb - before).toFixed(1)} MB`;
    return {
      isHeld: after - before < 5,
      measured: `${networks} networks, ${networks / 4} ids: ${grown(during)} more at once, ${grown(after)} afterwards`,
    };
  },
};

const whileFlooded: FaultRow = {
  id: 'E29',
  fault: 'Random slugs, 300 a second, beside visitors',
  expected: 'the content service is not asked for any; visitors notice nothing',
  async run(world) {
    const { site, content } = world;
    content.clearRequests();
    const flood = loadAtRate(site.url, {
      requests: (n) => ({ path: `/blog/never-${n}-${n * 7_919}` }),
      perSecond: 300,
      seconds: 3,
    });
    const visitors = await world.visit(3);
    const { statuses } = await flood;
    const calls = content.requests.filter(({ url }) => url.includes('never-')).length;
    return {
      isHeld: calls === 0 && [...statuses.keys()].every((status) => status < 500),
      isInTime: isUnnoticed(world, visitors.p99),
      measured: `${calls} calls, visitors p99 ${ms(visitors.p99)} (healthy ${ms(world.healthyP99())})`,
    };
  },
};

/** Hostile requests, and many of them. */
export const requestRows: readonly FaultRow[] = [mutations, costs, strangers, whileFlooded];
