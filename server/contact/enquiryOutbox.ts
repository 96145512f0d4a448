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

/** What brings messages from their rows to the contact API, and what becomes of them back into the rows. */
export interface EnquiryOutbox {
  /** The rows, once Directus has said that the token is right; null: not now, or never. */
  rows(): Promise<EnquiryRows | null>;
  /**
   * Writes how far a message is, now or as soon as Directus takes it.
   *
   * @param hasRow false: its row is yet to be made
   */
  write(record: EnquiryRecord, hasRow: boolean): void;
  /** The contact API takes messages: those that wait are sent on, the oldest first. */
  wake(): void;
  close(): void;
}

/** How often rows are looked for whose time has come, and how often while something waits. */
const [usualMs, soonMs] = [15_000, 2_000];
/** After so many failures in a row the contact API is left alone until the next round. */
const mostFailures = 3;
/** What Directus could not take; each is some kilobytes. */
const mostUnwritten = 1_000;

/** Starts the outbox. One replica at a time is at work in rounds, one message after the other. */
export function startOutbox({ rows, records, advance, log }: OutboxOptions): EnquiryOutbox {
  const unwritten = new Map<string, { readonly record: EnquiryRecord; readonly hasRow: boolean }>();
  /** When messages that wait are to be tried again, by the clock of the rows: those that this process knows of. */
  const due = new Map<string, number>();
  let isClosed = false;
  /** At the start, what an earlier process has left goes first. */
  let isWoken = true;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let working: Promise<void> = Promise.resolve();

  const arm = (ms: number) => {
    const at = performance.now() + ms;
    if (isClosed || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => {
      timerAt = Number.POSITIVE_INFINITY;
      working = working.then(round);
    }, ms).unref();
  };
  const armDue = () => {
    if (due.size > 0) arm(Math.max(0, Math.min(...due.values()) - rows.now()));
  };
  const wake = () => {
    isWoken = true;
    arm(0);
  };

  /** Undefined: Directus has not said yet. */
  const judge = async (): Promise<EnquiryRows | null | undefined> => {
    const objection = await rows.objection();
    if (objection) log.error(`DIRECTUS_ENQUIRY_TOKEN is not used: ${objection}. Messages are not kept.`);
    if (objection === undefined) return undefined;
    return objection === null ? rows : null;
  };
  let judged = judge();

  const flush = async () => {
    for (const [number, { record, hasRow }] of unwritten) {
      const created = hasRow ? 'exists' : await rows.create(record);
      if (created === 'failed' || (created === 'exists' && !(await rows.update(record)))) return arm(soonMs);
      // Unless a later state has come meanwhile.
      if (unwritten.get(number)?.record === record) unwritten.delete(number);
    }
  };

  const write: EnquiryOutbox['write'] = (record, hasRow) => {
    const earlier = unwritten.get(record.number);
    unwritten.set(record.number, { record, hasRow: earlier?.hasRow ?? hasRow });
    const [oldest] = unwritten.keys();
    if (unwritten.size > mostUnwritten && oldest !== undefined) unwritten.delete(oldest);
    if (record.delivery.event === 'saved') due.set(record.number, record.nextAt ?? 0);
    else due.delete(record.number);
    armDue();
  };

  const round = async (): Promise<void> => {
    if (isClosed) return;
    if ((await judged) === undefined) judged = judge();
    const isUsed = await judged;
    if (isUsed === null) return;
    arm(isUsed ? usualMs : soonMs);
    if (!isUsed) return;
    await flush();
    await records.alone('outbox', sendOn);
    armDue();
  };

  const sendOn = async (): Promise<void> => {
    const isAll = isWoken;
    isWoken = false;
    // Whoever sends them, this is the round for those.
    for (const [number, at] of due) if (at <= rows.now()) due.delete(number);
    const waiting = await rows.waiting(isAll);
    if (waiting === null) return arm(soonMs);
    let [handled, sent, failures] = [0, 0, 0];
    for (const { number, record } of waiting) {
      // What was done and is not written down yet is no more to do.
      if (isClosed || failures === mostFailures || unwritten.has(number)) continue;
      if (record === null) await rows.giveUp(number);
      if (record === null) continue;
      const next = await advance(record);
      handled += 1;
      await records.put(next);
      write(next, true);
      await flush();
      if (record.delivery.event !== 'saved') continue;
      const { event } = next.delivery;
      failures = event === 'saved' ? failures + 1 : 0;
      if (event === 'saved') continue;
      sent += 1;
      log.info({ reference: shortReference(number), state: event }, 'A kept enquiry was sent on.');
    }
    const isMore = waiting.length === mostInRound ? handled > 0 : sent > 0 && !isAll;
    if (isMore && failures < mostFailures) wake();
  };

  arm(0);
  return {
    rows: async () => (await judged) ?? null,
    write(record, hasRow) {
      write(record, hasRow);
      void flush();
    },
    wake,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
