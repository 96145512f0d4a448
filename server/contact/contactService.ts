import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { parseDelivery, shortReference, statusOf } from '../../shared/deliveryStatus.ts';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import type { ReportError } from '../process/errors.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { HttpFailure } from '../upstream/httpClient.ts';
import { type ContactClientOptions, createContactClient } from './contactClient.ts';
import { type ContactResponse, readSending, readStatus } from './contactResponse.ts';
import { type EnquiryOutbox, startOutbox } from './enquiryOutbox.ts';
import { type EnquiryOrigin, type EnquiryRecord, sendingKeyOf, textOf } from './enquiryRecord.ts';
import { createEnquiryRecords, rememberedMs, type Taken } from './enquiryRecords.ts';
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

/** The contact API and the ledger as the rest of the server sees them. Nothing here rejects. */
export interface ContactService {
  /**
   * Takes a message once, however often it is posted: it is written down where there is a ledger, and sent on. One
   * whose e-mail has failed is sent anew. A visitor who leaves does not stop it.
   *
   * @param admit called once before it is taken, and not for a repeat of one that was
   */
  submit(post: PostedEnquiry, admit: Admit): Promise<Taken>;
  /** The message of this number, with where it is: one call a second at most for each. */
  find(number: string): Promise<EnquiryRecord | null>;
  /** What looks like a record, for what a script has probably written; marked as spam in a ledger, if it is kept. */
  holdSpam(post: PostedEnquiry, isKept: boolean): EnquiryRecord;
  close(): void;
}

/** How long one status of a message is reused. */
const statusMemoryMs = 1_000;
const mostStatuses = 5_000;
/** A message that was just written down is sent by its own request until then; afterwards by the outbox. */
const takingMs = 15_000;
/** Between two attempts to send a message on. */
const backOff = { firstMs: 1_000, mostMs: 15 * 60_000 };
/** A message that could not be sent for so long is given up; one that was sent is followed for so long. */
const patienceMs = 3 * 24 * 60 * 60_000;
/** Between two looks where a message is that nobody's page asks for. */
const look = { firstMs: 60_000, mostMs: 60 * 60_000 };

/**
 * Makes the service through which all contact API calls go. Logs and error reports say what happened, never what
 * was written.
 */
