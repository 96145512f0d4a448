import { isIP, isIPv6 } from 'node:net';
import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { createRequestCounts } from '../replicas/requestCounts.ts';

/** One limit. `identifier` names it in the `RateLimit` header. */
export interface LimitOptions {
  readonly identifier: string;
  readonly limit: number;
  readonly windowMs: number;
  /** The key under which requests are counted together; without it one network. */
  readonly keyGenerator?: (request: Request) => string;
  /** Requests that are not counted. */
  readonly skip?: (request: Request) => boolean;
  /** Takes the count back where the response is an error. */
  readonly skipFailedRequests?: boolean;
  /** Null: this replica counts for itself. */
  readonly redis: RedisConnection | null;
}

/** Whoever has many /64 networks has them from one /48, which gets this many times the limit of one. */
const wideFactor = 4;

/**
 * The address that a request came from; null where none is known. A proxy may forward an address with its port, or
 * a word in its place.
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
 * The network that a request is counted for. All requests without an address are one network: what a proxy writes in
 * its place must not be a way to have many.
 */
export function networkOf(request: Request): string {
  const address = addressOf(request);
  return address === null ? 'no address' : networkOfAddress(address);
}

/** Whether a request came over IPv6; an IPv4 address in its notation has dots. */
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
 * express-rate-limit with the settings of this site: the headers of draft 8, and for IPv6 a second limit for the
 * network around. It is asked by the handler, which alone knows whether a request counts.
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
    // The library's checks are off. A forwarding header from an untrusted proxy is no fault of ours, and the check
    // of where a limit is made reads a stack, for which Node decodes the whole source map.
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
