import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import { field } from '../../shared/field.ts';
import { createInnerLimit, type LimitOptions, networkOf } from '../http/addressLimit.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';

/**
 * The rate limits of the contact routes. Each function returns whether the request is within the limit, and counts it.
 * It sets the headers `RateLimit`, `RateLimit-Policy` and, over the limit, `Retry-After` on the response.
 */
export interface ContactLimiter {
  /** Posts of any kind: 120 a minute from one network, more than a person makes. */
  attempt(request: Request, response: Response): Promise<boolean>;
  /**
   * Messages that would be sent on: 5 a minute and 20 an hour from one network, 6 an hour that name one e-mail
   * address, 12 an hour with one text. All together 60 a minute, what the mailbox behind the contact API can bear at
   * length: each one above that waits a little longer than the one before, and after twice as many none is taken. One
   * that was taken does not count again; one that failed does not count by what it says.
   */
  message(request: Request, response: Response, enquiry: Enquiry, number: string): Promise<boolean>;
  /** What a script has written and we keep all the same: 20 a minute of all. */
  spam(request: Request, response: Response): Promise<boolean>;
  /** Messages whose status is polled: 60 a minute, each as often as it likes. */
  reference(request: Request, response: Response, id: string): Promise<boolean>;
}

const minuteMs = 60_000;
const usualMessages = 60;
const slowerMs = 100;

/** Makes limits that all replicas count together while Redis responds; each has its own without it. */
export function createContactLimiter(redis: RedisConnection | null): ContactLimiter {
  const perMinute = (identifier: string, limit: number, more: Partial<LimitOptions> = {}) =>
    createInnerLimit({ identifier, limit, redis, windowMs: minuteMs, ...more });
  const ofAll = { keyGenerator: () => 'all' };
  const said = new WeakMap<Request, Enquiry & { readonly number: string }>();
  const failed = new LRUCache<string, true>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
    ttl: 60 * minuteMs,
  });
  /** Counts by a digest of what the message has in one of its fields. */
  const perHour = (identifier: string, limit: number, name: 'email' | 'message') =>
    perMinute(identifier, limit, {
      windowMs: 60 * minuteMs,
      skip: (request) => failed.has(said.get(request)?.number ?? ''),
      keyGenerator(request) {
        const text = said.get(request)?.[name].toLowerCase().replace(/\s+/g, ' ') ?? '';
        return createHash('sha256').update(text).digest('base64url');
      },
    });

  const attempts = perMinute('attempts', 120);
  const limits = [
    perMinute('messages', 5),
    perMinute('messages-hour', 20, { windowMs: 60 * minuteMs }),
    perHour('messages-named', 6, 'email'),
    perHour('messages-text', 12, 'message'),
    // The common limit comes last: whoever is over another uses up nothing of it.
    perMinute('messages-all', 2 * usualMessages, ofAll),
  ];
  const spams = perMinute('messages-spam', 20, ofAll);
  const references = perMinute('references', 60);
  // Bounded by size: a bound by number would allocate all entries at once, which takes 1.4 MB and slows every
  // start.
  const counted = new LRUCache<string, true>({ maxSize: 50_000, sizeCalculation: () => 1, ttl: minuteMs });

  return {
    attempt: attempts,
    async message(request, response, enquiry, number) {
      said.set(request, { ...enquiry, number });
      for (const limit of limits) {
        if (!(await limit(request, response))) return false;
      }
      // If it is ever asked about again, it has failed.
      failed.set(number, true);
      const used = Number(field(request, 'rateLimit', 'used'));
      if (used > usualMessages) await wait((used - usualMessages) * slowerMs);
      return true;
    },
    spam: spams,
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
