import request, { type Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { routes } from '../../server/site/routes.tsx';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { expectNothingInternal } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { type Lifetime, routeStates, type Seen, type State, states } from './states.ts';

type Reader = 'visitor' | 'crawler';

interface Row {
  readonly route: string;
  readonly state: State;
  readonly reader: Reader;
  readonly expected: Seen;
}

const rows: readonly Row[] = Object.entries(routeStates).flatMap(([route, { states: byState }]) =>
  states.flatMap((state): Row[] => {
    const expected = byState[state];
    const both = 'visitor' in expected ? expected : { visitor: expected, crawler: expected };
    return [
      { route, state, reader: 'visitor', expected: both.visitor },
      { route, state, reader: 'crawler', expected: both.crawler },
    ];
  }),
);

const lifetimes: Readonly<Record<Lifetime, readonly [browsers: string, shared: string | undefined]>> = {
  cached: [
    'public, max-age=0, must-revalidate',
    'max-age=60, stale-while-revalidate=30, stale-if-error=86400',
  ],
  degraded: ['public, max-age=0, must-revalidate', 'max-age=5'],
  fallback: ['public, max-age=0, must-revalidate', 'max-age=5'],
  absent: ['public, max-age=0, must-revalidate', 'max-age=30'],
  none: ['no-store', undefined],
};

const userAgents: Readonly<Record<Reader, string>> = {
  visitor: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153.0 Safari/537.36',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
};

/** How long the shell waits in the state `slow`, and each call: its timer is due later, however busy the machine. */
const shellMs = 30;
const slowMs = 100;
/** Deadlines of content are not what is tested here. */
const longMs = 30_000;

/** A site for rows of one state. */
const startFor = (state: State, environment: Readonly<Record<string, string>> = {}): Promise<TestSite> =>
  startSite({
    environment: {
      BOOKING_SITE_URL: 'https://stay.ridge.example',
      EMAIL_TO: 'info@ridge.example',
      DEV_PAGES: '1',
      // Long, so that only what is slow is streamed, however busy the machine is.
      SHELL_DEADLINE_MS: String(state === 'slow' ? shellMs : 10_000),
      ...environment,
    },
    content: { primaryMs: longMs, secondaryMs: longMs },
    client: { deadlineMs: longMs },
  });

/** Brings a site that has seen nothing into the state, and requests the row's address. */
async function responseTo({ route, state, reader }: Row, site: TestSite): Promise<Response> {
  const definition = definitionOf(route);
  const address = await addressIn(site, definition.address);
  const path = state === 'absent' ? (definition.absentAddress ?? address) : address;
  await bring(site, state);
  if (state === 'absent') {
    await definition.takeAway?.({ content: site.contentService, contact: site.contactService });
  }
  return request(site.url).get(path).set('User-Agent', userAgents[reader]);
}

function definitionOf(route: string) {
  const definition = routeStates[route];
  if (!definition) throw new Error(`No route ${route}.`);
  return definition;
}

/** The responses to rows of one state, four at a time, each from a site that has seen nothing. */
async function responsesTo(own: readonly Row[], state: State): Promise<ReadonlyMap<Row, Response>> {
  const responses = new Map<Row, Response>();
  const waiting = own.values();
  const work = async () => {
    const shared = await startFor(state);
    for (const row of waiting) {
      const { absentEnvironment } = definitionOf(row.route);
      const special = state === 'absent' && absentEnvironment && (await startFor(state, absentEnvironment));
      responses.set(row, await responseTo(row, special || shared));
      await (special ? special.close() : shared.reset());
    }
    await shared.close();
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return responses;
}

async function addressIn(site: TestSite, address: string): Promise<string> {
  if (!address.includes(':id')) return address;
  const post = await fetch(`${site.contactService.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(goodEnquiry),
  });
  await post.arrayBuffer();
  return address.replace(':id', site.contactService.submissionIds[0] ?? '');
}

async function bring({ contentService, contactService }: TestSite, state: State): Promise<void> {
  const both = [contentService, contactService] as const;
  switch (state) {
    case 'slow':
      for (const service of both) await service.fault('*', { kind: 'slow', ms: slowMs });
      // Posts last: what a page of posts requests beside them is there when they arrive, on a busy machine too.
      await contentService.fault('blog_posts', { kind: 'slow', ms: 6 * slowMs });
      return;
    case 'empty':
      for (const name of collectionNames) contentService.rows[name] = [];
      return;
    case 'unreachable':
      for (const service of both) await service.fault('*', { kind: 'refuse' });
      return;
    case 'malformed':
      for (const service of both) await service.fault('*', { kind: 'badJson' });
      return;
    default:
  }
}

it('every route has its row', () => {
  const named = Object.keys(routeStates).filter((name) => name !== 'contactSent');
  expect(named.sort()).toEqual(routes.map(({ name }) => name).sort());
});

it('there are at least 84 rows', () => {
  expect(Object.keys(routeStates).length * states.length).toBeGreaterThanOrEqual(84);
});

describe.each(states)('%s', (state) => {
  const own = rows.filter((row) => row.state === state);
  let responses: ReadonlyMap<Row, Response>;
  beforeAll(async () => {
    responses = await responsesTo(own, state);
  });

  it.each(own)('$route for a $reader', (row) => {
    const { expected } = row;
    const reply = responses.get(row);
    if (!reply) throw new Error('It was not requested.');
    const page = parseHtml(reply.text);
    const [browsers, shared] = lifetimes[expected.lifetime];
    expect({
      status: reply.status,
      title: page.one('title').text,
      browsers: reply.headers['cache-control'],
      shared: reply.headers['cdn-cache-control'],
    }).toEqual({ status: expected.status, title: expected.title, browsers, shared });
    // In the page's own part: the header says of itself what is missing. The late parts of a stream stand
    // behind the page; a reader has them in their places.
    const late = page.all('div[id]').filter((part) => part.attribute('id')?.startsWith('S:'));
    const read = [page.one('main'), ...late].map((part) => part.text).join(' ');
    expect(read.includes(expected.sentence), `"${expected.sentence}" on the page`).toBe(true);
    expect(reply.headers['retry-after']).toBe(expected.status === 503 ? '30' : undefined);
    if (expected.status !== 200 || expected.lifetime === 'fallback') {
      expect(reply.headers['x-robots-tag']).toBe('noindex');
    }
    if (expected.lifetime === 'none') expect(reply.headers['cache-tag']).toBeUndefined();
    // Layout and reviews are whole whatever is missing.
    expect(page.one('.reviews h2').text).toBe('What Our Clients Say');
    expect(page.all('.reviews .review')).toHaveLength(3);
    expect(page.one('footer .footer-copyright').text).toBe(`\u00a9 2024 ${page.one('.footer-name').text}`);
    expectNothingInternal(page.one('main').text);
  });
});
