import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { field } from '../../shared/field.ts';
import { createLimit, type Limit, type LimitOptions } from '../http/addressLimit.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';

/**
 * The rate limits of the contact routes. They set the headers `RateLimit`, `RateLimit-Policy` and, over the limit,
 * `Retry-After` on the response.
 */
export interface ContactLimiter {
  /** Posts of any kind: 120 a minute from one network, more than a person makes. */
  readonly attempt: Limit;
  /**
   * Messages that would be sent on: 5 a minute and 20 an hour from one network, 6 an hour that name one e-mail
   * address, 12 an hour with one text. All together, 120 a minute that are the first or second of their network in an
   * hour, and 60 of the others; the second half of either is slowed. What failed does not count by what it says.
   */
  readonly message: Limit;
  /** What a script has written and we keep all the same: 20 a minute of all. */
  readonly spam: Limit;
  /** Looks where a message is: 600 a minute from one network, twenty pages that follow theirs. */
  readonly look: Limit;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** So many messages an hour of one network have a share that few networks cannot use up. */
const firstMessages = 2;
const slowerMs = 100;

/** Makes limits that all replicas count together while Redis responds; each has its own without it. */
export function createContactLimiter(redis: RedisConnection | null): ContactLimiter {
  const limitOf = (identifier: string, limit: number, more: Partial<LimitOptions> = {}): Limit =>
    createLimit({ identifier, limit, redis, windowMs: minuteMs, ...more });
  const ofAll = { keyGenerator: () => 'all' };
  /** Counts by a digest of what the parsed body has in one of its fields. */
  const perHour = (identifier: string, limit: number, name: 'email' | 'message'): Limit =>
    limitOf(identifier, limit, {
      windowMs: hourMs,
      skipFailedRequests: true,
      keyGenerator(request) {
        const text = String(field(request.body, name)).trim().toLowerCase().replace(/\s+/g, ' ');
        return hash('sha256', name === 'email' ? mailboxOf(text) : text, 'base64url');
      },
    });
  const ofNetwork = [limitOf('messages', 5), limitOf('messages-hour', 20, { windowMs: hourMs })];
  const contentLimits = [perHour('messages-named', 6, 'email'), perHour('messages-text', 12, 'message')];
  const ofStrangers = limitOf('messages-all', 120, ofAll);
  const ofOthers = limitOf('messages-more', 60, ofAll);
  const pass = async (limits: readonly Limit[], request: Request, response: Response) => {
    for (const limit of limits) if (!(await limit(request, response))) return false;
    return true;
  };
  /** Of the limit that has counted the request last. */
  const countOf = (request: Request, name: 'used' | 'limit') => Number(field(request, 'rateLimit', name));
  return {
    attempt: limitOf('attempts', 120),
    async message(request, response) {
      if (!(await pass(ofNetwork, request, response))) return false;
      const isStranger = countOf(request, 'used') <= firstMessages;
      // The common limits come last: whoever is over another uses up nothing of them.
      if (!(await pass([...contentLimits, isStranger ? ofStrangers : ofOthers], request, response)))
        return false;
      const over = countOf(request, 'used') - countOf(request, 'limit') / 2;
      if (over > 0) await wait(over * slowerMs);
      return true;
    },
    spam: limitOf('messages-spam', 20, ofAll),
    look: limitOf('looks', 600),
  };
}

/** Where mail to an address arrives: what follows a plus is the reader's own mark, and Gmail reads no dots. */
function mailboxOf(email: string): string {
  const [written = '', domain = ''] = email.split('@');
  const [user = ''] = written.split('+');
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${user.replaceAll('.', '')}@gmail.com`
    : `${user}@${domain}`;
}
