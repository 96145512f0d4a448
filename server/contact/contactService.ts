import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { isSaved, parseDelivery } from '../../shared/deliveryStatus.ts';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import type { Clock } from '../process/clock.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { type ContactApiOptions, createContactApi } from './contactApi.ts';
import { createEnquiryDelivery, type EnquiryDelivery } from './enquiryDelivery.ts';
import { EnquiryOutbox } from './enquiryOutbox.ts';
import { type EnquiryOrigin, type EnquiryRecord, hasTimeline, textOf } from './enquiryRecord.ts';
import { createEnquiryRecords, type EnquiryRecords, type Taken } from './enquiryRecords.ts';
import { createEnquiryRows, isMessageNumber } from './enquiryRows.ts';

/*
 * The life of a message:
 *
 * 1. `routes/contactIntake.ts` reads a post of the form or of its script, and asks the limits whether it may be sent.
 * 2. Its number is a keyed digest of the visitor's idempotency key. The number is in the URL of its page
 *    (`/contact/sent/{number}`), is the key of its row, and is part of the contact API's idempotency key. Each number
 *    has one record (`enquiryRecord.ts`).
 * 3. `take`: under the lock of that number (`enquiryRecords.ts`) the record is written to a row of Directus, which is
 *    ledger and outbox (`enquiryRows.ts`), and is sent (`contactApi.ts`). If the row fails, it is sent all the same.
 * 4. Its new state (`enquiryDelivery.ts`: waiting, sent, delivered, given up) is kept for a quarter of an hour in a
 *    memory that the replicas share, and in the row.
 * 5. While the row says that it waits, `enquiryOutbox.ts` sends it with back-off. Once it is sent, a request for its
 *    page looks its status up at the contact API, and so does the outbox from time to time, for three days.
 */

export interface ContactServiceOptions extends Omit<ContactApiOptions, 'baseUrl'> {
  /** The contact API without a trailing slash; null: not configured, and never called. */
  readonly baseUrl: string | null;
  /** Directus, and the token for its collection `enquiries`; null: messages are not kept. */
  readonly ledger: { readonly directusUrl: string; readonly token: string } | null;
  /** The key of the digests that numbers are; null: the token of `ledger`, or else a random key at each start. */
  readonly secret: string | null;
  /** Called with the outcome of each enquiry; repeated posts of it do not count again. */
  readonly onOutcome: (outcome: 'sent' | 'saved' | ContactFailure['kind']) => void;
  /** Null: this replica knows only what it has sent itself. */
  readonly redis: RedisConnection | null;
  /** For how long something is remembered, and when to try again. */
  readonly clock: Clock;
}

/** A message as a visitor posted it. */
interface PostedEnquiry {
  readonly enquiry: Enquiry;
  /** The key that the form's script made for this message, or that of `keyWithoutScript`. */
  readonly key: string;
  readonly origin: EnquiryOrigin;
}

/** Resolves with why a message must not be taken; null: it may be. */
type Admit = () => Promise<ContactFailure | null>;

/** How long one status of a message is reused. */
const statusMemoryMs = 1_000;
const mostStatuses = 5_000;
/** How long a new message is left to its own request to send; afterwards the outbox sends it. */
const ownRequestMs = 15_000;
/** After this a page stops polling; it shows the message's number instead. */
const followedMs = 10 * 60_000;

/** What the rest of the server uses of the contact API and the ledger. Nothing here rejects. */
export class ContactService {
  readonly #records: EnquiryRecords;
  /** Null: no contact API is configured. */
  readonly #delivery: EnquiryDelivery | null = null;
  /** Null: messages are not kept. */
  readonly #outbox: EnquiryOutbox | null = null;
  /** Milliseconds since 1970, for dates of messages: by the clock of Directus if there is a ledger. */
  readonly #epochNow: () => number = () => Date.now();
  readonly #onOutcome: ContactServiceOptions['onOutcome'];
  /** Concurrent requests for one message share one status look-up. */
  readonly #statusLookups: LRUCache<string, EnquiryRecord, EnquiryRecord>;

