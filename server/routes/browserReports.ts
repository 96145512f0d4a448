import { type RequestHandler, type Response, Router } from 'express';
import { limitByAddress } from '../http/addressLimit.ts';
import { bodyReader } from '../http/requestBody.ts';
import { contextOf } from '../http/requestContext.ts';
import { judgeOrigin, type OwnNames } from '../http/requestOrigin.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';

/** The status of the response to a report, and the outcome that it is counted as. */
export type Verdict = readonly [status: number, outcome: string];

interface Options {
  readonly path: string;
  /** The name of the route in logs and metrics. */
  readonly route: string;
  readonly names: OwnNames;
  /** Taken in a minute from one network. */
  readonly perMinute: number;
  readonly redis: RedisConnection | null;
  readonly parser: RequestHandler;
  /** Counts the outcome of each report, for the metrics. */
  readonly count: (outcome: string) => void;
  readonly judge: (body: unknown, response: Response) => Verdict | Promise<Verdict>;
}

/**
 * An endpoint for reports that pages of this site post. It takes them from this origin only, with limits on rate
 * and size. Every post is counted, also a refused one; every response is empty.
 */
export function createReportRoute(options: Options): Router {
  const { path, route, names, perMinute, redis, parser, count, judge } = options;
  const router = Router();
  const read = bodyReader(null, parser);
  const respond = (response: Response, [status, outcome]: Verdict): void => {
    count(outcome);
    response.status(status).end();
  };
  router.post(
    path,
    (request, response, next) => {
      contextOf(request).route = route;
      response.set('Cache-Control', 'no-store');
      if (judgeOrigin(request, names) === 'ours') next();
      else respond(response, [403, 'foreign']);
    },
    limitByAddress(route, perMinute, () => count('limited'), redis),
    async (request, response) => {
      const body = await read(request, response);
      if ('refused' in body)
        respond(response, [body.refused, body.refused === 413 ? 'tooLarge' : 'malformed']);
      else respond(response, await judge(body.body, response));
    },
  );
  return router;
}
