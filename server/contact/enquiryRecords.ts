import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { type EnquiryRecord, fromRow, toRow } from './enquiryRecord.ts';

/** What became of a message: its record, or why it was not taken. */
export type Taken = { readonly record: EnquiryRecord } | { readonly failure: ContactFailure };

/** The messages of the last quarter of an hour, of this process or of all replicas. Nothing here rejects. */
export interface EnquiryRecords {
  /** The number of the message that a visitor's key names: the same on all replicas, and to nobody else a clue. */
  numberOf(key: string): string;
  /**
   * What became of the message of this number: by `take`, or by the one that takes it, here or at another replica, at
   * the same time or earlier. A failure is forgotten as soon as those who wait for it have been told.
   */
  once(number: string, take: () => Promise<Taken>): Promise<Taken>;
  find(number: string): Promise<EnquiryRecord | null>;
  put(record: EnquiryRecord): Promise<void>;
  /** Runs `work` unless the message is just taken, or another replica is at work on it. */
  alone(number: string, work: () => Promise<void>): Promise<void>;
}

/** Longer than a page follows its delivery. */
export const rememberedMs = 15 * 60_000;
/** All that the limits admit in that time, with messages of the longest kind. */
const mostBytes = 24e6;
/** As long as a replica may need to send one: after this another one may, with the same idempotency key. */
const pendingMs = 13_000;
const pending = 'pending';
const pollMs = 50;
/** Long enough for those who wait to read of a failure. The message can be taken again after it. */
const failedMs = 500;

/**
 * Makes an empty memory.
 *
 * @param redis null: this replica is on its own. Redis holds no number and no word of a visitor but encrypted
 * @param secret what numbers are made with, the same on all replicas and at the next start; null: until the end
 * @param now a clock in milliseconds
 */
export function createEnquiryRecords(
  redis: RedisConnection | null,
  secret: string | null,
  now: () => number,
): EnquiryRecords {
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
  const nameOf = (number: string) => redis?.keyOf('enquiry', number) ?? '';

  /** Encrypted, so that only who knows the number can read it. */
  const seal = (number: string, value: object): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', digestOf(`seal\n${number}`), nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  };
  /** What a replica has written; null for everything else. */
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

  /** Null: this replica is to take the message. */
  const claim = async (number: string): Promise<Taken | null> => {
    let hasWaited = false;
    while (redis) {
      const claimed = await redis.call('SET', nameOf(number), pending, 'NX', 'PX', String(pendingMs));
      // Undefined where Redis does not respond.
      if (claimed !== null) break;
      const found = await redis.call('GET', nameOf(number));
      // It has just expired: the first to ask again takes it.
      if (found === null) continue;
      const record = unseal(number, found);
      if (record) return { record };
      if (found === 'failed' && hasWaited) return { failure: { kind: 'unreadable' } };
      if (found === pending) hasWaited = true;
      // Somebody else has written there.
      else if (found !== 'failed') break;
      await wait(pollMs);
    }
    return null;
  };

  const put = async (record: EnquiryRecord): Promise<void> => {
    held.set(record.number, record);
    const sealed = redis && seal(record.number, toRow(record));
    if (sealed) await redis.call('SET', nameOf(record.number), sealed, 'PX', String(rememberedMs));
  };
  const begin = async (number: string, take: () => Promise<Taken>): Promise<Taken> => {
    const claimed = await claim(number);
    if (claimed) return claimed;
    const known = held.get(number);
    const taken = known ? { record: known } : await take();
    if ('record' in taken) await put(taken.record);
    else await redis?.call('SET', nameOf(number), 'failed', 'PX', String(failedMs));
    return taken;
  };

  return {
    numberOf(key) {
      const hex = digestOf(`number\n${key}`).toString('hex');
      // In the form of a random UUID, which is what the column takes.
      const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
      return [...parts, hex.slice(20, 32)].join('-');
    },
    once(number, take) {
      const earlier = underWay.get(number);
      if (earlier) return earlier;
      const taken = begin(number, take).finally(() => underWay.delete(number));
      underWay.set(number, taken);
      return taken;
    },
    async find(number) {
      const found = redis && unseal(number, await redis.call('GET', nameOf(number)));
      return found || (held.get(number) ?? null);
    },
    put,
    async alone(number, work) {
      if (underWay.has(number) || (await redis?.call('GET', nameOf(number))) === pending) return;
      const name = redis?.keyOf('sending', number) ?? '';
      const claimed = await redis?.call('SET', name, '1', 'NX', 'PX', String(pendingMs));
      if (claimed === null) return;
      await work();
      await redis?.call('DEL', name);
    },
  };
}
