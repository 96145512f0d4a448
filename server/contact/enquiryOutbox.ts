import type { Logger } from 'pino';
import { isSaved, shortReference } from '../../shared/deliveryStatus.ts';
import type { Clock } from '../process/clock.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { withLock } from '../redis/redisLock.ts';
import type { EnquiryDelivery } from './enquiryDelivery.ts';
import type { EnquiryRecord } from './enquiryRecord.ts';
import type { EnquiryRecords } from './enquiryRecords.ts';
import { type EnquiryRows, holdingMs } from './enquiryRows.ts';

/** A record whose row is still to be updated, or created. */
interface Unwritten {
  readonly record: EnquiryRecord;
  /** False: its row is still to be created. */
  readonly hasRow: boolean;
  /** Milliseconds of the clock: Directus has refused it, and is not asked again before then. */
  readonly notBefore: number;
}

interface OutboxOptions {
  readonly rows: EnquiryRows;
  readonly records: EnquiryRecords;
  readonly delivery: EnquiryDelivery;
  /** Null: this replica is on its own. */
  readonly redis: RedisConnection | null;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly clock: Clock;
}

/** How often due rows are looked for, and how soon again after Directus has not responded. */
const [usualMs, soonMs] = [15_000, 2_000];
/** When Directus is asked again to take a record that it has refused; until then it holds up no other. */
const refusedMs = 15 * 60_000;
/** Failures in a row that end a round, so that the contact API is left alone until the next one. */
const mostFailures = 3;
/** Records that Directus could not take yet; each is some kilobytes. */
const mostUnwritten = 1_000;
/** A timer may fire a moment too early. */
const slackMs = 50;

/**
 * Sends messages from their rows to the contact API, and writes their new states back. One replica at a time works, in
 * rounds, one message after the other.
 */
