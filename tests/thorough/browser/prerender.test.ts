import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../../../shared/field.ts';
import { fullBrowserPath } from '../../support/browser.ts';
import { type Ingest, type IngestedItem, startIngest } from '../../support/ingest.ts';
import { listen } from '../../support/listen.ts';
import { observedOf } from '../../support/metricValues.ts';
import { type PlainBrowser, startPlainBrowser } from '../../support/plainBrowser.ts';
import { startSite, type TestSite } from '../../support/site.ts';

const path = fullBrowserPath();
let ingest: Ingest;
let site: TestSite;
let browser: PlainBrowser;
let origin: string;
/** Requested addresses in order, each with the purpose of the request and the page that made it. */
const requested: string[] = [];
const front = createServer((request, response) => {
  const { referer = '', 'sec-purpose': purpose = '' } = request.headers;
  requested.push(`${request.url} ${purpose} from ${referer.replace(origin, '')}`);
  if (request.url === '/ahead') respondAhead(response);
  else if (request.url?.startsWith('/static/main-')) respondEntry(response);
  else site.listener(request, response);
});

/** A page of the same origin that makes the browser prerender `/about`. */
function respondAhead(response: ServerResponse): void {
  const rules = '{"prerender":[{"source":"list","urls":["/about"],"eagerness":"immediate"}]}';
  response
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end(`<!doctype html><title>Ahead</title><script type="speculationrules">${rules}</script>`);
}

/** A script in place of the site's: it fails at once, and makes every page load traced. */
function respondEntry(response: ServerResponse): void {
  const script = `Math.random = () => 0.05; throw new Error('Prerendering: ' + document.prerendering);`;
  response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
}

const untilRequested = (pattern: RegExp) =>
  expect.poll(() => requested.some((line) => pattern.test(line))).toBe(true);

beforeAll(async () => {
  if (path === null) return;
  origin = await listen(front);
  ingest = await startIngest();
  site = await startSite({
    environment: {
      SENTRY_DSN: ingest.dsn,
      SENTRY_ENABLE_DEV: '1',
      METRICS_PORT: '0',
      FRONTEND_URL: origin,
    },
  });
  browser = await startPlainBrowser(path);
});
afterAll(async () => {
  if (path === null) return;
  await browser.close();
  front.closeAllConnections();
  front.close();
  await Promise.all([site.close(), ingest.close()]);
});

const isError = (route: string) => (item: IngestedItem) => field(item.payload, 'tags', 'route') === route;
const isTrace = (route: string) => (item: IngestedItem) => item.payload.transaction === route;

describe.skipIf(path === null)('a prerendered page', () => {
  it('reports nothing until it is opened, and then also what happened before', async () => {
    await browser.open(`${origin}/ahead`);
    await untilRequested(/^\/about prefetch;prerender /);
    await untilRequested(/^\/static\/main-\S+ \S* from \/about$/);
    // A page that was opened later, in the ordinary way, has reported by now: this one has had enough time.
    await browser.openBehind(`${origin}/services`);
    await ingest.waitFor(isError('services'), 'the error of the page behind');
    await ingest.waitFor(isTrace('services'), 'its trace');
    const late =
      /^\/(static\/(lateTelemetry|vitals|errorReporting|tracing|replay)|api\/)\S* prefetch;prerender/;
    expect(requested.filter((line) => late.test(line))).toEqual([]);
    expect(ingest.items.filter((item) => isError('about')(item) || isTrace('about')(item))).toEqual([]);

    await browser.run(`${origin}/ahead`, 'location.href = "/about"');
    const error = await ingest.waitFor(isError('about'), 'the error');
    expect(field(error.payload, 'exception', 'values', 0, 'value')).toBe('Prerendering: true');
    const trace = await ingest.waitFor(isTrace('about'), 'the trace');
    // By this the service knows for how long no visitor was waiting.
    expect(field(trace.payload, 'contexts', 'trace', 'data', 'performance.activationStart')).toBeGreaterThan(
      0,
    );

    const vitals = () => observedOf(site.counts.vitals.ttfb, { route: 'about' });
    expect(await vitals()).toBe(0);
    await browser.run(`${origin}/about`, 'location.href = "/privacy"');
    await expect.poll(vitals).toBe(1);
    expect(requested.filter((line) => line.startsWith('/about '))).toHaveLength(1);
  });
});
