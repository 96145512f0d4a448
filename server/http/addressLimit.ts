import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';

/**
 * Checks of express-rate-limit that are off. A forwarding header from someone who is not a trusted proxy is noise,
 * not a fault of ours; and who made a limit is read off a stack, for which Node decodes the whole source map.
 */
export const limitChecks = { xForwardedForHeader: false, forwardedHeader: false, creationStack: false };

/**
 * Lets so many requests a minute through from one network (one IPv6 customer has a whole /64); the rest is
 * answered with 429 and `Retry-After`, and nothing else is done for it.
 *
 * @param onLimited counts what was turned away
 */
export function limitByAddress(
  identifier: string,
  perMinute: number,
  onLimited: (request: Request, response: Response) => void,
): RequestHandler {
  return rateLimit({
    identifier,
    windowMs: 60_000,
    limit: perMinute,
    keyGenerator: (request) => ipKeyGenerator(request.ip ?? 'gone', 64),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (request, response) => {
      onLimited(request, response);
      response.status(429).end();
    },
    validate: limitChecks,
  });
}
