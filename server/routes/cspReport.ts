import express, { Router } from 'express';
import type { Logger } from 'pino';
import { contextOf } from '../middleware/requestContext.ts';

/** Reports logged a minute; the rest is counted only, so that a flood costs nothing. */
const loggedPerMinute = 10;

/** `POST /api/csp-report`: browsers tell here what the content policy blocked. Always 204, nothing echoed. */
export function createCspReportRoutes(log: Logger): Router {
  const router = Router();
  let minute = 0;
  let count = 0;
  const types = ['application/csp-report', 'application/reports+json', 'application/json'];
  router.post(
    '/api/csp-report',
    express.text({ type: types, limit: '10kb', inflate: false }),
    (request, response) => {
      contextOf(request).route = 'api.cspReport';
      const now = Math.floor(Date.now() / 60_000);
      count = now === minute ? count + 1 : 1;
      minute = now;
      if (count <= loggedPerMinute && typeof request.body === 'string') {
        log.warn({ report: request.body.slice(0, 1000) }, 'The content policy blocked something.');
      }
      response.status(204).end();
    },
  );
  return router;
}
