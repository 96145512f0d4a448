import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { reportTunnelPath, vitalNames, vitalsPath } from '../../shared/browserTelemetry.ts';
import { field } from '../../shared/field.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { scrubAddress } from '../../shared/scrubReport.ts';
import { createLimit } from '../http/rateLimits.ts';
import { bodyReader } from '../http/requestBody.ts';
import { contextOf } from '../http/requestContext.ts';
import { judgeOrigin, ownNames } from '../http/requestOrigin.ts';
import { policyReportPath } from '../http/securityHeaders.ts';
import { createRateLimit } from '../process/rateLimit.ts';
import { routes } from '../site/routes.tsx';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import { createHttpClient, HttpFailure, isSuccess } from '../upstream/httpClient.ts';
import type { Collaborators } from './collaborators.ts';
import { sendWrongMethod } from './errors.ts';

/** The status of the response to a report, and the outcome that it is counted as. */
type Verdict = readonly [status: number, outcome: string];

/** Reports accepted per minute from one network. */
const perMinute = 60;

/**
 * The endpoints for what pages of this site post by themselves: error reports, web vitals, and violations of the
 * content security policy. The first two exist only if something receives the reports. They take reports from this
 * origin only, with limits on rate and size. Every post is counted, even a refused one; every response is empty.
 */
export function createBrowserReportRoutes({ config, counts, redis, log }: Collaborators): Router {
  const router = Router();
  const names = ownNames(config);
  const takeReports = (
    path: string,
    route: string,
    counter: SiteCounts['beacons'],
    parser: RequestHandler,
    judge: (body: unknown, response: Response) => Verdict | Promise<Verdict>,
  ) => {
    const read = bodyReader(null, parser);
    const isWithin = createLimit({ identifier: route, limit: perMinute, windowMs: 60_000, redis });
    const receive = async (request: Request, response: Response): Promise<Verdict> => {
      if (judgeOrigin(request, names) !== 'ours') return [403, 'foreign'];
      if (!(await isWithin(request, response))) return [429, 'limited'];
      const body = await read(request, response);
      if ('body' in body) return judge(body.body, response);
      return [body.refused, body.refused === 413 ? 'tooLarge' : 'malformed'];
    };
    router.post(path, async (request, response) => {
      contextOf(request).route = route;
      const [status, outcome] = await receive(request, response);
      counter.inc({ outcome });
      response.status(status).end();
    });
  };
  if (config.sentry)
    takeReports(
      reportTunnelPath,
      'api.reports',
      counts.envelopes,
      envelopes,
      createTunnel(config.sentry.dsn),
    );
  if (config.metricsPort !== null)
    takeReports(vitalsPath, 'api.vitals', counts.beacons, beacons, (body) => countVitals(counts, body));
  router.post(policyReportPath, createPolicyLog(log, counts.policyReports));
  router.all(policyReportPath, sendWrongMethod);
  return router;
}

const any = { type: () => true, inflate: false };
/** Session replays come uncompressed: the first segment on the blog has about 240 kB. */
const envelopes = express.raw({ ...any, limit: 1024 * 1024 });
const beacons = express.json({ ...any, limit: 1_024 });
const policyReports = express.text({
  type: ['application/csp-report', 'application/reports+json', 'application/json'],
  limit: '10kb',
  inflate: false,
});

const tunnelDeadlineMs = 3_000;
/** Reports being forwarded at a time: a service that hangs must not make us hold more. */
const mostInFlight = 10;
const longestEnvelopeHeader = 4_096;

/**
 * Forwards error reports to the service of a DSN. The endpoint is same-origin, so no page has to allow another origin,
 * and the visitor's IP address is not forwarded. Only envelopes of our own DSN: an open tunnel is an open relay.
 */
function createTunnel(dsn: string): (body: unknown, response: Response) => Promise<Verdict> {
  const url = ingestOf(dsn);
  const http = createHttpClient({ connectTimeoutMs: tunnelDeadlineMs });
  let inFlight = 0;
  const pass = async (body: Buffer, response: Response): Promise<Verdict> => {
    const reply = await http.send({
      url,
      method: 'POST',
      body,
      deadlineMs: tunnelDeadlineMs,
      // The response body is not used; a longer one ends the connection.
      maxBodyBytes: 4_096,
      // No header of the visitor's request is forwarded.
      headers: { 'Content-Type': 'application/x-sentry-envelope' },
    });
    if (reply instanceof HttpFailure) return [502, 'unreachable'];
    // The browser's SDK pauses for as long as the service demands.
    for (const name of ['retry-after', 'x-sentry-rate-limits']) {
      const value = reply.headers[name];
      if (value !== undefined) response.set(name, value.slice(0, 500));
    }
    if (isSuccess(reply)) return [200, 'passed'];
    return [reply.status === 429 ? 429 : 502, 'refused'];
  };
  return async (body, response) => {
    // An envelope begins with a line of JSON (develop.sentry.dev/sdk/data-model/envelopes).
    if (!Buffer.isBuffer(body)) return [400, 'malformed'];
    const [header = ''] = body.toString('utf8', 0, longestEnvelopeHeader).split('\n', 1);
    const named = field(jsonOf(header), 'dsn');
    if (typeof named !== 'string') return [400, 'malformed'];
    if (named !== dsn) return [403, 'foreign'];
    if (inFlight >= mostInFlight) {
      response.set('Retry-After', '60');
      return [429, 'dropped'];
    }
    inFlight += 1;
    return pass(body, response).finally(() => {
      inFlight -= 1;
    });
  };
}

