import { LRUCache } from 'lru-cache';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { isSaved, parseDelivery } from '../../shared/deliveryStatus.ts';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import type { Clock } from '../process/clock.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { type ContactApiOptions, createContactApi } from './contactApi.ts';
import { createEnquiryDelivery, type EnquiryDelivery } from './enquiryDelivery.ts';
import { EnquiryLedger, isMessageNumber, leaseMs } from './enquiryLedger.ts';
import { EnquiryOutbox } from './enquiryOutbox.ts';
import { type EnquiryOrigin, type EnquiryRecord, hasTimeline, textOf } from './enquiryRecord.ts';
import { createEnquiryRecords, type EnquiryRecords, type SubmitResult } from './enquiryRecords.ts';

/*
 * The life of a message:
 *
 * 1. `enquiryIntake.ts` reads a post of the form or of its script, and asks the limits whether it may be sent.
 * 2. Its number is a keyed digest of the visitor's idempotency key and of its text. The number is in the URL of its page
 *    (`/contact/sent/{number}`), is the key of its row, and is part of the contact API's idempotency key. Each number
 *    has one record (`enquiryRecord.ts`).
 * 3. `take`: under the lock of that number (`enquiryRecords.ts`) the record is written to a row of Directus
 *    (`enquiryLedger.ts`), which belongs to this process for half a minute, and is sent (`contactApi.ts`). If the row
 *    fails, it is sent all the same.
 * 4. Its new state (`enquiryDelivery.ts`: waiting, sent, delivered, given up) is kept for a quarter of an hour in a
 *    memory that the replicas share, and in the row. A visitor is told that a message is saved once its row says so.
 * 5. When a row is due (`next_try`) and says that it waits, `enquiryOutbox.ts` takes it for half a minute by a write
 *    that Directus confirms, sends it, and writes the outcome. Once it is sent, a request for its page looks its status
 *    up at the contact API, and so does the outbox from time to time, for three days.
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
  /** The key that the form's script made for its draft, or that of `keyWithoutScript`. */
  readonly key: string;
  readonly origin: EnquiryOrigin;
}

/** A message that is to be sent now, and whether it has a row. */
interface Sendable {
  readonly record: EnquiryRecord;
  readonly hasRow: boolean;
}

/** Resolves with why a message must not be taken; null: it may be. */
type Admit = () => Promise<ContactFailure | null>;

/** How long one status of a message is reused. */
const statusMemoryMs = 1_000;
const mostStatuses = 5_000;
/** A visitor waits for the confirmation that a message is saved. */
const confirmMs = 3_000;
/** After this a page stops polling; it shows the message's number instead. */
const followedMs = 10 * 60_000;

/** What the rest of the server uses of the contact API and the ledger. Nothing here rejects. */
export class ContactService {
  readonly #records: EnquiryRecords;
  /** Null: no contact API is configured. */
  readonly #delivery: EnquiryDelivery | null = null;
  /** Both null: messages are not kept. */
  readonly #ledger: EnquiryLedger | null = null;
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
    const ownLedger = ledger && new EnquiryLedger({ ...ledger, log, clock });
    this.#ledger = ownLedger;
    if (ownLedger) this.#epochNow = () => ownLedger.now();
    const delivery = createEnquiryDelivery(createContactApi({ ...options, baseUrl }), this.#epochNow);
    this.#delivery = delivery;
    if (ownLedger) this.#outbox = new EnquiryOutbox({ ledger: ownLedger, records, delivery, log, clock });
  }

  /**
   * Takes a message once, however often it is posted: writes its row if there is a ledger, and sends it. One that has
   * failed is sent anew. A visitor who disconnects does not stop it.
   *
   * @param admit called once before the message is taken, and not for a repeated post of it
   */
  async submit(post: PostedEnquiry, admit: Admit): Promise<SubmitResult> {
    const delivery = this.#delivery;
    if (delivery === null) {
      this.#onOutcome('notConfigured');
      return { failure: { kind: 'notConfigured' } };
    }
    const number = this.#records.numberOf(`${post.key}\n${textOf(post.enquiry)}`);
    return this.#records.once(number, () => this.#take(delivery, { ...post, number }, admit));
  }

