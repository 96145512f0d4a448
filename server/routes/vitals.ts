import express, { type Request, type Response, Router } from 'express';
import * as v from 'valibot';
import { vitalsPath } from '../../shared/telemetryPaths.ts';
import { vitalNames } from '../../shared/vitals.ts';
import type { VitalCounts } from '../metrics/siteCounts.ts';
import type { Counts, Tally } from '../metrics/tally.ts';
import { limitByAddress } from '../middleware/addressLimit.ts';
import { contextOf } from '../middleware/requestContext.ts';
import { judgeOrigin } from '../middleware/requestOrigin.ts';

interface Options {
  readonly ownOrigin: string;
  /** The names of the site's routes: no other label is ever made. */
  readonly routes: ReadonlySet<string>;
  readonly beacons: Counts;
  readonly vitals: Tally<VitalCounts>;
}

const mostBytes = 1_024;
const perMinute = 60;

/** Milliseconds that a page can have taken; what is longer was asleep, or is made up. */
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
 * that names a visitor. Counted, not kept. Always an empty answer.
 */
export function createVitalsRoutes({ ownOrigin, routes, beacons, vitals }: Options): Router {
  const router = Router();
  const refuse = (response: Response, status: number, outcome: string): void => {
    beacons.add(outcome);
    response.status(status).end();
  };
  router.post(
    vitalsPath,
    (request, response, next) => {
      contextOf(request).route = 'api.vitals';
      response.set('Cache-Control', 'no-store');
      if (judgeOrigin(request, ownOrigin) === 'ours') next();
      else refuse(response, 403, 'foreign');
    },
    limitByAddress('vitals', perMinute, () => beacons.add('limited')),
    express.json({ type: () => true, limit: mostBytes, inflate: false }),
    (request: Request, response: Response) => {
      const parsed = v.safeParse(beaconSchema, request.body);
      if (!parsed.success || !routes.has(parsed.output.route)) return refuse(response, 400, 'malformed');
      const { route, ...measured } = parsed.output;
      const counts = vitals.of(route);
      for (const name of vitalNames) {
        const value = measured[name];
        if (value !== undefined) counts[name].note(name === 'cls' ? value : value / 1_000);
      }
      beacons.add('counted');
      response.status(204).end();
    },
  );
  return router;
}