/**
 * The address of the ingest endpoint that a DSN names: `{protocol}://{key}@{host}/{path}{project}` becomes
 * `{protocol}://{host}/{path}api/{project}/envelope/` (develop.sentry.dev/sdk/foundations/transport), with the public
 * key in the query, as browsers send it.
 */
function ingestOf(dsn: string): string {
  const { origin, pathname, username } = new URL(dsn);
  const path = pathname.replace(/(?<!\d)\d+$/, (project) => `api/${project}/envelope/`);
  return `${origin}${path}?sentry_version=7&sentry_key=${username}`;
}

/** A time in milliseconds, at most the longest plausible one: a longer one was asleep, or is made up. */
const milliseconds = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(120_000)));

const beaconSchema = v.strictObject({
  // Metrics get no other label; responses outside the route table have a page named `status`.
  route: v.picklist([...routes.map(({ name }) => name), 'status']),
  lcp: milliseconds,
  inp: milliseconds,
  fcp: milliseconds,
  ttfb: milliseconds,
  cls: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
});

/** Counts what a browser measured on one page: up to five numbers, nothing that identifies a visitor. */
function countVitals({ vitals }: Pick<SiteCounts, 'vitals'>, body: unknown): Verdict {
  const beacon = v.safeParse(beaconSchema, body);
  if (!beacon.success) return [400, 'malformed'];
  const { route, ...measured } = beacon.output;
  for (const name of vitalNames) {
    const value = measured[name];
    if (value !== undefined) vitals[name].observe({ route }, name === 'cls' ? value : value / 1_000);
  }
  return [204, 'counted'];
}

/** Reports logged per minute, from one network and in total: a flood costs nothing, and leaves room for others. */
const loggedOfNetwork = 10;
const loggedOfAll = 100;
const longestText = 200;
/** Scripts and styles of browser extensions, which are not ours to mend; some browsers name the scheme alone. */
const ofExtension = /^[a-z-]+-extension\b/;

/**
 * Logs what browsers report as blocked by the content security policy (w3.org/TR/CSP3, section 5.3). Addresses are
 * scrubbed, and the sample of the blocked script is left out. Every report is counted, even if it is not logged, as that
 * of an extension is not; nothing is echoed.
 */
function createPolicyLog(log: Pick<Logger, 'warn'>, counter: SiteCounts['policyReports']): RequestHandler {
  const read = bodyReader(null, policyReports);
  const ofNetwork = { identifier: 'policy-reports', limit: loggedOfNetwork, windowMs: 60_000 };
  const isWithinNetwork = createLimit({ ...ofNetwork, redis: null });
  const isWithinAll = createRateLimit(loggedOfAll);

  const logReport = async (report: unknown, request: Request, response: Response): Promise<string> => {
    const textOf = (name: string) => {
      const text = field(report, name);
      return typeof text === 'string' ? scrubAddress(text).slice(0, longestText) : '';
    };
    const directive = textOf('effective-directive');
    if (directive === '') return 'malformed';
    const blocked = textOf('blocked-uri');
    const source = textOf('source-file');
    if ([blocked, source].some((text) => ofExtension.test(text))) return 'extension';
    if (!(await isWithinNetwork(request, response)) || !isWithinAll()) return 'limited';
    const page = textOf('document-uri');
    log.warn({ directive, blocked, page, source }, 'The content policy blocked something.');
    return 'logged';
  };

  return async (request, response) => {
    contextOf(request).route = 'api.cspReport';
    const body = await read(request, response);
    if ('refused' in body) {
      counter.inc({ outcome: body.refused === 413 ? 'tooLarge' : 'malformed' });
      response.status(body.refused).end();
      return;
    }
    const report = field(jsonOf(typeof body.body === 'string' ? body.body : null), 'csp-report');
    counter.inc({ outcome: await logReport(report, request, response) });
    response.status(204).end();
  };
}
