import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { isKnownEvent, parseDelivery, shortReference, statusOf } from '../../shared/deliveryStatus.ts';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import type { ReportError } from '../process/errors.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { HttpFailure } from '../upstream/httpClient.ts';
import { type ContactClientOptions, createContactClient } from './contactClient.ts';
import { type ContactResponse, readSending, readStatus, type Sending } from './contactResponse.ts';
import { type EnquiryOutbox, startOutbox } from './enquiryOutbox.ts';
import { type EnquiryOrigin, type EnquiryRecord, sendingKeyOf, textOf } from './enquiryRecord.ts';
import { createEnquiryRecords, rememberedMs, type Taken } from './enquiryRecords.ts';
import { createEnquiryRows, isNumber } from './enquiryRows.ts';

export interface ContactServiceOptions extends Partial<Omit<ContactClientOptions, 'baseUrl'>> {
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
type Admit = (number: string) => Promise<ContactFailure | null>;

/** The contact API and the ledger as the rest of the server sees them. Nothing here rejects. */
export interface ContactService {
  /**
   * Takes a message once, however often it is posted: it is written down where there is a ledger, and sent on. One
   * whose e-mail has failed is sent anew. A visitor who leaves does not stop it.
   *
   * @param admit called once before it is taken, with its number, and not for a repeat of one that was
   */
  submit(post: PostedEnquiry, admit: Admit): Promise<Taken>;
  /** The message of this number, with where it is: one call a second at most for each, and twenty at once in all. */
  find(number: string): Promise<EnquiryRecord | null>;
  /** A number for what a script has probably written, which is marked as such where there is a ledger, if it is kept. */
  holdSpam(post: PostedEnquiry, isKept: boolean): string;
  /** Whether messages are kept, and outlive a failure of the contact API. */
  readonly keeps: boolean;
  close(): void;
}

/** How long one status of a message is reused. */
const statusMemoryMs = 1_000;
const mostStatuses = 5_000;
const mostCallsAtOnce = 20;
/** A message that was just written down is sent by its own request until then; afterwards by the outbox. */
const takingMs = 15_000;
/** Between two attempts to send a message on. */
const backOff = { firstMs: 2_000, mostMs: 15 * 60_000 };
/** A message that could not be sent for so long is given up; one that was sent is followed for so long. */
const patienceMs = 3 * 24 * 60 * 60_000;
/** Between two looks where a message is that nobody's page asks for. */
const look = { firstMs: 60_000, mostMs: 60 * 60_000 };

/**
 * Makes the service through which all contact API calls go. Logs and error reports say what happened, never what
 * was written.
 */
export function createContactService(options: ContactServiceOptions): ContactService {
  const {
    baseUrl,
    ledger,
    log,
    reportError,
    onOutcome,
    redis = null,
    now = () => performance.now(),
  } = options;
  const client =
    baseUrl === null
      ? null
      : createContactClient({
          baseUrl,
          deadlineMs: options.deadlineMs ?? 10_000,
          statusDeadlineMs: options.statusDeadlineMs ?? 3_000,
          connectTimeoutMs: options.connectTimeoutMs ?? 2_000,
          maxBodyBytes: options.maxBodyBytes ?? 64 * 1024,
          ...(options.onCall ? { onCall: options.onCall } : {}),
        });
  const records = createEnquiryRecords(redis, options.secret ?? ledger?.token ?? null, now);
  const rows = ledger ? createEnquiryRows({ ...ledger, log }) : null;
  const outbox: EnquiryOutbox | null = rows && client ? startOutbox({ rows, records, advance, log }) : null;
  const clock = rows ? rows.now : Date.now;
  const looks = new LRUCache<string, Promise<EnquiryRecord>>({
    ...{ max: mostStatuses, ttl: statusMemoryMs, ttlResolution: 0, perf: { now } },
  });
  let callsAtOnce = 0;

  /** Sends a message, and says what came of it. */
  async function send(record: EnquiryRecord): Promise<Sending> {
    if (client === null)
      return { outcome: 'failed', failure: { kind: 'notConfigured' }, canPass: true, retryAfterMs: 0 };
    const startedAt = performance.now();
    const response = await client.post(record.enquiry, sendingKeyOf(record));
    const sending = readSending(response, record.number);
    const facts = {
      reference: shortReference(record.number),
      status: response instanceof HttpFailure ? null : response.status,
      ms: Math.round(performance.now() - startedAt),
    };
    if (sending.outcome === 'sent') {
      const { submissionId } = sending;
      log.info({ ...facts, outcome: 'sent', submissionId }, 'An enquiry was sent.');
      if (submissionId === null) log.warn('The contact API has given an enquiry no number to follow it by.');
      outbox?.wake();
    } else {
      const failed = { ...facts, outcome: sending.failure.kind, cause: causeOf(response) };
      // Of one that waits, the first failure was reported.
      if (record.tries > 0 && sending.canPass) log.warn(failed, 'A kept enquiry could not be sent on.');
      else reportError(new Error(`The contact API did not send an enquiry: ${failed.outcome}`), failed);
    }
    return sending;
  }

  /** The record after an attempt to send it. */
  function afterSending(record: EnquiryRecord, sending: Sending): EnquiryRecord {
    if (sending.outcome === 'sent') {
      const { outcome: _, ...sent } = sending;
      const isOpen = sent.submissionId !== null && sent.delivery.final === null;
      return { ...record, ...sent, nextAt: isOpen ? clock() + look.firstMs : null };
    }
    if (!sending.canPass) return givenUp(record);
    const pauseMs = Math.min(backOff.firstMs * 2 ** Math.min(record.tries, 20), backOff.mostMs);
    const nextAt = clock() + Math.max(pauseMs, sending.retryAfterMs);
    return { ...record, tries: record.tries + 1, nextAt };
  }

  /** Sends a kept message on, or looks where it is. */
  async function advance(record: EnquiryRecord): Promise<EnquiryRecord> {
    const ageMs = clock() - record.createdAt;
    if (record.delivery.event === 'saved')
      return ageMs > patienceMs ? givenUp(record) : afterSending(record, await send(record));
    const seen = await lookAt(record);
    const isOver = seen.delivery.final !== null || ageMs > patienceMs;
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
    if (!isKnownEvent(seen))
      log.warn({ ...facts, resendStatus: seen.event }, 'A delivery is in a state that is not known.');
    if (seen.event === 'complained') log.warn(facts, 'A recipient has marked our e-mail as spam.');
    return { ...record, delivery: seen, nextAt: seen.final === null ? record.nextAt : null };
  }

  /** The message with where it is now: every request shares one look. */
  function follow(record: EnquiryRecord): Promise<EnquiryRecord> {
    const { number, delivery } = record;
    const shared = looks.get(number);
    if (shared) return shared;
    if (delivery.final !== null || callsAtOnce >= mostCallsAtOnce) return Promise.resolve(record);
    // No lifetime while it is in flight, so that every request joins it; a second once it is over.
    const seeing = see(record);
    looks.set(number, seeing, { ttl: 0 });
    void seeing.then(() => looks.set(number, seeing, { ttl: statusMemoryMs }));
    return seeing;
  }

  async function see(record: EnquiryRecord): Promise<EnquiryRecord> {
    callsAtOnce += 1;
    const seen = await lookAt(record);
    callsAtOnce -= 1;
    if (JSON.stringify(statusOf(seen.delivery)) === JSON.stringify(statusOf(record.delivery))) return record;
    await records.put(seen);
    if (record.delivery.event !== 'saved') outbox?.write(seen, true);
    return seen;
  }

  async function take(fresh: EnquiryRecord, admit: Admit): Promise<Taken> {
    const refusal = await admit(fresh.number);
    if (refusal) return { failure: refusal };
    const kept = await outbox?.rows();
    const written = (await kept?.create(fresh)) ?? 'failed';
    const earlier = written === 'exists' ? await kept?.read(fresh.number) : null;
    // One that was never tried belongs to a process that has ended in the middle of it.
    const isUntried = earlier?.delivery.event === 'saved' && earlier.tries === 0;
    // One that was refused may have gone out all the same: under its own key it does so once.
    const isRefused = earlier?.delivery.final === 'failed' && earlier.submissionId === null;
    if (earlier && !isUntried && !isRefused) return { record: earlier };
    const record = earlier ? { ...earlier, delivery: fresh.delivery } : fresh;
    const sending = await send(record);
    const hasRow = written !== 'failed';
    const next = afterSending(record, sending);
    const isSaved = hasRow && next.delivery.event === 'saved';
    if (kept && (hasRow || sending.outcome === 'sent')) outbox?.write(next, hasRow);
    onOutcome?.(sending.outcome === 'sent' ? 'sent' : isSaved ? 'saved' : sending.failure.kind);
    return sending.outcome === 'failed' && !isSaved ? { failure: sending.failure } : { record: next };
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
    keeps: outbox !== null,
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
      let record = await records.find(number);
      if (!record && callsAtOnce < mostCallsAtOnce) {
        callsAtOnce += 1;
        record = (await (await outbox?.rows())?.read(number)) ?? null;
        callsAtOnce -= 1;
        if (record) await records.put(record);
      }
      // Who writes spam learns nothing of it.
      return record === null || record.delivery.event === 'spam' ? null : follow(record);
    },
    holdSpam(post, isKept) {
      const number = randomUUID();
      const hold = async () => (await outbox?.rows())?.create(recordOf(number, post, 'spam'));
      if (isKept) void hold();
      return number;
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
