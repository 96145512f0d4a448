import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { createInnerLimit, type LimitOptions, networkOf } from '../http/addressLimit.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';

/**
 * The rate limits of the contact routes, for one network and for all together. Each function returns whether the
 * request is within the limit, and counts it. It sets the headers `RateLimit`, `RateLimit-Policy` and, over the
 * limit, `Retry-After` on the response.
 */
export interface ContactLimiter {
  /** Posts of any kind: 120 a minute, more than a person makes. */
  attempt(request: Request, response: Response): Promise<boolean>;
  /**
   * Messages that would be sent on: 5 a minute and 20 an hour from one network; 60 a minute in all, what the
   * contact API and the mailbox behind it can bear. A repeat of a message does not count.
   */
  message(request: Request, response: Response): Promise<boolean>;
  /** Submissions whose status is polled: 60 a minute, each as often as it likes. */
  reference(request: Request, response: Response, id: string): Promise<boolean>;
}

const minuteMs = 60_000;

/** Makes limits that all replicas count together while Redis responds; each has its own without it. */
export function createContactLimiter(redis: RedisConnection | null): ContactLimiter {
  const perMinute = (identifier: string, limit: number, more: Partial<LimitOptions> = {}) =>
    createInnerLimit({ identifier, limit, redis, windowMs: minuteMs, ...more });

  const attempts = perMinute('attempts', 120);
  const byMinute = perMinute('messages', 5);
  const byHour = perMinute('messages-hour', 20, { windowMs: 60 * minuteMs });
  const fromAll = perMinute('messages-all', 60, { keyGenerator: () => 'all' });
  const references = perMinute('references', 60);
  // Bounded by size: a bound by number would allocate all entries at once, which takes 1.4 MB and slows every
  // start.
  const counted = new LRUCache<string, true>({ maxSize: 50_000, sizeCalculation: () => 1, ttl: minuteMs });

  return {
    attempt: attempts,
    async message(request, response) {
      // The common limit comes last: a network over its own limit uses up nothing of it.
      for (const limit of [byMinute, byHour, fromAll]) {
        if (!(await limit(request, response))) return false;
      }
      return true;
    },
    async reference(request, response, id) {
      const pair = `${networkOf(request)} ${id}`;
      if (counted.has(pair)) return true;
      // Before the count is known, so that many tabs that poll at once count once.
      counted.set(pair, true);
      const within = await references(request, response);
      if (!within) counted.delete(pair);
      return within;
    },
  };
}
