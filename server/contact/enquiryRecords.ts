import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import type { Clock } from '../process/clock.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { isLocked, withLock } from '../redis/redisLock.ts';
import { type EnquiryRecord, fromRow, toRow } from './enquiryRecord.ts';

/** The result of taking a message: its record, or why it was not taken. */
export type Taken = { readonly record: EnquiryRecord } | { readonly failure: ContactFailure };

/** The messages of the last quarter of an hour, of this process or of all replicas. Nothing here rejects. */
export type EnquiryRecords = ReturnType<typeof createEnquiryRecords>;

/** Longer than a page polls for its delivery status. */
const rememberedMs = 15 * 60_000;
/** Room for all messages that the limits admit in that time, each of the longest kind. */
const mostBytes = 24e6;

/**
 * Makes an empty store.
 *
 * @param redis null: this replica is on its own. In Redis, numbers are hidden by digests and records are encrypted
 * @param secret the key of the digests without Redis, the same on all replicas and after a restart; null: a random one
 */
export function createEnquiryRecords(redis: RedisConnection | null, secret: string | null, clock: Clock) {
  const held = new LRUCache<string, EnquiryRecord>({
    maxSize: mostBytes,
    sizeCalculation: ({ enquiry }) => 2_000 + 2 * (enquiry.message.length + enquiry.name.length),
    ttl: rememberedMs,
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: clock,
  });
  const underWay = new Map<string, Promise<Taken>>();
  const ownSecret = secret ?? randomBytes(32);
  const digestOf = redis?.digestOf ?? ((text) => createHmac('sha256', ownSecret).update(text).digest());

  /** The key of a record, made from its number: nobody can read the record without that. */
  const sealingKeyOf = (number: string) => digestOf(`seal\n${number}`);

  return {
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
      const taken = withLock(redis, number, take).finally(() => underWay.delete(number));
      underWay.set(number, taken);
      return taken;
    },
    /** Whether a request is taking the message of this number; undefined: without Redis, another process may be. */
    async isUnderWay(number: string): Promise<boolean | undefined> {
      if (underWay.has(number)) return true;
      return redis ? isLocked(redis, number) : undefined;
    },
    /** The record of a number; null: it is not known here any more. */
    async find(number: string): Promise<EnquiryRecord | null> {
      const found = redis && (await redis.call('GET', redis.keyOf('enquiry', number)));
      const shared = found ? fromRow(unseal(sealingKeyOf(number), found)) : null;
      return shared ?? held.get(number) ?? null;
    },
    /** Remembers a record for a quarter of an hour. */
    async put(record: EnquiryRecord): Promise<void> {
      const { number } = record;
      held.set(number, record);
      if (!redis) return;
      const text = seal(sealingKeyOf(number), toRow(record));
      await redis.call('SET', redis.keyOf('enquiry', number), text, 'PX', String(rememberedMs));
    },
  };
}

/** How records are encrypted in Redis. */
const algorithm = 'aes-256-gcm';
/** Lengths in bytes, as the algorithm recommends them. */
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts a value as JSON: nobody can read or change the text without the key.
 *
 * @param key 32 bytes
 */
function seal(key: Buffer, value: object): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a text of `seal`; null for everything else, and for another key. */
function unseal(key: Buffer, text: unknown): unknown {
  const bytes = Buffer.from(String(text), 'base64');
  const tagEnd = nonceLength + tagLength;
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength));
    decipher.setAuthTag(bytes.subarray(nonceLength, tagEnd));
    const value = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
    return jsonOf(value.toString('utf8'));
  } catch {
    return null;
  }
}
