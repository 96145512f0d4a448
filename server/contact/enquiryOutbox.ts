import type { Logger } from 'pino';
import { shortReference } from '../../shared/deliveryStatus.ts';
import type { EnquiryRecord } from './enquiryRecord.ts';
import type { EnquiryRecords } from './enquiryRecords.ts';
import { type EnquiryRows, mostInRound } from './enquiryRows.ts';

interface OutboxOptions {
  readonly rows: EnquiryRows;
  readonly records: EnquiryRecords;
  /** Sends a message that waits, or looks where one that was sent is; the record as it then is. Never rejects. */
  readonly advance: (record: EnquiryRecord) => Promise<EnquiryRecord>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** How often rows are looked for whose time has come, and how often while something waits. */
const [usualMs, soonMs] = [15_000, 2_000];
/** After so many failures in a row the contact API is left alone until the next round. */
const mostFailures = 3;
/** What Directus could not take; each is some kilobytes. */
const mostUnwritten = 1_000;

/**
 * Brings messages from their rows to the contact API, and what becomes of them back into the rows. One replica at a
 * time is at work in rounds, one message after the other.
 */
export class EnquiryOutbox {
  readonly #options: OutboxOptions;
  readonly #unwritten = new Map<string, { readonly record: EnquiryRecord; readonly hasRow: boolean }>();
  /** When messages that wait are to be tried again, by the clock of the rows: those that this process knows of. */
  readonly #due = new Map<string, number>();
  /** Whether the token may be used; undefined: Directus has not said yet. */
  #judged: Promise<boolean | undefined>;
  #isClosed = false;
  /** At the start, what an earlier process has left goes first. */
  #isWoken = true;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #working: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#judged = this.#judge();
    this.#arm(0);
  }

  /** The rows, once Directus has said that the token is right; null: not now, or never. */
  async rows(): Promise<EnquiryRows | null> {
    return (await this.#judged) ? this.#options.rows : null;
  }

  /**
   * Writes how far a message is, now or as soon as Directus takes it.
   *
   * @param hasRow false: its row is yet to be made
   */
  write(record: EnquiryRecord, hasRow: boolean): void {
    this.#note(record, hasRow);
    void this.#flush();
  }

  /** The contact API takes messages: those that wait are sent on, the oldest first. */
  wake(): void {
    this.#isWoken = true;
    this.#arm(0);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #arm(ms: number): void {
    const at = performance.now() + ms;
    if (this.#isClosed || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#working = this.#working.then(() => this.#runRound());
    }, ms).unref();
  }

  #armDue(): void {
    const { rows } = this.#options;
    if (this.#due.size > 0) this.#arm(Math.max(0, Math.min(...this.#due.values()) - rows.now()));
  }

  async #judge(): Promise<boolean | undefined> {
    const { rows, log } = this.#options;
    const objection = await rows.objection();
    if (objection) log.error(`DIRECTUS_ENQUIRY_TOKEN is not used: ${objection}. Messages are not kept.`);
    return objection === undefined ? undefined : objection === null;
  }

  #note(record: EnquiryRecord, hasRow: boolean): void {
    const { number, delivery, nextAt } = record;
    const earlier = this.#unwritten.get(number);
    this.#unwritten.set(number, { record, hasRow: earlier?.hasRow ?? hasRow });
    const [oldest] = this.#unwritten.keys();
    if (this.#unwritten.size > mostUnwritten && oldest !== undefined) this.#unwritten.delete(oldest);
    if (delivery.event === 'saved') this.#due.set(number, nextAt ?? 0);
    else this.#due.delete(number);
    this.#armDue();
  }

  /** Writes what is not written yet, until Directus takes something not. */
  async #flush(): Promise<void> {
    const { rows } = this.#options;
    for (const [number, { record, hasRow }] of this.#unwritten) {
      const created = hasRow ? 'exists' : await rows.create(record);
      const isWritten = created === 'created' || (created === 'exists' && (await rows.update(record)));
      if (!isWritten) return this.#arm(soonMs);
      // Unless a later state has come meanwhile.
      if (this.#unwritten.get(number)?.record === record) this.#unwritten.delete(number);
    }
  }

  async #runRound(): Promise<void> {
    if (this.#isClosed) return;
    if ((await this.#judged) === undefined) this.#judged = this.#judge();
    const isUsed = await this.#judged;
    if (isUsed === false) return;
    this.#arm(isUsed ? usualMs : soonMs);
    if (!isUsed) return;
    await this.#flush();
    await this.#options.records.alone('outbox', () => this.#sendOn());
    this.#armDue();
  }

  async #sendOn(): Promise<void> {
    const { rows } = this.#options;
    const isAll = this.#isWoken;
    this.#isWoken = false;
    // Whoever sends them, this is the round for those.
    for (const [number, at] of this.#due) if (at <= rows.now()) this.#due.delete(number);
    const waiting = await rows.waiting(isAll);
    if (waiting === null) return this.#arm(soonMs);
    let [handled, sent, failures] = [0, 0, 0];
    for (const { number, record } of waiting) {
      // What was done and is not written down yet is no more to do.
      if (this.#isClosed || failures === mostFailures || this.#unwritten.has(number)) continue;
      if (record && (await this.#isInHand(record))) continue;
      const outcome = await (record ? this.#advance(record) : rows.giveUp(number));
      if (record) handled += 1;
      if (outcome === 'sent') sent += 1;
      if (outcome) failures = outcome === 'sent' ? 0 : failures + 1;
    }
    const isMore = waiting.length === mostInRound ? handled > 0 : sent > 0 && !isAll;
    if (isMore && failures < mostFailures) this.wake();
  }

  /** Whether a request is about to send a message, which it does until the time of its row. */
  async #isInHand({ number, tries, nextAt, delivery }: EnquiryRecord): Promise<boolean> {
    const { rows, records } = this.#options;
    const isTaken = delivery.event === 'saved' && tries === 0 && (nextAt ?? 0) > rows.now();
    return isTaken && records.isUnderWay(number);
  }

  /** Brings a message on, and writes it down; what became of one that waited. */
  async #advance(record: EnquiryRecord): Promise<'sent' | 'failed' | undefined> {
    const { records, advance, log } = this.#options;
    const next = await advance(record);
    await records.put(next);
    this.#note(next, true);
    await this.#flush();
    const { event } = next.delivery;
    if (record.delivery.event !== 'saved') return undefined;
    if (event === 'saved') return 'failed';
    const reference = shortReference(record.number);
    log.info({ reference, state: event }, 'A kept enquiry was sent on.');
    return 'sent';
  }
}