  constructor(options: ContactServiceOptions) {
    const { baseUrl, ledger, log, redis, clock } = options;
    this.#onOutcome = options.onOutcome;
    const records = createEnquiryRecords(redis, options.secret ?? ledger?.token ?? null, clock);
    this.#records = records;
    this.#statusLookups = new LRUCache({
      max: mostStatuses,
      ttl: statusMemoryMs,
      ttlResolution: 0,
      perf: clock,
      fetchMethod: (_number, _stale, { context }) => this.#refreshStatus(context),
    });
    if (baseUrl === null) return;
    const rows = ledger ? createEnquiryRows({ ...ledger, log }) : null;
    if (rows) this.#epochNow = rows.now;
    const delivery = createEnquiryDelivery(createContactApi({ ...options, baseUrl }), this.#epochNow);
    this.#delivery = delivery;
    if (rows) this.#outbox = new EnquiryOutbox({ rows, records, delivery, redis, log, clock });
  }

  /**
   * Takes a message once, however often it is posted: writes its row if there is a ledger, and sends it. One that has
   * failed is sent anew. A visitor who disconnects does not stop it.
   *
   * @param admit called once before the message is taken, and not for a repeated post of it
   */
  async submit(post: PostedEnquiry, admit: Admit): Promise<Taken> {
    const delivery = this.#delivery;
    if (delivery === null) {
      this.#onOutcome('notConfigured');
      return { failure: { kind: 'notConfigured' } };
    }
    const number = this.#records.numberOf(post.key);
    const posted = this.#recordOf(number, post, 'saved');
    const taken = await this.#records.once(number, () => this.#take(delivery, posted, admit));
    const isOther = 'record' in taken && !isSameText(taken.record, posted);
    return isOther ? { failure: { kind: 'usedKey' } } : taken;
  }

  /** The message of this number with its current status; at most one look-up a second for each. */
  async find(number: string): Promise<EnquiryRecord | null> {
    if (!isMessageNumber(number)) return null;
    const known = await this.#records.find(number);
    const record = known ?? (await this.#findRow(number));
    if (record && !known) await this.#records.put(record);
    // A message that is held as spam has no page.
    return record === null || record.delivery.resendStatus === 'spam' ? null : this.#follow(record);
  }

  /** Whether the page of a message polls for its delivery status. */
  isFollowed(record: EnquiryRecord): boolean {
    const isOpen = hasTimeline(record) && record.delivery.final === null;
    return isOpen && this.#epochNow() - record.createdAt < followedMs;
  }

  /** Returns what looks like a normal record, for a message probably written by a script; kept marked as spam. */
  holdSpam(post: PostedEnquiry, isKept: boolean): EnquiryRecord {
    const record = this.#recordOf(randomUUID(), post, 'spam');
    const hold = async () => (await this.#outbox?.rows())?.create(record);
    if (isKept) void hold();
    return { ...record, delivery: parseDelivery({ resendStatus: 'queued' }), submissionId: '' };
  }

  /**
   * The key of a message that was posted without one, from a form without script: the same text from the same address
   * on the same day is the same message. A key in the page would make its bytes differ between visitors.
   *
   * If the message is not taken, its sender gets this key with the form, so that the script uses it too. Made with the
   * secret, as numbers are, it tells nothing about the address, and nobody else can make it from a known text.
   */
  keyWithoutScript(address: string, enquiry: Enquiry): string {
    const day = Math.floor(this.#epochNow() / 86_400_000);
    return this.#records.numberOf(`${address}\n${day}\n${textOf(enquiry)}`);
  }

  /** Stops the outbox; what it has not written yet is logged as a number. */
  close(): void {
    this.#outbox?.close();
  }

  async #take(delivery: EnquiryDelivery, posted: EnquiryRecord, admit: Admit): Promise<Taken> {
    const { number } = posted;
    const known = await this.#records.find(number);
    const earlier = known && (await this.#follow(known));
    if (earlier && !mayBeSentAnew(earlier, posted)) return { record: earlier };
    const refusal = await admit();
    if (refusal) return { failure: refusal };
    const stored = await this.#store({ ...posted, submissionId: earlier?.submissionId ?? null });
    if (stored.isHandled) return { record: stored.record };
    const { hasRow } = stored;
    const { record, failure } = await delivery.send(stored.record);
    if (hasRow || !failure) this.#outbox?.write(record, hasRow);
    if (!failure) this.#outbox?.wake();
    const isKept = hasRow && isSaved(record.delivery);
    this.#onOutcome(isKept ? 'saved' : (failure?.kind ?? 'sent'));
    if (failure && !isKept) return { failure };
    this.#statusLookups.delete(number);
    await this.#records.put(record);
    return { record };
  }

  /**
   * Creates the row of a message. If there is one already, its record is returned: to be sent, or handled already
   * (`isHandled`), because it has been sent or given up before.
   */
  async #store(posted: EnquiryRecord) {
    const rows = await this.#outbox?.rows();
    const created = await rows?.create(posted);
    const hasRow = created === 'created' || created === 'exists';
    const stored = created === 'exists' ? await rows?.read(posted.number) : null;
    if (!rows || !stored) return { record: posted, hasRow, isHandled: false };
    // A row that was never tried was left by a process that was killed before it could send.
    const isUntried = isSaved(stored.delivery) && stored.tries === 0;
    if (isUntried) return { record: stored, hasRow: true, isHandled: false };
    if (!mayBeSentAnew(stored, posted)) return { record: stored, hasRow: true, isHandled: true };
    const record = { ...stored, delivery: posted.delivery, tries: 0, nextAt: posted.nextAt };
    return { record, hasRow: (await rows.update(record)) === 'updated', isHandled: false };
  }

  /** The message with its current status. */
  async #follow(record: EnquiryRecord): Promise<EnquiryRecord> {
    if (record.delivery.final !== null) return record;
    return (await this.#statusLookups.fetch(record.number, { context: record })) ?? record;
  }

  /** Looks up the status of a message: in its row while it waits, then at the contact API. */
  async #refreshStatus(record: EnquiryRecord): Promise<EnquiryRecord> {
    const isWaiting = isSaved(record.delivery);
    const found = isWaiting ? this.#findRow(record.number) : this.#delivery?.refreshStatus(record);
    const seen = (await found) ?? record;
    if (JSON.stringify(seen.delivery) === JSON.stringify(record.delivery)) return record;
    await this.#records.put(seen);
    if (!isWaiting) this.#outbox?.write(seen, true);
    return seen;
  }

  async #findRow(number: string): Promise<EnquiryRecord | null> {
    return (await (await this.#outbox?.rows())?.find(number)) ?? null;
  }

  #recordOf(number: string, { enquiry, origin }: PostedEnquiry, event: 'saved' | 'spam'): EnquiryRecord {
    const createdAt = this.#epochNow();
    const steps = [{ step: 'submitted', status: 'completed', timestamp: new Date(createdAt).toISOString() }];
    return {
      number,
      enquiry,
      origin,
      createdAt,
      submissionId: null,
      emailId: null,
      thanks: null,
      tries: 0,
      delivery: parseDelivery({ resendStatus: event, steps }),
      nextAt: event === 'saved' ? createdAt + ownRequestMs : null,
    };
  }
}

const isSameText = (one: EnquiryRecord, other: EnquiryRecord): boolean =>
  textOf(one.enquiry) === textOf(other.enquiry);

/** Whether a message failed and its visitor, who was asked to try again, has posted the same text once more. */
const mayBeSentAnew = (earlier: EnquiryRecord, posted: EnquiryRecord): boolean =>
  earlier.delivery.final === 'failed' && isSameText(earlier, posted);
