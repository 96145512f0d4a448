import { isIP, isIPv6 } from 'node:net';
import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { createRequestCounts } from '../redis/requestCounts.ts';

/** One limit. `identifier` names it in the `RateLimit` header. */
export interface LimitOptions {
  readonly identifier: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Requests with the same key are counted together; default: the client's network. */
  readonly keyGenerator?: (request: Request) => string;
  /** Requests that are not counted. */
  readonly skip?: (request: Request) => boolean;
  /** Takes the count back if the response is an error. */
  readonly skipFailedRequests?: boolean;
  /** Null: this replica counts on its own. */
  readonly redis: RedisConnection | null;
}

/** Many /64 networks of one customer lie in one /48; all of it together gets four times the limit of a /64. */
const wideFactor = 4;

/**
 * The address that a request came from; null: not known. A proxy may forward an address with its port, or a word
 * instead of one.
 */
export function addressOf(request: Request): string | null {
  const [, bracketed, plain = request.ip ?? ''] =
    /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(request.ip?.trim() ?? '') ?? [];
  const [address = ''] = (bracketed ?? plain).trim().split('%');
  return isIP(address) === 0 ? null : address;
}

/** The network of an address: one customer of a provider has a whole /64 of IPv6. */
export const networkOfAddress = (address: string): string => ipKeyGenerator(address, 64);

/**
 * The network that a request is counted for. All requests without an address count as one network: what a proxy writes
 * instead of one must not be a way to have many.
 */
function networkOf(request: Request): string {
  const address = addressOf(request);
  return address === null ? 'no address' : networkOfAddress(address);
}

/** Whether a request came over IPv6; an IPv4 address in IPv6 notation has dots. */
function isOverIPv6(request: Request): boolean {
  const address = addressOf(request);
  return address !== null && isIPv6(address) && !address.includes('.');
}

/**
 * Counts a request, and resolves with whether it is within the limit. Sets the headers `RateLimit`, `RateLimit-Policy`
 * and, over the limit, `Retry-After`. Rejects with an error of the store.
 */
export type Limit = (request: Request, response: Response) => Promise<boolean>;

/**
 * express-rate-limit with our settings: the headers of draft 8, and for IPv6 a second limit for the surrounding /48.
 * Handlers call it themselves, because only they know whether a request counts.
 */
export function createLimit(options: LimitOptions): Limit {
  const near = createOne({ keyGenerator: networkOf, ...options });
  if (options.keyGenerator) return near;
  const wide = createOne({
    ...options,
    identifier: `${options.identifier}-wide`,
    limit: wideFactor * options.limit,
    keyGenerator: (request) => ipKeyGenerator(addressOf(request) ?? '', 48),
    skip: (request) => !isOverIPv6(request),
  });
  return async (request, response) => (await near(request, response)) && wide(request, response);
}

const overLimit = Symbol('over the limit');

function createOne({ redis, ...options }: LimitOptions): Limit {
  const limit = rateLimit({
    ...options,
    store: createRequestCounts(options, redis),
    handler: (_request, _response, next) => next(overLimit),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The library's checks are off. A forwarding header from an untrusted proxy is no fault of ours, and
    // `creationStack` reads a stack trace, for which Node decodes the whole source map.
    validate: { xForwardedForHeader: false, forwardedHeader: false, creationStack: false, ip: false },
  });
  return (request, response) =>
    new Promise((resolve, reject) => {
      limit(request, response, (verdict?: unknown) => {
        if (verdict === undefined) resolve(true);
        else if (verdict === overLimit) resolve(false);
        else reject(verdict);
      });
    });
}
