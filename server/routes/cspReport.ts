import express, { Router } from 'express';
import type { Logger } from 'pino';
import { contextOf } from '../http/requestContext.ts';
import { policyReportPath } from '../http/securityHeaders.ts';
import { readPolicyReports } from '../telemetry/policyReport.ts';

/** Reports logged a minute; the rest is counted only, so that a flood costs nothing. */
const loggedPerMinute = 10;

/** `POST /api/csp-report`: browsers tell here what the content policy blocked. Always 204, nothing echoed. */
export function createCspReportRoutes(log: Pick<Logger, 'warn'>): Router {
  const router = Router();
  let minute = 0;
  let logged = 0;
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
      if (now !== minute) logged = 0;
      minute = now;
      if (logged < loggedPerMinute && typeof request.body === 'string') {
        for (const report of readPolicyReports(request.body).slice(0, loggedPerMinute - logged)) {
          logged += 1;
          log.warn(report, 'The content policy blocked something.');
        }
      }
      response.status(204).end();
    },
  );
  return router;
}
