import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { type EnquiryRecord, fromRow, toRow } from './enquiryRecord.ts';

/** The result of taking a message: its record, or why it was not taken. */
export type Taken = { readonly record: EnquiryRecord } | { readonly failure: ContactFailure };

/** The messages of the last quarter of an hour, of this process or of all replicas. Nothing here rejects. */
export type EnquiryRecords = ReturnType<typeof createEnquiryRecords>;

/** Longer than a page polls for its delivery status. */
const rememberedMs = 15 * 60_000;
/** Room for all messages that the limits admit in that time, each of the longest kind. */
const mostBytes = 24e6;
/** The locks of a killed replica expire after this time; a working one renews its own. */
const lockMs = 3_000;
const pollMs = 50;

/**
 * Makes an empty store.
 *
 * @param redis null: this replica is on its own. In Redis, numbers are hidden by digests and records are encrypted
 * @param secret the key of the digests without Redis, the same on all replicas and after a restart; null: a random one
 * @param now a clock in milliseconds
 */
export function createEnquiryRecords(
  redis: RedisConnection | null,
  secret: string | null,
  now: () => number,
) {
  const held = new LRUCache<string, EnquiryRecord>({
    maxSize: mostBytes,
    sizeCalculation: ({ enquiry }) => 2_000 + 2 * (enquiry.message.length + enquiry.name.length),
    ttl: rememberedMs,
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: { now },
  });
  const underWay = new Map<string, Promise<Taken>>();
  const ownSecret = secret ?? randomBytes(32);
  const digestOf = redis?.digestOf ?? ((text) => createHmac('sha256', ownSecret).update(text).digest());

  /** Encrypts a value with a key made from the number: nobody can read it without that. */
  const seal = (number: string, value: object): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', digestOf(`seal\n${number}`), nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  };
  /** Decrypts what a replica has written; null for everything else. */
  const unseal = (number: string, found: unknown): EnquiryRecord | null => {
    const bytes = Buffer.from(String(found), 'base64');
    try {
      const cipher = createDecipheriv('aes-256-gcm', digestOf(`seal\n${number}`), bytes.subarray(0, 12));
      cipher.setAuthTag(bytes.subarray(12, 28));
      const text = Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
      return fromRow(jsonOf(text));
    } catch {
      return null;
    }
  };

  /** Runs `work` under a lock of this name, so that no other replica does so at the same time. */
  const withLock = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    if (!redis) return work();
    const lock = redis.keyOf('lock', name);
    const own = randomBytes(12).toString('base64url');
    // If Redis does not respond, `call` returns undefined, and there is no lock.
    while ((await redis.call('SET', lock, own, 'NX', 'PX', String(lockMs))) === null) await wait(pollMs);
    /** A process that was stalled for longer than `lockMs` may find another's lock. */
    const ifOwn = async (...words: readonly string[]) => {
      if ((await redis.call('GET', lock)) === own) await redis.call(...words);
    };
    const renewing = setInterval(() => void ifOwn('PEXPIRE', lock, String(lockMs)), lockMs / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await ifOwn('DEL', lock);
    }
  };

  return {
    withLock,
    /** The message number for a visitor's key: the same on all replicas, and unguessable for everybody else. */
    numberOf(key: string): string {
      // In the form of a random UUID, which the column requires.
      const form = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/;
      return digestOf(`number\n${key}`).toString('hex').replace(form, '$1-$2-4$3-8$4-$5');
    },
    /** Takes the message of a number. Concurrent calls here share the result; another replica waits for the lock. */
    once(number: string, take: () => Promise<Taken>): Promise<Taken> {
      const earlier = underWay.get(number);
      if (earlier) return earlier;
      const taken = withLock(number, take).finally(() => underWay.delete(number));
      underWay.set(number, taken);
      return taken;
    },
    /** Whether a request is taking the message of this number; undefined: without Redis, another process may be. */
    async isUnderWay(number: string): Promise<boolean | undefined> {
      if (underWay.has(number)) return true;
      if (!redis) return undefined;
      return Number(await redis.call('EXISTS', redis.keyOf('lock', number))) !== 0;
    },
    async find(number: string): Promise<EnquiryRecord | null> {
      const shared = redis && unseal(number, await redis.call('GET', redis.keyOf('enquiry', number)));
      return shared ?? held.get(number) ?? null;
    },
    async put(record: EnquiryRecord): Promise<void> {
      const { number } = record;
      held.set(number, record);
      const text = redis ? seal(number, toRow(record)) : '';
      await redis?.call('SET', redis.keyOf('enquiry', number), text, 'PX', String(rememberedMs));
    },
  };
}