export function createContactService(options: ContactServiceOptions): ContactService {
  const { baseUrl, ledger, log, reportError, onOutcome, redis = null } = options;
  const { now = () => performance.now() } = options;
  const client = baseUrl === null ? null : createContactClient({ ...options, baseUrl });
  const records = createEnquiryRecords(redis, options.secret ?? ledger?.token ?? null, now);
  const rows = ledger ? createEnquiryRows({ ...ledger, log }) : null;
  const outbox: EnquiryOutbox | null = rows && client ? startOutbox({ rows, records, advance, log }) : null;
  const clock = rows ? rows.now : Date.now;
  /** Whoever asks for a message at the same time shares one look. */
  const looks = new LRUCache<string, EnquiryRecord, EnquiryRecord>({
    ...{ max: mostStatuses, ttl: statusMemoryMs, ttlResolution: 0, perf: { now } },
    fetchMethod: (_number, _stale, { context }) => see(context),
  });

  /** Sends a message; the record after that, and why it was not sent. */
  async function send(record: EnquiryRecord): Promise<{ record: EnquiryRecord; failure?: ContactFailure }> {
    if (client === null) return { record, failure: { kind: 'notConfigured' } };
    const startedAt = performance.now();
    const response = await client.post(record.enquiry, sendingKeyOf(record));
    const sending = readSending(response, record.number);
    const facts = {
      reference: shortReference(record.number),
      status: response instanceof HttpFailure ? null : response.status,
      ms: Math.round(performance.now() - startedAt),
    };
    if ('sent' in sending) {
      const { sent } = sending;
      log.info({ ...facts, outcome: 'sent', submissionId: sent.submissionId }, 'An enquiry was sent.');
      const isOpen = sent.submissionId !== null && sent.delivery.final === null;
      return { record: { ...record, ...sent, nextAt: isOpen ? clock() + look.firstMs : null } };
    }
    const { failure, canPass, retryAfterMs } = sending;
    const failed = { ...facts, outcome: failure.kind, cause: causeOf(response) };
    // Of one that waits, the first failure was reported.
    if (record.tries > 0 && canPass) log.warn(failed, 'A kept enquiry could not be sent on.');
    else reportError(new Error(`The contact API did not send an enquiry: ${failed.outcome}`), failed);
    if (!canPass) return { record: givenUp(record), failure };
    const pauseMs = Math.min(backOff.firstMs * 2 ** Math.min(record.tries, 20), backOff.mostMs);
    const nextAt = clock() + Math.max(pauseMs, retryAfterMs);
    return { record: { ...record, tries: record.tries + 1, nextAt }, failure };
  }

  /** Sends a kept message on, or looks where it is. */
  async function advance(record: EnquiryRecord): Promise<EnquiryRecord> {
    const ageMs = clock() - record.createdAt;
    const isTooOld = ageMs > patienceMs;
    if (record.delivery.event === 'saved') return isTooOld ? givenUp(record) : (await send(record)).record;
    const seen = await lookAt(record);
    const isOver = seen.delivery.final !== null || isTooOld;
    return {
      ...seen,
      nextAt: isOver ? null : clock() + Math.min(Math.max(ageMs, look.firstMs), look.mostMs),
    };
  }

  /** Where a message is by whoever knows it: its row while it waits, then the contact API. */
  async function lookAt(record: EnquiryRecord): Promise<EnquiryRecord> {
    const { number, delivery, submissionId } = record;
    if (delivery.event === 'saved') return (await (await outbox?.rows())?.read(number)) ?? record;
    if (client === null || submissionId === null) return record;
    const response = await client.status(submissionId);
    const seen = readStatus(response, number);
    const facts = { reference: shortReference(number), submissionId };
    if (seen === null) {
      log.warn({ ...facts, cause: causeOf(response) }, 'A delivery status could not be read.');
      return record;
    }
    return { ...record, delivery: seen, nextAt: seen.final === null ? record.nextAt : null };
  }

  /** The message with where it is now. */
  async function follow(record: EnquiryRecord): Promise<EnquiryRecord> {
    if (record.delivery.final !== null) return record;
    return (await looks.fetch(record.number, { context: record })) ?? record;
  }

  async function see(record: EnquiryRecord): Promise<EnquiryRecord> {
    const seen = await lookAt(record);
    if (JSON.stringify(statusOf(seen.delivery)) === JSON.stringify(statusOf(record.delivery))) return record;
    await records.put(seen);
    if (record.delivery.event !== 'saved') outbox?.write(seen, true);
    return seen;
  }

  async function take(fresh: EnquiryRecord, admit: Admit): Promise<Taken> {
    const refusal = await admit();
    if (refusal) return { failure: refusal };
    const kept = await outbox?.rows();
    const written = (await kept?.create(fresh)) ?? 'failed';
    const earlier = written === 'exists' ? await kept?.read(fresh.number) : null;
    // One that was never tried belongs to a process that has ended in the middle of it.
    const isUntried = earlier?.delivery.event === 'saved' && earlier.tries === 0;
    // One that was refused may have gone out all the same: under its own key it does so once.
    const isRefused = earlier?.delivery.final === 'failed' && earlier.submissionId === null;
    if (earlier && !isUntried && !isRefused) return { record: earlier };
    const { record, failure } = await send(earlier ? { ...earlier, delivery: fresh.delivery } : fresh);
    const hasRow = written !== 'failed';
    const isSaved = hasRow && record.delivery.event === 'saved';
    if (kept && (hasRow || !failure)) outbox?.write(record, hasRow);
    if (!failure) outbox?.wake();
    onOutcome?.(isSaved ? 'saved' : (failure?.kind ?? 'sent'));
    return failure && !isSaved ? { failure } : { record };
  }

  const recordOf = (number: string, { enquiry, origin }: PostedEnquiry, event = 'saved'): EnquiryRecord => {
    const createdAt = clock();
    const steps = [{ step: 'submitted', status: 'completed', timestamp: new Date(createdAt).toISOString() }];
    return {
      ...{ number, enquiry, origin, createdAt, submissionId: null, emailId: null, thanks: null, tries: 0 },
      delivery: parseDelivery({ resendStatus: event, steps }, number),
      nextAt: event === 'saved' ? createdAt + takingMs : null,
    };
  };

  return {
    async submit(post, admit) {
      if (client === null) {
        onOutcome?.('notConfigured');
        return { failure: { kind: 'notConfigured' } };
      }
      const text = textOf(post.enquiry);
      let number = records.numberOf(post.key ?? keyWithoutScript(post.address, text));
      for (;;) {
        const record = recordOf(number, post);
        const taken = await records.once(number, () => take(record, admit));
        if ('failure' in taken) return taken;
        if (textOf(taken.record.enquiry) !== text) return { failure: { kind: 'usedKey' } };
        // Ours, and just taken.
        if (taken.record.createdAt === record.createdAt) return taken;
        const earlier = await follow(taken.record);
        // Without script the same words are the same message for a while only.
        const isOver = post.key === null && record.createdAt - earlier.createdAt > rememberedMs;
        if (earlier.delivery.final !== 'failed' && !isOver) return { record: earlier };
        // The visitor was asked to try again: the same text is another message now, on every replica the same one.
        number = records.numberOf(`again ${number}`);
      }
    },
    async find(number) {
      if (!isNumber(number)) return null;
      const known = await records.find(number);
      const record = known ?? (await (await outbox?.rows())?.read(number)) ?? null;
      if (record && !known) await records.put(record);
      // Who writes spam learns nothing of it.
      return record === null || record.delivery.event === 'spam' ? null : follow(record);
    },
    holdSpam(post, isKept) {
      const record = recordOf(randomUUID(), post, 'spam');
      const hold = async () => (await outbox?.rows())?.create(record);
      if (isKept) void hold();
      const delivery = parseDelivery({ resendStatus: 'queued' }, record.number);
      return { ...record, delivery, submissionId: '' };
    },
    close: () => outbox?.close(),
  };
}

/**
 * The key of a message that came without one, from a form without script: the same text from the same address is the
 * same message, and the page stays the same bytes for every visitor.
 */
const keyWithoutScript = (address: string, text: string): string =>
  createHash('sha256').update(`${address}\n${text}`).digest('hex');

const givenUp = (record: EnquiryRecord): EnquiryRecord => ({
  ...record,
  delivery: parseDelivery({ ...statusOf(record.delivery), resendStatus: 'failed' }, record.number),
  nextAt: null,
});

function causeOf(response: ContactResponse): string {
  if (response instanceof HttpFailure) return response.code;
  return response.body === null ? 'tooLarge' : 'responded';
}
