import express, { type Router } from 'express';
import * as v from 'valibot';
import { vitalNames, vitalsPath } from '../../shared/browserTelemetry.ts';
import type { OwnNames } from '../http/requestOrigin.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import { createReportRoute } from './browserReports.ts';

interface Options {
  readonly names: OwnNames;
  /** The names of the site's routes: no other label is ever made. */
  readonly routes: ReadonlySet<string>;
  readonly counts: Pick<SiteCounts, 'beacons' | 'vitals'>;
  readonly redis: RedisConnection | null;
}

const mostBytes = 1_024;
const perMinute = 60;

/** The longest plausible time of a page in milliseconds; a longer one was asleep, or is made up. */
const milliseconds = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(120_000)));

const beaconSchema = v.strictObject({
  route: v.pipe(v.string(), v.maxLength(40)),
  lcp: milliseconds,
  inp: milliseconds,
  fcp: milliseconds,
  ttfb: milliseconds,
  cls: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
});

/**
 * `POST` of what browsers have measured on one page: the name of its route and up to five numbers, nothing
 * that names a visitor. Counted, not stored.
 */
export function createVitalsRoutes({ names, routes, counts, redis }: Options): Router {
  return createReportRoute({
    path: vitalsPath,
    route: 'api.vitals',
    names,
    perMinute,
    redis,
    count: (outcome) => counts.beacons.inc({ outcome }),
    parser: express.json({ type: () => true, limit: mostBytes, inflate: false }),
    judge(body) {
      const parsed = v.safeParse(beaconSchema, body);
      if (!parsed.success || !routes.has(parsed.output.route)) return [400, 'malformed'];
      const { route, ...measured } = parsed.output;
      for (const name of vitalNames) {
        const value = measured[name];
        if (value !== undefined)
          counts.vitals[name].observe({ route }, name === 'cls' ? value : value / 1_000);
      }
      return [204, 'counted'];
    },
  });
}
