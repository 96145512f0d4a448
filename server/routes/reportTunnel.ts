import express, { type Request, type Response, Router } from 'express';
import { reportTunnelPath } from '../../shared/telemetryPaths.ts';
import { limitByAddress } from '../middleware/addressLimit.ts';
import { contextOf } from '../middleware/requestContext.ts';
import { judgeOrigin } from '../middleware/requestOrigin.ts';
import { readEnvelope } from '../telemetry/envelope.ts';
import type { Ingest } from '../telemetry/ingest.ts';

interface Options {
  readonly ingest: Ingest;
  readonly ownOrigin: string;
  /** Counts what became of each envelope, for the metrics. */
  readonly onEnvelope: (outcome: string) => void;
  readonly timeoutMs?: number;
}

const mostBytes = 200 * 1024;
const perMinute = 60;
/** Passed on at once; a service that hangs must not make us hold more. */
const mostUnderWay = 10;

/** What our own SDK sends; anything else has no business here. */
const knownTypes = new Set([
  ...['event', 'transaction', 'session', 'client_report'],
  ...['replay_event', 'replay_recording', 'profile', 'profile_chunk'],
]);

/**
 * `POST` of the error reports of browsers, passed on to the error reporting service: same origin, so that no
 * page has to allow another one, and nobody's network address goes along. Only envelopes of our own DSN, of
 * at most 200 kB, 60 a minute from one network (facts: an open tunnel is an open relay).
 */
export function createReportTunnelRoutes({
  ingest,
  ownOrigin,
  onEnvelope,
  timeoutMs = 3_000,
}: Options): Router {
  const router = Router();
  let underWay = 0;

  const refuse = (response: Response, status: number, outcome: string): void => {
    onEnvelope(outcome);
    response.status(status).end();
  };

  const pass = async (response: Response, body: Buffer): Promise<void> => {
    underWay += 1;
    try {
      const answer = await fetch(ingest.url, {
        method: 'POST',
        // Nothing of the visitor's request is repeated.
        headers: { 'Content-Type': 'application/x-sentry-envelope' },
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      // The browser's SDK stops for as long as the service asks it to.
      for (const name of ['retry-after', 'x-sentry-rate-limits']) {
        const value = answer.headers.get(name);
        if (value !== null) response.set(name, value.slice(0, 500));
      }
      onEnvelope(answer.ok ? 'passed' : 'refused');
      response.status(answer.ok ? 200 : answer.status === 429 ? 429 : 502).end();
    } catch {
      refuse(response, 502, 'unreachable');
    } finally {
      underWay -= 1;
    }
  };

  router.post(
    reportTunnelPath,
    (request, response, next) => {
      contextOf(request).route = 'api.reports';
      response.set('Cache-Control', 'no-store');
      if (judgeOrigin(request, ownOrigin) === 'ours') next();
      else refuse(response, 403, 'foreign');
    },
    limitByAddress('reports', perMinute, () => onEnvelope('limited')),
    express.raw({ type: () => true, limit: mostBytes, inflate: false }),
    async (request: Request, response: Response) => {
      const body: unknown = request.body;
      const envelope = Buffer.isBuffer(body) ? readEnvelope(body) : null;
      if (!Buffer.isBuffer(body) || envelope === null) return refuse(response, 400, 'malformed');
      if (envelope.dsn !== ingest.dsn) return refuse(response, 403, 'foreign');
      if (!envelope.types.every((type) => knownTypes.has(type))) return refuse(response, 400, 'malformed');
      if (underWay >= mostUnderWay) {
        response.set('Retry-After', '60');
        return refuse(response, 429, 'dropped');
      }
      await pass(response, body);
    },
  );
  return router;
}
