import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { parseDelivery, statusOf } from '../../shared/deliveryStatus.ts';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import type { ReportError } from '../process/errors.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { type ContactClientOptions, createContactClient } from './contactClient.ts';
import { EnquiryDelivery } from './enquiryDelivery.ts';
import { EnquiryOutbox } from './enquiryOutbox.ts';
import { type EnquiryOrigin, type EnquiryRecord, textOf } from './enquiryRecord.ts';
import { createEnquiryRecords, type EnquiryRecords, rememberedMs, type Taken } from './enquiryRecords.ts';
import { createEnquiryRows, isNumber } from './enquiryRows.ts';

export interface ContactServiceOptions extends Omit<ContactClientOptions, 'baseUrl'> {
  /** The contact API without a trailing slash; null: not configured, and never called. */
  readonly baseUrl: string | null;
  /** Directus with the token of its collection `enquiries`; null: messages are not kept. */
  readonly ledger?: { readonly directusUrl: string; readonly token: string } | null;
  /** What numbers are made with; null: another one at each start. */
  readonly secret?: string | null;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly reportError: ReportError;
  /** Called with the outcome of each enquiry; one that is only posted again counts once. */
  readonly onOutcome?: (outcome: 'sent' | 'saved' | ContactFailure['kind']) => void;
  /** Null: this replica knows only what it has sent itself. */
  readonly redis?: RedisConnection | null;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/** A message as a visitor has posted it. */
export interface PostedEnquiry {
  readonly enquiry: Enquiry;
  /** The key that the form's script has made for this message; null: it came without script. */
  readonly key: string | null;
  readonly address: string;
  readonly origin: EnquiryOrigin;
}

/** Why a message must not be taken; null: it may. */
type Admit = () => Promise<ContactFailure | null>;

/** How long one status of a message is reused. */
const statusMemoryMs = 1_000;
const mostStatuses = 5_000;
/** A message that was just written down is sent by its own request until then; afterwards by the outbox. */
const takingMs = 15_000;

/** The contact API and the ledger as the rest of the server sees them. Nothing here rejects. */
export class ContactService {
  readonly #records: EnquiryRecords;
  /** Null: no contact API is configured. */
  readonly #delivery: EnquiryDelivery | null = null;
  /** Null: messages are not kept. */
  readonly #outbox: EnquiryOutbox | null = null;
  /** Milliseconds since 1970. */
  readonly #clock: () => number = Date.now;
  readonly #onOutcome: NonNullable<ContactServiceOptions['onOutcome']>;
  /** Whoever asks for a message at the same time shares one look. */
  readonly #looks: LRUCache<string, EnquiryRecord, EnquiryRecord>;

