import { Agent, request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { startContactService } from '../../support/contactService.ts';
import { startContentService } from '../../support/contentService.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../../support/goodEnquiry.ts';
import { type SiteProcess, startSiteProcess } from '../../support/siteProcess.ts';

let site: SiteProcess;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  const [content, contact] = await Promise.all([startContentService(), startContactService()]);
  site = await startSiteProcess(content.url, { CONTACT_API_URL: contact.url, TRUST_PROXY: '1' });
  await site.firstOk('/readyz');
  return async () => {
    agent.destroy();
    await site.end('SIGKILL');
    await Promise.all([content.close(), contact.close()]);
  };
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

/** A page takes a fraction of the unit in which the system counts processor time: ten milliseconds. */
const pagesInRound = 800;
const formsInRound = 100;

/**
 * Processor time of the site for one such request in milliseconds: that of the cheapest of three rounds after one
 * that warms up, because other work on the machine empties the processor's caches.
 */
async function costOf(
  status: number,
  requestAt: (at: number) => Sent,
  requestsInRound = pagesInRound,
): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const before = site.processorMs();
    for (let at = 0; at < requestsInRound; at += 1)
      expect(await statusOf(requestAt(round * requestsInRound + at))).toBe(status);
    costs.push((site.processorMs() - before) / requestsInRound);
  }
  return Math.min(...costs.slice(1));
}

it('E29 a refusal costs no more than a few cached pages', async () => {
  for (let at = 0; at < 60; at += 1) await statusOf({ path: `/contact/sent/n${at}` });
  const cached = await costOf(200, () => ({ path: '/about' }));
  const costs = {
    absent: await costOf(404, (at) => ({ path: `/none-${at}` })),
    service: await costOf(404, (at) => ({ path: `/services/none-${at}` })),
    tag: await costOf(404, (at) => ({ path: `/blog/tag/none-${at}` })),
    filter: await costOf(200, (at) => ({ path: `/blog?category=none-${at}` })),
    unreadable: await costOf(400, () => ({ path: '/%' })),
    tooMany: await costOf(429, (at) => ({ path: `/contact/sent/late-${at}` })),
  };
  const tooMuch = Object.entries(costs).filter(([, cost]) => cost > 6 * cached);
  expect(tooMuch, `a cached page costs ${cached} ms`).toEqual([]);
});

it('E29 an invalid form costs in proportion to its length', async () => {
  /** Each from a network of its own, which no limit knows. */
  const form = (network: number, words: number) => (at: number) => ({
    path: '/contact',
    method: 'POST',
    headers: {
      ...fromOwnPage(site.url),
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': `10.${network}.${Math.floor(at / 250)}.${at % 250}`,
    },
    body: asForm({ ...goodEnquiry, name: '', message: 'x y '.repeat(words) }),
  });
  const short = await costOf(422, form(1, 3_750), formsInRound);
  const long = await costOf(422, form(2, 15_000), formsInRound);
  expect(long).toBeLessThan(6 * short);
});
