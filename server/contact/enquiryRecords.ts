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
   * What became of the message of this number: what is known of it, else what `take` makes of it. Whoever asks at the
   * same time here shares that; another replica waits for it. A failure is not remembered.
   */
  once(number: string, take: () => Promise<Taken>): Promise<Taken>;
  find(number: string): Promise<EnquiryRecord | null>;
  put(record: EnquiryRecord): Promise<void>;
  /** Whether a request has the message of this number in hand, or may have it. */
  isUnderWay(number: string): Promise<boolean>;
  /** Runs `work` when no other replica is at work of this name. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** Longer than a page follows its delivery. */
export const rememberedMs = 15 * 60_000;
/** All that the limits admit in that time, with messages of the longest kind. */
const mostBytes = 24e6;
/** What a killed replica had in hand is anybody's after this time; one that is at work renews it. */
const lockMs = 3_000;
const pollMs = 50;

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

  const find = async (number: string): Promise<EnquiryRecord | null> => {
    const found = redis && unseal(number, await redis.call('GET', nameOf(number)));
    return found || (held.get(number) ?? null);
  };
  const put = async (record: EnquiryRecord): Promise<void> => {
    held.set(record.number, record);
    if (!redis) return;
    const sealed = seal(record.number, toRow(record));
    await redis.call('SET', nameOf(record.number), sealed, 'PX', String(rememberedMs));
  };

  const alone: EnquiryRecords['alone'] = async (name, work) => {
    if (!redis) return work();
    const lock = redis.keyOf('lock', name);
    // Undefined, and no lock, where Redis does not respond.
    while ((await redis.call('SET', lock, '1', 'NX', 'PX', String(lockMs))) === null) await wait(pollMs);
    const renewing = setInterval(() => void redis.call('PEXPIRE', lock, String(lockMs)), lockMs / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await redis.call('DEL', lock);
    }
  };

  return {
    numberOf(key) {
      // In the form of a random UUID, which is what the column takes.
      const form = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/;
      return digestOf(`number\n${key}`).toString('hex').replace(form, '$1-$2-4$3-8$4-$5');
    },
    once(number, take) {
      const earlier = underWay.get(number);
      if (earlier) return earlier;
      const taken = alone(number, async (): Promise<Taken> => {
        const known = await find(number);
        if (known) return { record: known };
        const result = await take();
        if ('record' in result) await put(result.record);
        return result;
      }).finally(() => underWay.delete(number));
      underWay.set(number, taken);
      return taken;
    },
    async isUnderWay(number) {
      // Without Redis nobody says what another process has in hand.
      if (underWay.has(number) || !redis) return true;
      return Number(await redis.call('EXISTS', redis.keyOf('lock', number))) !== 0;
    },
    find,
    put,
    alone,
  };
}
