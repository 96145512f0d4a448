import type { Logger } from 'pino';
import { shortReference } from '../../shared/deliveryStatus.ts';
import type { EnquiryRecord } from './enquiryRecord.ts';
import type { EnquiryRecords } from './enquiryRecords.ts';
import type { EnquiryRows } from './enquiryRows.ts';

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

/** How often rows are looked for that another process has left. */
const usualMs = 15_000;
/** How often Directus is asked while it does not respond. */
const soonMs = 2_000;
/** After so many failures in a row the contact API is left alone until the next round. */
const mostFailures = 3;
/** As many as one list of rows has. */
const mostInRound = 20;
/** What Directus could not take; each is some kilobytes. */
const mostUnwritten = 1_000;

/** Starts the outbox. Its rounds are at work one after the other, at one replica for each message. */
export function startOutbox({ rows, records, advance, log }: OutboxOptions): EnquiryOutbox {
  const unwritten = new Map<string, { readonly record: EnquiryRecord; readonly hasRow: boolean }>();
  let isClosed = false;
  /** At the start, what an earlier process has left goes first. */
  let isWoken = true;
  /** Rows may wait that are not ours: at the start all of them. */
  let mayWait = true;
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

  let isJudged = true;
  const judge = async (): Promise<EnquiryRows | null> => {
    const objection = await rows.objection();
    isJudged = objection !== undefined;
    if (objection) log.error(`DIRECTUS_ENQUIRY_TOKEN is not used: ${objection}. Messages are not kept.`);
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

  const work = async (number: string, known: EnquiryRecord | null): Promise<EnquiryRecord | null> => {
    let result: EnquiryRecord | null = null;
    await records.alone(number, async () => {
      if (known === null) return rows.giveUp(number);
      // Another replica may have been at it since the list was read, or somebody who edits rows.
      const record = await rows.read(number);
      if (record === null || record.delivery.final !== null) return;
      result = await advance(record);
      await records.put(result);
      if (!(await rows.update(result))) unwritten.set(number, { record: result, hasRow: true });
    });
    return result;
  };

  const round = async (): Promise<void> => {
    if (isClosed) return;
    if (!isJudged) judged = judge();
    if ((await judged) === null) return isJudged ? undefined : arm(soonMs);
    arm(usualMs);
    await flush();
    const due = await rows.waiting('due');
    if (due === null) return arm(soonMs);
    const isAll = isWoken || due.some(({ record }) => record?.delivery.event === 'saved');
    isWoken = false;
    // All that wait go with the first that is due, so that the oldest goes first.
    const unsent = isAll ? ((await rows.waiting('unsent')) ?? []) : [];
    mayWait = unsent.length > 0;
    const done = new Set<string>();
    let sent = 0;
    // Each list has failures of its own, so that some that never succeed do not keep back those whose time has come.
    for (const list of [unsent, due]) {
      let failures = 0;
      for (const { number, record } of list) {
        const isToSend = record?.delivery.event === 'saved';
        if (isClosed || done.has(number) || (isToSend && failures >= mostFailures)) continue;
        done.add(number);
        const result = await work(number, record);
        if (!isToSend || !result) continue;
        const { event } = result.delivery;
        if (event === 'saved') {
          failures += 1;
          arm(Math.max(0, (result.nextAt ?? 0) - rows.now()));
        } else {
          failures = 0;
          sent += 1;
          log.info({ reference: shortReference(number), state: event }, 'A kept enquiry was sent on.');
        }
      }
    }
    if (sent === 0 || unsent.length < mostInRound) return;
    isWoken = true;
    arm(0);
  };

  arm(0);
  return {
    rows: () => judged,
    write(record, hasRow) {
      const earlier = unwritten.get(record.number);
      unwritten.set(record.number, { record, hasRow: earlier?.hasRow ?? hasRow });
      const [oldest] = unwritten.keys();
      if (unwritten.size > mostUnwritten && oldest !== undefined) unwritten.delete(oldest);
      void flush();
      if (record.delivery.event !== 'saved') return;
      mayWait = true;
      arm(Math.max(0, (record.nextAt ?? 0) - rows.now()));
    },
    wake() {
      if (!mayWait) return;
      isWoken = true;
      arm(0);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
