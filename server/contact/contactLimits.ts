import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { field } from '../../shared/field.ts';
import { createKeyLimit, createLimit, type Limit } from '../http/rateLimits.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';

export type ContactLimiter = ReturnType<typeof createContactLimiter>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** This many messages of each network in an hour count against a limit that a few networks cannot use up. */
const firstMessages = 2;
const slowerMs = 100;

/**
 * The rate limits of the contact routes. All replicas count together while Redis responds; without it, each counts on
 * its own.
 */
export function createContactLimiter(redis: RedisConnection | null) {
  const limitOf = (identifier: string, limit: number, windowMs = minuteMs) =>
    createLimit({ identifier, limit, redis, windowMs });
  const ofAll = (identifier: string, limit: number) =>
    createKeyLimit({ identifier, limit, redis, windowMs: minuteMs, keyGenerator: () => 'all' });
  /** Counts by a digest of one field of the parsed body. */
  const perHour = (identifier: string, limit: number, name: 'email' | 'message') =>
    createKeyLimit({
      identifier,
      limit,
      redis,
      windowMs: hourMs,
      keyGenerator(request) {
        const text = String(field(request.body, name)).trim().toLowerCase().replace(/\s+/g, ' ');
        return hash('sha256', name === 'email' ? mailboxOf(text) : text, 'base64url');
      },
    });
  const ofNetwork = [limitOf('messages', 5), limitOf('messages-hour', 20, hourMs)];
  const contentLimits = [perHour('messages-named', 6, 'email'), perHour('messages-text', 12, 'message')];
  const firstMessagesLimit = ofAll('messages-all', 120);
  const furtherMessagesLimit = ofAll('messages-more', 60);
  const pass = async (limits: readonly Limit[], request: Request, response: Response) => {
    for (const limit of limits) if (!(await limit(request, response))) return false;
    return true;
  };
  /** From the limit that counted the request last. */
  const countOf = (request: Request, name: 'used' | 'limit') => Number(field(request, 'rateLimit', name));
  return {
    /** Posts of any kind: 120 a minute from one network, more than a person makes. */
    attempt: limitOf('attempts', 120),
    /**
     * Messages to be sent: 5 a minute and 20 an hour from one network, 6 an hour with one e-mail address, 12 an hour
     * with one text. In total, 120 a minute that are the first or second of their network (over IPv6: of their /48) in
     * an hour, and 60 of the rest; beyond half of either, requests are delayed.
     */
    async message(request: Request, response: Response): Promise<boolean> {
      if (!(await pass(ofNetwork, request, response))) return false;
      // Over IPv6 the last limit is that of the /48, whose owner could be first from each of its many /64.
      const isStranger = countOf(request, 'used') <= firstMessages;
      // The common limits come last: a request over any other limit does not count against them.
      const commonLimit = isStranger ? firstMessagesLimit : furtherMessagesLimit;
      if (!(await pass([...contentLimits, commonLimit], request, response))) return false;
      const over = countOf(request, 'used') - countOf(request, 'limit') / 2;
      if (over > 0) await wait(over * slowerMs);
      return true;
    },
    /** A message that could not be sent does not count against the limits by e-mail address and by text. */
    async notSent(request: Request): Promise<void> {
      for (const limit of contentLimits) await limit.takeBack(request);
    },
    /** Status requests: 600 a minute from one network, enough for twenty open pages that poll. */
    status: limitOf('looks', 600),
  };
}

/** The mailbox of an address: what follows a plus is the owner's own tag, and Gmail ignores dots. */
function mailboxOf(email: string): string {
  const [written = '', domain = ''] = email.split('@');
  const [user = ''] = written.split('+');
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${user.replaceAll('.', '')}@gmail.com`
    : `${user}@${domain}`;
}
