import express, { type Response, type Router } from 'express';
import { reportTunnelPath } from '../../shared/browserTelemetry.ts';
import type { OwnNames } from '../http/requestOrigin.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { type Ingest, readEnvelope } from '../telemetry/envelope.ts';
import { createHttpClient, HttpFailure } from '../upstream/httpClient.ts';
import { createReportRoute, type Verdict } from './browserReports.ts';

interface Options {
  readonly ingest: Ingest;
  readonly names: OwnNames;
  /** Counts the outcome of each envelope, for the metrics. */
  readonly onEnvelope: (outcome: string) => void;
  readonly timeoutMs?: number;
  readonly redis?: RedisConnection | null;
}

/** Recordings come uncompressed: the first part of the blog has about 240 kB. */
const mostBytes = 1024 * 1024;
const perMinute = 60;
/** Limit of a response body, which is not read; a longer one costs its connection. */
const maxBodyBytes = 4_096;
/** Passed on at once; a service that hangs must not make us hold more. */
const mostInFlight = 10;

/** The types that our own SDK sends; all others are refused. */
const knownTypes = new Set([
  'event',
  'transaction',
  'session',
  'client_report',
  'replay_event',
  'replay_recording',
  'profile',
  'profile_chunk',
]);

/**
 * `POST` of the error reports of browsers, passed on to the error reporting service. It has the same origin, so no
 * page has to allow another one, and the visitor's network address is not passed on. Only envelopes of our own DSN,
 * of at most 1 MiB, 60 a minute from one network: an open tunnel is an open relay.
 */
export function createReportTunnelRoutes(options: Options): Router {
  const { ingest, names, onEnvelope, timeoutMs = 3_000, redis = null } = options;
  const http = createHttpClient({ connectTimeoutMs: timeoutMs });
  let inFlight = 0;

  const pass = async (response: Response, body: Buffer): Promise<Verdict> => {
    inFlight += 1;
    try {
      const reply = await http.send({
        url: ingest.url,
        method: 'POST',
        body,
        deadlineMs: timeoutMs,
        maxBodyBytes,
        // Nothing of the visitor's request is repeated.
        headers: { 'Content-Type': 'application/x-sentry-envelope' },
      });
      if (reply instanceof HttpFailure) return [502, 'unreachable'];
      // The browser's SDK pauses for as long as the service demands.
      for (const name of ['retry-after', 'x-sentry-rate-limits']) {
        const value = reply.headers[name];
        if (typeof value === 'string') response.set(name, value.slice(0, 500));
      }
      if (reply.status >= 200 && reply.status < 300) return [200, 'passed'];
      return [reply.status === 429 ? 429 : 502, 'refused'];
    } finally {
      inFlight -= 1;
    }
  };

  return createReportRoute({
    path: reportTunnelPath,
    route: 'api.reports',
    names,
    perMinute,
    redis,
    count: onEnvelope,
    parser: express.raw({ type: () => true, limit: mostBytes, inflate: false }),
    judge(body, response) {
      const envelope = Buffer.isBuffer(body) ? readEnvelope(body) : null;
      if (!Buffer.isBuffer(body) || envelope === null) return [400, 'malformed'];
      if (envelope.dsn !== ingest.dsn) return [403, 'foreign'];
      if (!envelope.types.every((type) => knownTypes.has(type))) return [400, 'malformed'];
      if (inFlight < mostInFlight) return pass(response, body);
      response.set('Retry-After', '60');
      return [429, 'dropped'];
    },
  });
}
