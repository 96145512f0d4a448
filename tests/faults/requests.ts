import { setTimeout as pause } from 'node:timers/promises';
import type { Request as LoadRequest } from 'autocannon';
import { loadAtRate } from '../../bench/load.ts';
import { createRandom } from '../support/createRandom.ts';
import { sendRequest } from '../support/http.ts';
import { mutatedRequest } from '../support/mutatedRequest.ts';
import type { FaultRow } from './suite.ts';
import { isUnnoticed, ms, statusText, type World } from './world.ts';

const mutations: FaultRow = {
  id: 'E26',
  fault: 'Mutated requests from a seeded generator',
  expected: 'no 5xx; the heap grows less than 5 MB; the process goes on',
  async run(world) {
    const random = createRandom(20_261_122);
    const amount = world.lengths.mutatedRequests;
    const requests = () => mutatedRequest(world.pages, random, world.ownHeaders);
    // Bounded caches and compiled code fill up in the first tenth.
    await sendAll(world.site.url, requests, amount / 10);
    const before = (await world.site.memory()).heapUsed;
    const { statuses, serverErrors } = await sendAll(world.site.url, requests, amount);
    const grownMb = ((await world.site.memory()).heapUsed - before) / 1024 / 1024;
    const isAlive = (await fetch(`${world.site.url}/livez`)).ok;
    return {
      isHeld: serverErrors.length === 0 && isAlive && grownMb < 5,
      measured: `${statusText({ statuses, broken: 0 })}; heap ${grownMb.toFixed(1)} MB more${serverErrors.length > 0 ? `; ${serverErrors.slice(0, 3).join(' ').slice(0, 300)}` : ''}`,
    };
  },
};

/** Sends requests of any shape, four at a time, each on its own connection: a malformed one ends its connection. */
async function sendAll(url: string, next: () => LoadRequest, amount: number) {
  const statuses = new Map<number, number>();
  const serverErrors: string[] = [];
  let left = Math.ceil(amount);
  const sendOn = async () => {
    while (left > 0) {
      left -= 1;
      const { path = '/', ...parts } = next();
      const status = await statusOf(url, path, parts);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) serverErrors.push(`${status} ${path}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, sendOn));
  return { statuses, serverErrors };
}

/** The status of the response; 0 when the connection ended without one, or Node refuses to send the request. */
async function statusOf(url: string, path: string, parts: object): Promise<number> {
  try {
    return (await sendRequest(url, path, { ...parts })).status;
  } catch {
    return 0;
  }
}

/** CPU time for one response of this kind, in milliseconds. */
async function costOf({ site }: World, request: (n: number) => LoadRequest): Promise<number> {
  const load = { requests: request, amount: 400, connections: 2 };
  // A flood is long, so its cost is measured after the code has been compiled.
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

type Kinds = readonly (readonly [name: string, (n: number) => LoadRequest])[];

/** Requests that need no valid form; none of them is cached under its own address. */
const cheapKinds: Kinds = [
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
];

/** Requests for a page that is rendered for one visitor, which is their cost. Limits by address bound their number. */
const renderedKinds: Kinds = [
  ['search', (n) => ({ path: `/search?q=snow+${n}` })],
  ['homes for dates', (n) => ({ path: `/rentals?checkIn=2099-07-10&checkOut=2099-07-${11 + (n % 20)}` })],
  ['form', () => form('x')],
  ['form of 60 kB', () => form('x'.repeat(60_000))],
];

/** The highest allowed cost of a kind, in cached pages. */
const costLimits = { cheap: 10, dear: 60 };

const fileId = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** An address in a network of its own: IPv4 and IPv6 in turn. */
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
  expected: `none costs more than ${costLimits.cheap} cached pages, a page of one visitor's own ${costLimits.dear}`,
  async run(world) {
    const page = await costOf(world, () => ({ path: '/' }));
    const measured = [`cached page ${page.toFixed(2)} ms`];
    let isHeld = true;
    for (const [kinds, most] of [
      [cheapKinds, costLimits.cheap],
      [renderedKinds, costLimits.dear],
    ] as const) {
      for (const [name, request] of kinds) {
        const times = async () => (await costOf(world, (n) => withNetwork(request(n), n))) / page;
        // Measured once more when too high: another process may have displaced the CPU caches.
        const first = await times();
        const least = first > most ? Math.min(first, await times()) : first;
        measured.push(`${name} × ${least.toFixed(1)}`);
        isHeld &&= least <= most;
      }
    }
    return { isHeld, measured: measured.join(', ') };
  },
};

const strangers = (isLibraryKnown: boolean): FaultRow => ({
  id: 'E29',
  fault: `Distinct addresses and random file ids${isLibraryKnown ? '' : ' while the library is forbidden'}`,
  expected: 'memory grows less than 5 MB when their minute is over; no picture that was held is lost',
  async run(world) {
    const { lengths, content } = world;
    if (!isLibraryKnown) await content.fault('directus_files', { kind: 'status', status: 403 });
    // Without a snapshot the site knows no files.
    const site = isLibraryKnown ? world.site : await world.restart(false);
    const held = `${site.url}/media/${content.rows.directus_files[0]?.id}?w=320`;
    const ask = async (networks: number, ids: number, from: number) => {
      const post = (n: number) => withNetwork(json('/api/contact', '{}'), from + n);
      await loadAtRate(site.url, { requests: post, amount: networks, connections: 8 });
      const picture = (n: number) => withNetwork({ path: `/media/${fileId(from + n)}?w=320` }, from + n);
      await loadAtRate(site.url, { requests: picture, amount: ids, connections: 8 });
    };
    const heapMb = async () => (await site.memory()).heapUsed / 1024 / 1024;
    const isShown = (await fetch(held)).ok;
    await content.fault('assets', { kind: 'status', status: 403 });
    // Bounded caches and compiled code fill up first.
    await ask(4_000, 6_000, 0);
    const before = await heapMb();
    await ask(lengths.networks, lengths.networks / 4, 10_000);
    const during = await heapMb();
    // The counts of a window are kept for one more window.
    await pause(lengths.windowSeconds * 1_000);
    const after = await heapMb();
    const isKept = isShown && (await fetch(held)).ok;
    if (!isLibraryKnown) await site.stop();
    const grown = (mb: number) => `${(mb - before).toFixed(1)} MB`;
    return {
      isHeld: after - before < 5 && isKept,
      measured: `${lengths.networks} networks, ${lengths.networks / 4} ids: ${grown(during)} more at once, ${grown(after)} afterwards; the held picture was ${isKept ? 'served' : 'lost'}`,
    };
  },
});

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
export const requestRows: readonly FaultRow[] = [
  mutations,
  costs,
  strangers(true),
  strangers(false),
  whileFlooded,
];
