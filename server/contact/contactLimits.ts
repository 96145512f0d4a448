import type { NextFunction, Request, Response } from 'express';
import { ipKeyGenerator, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { limitChecks } from '../http/addressLimit.ts';

/** How much one address, and everybody together, may ask of the contact routes. */
export interface ContactLimits {
  /** Posts of any kind from one address in a minute: what a hand cannot do. */
  readonly attemptsPerMinute: number;
  /** Messages from one address that would be sent on. A repeat of one is none. */
  readonly messagesPerMinute: number;
  readonly messagesPerHour: number;
  /** Messages of everybody together: what the contact API and the mailbox behind it can bear. */
  readonly messagesPerMinuteFromAll: number;
  /** Submissions that one address may ask about in a minute, each as often as it likes. */
  readonly referencesPerMinute: number;
}

export const defaultContactLimits: ContactLimits = {
  attemptsPerMinute: 120,
  messagesPerMinute: 5,
  messagesPerHour: 20,
  messagesPerMinuteFromAll: 60,
  referencesPerMinute: 60,
};

/**
 * Each answers whether the request is within the limit, and counts it. The headers `RateLimit`,
 * `RateLimit-Policy` and, over the limit, `Retry-After` are set on the response.
 */
export interface ContactLimiter {
  attempt(request: Request, response: Response): Promise<boolean>;
  message(request: Request, response: Response): Promise<boolean>;
  reference(request: Request, response: Response, id: string): Promise<boolean>;
}

const minuteMs = 60_000;
const overLimit = Symbol('over the limit');

/** One customer of a provider has a whole /64 of IPv6; a connection that is gone has no address any more. */
const networkOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'gone', 64);

/** Makes limits that count in this process; each replica has its own. */
export function createContactLimiter(limits: ContactLimits): ContactLimiter {
  const limit = (
    identifier: string,
    most: number,
    windowMs: number,
    keyGenerator: (request: Request) => string = networkOf,
  ): RateLimitRequestHandler =>
    rateLimit({
      identifier,
      windowMs,
      limit: most,
      keyGenerator,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      handler: (_request, _response, next) => next(overLimit),
      validate: limitChecks,
    });

  const attempts = limit('attempts', limits.attemptsPerMinute, minuteMs);
  const byMinute = limit('messages', limits.messagesPerMinute, minuteMs);
  const byHour = limit('messages-hour', limits.messagesPerHour, 60 * minuteMs);
  const fromAll = limit('messages-all', limits.messagesPerMinuteFromAll, minuteMs, () => 'all');
  const references = limit('references', limits.referencesPerMinute, minuteMs);
  // By size: by number it would take the room of all of them at once, 1.4 MB and a moment of every start.
  const counted = new LRUCache<string, true>({ maxSize: 50_000, sizeCalculation: () => 1, ttl: minuteMs });

  return {
    attempt: (request, response) => isWithin(attempts, request, response),
    async message(request, response) {
      // Everybody's limit comes last: an address that is over its own takes nothing from the others.
      for (const limiter of [byMinute, byHour, fromAll]) {
        if (!(await isWithin(limiter, request, response))) return false;
      }
      return true;
    },
    async reference(request, response, id) {
      const pair = `${networkOf(request)} ${id}`;
      if (counted.has(pair)) return true;
      // Before the count is known, so that many tabs that ask at once count once.
      counted.set(pair, true);
      const within = await isWithin(references, request, response);
      if (!within) counted.delete(pair);
      return within;
    },
  };
}

function isWithin(limiter: RateLimitRequestHandler, request: Request, response: Response): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const next: NextFunction = (verdict?: unknown) => {
      if (verdict === undefined) resolve(true);
      else if (verdict === overLimit) resolve(false);
      else reject(verdict);
    };
    limiter(request, response, next);
  });
}
