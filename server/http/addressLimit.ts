import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';

/** One limit. `identifier` names it in the `RateLimit` header. */
export interface LimitOptions {
  readonly identifier: string;
  readonly limit: number;
  readonly windowMs: number;
  /** The key under which requests are counted together; without it one network. */
  readonly keyGenerator?: (request: Request) => string;
  /** Responds to a request over the limit. */
  readonly handler: (request: Request, response: Response, next: NextFunction) => void;
}

/** One customer of a provider has a whole /64 of IPv6; a closed connection has no address any more. */
export const networkOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'gone', 64);

/** express-rate-limit with the settings of this site: in this process, with the headers of draft 8. */
export function createLimit(options: LimitOptions): RateLimitRequestHandler {
  return rateLimit({
    keyGenerator: networkOf,
    ...options,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The library's checks are off. A forwarding header from an untrusted proxy is no fault of ours, and the check
    // of where a limit is made reads a stack, for which Node decodes the whole source map.
    validate: { xForwardedForHeader: false, forwardedHeader: false, creationStack: false },
  });
}

/**
 * Lets so many requests a minute through from one network. The rest gets 429 and `Retry-After`, and nothing else is
 * done for it.
 *
 * @param onLimited counts the refused requests
 */
export function limitByAddress(
  identifier: string,
  perMinute: number,
  onLimited: (request: Request, response: Response) => void,
): RequestHandler {
  return createLimit({
    ...{ identifier, windowMs: 60_000, limit: perMinute },
    handler(request, response) {
      onLimited(request, response);
      response.status(429).end();
    },
  });
}
