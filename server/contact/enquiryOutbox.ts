import type { Logger } from 'pino';
import { isSaved, shortReference } from '../../shared/deliveryStatus.ts';
import type { Clock } from '../process/clock.ts';
import { causeOf } from '../process/errors.ts';
import type { EnquiryDelivery } from './enquiryDelivery.ts';
import { type DueRow, type EnquiryLedger, leaseMs, lookAheadMs } from './enquiryLedger.ts';
import type { EnquiryRecord } from './enquiryRecord.ts';
import type { EnquiryRecords } from './enquiryRecords.ts';

interface OutboxOptions {
  readonly ledger: EnquiryLedger;
  readonly records: EnquiryRecords;
  readonly delivery: EnquiryDelivery;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly clock: Clock;
}

/** Pauses between two rounds: at least, after the first that Directus failed, and after one that left rows alone. */
const [leastMs, soonMs, awhileMs] = [1_000, 2_000, 4_000];
/** Rows that could not be taken end a round, so that calls in vain stay few. */
const mostPassedOver = 8;
/** Failures of the contact API in a row that end a round, so that it is left alone until the next one. */
const mostFailures = 3;
/** A message that is due for longer was found, not left waiting by this loop. */
const overdueMs = 10 * 60_000;

/**
 * Sends the messages that are due, one after the other, and asks for the status of sent ones. Each is taken first by a
 * write that Directus confirms, and is sent as its row is then; what cannot be taken is not sent. An outcome that
 * cannot be written leaves the row to its lease: another process may take it when that is over.
 */
export class EnquiryOutbox {
  readonly #options: OutboxOptions;
  readonly #clock: Clock;
  #isClosed = false;
  #isRunning = false;
  /** Milliseconds of the clock; the next round is the earliest that was asked for. */
  #nextRoundAt = Number.POSITIVE_INFINITY;
  #lastRoundAt = Number.NEGATIVE_INFINITY;
  #cancelNextRound = () => {};
  /** Rounds in a row that Directus failed. */
  #failedRounds = 0;
  #hasSaidOverdue = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#lookIn(0);
  }

  /** Asks for a round when a message is due, in milliseconds since 1970 by the clock of Directus. */
  lookAt(dueAt: number): void {
    this.#lookIn(dueAt - this.#options.ledger.now());
  }

  /** Writes the outcome of a message that needs not be sent any more; see `EnquiryLedger.write`. */
  async write(record: EnquiryRecord, isCreated: boolean): Promise<void> {
    if (!(await this.#options.ledger.write(record, isCreated))) this.#lookIn(soonMs);
  }

  /** Stops the rounds, and logs how many outcomes are lost because they are not written yet. */
  close(): void {
    const { ledger, log } = this.#options;
    this.#isClosed = true;
    this.#cancelNextRound();
    if (ledger.owed > 0)
      log.warn({ count: ledger.owed }, 'Directus lacks the latest state of some messages.');
  }

  #lookIn(ms: number): void {
    const now = this.#clock.now();
    const at = Math.max(now + ms, this.#lastRoundAt + leastMs);
    if (this.#isClosed || at >= this.#nextRoundAt) return;
    this.#cancelNextRound();
    this.#nextRoundAt = at;
    this.#cancelNextRound = this.#clock.after(Math.max(at - now, 0), () => void this.#run());
  }

  async #run(): Promise<void> {
    this.#nextRoundAt = Number.POSITIVE_INFINITY;
    // It asks for the next one itself.
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#lastRoundAt = this.#clock.now();
    const pauseMs = await this.#round().catch((error: unknown) => {
      this.#options.log.error({ reason: causeOf(error) }, 'A round of the outbox failed.');
      return null;
    });
    this.#isRunning = false;
    this.#failedRounds = pauseMs === null ? this.#failedRounds + 1 : 0;
    this.#lookIn(pauseMs ?? Math.min(soonMs * 2 ** (this.#failedRounds - 1), lookAheadMs));
  }

  /** One round. Returns the longest pause after it; null: Directus failed. */
  async #round(): Promise<number | null> {
    const { ledger } = this.#options;
    const isUsable = await (this.#failedRounds === 0 ? ledger.isUsable() : ledger.isUsableNow());
    if (!isUsable || !(await ledger.flush())) return null;
    const due = await ledger.due();
    if (due === null) return null;
    this.#sayOverdue(due.rows);
    let [failures, passedOver] = [0, 0];
    for (const row of due.rows) {
      if (this.#isClosed || failures === mostFailures || passedOver === mostPassedOver) break;
      const taken = await ledger.take(row.number, row.state);
      if (taken === null) {
        passedOver += 1;
        continue;
      }
      const { delivery } = await this.#advance(taken, row);
      // The contact API has not taken it, or has said nothing about it.
      const hasFailed =
        delivery === taken.delivery || (row.state === 'waiting' && delivery.final === 'failed');
      failures = hasFailed ? failures + 1 : 0;
    }
    // While it was not known whether Directus is well, no outcome was written.
    if (passedOver > 0 && !((await ledger.isUsableNow()) && (await ledger.flush()))) return null;
    if (failures === mostFailures) return lookAheadMs;
    return passedOver > 0 ? awhileMs : Math.max(due.nextAt - ledger.now(), leastMs);
  }

  /** Sends a message that was taken or looks up its status, and writes the result. */
  async #advance(taken: EnquiryRecord, row: DueRow): Promise<EnquiryRecord> {
    const { ledger, records, delivery, log } = this.#options;
    const { number } = taken;
    const known = await records.find(number);
    const facts = { reference: shortReference(number) };
    if (row.state === 'waiting' && known && isAhead(known, taken)) {
      log.info(facts, 'A kept enquiry had been sent already; its row lacked that.');
      await ledger.write(known, true);
      return known;
    }
    const next = await delivery.advance(taken, row.dueAt === null);
    await records.put(next);
    if (!isSaved(next.delivery)) await ledger.write(next, true);
    else if ((await ledger.update(next)) !== 'updated') this.#lookIn(leaseMs);
    if (isSaved(next.delivery)) this.lookAt(next.nextAt ?? 0);
    else if (row.state === 'waiting')
      log.info({ ...facts, state: next.delivery.resendStatus }, 'A kept enquiry is no longer waiting.');
    return next;
  }

  /** Says once that messages were found which nobody has sent for long. */
  #sayOverdue(rows: readonly DueRow[]): void {
    const { ledger, log } = this.#options;
    const times = rows.flatMap(({ state, dueAt }) => (state === 'waiting' && dueAt !== null ? [dueAt] : []));
    const since = Math.min(...times);
    const isOverdue = ledger.now() - since > overdueMs;
    if (isOverdue && !this.#hasSaidOverdue)
      log.warn(
        { count: times.length, since: new Date(since).toISOString() },
        'Messages were found that have waited for long: the site was stopped, or the ledger was restored.',
      );
    this.#hasSaidOverdue = isOverdue;
  }
}

/** Whether a message is known to have been sent since its row was written, which says that it waits. */
const isAhead = (known: EnquiryRecord, row: EnquiryRecord): boolean =>
  !isSaved(known.delivery) && known.emailId !== null && known.emailId !== row.emailId;
