import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { causeOf } from '../process/errors.ts';
import { within } from '../process/within.ts';

/** What one call to Redis returned; undefined: Redis is unreachable, slow, or refused the call. */
export type RedisReply = unknown;

/** The state of the connection, for metrics and the status page. */
interface RedisStatus {
  readonly isUp: boolean;
  /** Milliseconds since 1970: since when it is as it is. */
  readonly since: number;
  /** Calls that failed or were late; calls that were not made while Redis was down are not among them. */
  readonly failures: number;
}

/** Redis as everything else sees it: a memory that may be gone at any moment. Nothing here rejects. */
export interface RedisConnection {
  /** A name for this site's keys and channels, before each of them. */
  readonly prefix: string;
  /** A keyed digest of 32 bytes (HMAC-SHA-256), the same on all replicas. */
  digestOf(text: string): Buffer;
  /** The key of something whose name nobody may read who can read Redis. */
  keyOf(kind: string, name: string): string;
  /**
   * Sends one command, as words. Undefined after the deadline, on an error, and at once while Redis is down.
   */
  call(...command: readonly string[]): Promise<RedisReply>;
  isUp(): boolean;
  /** Calls the listener with each message of the channel; to be set before `connect`. */
  onMessage(channel: string, listener: (message: string) => void): void;
  /** Calls the listener once a second while Redis responds; `isFirst`: it did not before, or a connection is new. */
  onBeat(listener: (isFirst: boolean) => void): void;
  /** Begins; resolves when Redis has responded for the first time, or after two seconds without it. */
  connect(): Promise<void>;
  status(): RedisStatus;
  close(): void;
}

interface Options {
  readonly url: string;
  readonly prefix: string;
  /** The key of the digests, the same on all replicas. */
  readonly secret: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Longest time of one call. */
  readonly deadlineMs?: number | undefined;
  /** Between two probes, and between two attempts to connect. */
  readonly beatMs?: number;
}

const connectMs = 1_000;
/**
 * A start waits this long for a Redis that is silent: whoever does not wait asks the content service for everything.
 * Twenty processes that start at once on two cores take a second and a half to connect.
 */
const firstReplyMs = 2_000;
/** A connection on which nothing comes back for this time is given up. */
const silenceMs = 5_000;
/** The only key without a meaning: a full or read-only Redis fails the probe, not the calls after it. */
const probeKey = 'probe';

/**
 * One connection for calls and messages, with a deadline for each call. It is its own circuit breaker: a call that
 * fails opens it, no call is made while it is open, and one probe a second closes it again. Each opening and closing
 * is one line in the log.
 */
export function createRedisConnection(options: Options): RedisConnection {
  const { url, prefix, secret, log, deadlineMs = 250, beatMs = 1_000 } = options;
  const channels = new Map<string, (message: string) => void>();
  const beats = new Set<(isFirst: boolean) => void>();
  const firstAttempt = Promise.withResolvers<void>();
  const closing = new AbortController();
  let client: RedisClientType | null = null;
  let isUp = false;
  let isUnknown = true;
  let since = Date.now();
  let failures = 0;

  const digestOf = (text: string) => createHmac('sha256', secret).update(text).digest();

  const goDown = (reason: unknown) => {
    failures += 1;
    if (!isUp && !isUnknown) return;
    isUp = false;
    isUnknown = false;
    since = Date.now();
    if (!closing.signal.aborted)
      log.warn({ reason: causeOf(reason) }, 'Redis does not respond: this replica is on its own.');
  };
  const goUp = () => {
    const isFirst = !isUp;
    if (isFirst) {
      isUp = true;
      isUnknown = false;
      since = Date.now();
      log.info('Redis responds: replicas share content, enquiries and limits.');
    }
    return isFirst;
  };

  /** Ends a session when the connection does; its errors are seen by the calls that they fail. */
  const session = async () => {
    const { createClient } = await import('@redis/client');
    const current: RedisClientType = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: connectMs, reconnectStrategy: false },
    });
    current.on('error', () => undefined);
    try {
      await replyWithin(silenceMs, current.connect());
      for (const [channel, listener] of channels) {
        await replyWithin(silenceMs, current.subscribe(prefix + channel, listener));
      }
      client = current;
      let isNew = true;
      while (!closing.signal.aborted) {
        const probed = current.sendCommand(['SET', prefix + probeKey, '1', 'PX', '60000']);
        try {
          await replyWithin(deadlineMs, probed);
          const isFirst = goUp() || isNew;
          isNew = false;
          firstAttempt.resolve();
          for (const beat of beats) beat(isFirst);
        } catch (error) {
          goDown(error);
          // No second probe behind one that has no reply.
          await replyWithin(silenceMs, probed);
        }
        await wait(beatMs, undefined, { ref: false, signal: closing.signal });
      }
    } finally {
      client = null;
      current.destroy();
    }
  };

  const run = async () => {
    while (!closing.signal.aborted) {
      await session().catch(goDown);
      firstAttempt.resolve();
      await wait(beatMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    }
  };

  return {
    prefix,
    digestOf,
    keyOf: (kind, name) => `${prefix}${kind}:${digestOf(name).toString('base64url')}`,
    async call(...command) {
      if (!isUp || client === null) return undefined;
      try {
        return await replyWithin(deadlineMs, client.sendCommand(command));
      } catch (error) {
        goDown(error);
        return undefined;
      }
    },
    isUp: () => isUp,
    onMessage: (channel, listener) => void channels.set(channel, listener),
    onBeat: (listener) => void beats.add(listener),
    async connect() {
      // Not a part of that time: it is long where many processes start at once. The session sees when it fails.
      await import('@redis/client').catch(() => undefined);
      void run();
      await within(firstReplyMs, firstAttempt.promise, undefined);
    },
    status: () => ({ isUp, since, failures }),
    close() {
      closing.abort();
      isUp = false;
    },
  };
}

const late = Symbol('late');

/** The value of a promise, or an error after `ms`. */
async function replyWithin<T>(ms: number, awaited: Promise<T>): Promise<T> {
  const reply = await within(ms, awaited, late);
  if (reply === late) throw new Error(`No reply within ${ms} ms`);
  return reply;
}