export class EnquiryOutbox {
  readonly #options: OutboxOptions;
  readonly #clock: Clock;
  readonly #unwritten = new Map<string, Unwritten>();
  /** Whether the token may be used; undefined: Directus has not said yet. */
  #isTokenUsable: boolean | undefined;
  #tokenCheck: Promise<void>;
  #isClosed = false;
  /** The next round takes all waiting messages, due or not. So does the first, for what an earlier process left. */
  #isWoken = true;
  #isRoundAsked = false;
  #rounds: Promise<void> = Promise.resolve();
  /** The only timer, at the earliest time that a round was asked for. */
  #nextRoundAt = Number.POSITIVE_INFINITY;
  #cancelNextRound = () => {};

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#tokenCheck = this.#checkToken();
  }

  /** The rows, once Directus has confirmed the token's rights; null: not confirmed yet, or not to be used. */
  async rows(): Promise<EnquiryRows | null> {
    await this.#tokenCheck;
    return this.#isTokenUsable ? this.#options.rows : null;
  }

  /**
   * Writes the state of a message to its row, now or as soon as Directus takes it.
   *
   * @param hasRow false: its row is still to be created
   */
  write(record: EnquiryRecord, hasRow: boolean): void {
    this.#queueWrite(record, hasRow);
    void this.#flush();
  }

  /** The contact API takes messages again: all that wait are sent, the oldest first. */
  wake(): void {
    this.#isWoken = true;
    this.#askForRound();
  }

  /** Stops the rounds, and logs how many states are lost because they are not written yet. */
  close(): void {
    this.#isClosed = true;
    this.#cancelNextRound();
    const count = this.#unwritten.size;
    if (count > 0) this.#options.log.warn({ count }, 'Directus lacks the latest state of some messages.');
  }

  /** Reads the token's rights, and asks for a round: a token may get its rights later, or a proxy may have answered. */
  async #checkToken(): Promise<void> {
    const { rows, log } = this.#options;
    const problem = await rows.tokenProblem();
    const isUsable = problem === undefined ? undefined : problem === null;
    if (isUsable === false && this.#isTokenUsable !== false)
      log.error(`DIRECTUS_ENQUIRY_TOKEN is not used: ${problem}. Messages are not kept.`);
    if (isUsable && this.#isTokenUsable === false)
      log.info('DIRECTUS_ENQUIRY_TOKEN is used now: messages are kept.');
    this.#isTokenUsable = isUsable;
    if (isUsable) this.#askForRound();
    else this.#askForRoundIn(isUsable === false ? usualMs : soonMs);
  }

  /** Queues a record to be written; a later state of a message replaces an earlier one. */
  #queueWrite(record: EnquiryRecord, hasRow: boolean): void {
    const { number } = record;
    if (this.#isTokenUsable === false) return;
    const earlier = this.#unwritten.get(number);
    this.#unwritten.set(number, {
      record,
      hasRow: earlier?.hasRow ?? hasRow,
      notBefore: earlier?.notBefore ?? 0,
    });
    const [oldest] = this.#unwritten.keys();
    if (this.#unwritten.size > mostUnwritten && oldest !== undefined) this.#unwritten.delete(oldest);
    if (isSaved(record.delivery)) this.#askForRoundFor(record);
  }

  /** Writes the unwritten records, until Directus does not respond; those that it refuses are left for later. */
  async #flush(): Promise<void> {
    const { rows } = this.#options;
    if (!this.#isTokenUsable) return;
    for (const [number, { record, hasRow, notBefore }] of this.#unwritten) {
      if (notBefore > this.#clock.now()) continue;
      const created = hasRow ? 'exists' : await rows.create(record);
      const written = created === 'exists' ? await rows.update(record) : created;
      if (written === 'failed') return this.#askForRoundIn(soonMs);
      const latest = this.#unwritten.get(number);
      if (written === 'refused' && latest)
        this.#unwritten.set(number, { ...latest, notBefore: this.#clock.now() + refusedMs });
      // Unless a later state was added meanwhile.
      else if (latest?.record === record) this.#unwritten.delete(number);
    }
  }

  #askForRoundFor({ nextAt }: EnquiryRecord): void {
    this.#askForRoundIn(Math.max(0, (nextAt ?? 0) - this.#options.rows.now()) + slackMs);
  }

  #askForRoundIn(ms: number): void {
    const at = this.#clock.now() + ms;
    if (this.#isClosed || at >= this.#nextRoundAt) return;
    this.#cancelNextRound();
    this.#nextRoundAt = at;
    this.#cancelNextRound = this.#clock.after(ms, () => {
      this.#nextRoundAt = Number.POSITIVE_INFINITY;
      this.#askForRound();
    });
  }

  /** Queues a round after the current one. */
  #askForRound(): void {
    if (this.#isRoundAsked) return;
    this.#isRoundAsked = true;
    this.#rounds = this.#rounds.then(() => this.#runRound());
  }

  async #runRound(): Promise<void> {
    this.#isRoundAsked = false;
    await this.#tokenCheck;
    if (this.#isClosed) return;
    if (!this.#isTokenUsable) {
      this.#tokenCheck = this.#checkToken();
      return;
    }
    this.#askForRoundIn(usualMs);
    await this.#flush();
    await withLock(this.#options.redis, 'outbox', () => this.#sendWaiting());
  }

  /** One round: the messages that are due, the oldest first. */
  async #sendWaiting(): Promise<void> {
    const { rows } = this.#options;
    const isAll = this.#isWoken;
    this.#isWoken = false;
    const waiting = await rows.waiting(isAll);
    if (waiting === null) {
      this.#isWoken ||= isAll;
      return this.#askForRoundIn(soonMs);
    }
    let failures = 0;
    let hasSent = false;
    for (const [at, row] of waiting.entries()) {
      const record = this.#withLatestState(row);
      if (this.#isClosed || failures >= mostFailures) break;
      const turn = await this.#turnOf(record, isAll);
      if (turn === 'skip') continue;
      if (turn === 'stop') {
        this.#askForRoundFor(record);
        break;
      }
      if (!isSaved(record.delivery)) {
        await this.#advance(record);
        continue;
      }
      // While the messages before it were sent, somebody may have corrected, moved or deleted the row.
      const current = at === 0 ? row : await this.#options.rows.read(row.number);
      if (current === null || !isSaved(current.delivery)) continue;
      const { delivery } = await this.#advance(this.#withLatestState(current));
      if (isSaved(delivery)) {
        // A young message is not overtaken by later ones: the round ends.
        failures += this.#isYoung(record) ? mostFailures : 1;
      } else if (delivery.final === 'failed') {
        failures += 1;
      } else {
        failures = 0;
        hasSent = true;
      }
    }
    if (hasSent) this.wake();
  }

  /** A row whose update was refused is not up to date. */
  #withLatestState(row: EnquiryRecord): EnquiryRecord {
    const { delivery, tries, nextAt } = this.#unwritten.get(row.number)?.record ?? row;
    return { ...row, delivery, tries, nextAt };
  }

  /** Whether a message goes now, is left out of this round, or ends it. */
  async #turnOf(record: EnquiryRecord, isAll: boolean): Promise<'go' | 'skip' | 'stop'> {
    // If there is more to write, it is already handled; only its row is not updated yet.
    if (!isSaved(record.delivery)) return this.#unwritten.has(record.number) ? 'skip' : 'go';
    const { rows, records } = this.#options;
    // A request may be sending it until the row's `nextAt`; undefined: not known.
    const isNew = record.tries === 0 && (record.nextAt ?? 0) > rows.now();
    const isBeingSent = isNew && (await records.isUnderWay(record.number));
    if (isBeingSent) return 'skip';
    const isDue = isAll || record.tries === 0 || (record.nextAt ?? 0) <= rows.now();
    // If that is not known, another process may still be sending it: no later message may overtake it.
    if (isDue && isBeingSent === false) return 'go';
    return this.#isYoung(record) ? 'stop' : 'skip';
  }

  #isYoung({ createdAt }: EnquiryRecord): boolean {
    return this.#options.rows.now() - createdAt < holdingMs;
  }

  /** Sends a message or looks up its status, and writes the result. */
  async #advance(record: EnquiryRecord): Promise<EnquiryRecord> {
    const { records, delivery, log } = this.#options;
    const next = await delivery.advance(record);
    await records.put(next);
    this.#queueWrite(next, true);
    await this.#flush();
    const facts = { reference: shortReference(next.number), state: next.delivery.resendStatus };
    if (isSaved(record.delivery) && !isSaved(next.delivery))
      log.info(facts, 'A kept enquiry is no longer waiting.');
    return next;
  }
}
