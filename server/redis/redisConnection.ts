import { createHmac, hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, ErrorReply } from '@redis/client';
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
/** How soon a new connection is noticed. */
const untilReadyMs = 50;
const connectMs = 1_000;
/** A connection on which nothing comes back for this time is replaced. */
const silenceMs = 5_000;
/** The start waits this long. Twenty processes that start at once on two cores take a second and a half to connect. */
const firstReplyMs = 2_000;
/** Calls what the scripts of limits and locks call: to permit EVAL is not to permit these. */
const probeScript = `
redis.call('INCR', KEYS[1])
redis.call('DECR', KEYS[1])
redis.call('PTTL', KEYS[1])
redis.call('PEXPIRE', KEYS[1], 60000)
return redis.call('EXISTS', KEYS[1])`;

/**
 * One connection for calls and messages, with a deadline for each call. After a failed call Redis counts as down, and
 * no call is made until a probe, which runs once a second, has succeeded. A call that Redis refuses does not count as
 * failed: it may concern one key only (junk of another type), and a fault of Redis as a whole fails the probe too.
 */
export function createRedisConnection({ url, frontendUrl, siteSecret, log, deadlineMs = 250 }: Options) {
  const prefix = `site:${hash('sha256', frontendUrl).slice(0, 12)}:`;
  const secret = siteSecret ?? prefix;
  const digestOf = (text: string) => createHmac('sha256', secret).update(text).digest();
  const health = createHealth(log);
  const channels = new Map<string, (message: string) => void>();
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, socketTimeout: silenceMs, reconnectStrategy: probeEveryMs },
  });
  client.on('error', health.fails);
  /** Pending until a connection succeeds; failures are `error` events. */
  const open = () => void client.connect().catch(() => undefined);

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

  /** Subscribes, and tries each command that replicas need: an operator may have forbidden one. */
  const tryAll = (key = `${prefix}probe`) =>
    Promise.all([
      ...[...channels].map((channel) => client.subscribe(...channel)),
      client.sendCommand(['SET', key, '1', 'PX', '60000']),
      client.sendCommand(['GET', key]),
      client.sendCommand(['EVAL', probeScript, '1', key]),
      // Rate limits send a script once, and then only its digest.
      client.sendCommand(['SCRIPT', 'LOAD', probeScript]),
      client.sendCommand(['EVALSHA', hash('sha1', probeScript), '1', key]),
      client.sendCommand(['PUBLISH', key, '']),
    ]);

  const keepProbing = async () => {
    while (!health.isClosed()) {
      let isRefused = false;
      if (client.isReady) {
        const sent = tryAll();
        if ((await replyInTime(sent, true)) !== undefined) health.succeeds();
        // One after the other, or the client would not notice that nothing comes back on the connection.
        isRefused = await sent.then(() => false, isRefusal);
      }
      await wait(client.isReady ? probeEveryMs : untilReadyMs, undefined, { ref: false });
      if (!isRefused || health.isClosed()) continue;
      // After a failover the old connection leads to the Redis that was demoted, and a new one to its successor.
      client.destroy();
      open();
    }
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
      health.isUp() ? replyInTime(client.sendCommand(words)) : undefined,
    isUp: health.isUp,
    /** Calls the listener with each message of the channel; to be set before `connect`. */
    onMessage: (channel: string, listener: (message: string) => void) =>
      void channels.set(prefix + channel, listener),
    /** Calls the listener each time that Redis begins to respond. Messages sent before that may have been missed. */
    onUp: health.onUp,
    /** Resolves when it is known whether Redis responds, after two seconds at the latest. To be called once. */
    async connect() {
      open();
      void keepProbing();
      await within(firstReplyMs, health.known, undefined);
    },
    status: health.status,
    close() {
      health.close();
      client.destroy();
    },
  };
}

interface Status {
  /** Null: not known yet. */
  readonly isUp: boolean | null;
  /** In milliseconds since 1970. */
  readonly lastChangedAt: number;
  /** Why it is down. */
  readonly reason: string | null;
}

const late = Symbol('late');
const isRefusal = (error: unknown) => error instanceof ErrorReply;

/** Whether Redis responds. Each change is one line in the log; after `close` there is none. */
function createHealth(log: Options['log']) {
  const known = Promise.withResolvers<void>();
  const listeners: (() => void)[] = [];
  let isClosed = false;
  let status: Status = { isUp: null, lastChangedAt: Date.now(), reason: null };
  const change = (isUp: boolean, reason: string | null) => {
    if (status.isUp === isUp || isClosed) return;
    status = { isUp, lastChangedAt: Date.now(), reason };
    known.resolve();
    if (!isUp) return log.warn({ reason }, 'Redis does not respond: this replica is on its own.');
    log.info('Redis responds: replicas share content, enquiries and limits.');
    for (const listener of listeners) listener();
  };
  return {
    /** Resolves when something has succeeded or failed for the first time. */
    known: known.promise,
    isUp: () => status.isUp === true && !isClosed,
    isClosed: () => isClosed,
    onUp: (listener: () => void) => void listeners.push(listener),
    status: () => ({ ...status, isUp: status.isUp === true }),
    succeeds: () => change(true, null),
    fails: (error: unknown) => change(false, causeOf(error)),
    close() {
      isClosed = true;
    },
  };
}
