import { type RequestHandler, type Response, Router } from 'express';
import { limitByAddress } from '../http/addressLimit.ts';
import { bodyReader } from '../http/requestBody.ts';
import { contextOf } from '../http/requestContext.ts';
import { judgeOrigin } from '../http/requestOrigin.ts';

/** How a report is answered, and as what it is counted. */
export type Verdict = readonly [status: number, outcome: string];

interface Options {
  readonly path: string;
  /** The name of the route in logs and metrics. */
  readonly route: string;
  readonly ownOrigin: string;
  /** Taken in a minute from one network. */
  readonly perMinute: number;
  readonly parser: RequestHandler;
  /** Counts what became of each report, for the metrics. */
  readonly count: (outcome: string) => void;
  readonly judge: (body: unknown, response: Response) => Verdict | Promise<Verdict>;
}

/**
 * One address to which pages of this site post something of themselves: only they, only so often, only so much.
 * Every post is counted, also one that is refused; every answer is empty.
 */
export function createReportRoute(options: Options): Router {
  const { path, route, ownOrigin, perMinute, parser, count, judge } = options;
  const router = Router();
  const read = bodyReader(null, parser);
  const answer = (response: Response, [status, outcome]: Verdict): void => {
    count(outcome);
    response.status(status).end();
  };
  router.post(
    path,
    (request, response, next) => {
      contextOf(request).route = route;
      response.set('Cache-Control', 'no-store');
      if (judgeOrigin(request, ownOrigin) === 'ours') next();
      else answer(response, [403, 'foreign']);
    },
    limitByAddress(route, perMinute, () => count('limited')),
    async (request, response) => {
      const body = await read(request, response);
      if ('refused' in body)
        answer(response, [body.refused, body.refused === 413 ? 'tooLarge' : 'malformed']);
      else answer(response, await judge(body.body, response));
    },
  );
  return router;
}
