import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContactService, startContactService } from '../../support/contactService.ts';
import { type ContentService, startContentService } from '../../support/contentService.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../../support/goodEnquiry.ts';
import { type SiteProcess, startSiteProcess } from '../../support/siteProcess.ts';

let content: ContentService;
let contact: ContactService;
let site: SiteProcess;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  [content, contact] = await Promise.all([startContentService(), startContactService()]);
  site = await startSiteProcess(content.url, {
    CONTACT_API_URL: contact.url,
    TRUST_PROXY: '1',
    SHELL_DEADLINE_MS: '5000',
    LOG_LEVEL: 'info',
  });
  await site.firstOk('/readyz');
});
afterAll(async () => {
  agent.destroy();
  await site.end('SIGKILL');
  await Promise.all([content.close(), contact.close()]);
});

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function statusOf({ path, method = 'GET', headers = {}, body }: Sent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { hostname, port } = new URL(site.url);
  const all = { 'Accept-Encoding': 'gzip, br', ...headers };
  const sent = request({ hostname, port, path, method, headers: all, agent }, (response) => {
    response.resume().once('end', () => resolve(response.statusCode ?? 0));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

const warmingUp = 150;
const rounds = 3;
const requestsInRound = 150;

/**
 * Processor time of the site for one such request in milliseconds: that of the cheapest round, because other work on
 * the machine empties the processor's caches.
 */
async function costOf(status: number, requestAt: (at: number) => Sent): Promise<number> {
  let at = 0;
  const send = async (count: number) => {
    for (const end = at + count; at < end; at += 1) expect(await statusOf(requestAt(at))).toBe(status);
  };
  await send(warmingUp);
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = site.processorMs();
    await send(requestsInRound);
    costs.push((site.processorMs() - before) / requestsInRound);
  }
  return Math.min(...costs);
}

const invalidForm = asForm({ ...goodEnquiry, name: '', message: 'x y '.repeat(15_000) });
/** Each from a network of its own, which no limit knows. */
const form = (at: number): Sent => ({
  path: '/contact',
  method: 'POST',
  headers: {
    ...fromOwnPage(site.url),
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Forwarded-For': `10.1.${Math.floor(at / 250)}.${at % 250}`,
  },
  body: invalidForm,
});

/** Requests of which each is refused, with the most cached pages that one may cost. */
const refusals: readonly (readonly [string, number, number, (at: number) => Sent])[] = [
  ['an address that is not there', 404, 8, (at) => ({ path: `/none-${at}` })],
  ['a service that is not there', 404, 6, (at) => ({ path: `/services/none-${at}` })],
  ['a tag that is not there', 404, 8, (at) => ({ path: `/blog/tag/none-${at}` })],
  ['an empty filter', 200, 8, (at) => ({ path: `/blog?category=none-${at}` })],
  ['an address that cannot be read', 400, 6, () => ({ path: '/%' })],
  ['a sent page over the limit', 429, 6, (at) => ({ path: `/contact/sent/late-${at}` })],
  ['an invalid form of 60 kB', 422, 24, form],
];

it('E29 a refusal costs no more than a few cached pages', async () => {
  for (let at = 0; at < 60; at += 1) await statusOf({ path: `/contact/sent/n${at}` });
  const cached = await costOf(200, () => ({ path: '/about' }));
  const tooMuch: string[] = [];
  for (const [name, status, most, requestAt] of refusals) {
    const cost = await costOf(status, requestAt);
    if (cost > most * cached)
      tooMuch.push(`${name}: ${cost.toFixed(1)} ms, a cached page ${cached.toFixed(1)} ms`);
  }
  expect(tooMuch).toEqual([]);
});