  constructor(options: ContactServiceOptions) {
    const { baseUrl, ledger, log, reportError, onOutcome = () => undefined, redis = null } = options;
    const { now = () => performance.now() } = options;
    this.#onOutcome = onOutcome;
    this.#records = createEnquiryRecords(redis, options.secret ?? ledger?.token ?? null, now);
    this.#looks = new LRUCache({
      ...{ max: mostStatuses, ttl: statusMemoryMs, ttlResolution: 0, perf: { now } },
      fetchMethod: (_number, _stale, { context }) => this.#look(context),
    });
    if (baseUrl === null) return;
    const rows = ledger ? createEnquiryRows({ ...ledger, log }) : null;
    if (rows) this.#clock = rows.now;
    const client = createContactClient({ ...options, baseUrl });
    const delivery = new EnquiryDelivery({ client, clock: this.#clock, log, reportError });
    this.#delivery = delivery;
    const advance = (record: EnquiryRecord) => delivery.advance(record);
    if (rows) this.#outbox = new EnquiryOutbox({ rows, records: this.#records, advance, log });
  }

  /**
   * Takes a message once, however often it is posted: it is written down where there is a ledger, and sent on. One
   * whose e-mail has failed is sent anew. A visitor who leaves does not stop it.
   *
   * @param admit called once before it is taken, and not for a repeat of one that was
   */
  async submit(post: PostedEnquiry, admit: Admit): Promise<Taken> {
    const delivery = this.#delivery;
    if (delivery === null) {
      this.#onOutcome('notConfigured');
      return { failure: { kind: 'notConfigured' } };
    }
    const text = textOf(post.enquiry);
    let number = this.#records.numberOf(post.key ?? keyWithoutScript(post.address, text));
    for (;;) {
      const record = this.#recordOf(number, post, 'saved');
      const taken = await this.#records.once(number, () => this.#take(delivery, record, admit));
      if ('failure' in taken) return taken;
      if (textOf(taken.record.enquiry) !== text) return { failure: { kind: 'usedKey' } };
      // Ours, and just taken.
      if (taken.record.createdAt === record.createdAt) return taken;
      const earlier = await this.#follow(taken.record);
      // Without script the same words are the same message for a while only.
      const isOver = post.key === null && record.createdAt - earlier.createdAt > rememberedMs;
      if (earlier.delivery.final !== 'failed' && !isOver) return { record: earlier };
      // The visitor was asked to try again: the same text is another message now, on every replica the same one.
      number = this.#records.numberOf(`again ${number}`);
    }
  }

  /** The message of this number, with where it is: one call a second at most for each. */
  async find(number: string): Promise<EnquiryRecord | null> {
    if (!isNumber(number)) return null;
    const known = await this.#records.find(number);
    const record = known ?? (await this.#findRow(number));
    if (record && !known) await this.#records.put(record);
    // Who writes spam learns nothing of it.
    return record === null || record.delivery.event === 'spam' ? null : this.#follow(record);
  }

  /** What looks like a record, for what a script has probably written; marked as spam in a ledger, if it is kept. */
  holdSpam(post: PostedEnquiry, isKept: boolean): EnquiryRecord {
    const record = this.#recordOf(randomUUID(), post, 'spam');
    const hold = async () => (await this.#outbox?.rows())?.create(record);
    if (isKept) void hold();
    const delivery = parseDelivery({ resendStatus: 'queued' }, record.number);
    return { ...record, delivery, submissionId: '' };
  }

  close(): void {
    this.#outbox?.close();
  }

  async #take(delivery: EnquiryDelivery, fresh: EnquiryRecord, admit: Admit): Promise<Taken> {
    const refusal = await admit();
    if (refusal) return { failure: refusal };
    const outbox = this.#outbox;
    const kept = await outbox?.rows();
    const written = (await kept?.create(fresh)) ?? 'failed';
    const earlier = written === 'exists' ? await kept?.read(fresh.number) : null;
    // One that was never tried belongs to a process that has ended in the middle of it.
    const isUntried = earlier?.delivery.event === 'saved' && earlier.tries === 0;
    // One that was refused may have gone out all the same: under its own key it does so once.
    const isRefused = earlier?.delivery.final === 'failed' && earlier.submissionId === null;
    if (earlier && !isUntried && !isRefused) return { record: earlier };
    const unsent = earlier ? { ...earlier, delivery: fresh.delivery } : fresh;
    const { record, failure } = await delivery.send(unsent);
    const hasRow = written !== 'failed';
    const isSaved = hasRow && record.delivery.event === 'saved';
    if (kept && (hasRow || !failure)) outbox?.write(record, hasRow);
    if (!failure) outbox?.wake();
    this.#onOutcome(isSaved ? 'saved' : (failure?.kind ?? 'sent'));
    return failure && !isSaved ? { failure } : { record };
  }

  /** The message with where it is now. */
  async #follow(record: EnquiryRecord): Promise<EnquiryRecord> {
    if (record.delivery.final !== null) return record;
    return (await this.#looks.fetch(record.number, { context: record })) ?? record;
  }

  /** Where a message is by whoever knows it: its row while it waits, then the contact API. */
  async #look(record: EnquiryRecord): Promise<EnquiryRecord> {
    const isSaved = record.delivery.event === 'saved';
    const found = isSaved ? this.#findRow(record.number) : this.#delivery?.look(record);
    const seen = (await found) ?? record;
    if (JSON.stringify(statusOf(seen.delivery)) === JSON.stringify(statusOf(record.delivery))) return record;
    await this.#records.put(seen);
    if (!isSaved) this.#outbox?.write(seen, true);
    return seen;
  }

  async #findRow(number: string): Promise<EnquiryRecord | null> {
    return (await (await this.#outbox?.rows())?.find(number)) ?? null;
  }

  #recordOf(number: string, { enquiry, origin }: PostedEnquiry, event: 'saved' | 'spam'): EnquiryRecord {
    const createdAt = this.#clock();
    const steps = [{ step: 'submitted', status: 'completed', timestamp: new Date(createdAt).toISOString() }];
    return {
      ...{ number, enquiry, origin, createdAt, submissionId: null, emailId: null, thanks: null, tries: 0 },
      delivery: parseDelivery({ resendStatus: event, steps }, number),
      nextAt: event === 'saved' ? createdAt + takingMs : null,
    };
  }
}

/**
 * The key of a message that came without one, from a form without script: the same text from the same address is the
 * same message, and the page stays the same bytes for every visitor.
 */
const keyWithoutScript = (address: string, text: string): string =>
  createHash('sha256').update(`${address}\n${text}`).digest('hex');
