import { isIP, isIPv6 } from 'node:net';
import type { Request, Response } from 'express';
import { ipKeyGenerator, MemoryStore, rateLimit, type Store } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import type { RedisConnection } from '../redis/redisConnection.ts';

/** One limit. `identifier` names it in the `RateLimit` header, and is part of its keys in Redis. */
interface LimitOptions {
  readonly identifier: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Null: this replica counts on its own. */
  readonly redis: RedisConnection | null;
}

interface KeyLimitOptions extends LimitOptions {
  /** Requests with the same key are counted together. */
  readonly keyGenerator: (request: Request) => string;
}

/** Many /64 networks of one customer lie in one /48; all of it together gets four times the limit of a /64. */
const wideFactor = 4;

/**
 * The IP address that a request came from; null: not known. A proxy may forward an address with its port, or a word
 * instead of one.
 */
export function ipAddressOf(request: Request): string | null {
  const [, bracketed, plain = request.ip ?? ''] =
    /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(request.ip?.trim() ?? '') ?? [];
  const [address = ''] = (bracketed ?? plain).trim().split('%');
  return isIP(address) === 0 ? null : address;
}

/** The network of an address: one customer of a provider has a whole /64 of IPv6. */
const networkOfAddress = (address: string): string => ipKeyGenerator(address, 64);

/**
 * The network that a request is counted for. All requests without an address count as one network: what a proxy writes
 * instead of one must not be a way to have many.
 */
function networkOf(request: Request): string {
  const address = ipAddressOf(request);
  return address === null ? 'no address' : networkOfAddress(address);
}

/** Whether a request came over IPv6; an IPv4 address in IPv6 notation has dots. */
function isOverIPv6(request: Request): boolean {
  const address = ipAddressOf(request);
  return address !== null && isIPv6(address) && !address.includes('.');
}

/**
 * Counts a request, and resolves with whether it is within the limit. Sets the headers `RateLimit`, `RateLimit-Policy`
 * and, over the limit, `Retry-After`. Rejects with an error of the store.
 */
export type Limit = (request: Request, response: Response) => Promise<boolean>;

interface KeyLimit extends Limit {
  /** Takes the count of a request back, if it was counted. */
  takeBack(request: Request): Promise<void>;
}

/**
 * Limits the requests of each network; for IPv6 with a second limit for the surrounding /48. Handlers call it
 * themselves, because only they know whether a request counts.
 */
export function createLimit(options: LimitOptions): Limit {
  const near = createKeyLimit({ ...options, keyGenerator: networkOf });
  const wide = createKeyLimit({
    ...options,
    identifier: `${options.identifier}-wide`,
    limit: wideFactor * options.limit,
    keyGenerator: (request) => ipKeyGenerator(ipAddressOf(request) ?? '', 48),
  });
  return async (request, response) =>
    (await near(request, response)) && (!isOverIPv6(request) || wide(request, response));
}

const overLimit = Symbol('over the limit');

/** express-rate-limit with our settings, among them the headers of draft 8. */
export function createKeyLimit({ redis, ...options }: KeyLimitOptions): KeyLimit {
  const store = createRequestCounts(options, redis);
  const counted = new WeakSet<Request>();
  const limit = rateLimit({
    ...options,
    store,
    handler: (_request, _response, next) => next(overLimit),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The library's checks are off. A forwarding header from an untrusted proxy is no fault of ours, and
    // `creationStack` reads a stack trace, for which Node decodes the whole source map.
    validate: { xForwardedForHeader: false, forwardedHeader: false, creationStack: false, ip: false },
  });
  const isWithin: Limit = (request, response) => {
    counted.add(request);
    return new Promise((resolve, reject) => {
      limit(request, response, (verdict?: unknown) => {
        if (verdict === undefined) resolve(true);
        else if (verdict === overLimit) resolve(false);
        else reject(verdict);
      });
    });
  };
  return Object.assign(isWithin, {
    // Not `skipFailedRequests` of the library: it does so for each client that hangs up, whatever became of the request.
    async takeBack(request: Request) {
      if (counted.delete(request)) await store.decrement(options.keyGenerator(request));
    },
  });
}

/** Keys, mostly networks, counted at a time. A client with more networks passes limits by network anyway. */
const mostKeys = 50_000;

/** Takes one from a count, unless that has expired: the new key would never expire. */
const takeOne = `if (tonumber(redis.call('GET', KEYS[1])) or 0) > 0 then redis.call('DECR', KEYS[1]) end`;

/**
 * The library's memory store with a bound: when it is full, it forgets all counts. It forgets one that would last longer
 * than its window, because the clock has been set back.
 */
class BoundedMemoryStore extends MemoryStore {
  override async increment(key: string) {
    if (this.current.size + this.previous.size >= mostKeys) await this.resetAll();
    const resetTime = (await this.get(key))?.resetTime?.getTime() ?? 0;
    if (resetTime > Date.now() + this.windowMs) await this.resetKey(key);
    return super.increment(key);
  }
}

/**
 * The store of one rate limit. While Redis responds, all replicas count together. Each also counts on its own, so that
 * no client starts from zero when Redis is gone or was emptied.
 */
export function createRequestCounts(
  { identifier, limit }: Pick<LimitOptions, 'identifier' | 'limit'>,
  redis: RedisConnection | null,
): Store {
  const own = new BoundedMemoryStore();
  if (redis === null) return own;
  const common = new RedisStore({ prefix: '', sendCommand: (...words) => replyOf(redis, words) });
  const keyOf = (key: string) => redis.keyOf(`limit:${identifier}`, key);
  return {
    // No other limit shares the keys of this one.
    localKeys: true,
    init(options) {
      own.init(options);
      const loadScripts = () => void common.init(options).catch(() => undefined);
      loadScripts();
      // A restarted Redis has no scripts.
      redis.onUp(loadScripts);
    },
    async increment(key) {
      // Copied, because the memory store goes on counting in the same object.
      const here = { ...(await own.increment(key)) };
      // Over the limit here is over the limit everywhere: Redis need not be asked.
      if (!redis.isUp() || here.totalHits > limit) return here;
      const everywhere = await common.increment(keyOf(key)).catch(() => here);
      return everywhere.totalHits > here.totalHits ? everywhere : here;
    },
    async decrement(key) {
      const { totalHits = 0 } = (await own.get(key)) ?? {};
      await own.decrement(key);
      // What was over the limit here was not counted there.
      if (totalHits <= limit) await redis.call('EVAL', takeOne, '1', keyOf(key));
    },
    resetKey: (key) => own.resetKey(key),
  };
}

/** A reply in the library's format: the digest of a script, or its two numbers. */
async function replyOf(redis: RedisConnection, words: readonly string[]): Promise<RedisReply> {
  const reply = await redis.call(...words);
  if (Array.isArray(reply)) return reply.map(Number);
  if (typeof reply === 'string') return reply;
  throw new Error('Redis has not counted.');
}
