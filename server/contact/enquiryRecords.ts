import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ContactFailure } from '../../shared/contactWording.ts';
import type { Clock } from '../process/clock.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { withLock } from '../redis/redisLock.ts';
import { createSealedValues } from '../redis/sealedValues.ts';
import { type EnquiryRecord, fromRow, toRow } from './enquiryRecord.ts';

/** The result of taking a message: its record, or why it was not taken. */
export type SubmitResult = { readonly record: EnquiryRecord } | { readonly failure: ContactFailure };

/** The messages of the last quarter of an hour, of this process or of all replicas. Nothing here rejects. */
export type EnquiryRecords = ReturnType<typeof createEnquiryRecords>;

/** Longer than a page polls for its delivery status. */
const rememberedMs = 15 * 60_000;
/** Room for all messages that the limits admit in that time, each of the longest kind. */
const mostBytes = 34e6;

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
  const underWay = new Map<string, Promise<SubmitResult>>();
  const ownSecret = secret ?? randomBytes(32);
  const digestOf = redis?.digestOf ?? ((text) => createHmac('sha256', ownSecret).update(text).digest());
  const shared = redis && createSealedValues(redis, 'enquiry', rememberedMs);

  return {
    /** The number for a text, such as a visitor's key: the same on all replicas, and unguessable for everybody else. */
    numberOf(text: string): string {
      // In the form of a random UUID, which the column requires.
      const form = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/;
      return digestOf(`number\n${text}`).toString('hex').replace(form, '$1-$2-4$3-8$4-$5');
    },
    /** Takes the message of a number. Concurrent calls here share the result; another replica waits for the lock. */
    once(number: string, take: () => Promise<SubmitResult>): Promise<SubmitResult> {
      const earlier = underWay.get(number);
      if (earlier) return earlier;
      const taken = withLock(redis, number, take).finally(() => underWay.delete(number));
      underWay.set(number, taken);
      return taken;
    },
    /** The record of a number; null: it is not known here any more. */
    async find(number: string): Promise<EnquiryRecord | null> {
      return fromRow(await shared?.get(number)) ?? held.get(number) ?? null;
    },
    /** Remembers a record for a quarter of an hour. */
    async put(record: EnquiryRecord): Promise<void> {
      held.set(record.number, record);
      await shared?.put(record.number, toRow(record));
    },
  };
}
