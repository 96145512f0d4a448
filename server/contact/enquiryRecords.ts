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
export type EnquiryRecords = ReturnType<typeof createEnquiryRecords>;

/** Longer than a page follows its delivery. */
const rememberedMs = 15 * 60_000;
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

  /** Runs `work` when no other replica is at work of this name. */
  const alone = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    if (!redis) return work();
    const lock = redis.keyOf('lock', name);
    const own = randomBytes(12).toString('base64url');
    // Undefined, and no lock, where Redis does not respond.
    while ((await redis.call('SET', lock, own, 'NX', 'PX', String(lockMs))) === null) await wait(pollMs);
    /** A process that stood still for longer than the lock may find that of another. */
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
    alone,
    /** The number of the message that a visitor's key names: the same on all replicas, and to nobody else a clue. */
    numberOf(key: string): string {
      // In the form of a random UUID, which is what the column takes.
      const form = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/;
      return digestOf(`number\n${key}`).toString('hex').replace(form, '$1-$2-4$3-8$4-$5');
    },
    /** Takes the message of a number: whoever asks at the same time here shares that, another replica waits for it. */
    once(number: string, take: () => Promise<Taken>): Promise<Taken> {
      const earlier = underWay.get(number);
      if (earlier) return earlier;
      const taken = alone(number, take).finally(() => underWay.delete(number));
      underWay.set(number, taken);
      return taken;
    },
    /** Whether a request has the message of this number in hand; undefined: another process may, without Redis. */
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
