import { createHmac, hash } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { causeOf } from '../process/errors.ts';
import { within } from '../process/within.ts';

/** Redis as the rest of the server sees it: a store that may be gone at any moment. Nothing here rejects. */
export type RedisConnection = ReturnType<typeof createRedisConnection>;

interface Options {
  readonly url: string;
  /** The site's address. Sites that share a Redis share no keys: the prefix of theirs is a digest of it. */
  readonly frontendUrl: string;
  /** The key of the digests, the same on all replicas. */
  readonly siteSecret: string | null;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Deadline of one call. */
  readonly deadlineMs?: number | undefined;
}

/** Interval of probes, and of attempts to connect. */
const probeEveryMs = 1_000;
const connectMs = 1_000;
/** A connection on which nothing comes back for this time is replaced. */
const silenceMs = 5_000;
/** The start waits this long. Twenty processes that start at once on two cores take a second and a half to connect. */
const firstReplyMs = 2_000;

/**
 * One connection for calls and messages, with a deadline for each call. After a failed call Redis counts as down, and
 * no call is made until a probe, which runs once a second, has succeeded. A call that Redis refuses does not count as
 * failed: it may concern one key only (junk of another type), and a fault of Redis as a whole fails the probe too. The
 * client reconnects by itself, and after a refused probe.
 */
export function createRedisConnection(options: Options) {
  const { url, frontendUrl, siteSecret, log, deadlineMs = 250 } = options;
  const prefix = `site:${hash('sha256', frontendUrl).slice(0, 12)}:`;
  const secret = siteSecret ?? prefix;
  const health = createHealth(log);
  const channels = new Map<string, (message: string) => void>();
  let client: RedisClientType | null = null;
  let isRefusal = (_error: unknown) => false;
  let probing: NodeJS.Timeout | undefined;

  const digestOf = (text: string) => createHmac('sha256', secret).update(text).digest();
  /** The reply within the deadline; undefined: none, and Redis counts as down unless it refused the command. */
  const replyInTime = async (sent: Promise<unknown>, isProbe = false): Promise<unknown> => {
    try {
      const reply = await within(deadlineMs, sent, late);
      if (reply !== late) return reply;
      health.fails(`No reply within ${deadlineMs} ms`);
    } catch (error) {
      if (isProbe || !isRefusal(error)) health.fails(error);
    }
    return undefined;
  };

  /** Pending until a connection succeeds; failures are `error` events. */
  const open = (opened: RedisClientType) => void opened.connect().catch(() => undefined);

  let subscribed: Promise<unknown> = Promise.resolve();
  let isProbing = false;
  /** Whether Redis has refused the last probe. */
  let wasRefused = false;
  const probe = async (opened: RedisClientType) => {
    if (isProbing || !opened.isReady) return;
    if (wasRefused) {
      wasRefused = false;
      // After a failover the old connection leads to the Redis that was demoted, and a new one to its successor.
      opened.destroy();
      open(opened);
      return;
    }
    isProbing = true;
    // It writes, because a full or read-only Redis still answers a ping, and needs the rights that replicas need.
    const sent = Promise.all([
      subscribed,
      opened.sendCommand(['SET', `${prefix}probe`, '1', 'PX', '60000']),
      opened.sendCommand(['PUBLISH', `${prefix}probe`, '']),
    ]);
    const reply = await replyInTime(sent, true);
    // No further probe before the reply to this one, or the client would not notice that the connection is silent.
    await sent.catch((error) => {
      wasRefused = isRefusal(error);
    });
    isProbing = false;
    if (reply !== undefined) health.succeeds();
  };

  return {
    /** The prefix of all keys and channels of this site. */
    prefix,
    /** A keyed digest of 32 bytes (HMAC-SHA-256), the same on all replicas. */
    digestOf,
    /** A key that hides a name from those who can read Redis. */
    keyOf: (kind: string, name: string) => `${prefix}${kind}:${digestOf(name).toString('base64url')}`,
    /** Sends one command. Undefined after the deadline, if Redis refuses it, and at once while Redis is down. */
    call: async (...words: readonly string[]): Promise<unknown> =>
      client && health.isUp() ? replyInTime(client.sendCommand(words)) : undefined,
    isUp: health.isUp,
    /** Calls the listener with each message of the channel; to be set before `connect`. */
    onMessage: (channel: string, listener: (message: string) => void) =>
      void channels.set(prefix + channel, listener),
    /** Calls the listener each time that Redis begins to respond. Messages sent before that may have been missed. */
    onUp: health.onUp,
    /** Resolves when it is known whether Redis responds, after two seconds at the latest. To be called once. */
    async connect() {
      // Loaded only where Redis is used.
      const { createClient, ErrorReply } = await import('@redis/client');
      isRefusal = (error) => error instanceof ErrorReply;
      const opened: RedisClientType = createClient({
        url,
        disableOfflineQueue: true,
        socket: { connectTimeout: connectMs, socketTimeout: silenceMs, reconnectStrategy: probeEveryMs },
      });
      client = opened;
      opened.on('error', health.fails);
      opened.on('ready', () => {
        // Subscribes before the probe, so that no message is missed once Redis counts as up.
        subscribed = Promise.all([...channels].map((channel) => opened.subscribe(...channel)));
        // The probe has the error.
        subscribed.catch(() => undefined);
        void probe(opened);
      });
      probing = setInterval(probe, probeEveryMs, opened).unref();
      open(opened);
      await within(firstReplyMs, health.known, undefined);
    },
    status: health.status,
    close() {
      clearInterval(probing);
      health.close();
      client?.destroy();
    },
  };
}

const late = Symbol('late');

/** Whether Redis responds. Each change is one line in the log; after `close` there is none. */
function createHealth(log: Options['log']) {
  const known = Promise.withResolvers<void>();
  const listeners: (() => void)[] = [];
  let state: 'unknown' | 'up' | 'down' | 'closed' = 'unknown';
  /** In milliseconds since 1970. */
  let lastChangedAt = Date.now();
  /** Why it is down; null: it is up, or that is not known yet. */
  let reason: string | null = null;

  /** Returns whether this is a change. */
  const change = (next: 'up' | 'down'): boolean => {
    if (state === next || state === 'closed') return false;
    state = next;
    lastChangedAt = Date.now();
    known.resolve();
    return true;
  };

  return {
    /** Resolves when something has succeeded or failed for the first time. */
    known: known.promise,
    isUp: () => state === 'up',
    onUp: (listener: () => void) => void listeners.push(listener),
    status: () => ({ isUp: state === 'up', lastChangedAt, reason }),
    succeeds() {
      if (!change('up')) return;
      reason = null;
      log.info('Redis responds: replicas share content, enquiries and limits.');
      for (const listener of listeners) listener();
    },
    fails(error: unknown) {
      if (!change('down')) return;
      reason = causeOf(error);
      log.warn({ reason }, 'Redis does not respond: this replica is on its own.');
    },
    close() {
      state = 'closed';
    },
  };
}
