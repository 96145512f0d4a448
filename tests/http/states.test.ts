import request, { type Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { routes } from '../../server/site/routes.tsx';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { expectNothingInternal } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { expectedOf, type Lifetime, type Reader, routeStates, type State, states } from './states.ts';

interface Row {
  readonly route: string;
  readonly reader: Reader;
}

const visitors = Object.keys(routeStates).map((route): Row => ({ route, reader: 'visitor' }));
/** Only while content is slow do readers get different responses. */
const everybody = visitors.flatMap((row): Row[] => [row, { ...row, reader: 'crawler' }]);
const rowsIn = (state: State): readonly Row[] => (state === 'slow' ? everybody : visitors);

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

const startFor = (state: State, environment: Readonly<Record<string, string>> = {}): Promise<TestSite> =>
  startSite({
    environment: {
      BOOKING_SITE_URL: 'https://stay.ridge.example',
      EMAIL_TO: 'info@ridge.example',
      DEV_PAGES: '1',
      // Long, so that only slow content is streamed, however busy the machine is.
      SHELL_DEADLINE_MS: state === 'slow' ? '30' : '10000',
      ...environment,
    },
  });

/** Brings a cold site into the state, and requests the row's address. */
async function responseTo({ route, reader }: Row, state: State, site: TestSite): Promise<Response> {
  const definition = routeStates[route];
  const without = (state === 'absent' && definition?.without) || {};
  // A message is sent, and its page is served, before its content arrives, however busy the machine is.
  await bring(site, state, definition?.address.includes(':id') ? messageMs : slowMs);
  const address = await addressIn(site, definition?.address ?? '', state);
  await without.content?.(site.contentService);
  return request(site.url)
    .get(without.address ?? address)
    .set('User-Agent', userAgents[reader]);
}

/** The responses to all rows in one state, four at a time; where requests change the state, each from a cold site. */
async function responsesIn(state: State): Promise<ReadonlyMap<Row, Response>> {
  const responses = new Map<Row, Response>();
  const waiting = rowsIn(state).values();
  const work = async () => {
    const shared = await startFor(state);
    for (const row of waiting) {
      const { environment } = routeStates[row.route]?.without ?? {};
      const special = state === 'absent' && environment && (await startFor(state, environment));
      responses.set(row, await responseTo(row, state, special || shared));
      if (special) await special.close();
      else if (state === 'slow' || state === 'absent') await shared.reset();
    }
    await shared.close();
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return responses;
}

/** The address of the row, with the number of a message that was sent a moment ago. */
async function addressIn(site: TestSite, address: string, state: State): Promise<string> {
  if (!address.includes(':id')) return address;
  await site.contactService.clearFaults();
  const { body } = await request(site.url).post('/api/contact').set(fromOwnPage(site.url)).send(goodEnquiry);
  await bring(site, state, messageMs);
  return address.replace(':id', body.submissionId);
}

/** Far longer than a shell waits, far shorter than a page waits, even on a busy machine that multiplies it. */
const slowMs = 500;
/** Long enough to send a message. */
const messageMs = 3_000;

async function bring(
  { contentService, contactService }: TestSite,
  state: State,
  slow: number,
): Promise<void> {
  const both = [contentService, contactService] as const;
  switch (state) {
    case 'slow':
      return contentService.fault('*', { kind: 'slow', ms: slow });
    case 'empty':
      for (const name of collectionNames) contentService.rows[name] = [];
      return;
    case 'unreachable':
      for (const service of both) await service.fault('*', { kind: 'refuse' });
      return;
    default:
  }
}

it('every route has its row', () => {
  const named = Object.keys(routeStates).filter((name) => name !== 'contactSent');
  expect(named.sort()).toEqual(routes.map(({ name }) => name).sort());
});

describe.each(states)('while content is %s', (state) => {
  let responses: ReadonlyMap<Row, Response>;
  beforeAll(async () => {
    responses = await responsesIn(state);
  });

  it.each(rowsIn(state))('$route is as specified for a $reader', (row) => {
    const expected = expectedOf(row.route, state, row.reader);
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
    // Only in the page's own part, because the header has notices of its own. Late parts of a stream are at the end of
    // the document; a reader sees them in their places.
    const late = page.all('div[id]').filter((part) => part.attribute('id')?.startsWith('S:'));
    const read = [page.one('main'), ...late].map((part) => part.text).join(' ');
    expect(read.includes(expected.sentence), `"${expected.sentence}" on the page`).toBe(true);
    expect(reply.headers['retry-after'], 'retry-after').toBe(expected.status === 503 ? '30' : undefined);
    const isListed =
      expected.status === 200 &&
      expected.lifetime !== 'fallback' &&
      row.route !== 'contactSent' &&
      row.route !== 'search';
    expect(reply.headers['x-robots-tag'], 'x-robots-tag').toBe(isListed ? undefined : 'noindex');
    expect(reply.headers['cache-tag'] !== undefined, 'has a cache-tag').toBe(expected.lifetime === 'cached');
    // Layout and reviews are complete whatever is missing.
    expect(page.all('.reviews h2').map(({ text }) => text)).toEqual(['What Our Clients Say']);
    expect(page.all('.reviews .review')).not.toEqual([]);
    expect(page.one('footer .footer-copyright').text).toBe(`\u00a9 2024 ${page.one('.footer-name').text}`);
    expectNothingInternal(page.one('main').text);
  });
});