  /**
   * The message of this number with its current status; at most one look-up a second for each. Null: there is none;
   * undefined: Directus does not say.
   */
  async find(number: string): Promise<EnquiryRecord | null | undefined> {
    if (!isMessageNumber(number)) return null;
    const known = await this.#records.find(number);
    const record = known ?? (this.#ledger ? await this.#ledger.read(number) : null);
    if (record && !known) await this.#records.put(record);
    return record && this.#follow(record);
  }

  /** Whether the page of a message polls for its delivery status. */
  isFollowed(record: EnquiryRecord): boolean {
    const isOpen = hasTimeline(record) && record.delivery.final === null;
    return isOpen && this.#epochNow() - record.createdAt < followedMs;
  }

  /**
   * The key of messages that are posted without one, from a form without script: the same text from the same address
   * on the same day is the same message. A key in the page would make its bytes differ between visitors.
   *
   * If the message is not taken, its sender gets this key with the form, so that the script uses it too. Made with the
   * secret, as numbers are, it tells nothing about the address, and nobody else can make it.
   */
  keyWithoutScript(address: string): string {
    const day = Math.floor(this.#epochNow() / 86_400_000);
    return this.#records.numberOf(`${address}\n${day}`);
  }

  /** Stops the outbox; what is not written yet is logged as a number. */
  close(): void {
    this.#outbox?.close();
  }

  async #take(
    delivery: EnquiryDelivery,
    { number, ...post }: PostedEnquiry & Pick<EnquiryRecord, 'number'>,
    admit: Admit,
  ): Promise<SubmitResult> {
    const known = await this.#records.find(number);
    const earlier = known && (await this.#follow(known));
    if (earlier && !hasFailed(earlier)) return { record: earlier };
    const refusal = await admit();
    if (refusal) return { failure: refusal };
    // The time is that of Directus, as soon as that has said it; a row whose time is over would be sent by others too.
    await this.#ledger?.isUsable();
    const kept = await this.#keep({
      ...this.#recordOf(post),
      number,
      submissionId: earlier?.submissionId ?? null,
    });
    if (!('hasRow' in kept)) return kept;
    const { hasRow } = kept;
    const { record, failure } = await delivery.send(kept.record);
    const isKept = await this.#writeOutcome(record, hasRow, failure);
    this.#onOutcome(isKept ? 'saved' : (failure?.kind ?? 'sent'));
    if (failure && !isKept) return { failure };
    this.#statusLookups.delete(number);
    await this.#records.put(record);
    return { record };
  }

  /** Writes what became of a message. Returns whether it is saved, to be sent later. */
  async #writeOutcome(
    record: EnquiryRecord,
    hasRow: boolean,
    failure: ContactFailure | undefined,
  ): Promise<boolean> {
    if (!isSaved(record.delivery)) {
      if (hasRow || !failure) void this.#outbox?.write(record, hasRow);
      return false;
    }
    // If that is not confirmed, nobody is promised anything; the row may still be sent later.
    const isKept = hasRow && (await this.#ledger?.update(record, confirmMs)) === 'updated';
    this.#outbox?.lookAt(isKept ? (record.nextAt ?? 0) : 0);
    return isKept;
  }

  /**
   * Creates the row of a message. If there is one already, the message is to be sent from there if nobody else is
   * sending it or has done so; otherwise this is its result.
   */
  async #keep(posted: EnquiryRecord): Promise<Sendable | SubmitResult> {
    const ledger = this.#ledger;
    const created = (await ledger?.isUsable()) ? await ledger?.create(posted) : undefined;
    if (!ledger || created !== 'exists') return { record: posted, hasRow: created === 'created' };
    const row = await ledger.read(posted.number);
    const isDue = row && isSaved(row.delivery) && (row.nextAt ?? 0) <= ledger.now();
    if (row && !isDue && !hasFailed(row)) return { record: row };
    const taken = row && (await ledger.take(row.number, isDue ? 'waiting' : 'undelivered'));
    if (taken) return { record: { ...taken, delivery: posted.delivery }, hasRow: true };
    return { failure: { kind: 'unreachable' } };
  }

  /** The message with its current status. */
  async #follow(record: EnquiryRecord): Promise<EnquiryRecord> {
    if (record.delivery.final !== null) return record;
    return (await this.#statusLookups.fetch(record.number, { context: record })) ?? record;
  }

  /** Looks up the status of a message: in its row while it waits, then at the contact API. */
  async #refreshStatus(record: EnquiryRecord): Promise<EnquiryRecord> {
    const isWaiting = isSaved(record.delivery);
    const found = isWaiting ? this.#ledger?.read(record.number) : this.#delivery?.refreshStatus(record);
    const seen = (await found) ?? record;
    if (JSON.stringify(seen.delivery) === JSON.stringify(record.delivery)) return record;
    await this.#records.put(seen);
    if (!isWaiting) void this.#outbox?.write(seen, true);
    return seen;
  }

  /** A message as it is posted now. */
  #recordOf({ enquiry, origin }: Omit<PostedEnquiry, 'key'>): Omit<EnquiryRecord, 'number' | 'submissionId'> {
    const createdAt = this.#epochNow();
    const steps = [{ step: 'submitted', status: 'completed', timestamp: new Date(createdAt).toISOString() }];
    return {
      enquiry,
      origin,
      createdAt,
      emailId: null,
      thanks: null,
      tries: 0,
      delivery: parseDelivery({ resendStatus: 'saved', steps }),
      nextAt: createdAt + leaseMs,
    };
  }
}

/** Whether a message did not arrive: its visitor, who was asked to try again, may post it once more. */
const hasFailed = ({ delivery }: EnquiryRecord): boolean => delivery.final === 'failed';
