import express, { Router } from 'express';
import type { Logger } from 'pino';
import { jsonOf } from '../../shared/jsonOf.ts';
import { withoutQuery } from '../../shared/scrubReport.ts';
import { networkOf } from '../http/addressLimit.ts';
import { contextOf } from '../http/requestContext.ts';
import { policyReportPath } from '../http/securityHeaders.ts';

/** Reports logged a minute, of one network and of all: a flood costs nothing, and leaves room for others. */
const loggedOfNetwork = 10;
const loggedOfAll = 100;

/** `POST /api/csp-report`: browsers report what the content policy blocked. Always 204, nothing echoed. */
export function createCspReportRoutes(log: Pick<Logger, 'warn'>): Router {
  const router = Router();
  let minute = 0;
  let inAll = 0;
  const logged = new Map<string, number>();
  const types = ['application/csp-report', 'application/reports+json', 'application/json'];
  router.post(
    policyReportPath,
    (request, _response, next) => {
      contextOf(request).route = 'api.cspReport';
      next();
    },
    express.text({ type: types, limit: '10kb', inflate: false }),
    (request, response) => {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) {
        inAll = 0;
        logged.clear();
      }
      minute = now;
      const network = networkOf(request);
      const ofNetwork = logged.get(network) ?? 0;
      const room = Math.min(loggedOfNetwork - ofNetwork, loggedOfAll - inAll);
      if (room > 0 && typeof request.body === 'string') {
        const reports = readPolicyReports(request.body).slice(0, room);
        for (const report of reports) log.warn(report, 'The content policy blocked something.');
        inAll += reports.length;
        logged.set(network, ofNetwork + reports.length);
      }
      response.status(204).end();
    },
  );
  return router;
}

/** What a browser says that the content policy has blocked. */
interface PolicyReport {
  readonly directive: string;
  /** An address, or a word such as `inline`. */
  readonly blocked: string;
  readonly page: string;
  readonly source: string;
}

const mostReports = 10;
const longestText = 200;

/**
 * Reads the reports in a body, of both kinds that browsers send (w3.org/TR/CSP3 section 5: `csp-report` for
 * `report-uri`, a list of `csp-violation` for `report-to`). Addresses lose their queries, which may hold what a
 * visitor typed, and the sample of the blocked script is left out.
 *
 * @returns nothing for what is no report
 */
function readPolicyReports(body: string): readonly PolicyReport[] {
  const parsed = jsonOf(body);
  const bodies = Array.isArray(parsed)
    ? parsed.slice(0, mostReports).map((report) => fieldsOf(fieldsOf(report).body))
    : [fieldsOf(fieldsOf(parsed)['csp-report'])];
  return bodies.flatMap((fields) => {
    const directive = textOf(fields.effectiveDirective ?? fields['effective-directive']);
    if (directive === '') return [];
    return {
      directive,
      blocked: textOf(fields.blockedURL ?? fields['blocked-uri']),
      page: textOf(fields.documentURL ?? fields['document-uri']),
      source: textOf(fields.sourceFile ?? fields['source-file']),
    };
  });
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? withoutQuery(value).slice(0, longestText) : '';
