import type { Logger } from 'pino';
import { isSaved, shortReference } from '../../shared/deliveryStatus.ts';
import type { Clock } from '../process/clock.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { withLock } from '../redis/redisLock.ts';
import type { EnquiryDelivery } from './enquiryDelivery.ts';
import type { EnquiryRecord } from './enquiryRecord.ts';
import type { EnquiryRecords } from './enquiryRecords.ts';
import { type EnquiryRows, holdingMs } from './enquiryRows.ts';

/** A record whose row is still to be updated, or created (`hasRow: false`), from a time of the clock on. */
interface Unwritten {
  readonly record: EnquiryRecord;
  readonly hasRow: boolean;
  readonly from: number;
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

export type EnquiryOutbox = ReturnType<typeof createEnquiryOutbox>;

/**
 * Sends messages from their rows to the contact API, and writes their new states back. One replica at a time works, in
 * rounds, one message after the other.
 */
export function createEnquiryOutbox({ rows, records, delivery, redis, log, clock }: OutboxOptions) {
  const unwritten = new Map<string, Unwritten>();
  /** Whether the token may be used; undefined: Directus has not said yet. */
  let isUsed: boolean | undefined;
  let isClosed = false;
  /** The next round takes all waiting messages, due or not. So does the first, for what an earlier process left. */
  let isWoken = true;
  let isRoundAsked = false;
  let rounds: Promise<void> = Promise.resolve();
  /** The only timer, at the earliest time that a round was asked for. */
  let nextRoundAt = Number.POSITIVE_INFINITY;
  let cancelNextRound = () => {};

  /** The contact API takes messages again: all that wait are sent, the oldest first. */
  const wake = (): void => {
    isWoken = true;
    askForRound();
  };

  const judge = async (): Promise<void> => {
    const problem = await rows.tokenProblem();
    if (problem) log.error(`DIRECTUS_ENQUIRY_TOKEN is not used: ${problem}. Messages are not kept.`);
    isUsed = problem === undefined ? undefined : problem === null;
  };

  const note = (record: EnquiryRecord, hasRow: boolean): void => {
    const { number } = record;
    if (isUsed === false) return;
    const earlier = unwritten.get(number);
    unwritten.set(number, { record, hasRow: earlier?.hasRow ?? hasRow, from: earlier?.from ?? 0 });
    const [oldest] = unwritten.keys();
    if (unwritten.size > mostUnwritten && oldest !== undefined) unwritten.delete(oldest);
    if (isSaved(record.delivery)) askForRoundFor(record);
  };

  /** Writes the unwritten records, until Directus does not respond; those that it refuses are left for later. */
  const flush = async (): Promise<void> => {
    if (!isUsed) return;
    for (const [number, { record, hasRow, from }] of unwritten) {
      if (from > clock.now()) continue;
      const created = hasRow ? 'exists' : await rows.create(record);
      const written = created === 'exists' ? await rows.update(record) : created;
      if (written === 'failed') return askForRoundIn(soonMs);
      const latest = unwritten.get(number);
      if (written === 'refused' && latest)
        unwritten.set(number, { ...latest, from: clock.now() + refusedMs });
      // Unless a later state was added meanwhile.
      else if (latest?.record === record) unwritten.delete(number);
    }
  };

  const askForRoundFor = ({ nextAt }: EnquiryRecord): void => {
    askForRoundIn(Math.max(0, (nextAt ?? 0) - rows.now()) + slackMs);
  };

  const askForRoundIn = (ms: number): void => {
    const at = clock.now() + ms;
    if (isClosed || at >= nextRoundAt) return;
    cancelNextRound();
    nextRoundAt = at;
    cancelNextRound = clock.after(ms, () => {
      nextRoundAt = Number.POSITIVE_INFINITY;
      askForRound();
    });
  };

  /** Queues a round after the current one. */
  const askForRound = (): void => {
    if (isRoundAsked) return;
    isRoundAsked = true;
    rounds = rounds.then(() => runRound());
  };

  const runRound = async (): Promise<void> => {
    isRoundAsked = false;
    await judging;
    if (isClosed || isUsed === false) return;
    if (isUsed === undefined) {
      judging = judge();
      return askForRoundIn(soonMs);
    }
    askForRoundIn(usualMs);
    await flush();
    await withLock(redis, 'outbox', () => sendOn());
  };

  const sendOn = async (): Promise<void> => {
    const isAll = isWoken;
    isWoken = false;
    const waiting = await rows.waiting(isAll);
    if (waiting === null) {
      isWoken ||= isAll;
      return askForRoundIn(soonMs);
    }
    let failures = 0;
    let hasSent = false;
    for (const row of waiting) {
      // A row whose update was refused is not up to date.
      const latest = unwritten.get(row.number)?.record ?? row;
      const record = { ...row, delivery: latest.delivery, tries: latest.tries, nextAt: latest.nextAt };
      if (isClosed || failures >= mostFailures) break;
      const turn = await turnOf(record, isAll);
      if (turn === 'skip') continue;
      if (turn === 'stop') {
        askForRoundFor(record);
        break;
      }
      const { delivery: reached } = await advance(record);
      if (!isSaved(record.delivery)) continue;
      if (isSaved(reached)) {
        // A young message is not overtaken by later ones: the round ends.
        failures += isYoung(record) ? mostFailures : 1;
      } else if (reached.final === 'failed') {
        failures += 1;
      } else {
        failures = 0;
        hasSent = true;
      }
    }
    if (hasSent) wake();
  };

  /** Whether a message goes now, is left out of this round, or ends it. */
  const turnOf = async (record: EnquiryRecord, isAll: boolean): Promise<'go' | 'skip' | 'stop'> => {
    // If there is more to write, it is already handled; only its row is not updated yet.
    if (!isSaved(record.delivery)) return unwritten.has(record.number) ? 'skip' : 'go';
    const isUnderWay = await isBeingSent(record);
    if (isUnderWay) return 'skip';
    const isDue = isAll || record.tries === 0 || (record.nextAt ?? 0) <= rows.now();
    // If that is not known, another process may still be sending it: no later message may overtake it.
    if (isDue && isUnderWay === false) return 'go';
    return isYoung(record) ? 'stop' : 'skip';
  };

  const isYoung = ({ createdAt }: EnquiryRecord): boolean => {
    return rows.now() - createdAt < holdingMs;
  };

  /** Sends a message or looks up its status, and writes the result. */
  const advance = async (record: EnquiryRecord): Promise<EnquiryRecord> => {
    const next = await delivery.advance(record);
    await records.put(next);
    note(next, true);
    await flush();
    const facts = { reference: shortReference(next.number), state: next.delivery.resendStatus };
    if (isSaved(record.delivery) && !isSaved(next.delivery)) log.info(facts, 'A kept enquiry waits no more.');
    return next;
  };

  /** Whether a request is sending this message, which it may do until the row's `nextAt`; undefined: not known. */
  const isBeingSent = async ({ number, tries, nextAt }: EnquiryRecord): Promise<boolean | undefined> => {
    return tries === 0 && (nextAt ?? 0) > rows.now() && records.isUnderWay(number);
  };

  let judging = judge();
  askForRound();

  return {
    /** The rows, once Directus has confirmed the token's rights; null: not confirmed yet, or not to be used. */
    async rows(): Promise<EnquiryRows | null> {
      await judging;
      return isUsed ? rows : null;
    },

    /**
     * Writes the state of a message to its row, now or as soon as Directus takes it.
     *
     * @param hasRow false: its row is still to be created
     */
    write(record: EnquiryRecord, hasRow: boolean): void {
      note(record, hasRow);
      void flush();
    },

    wake,

    close(): void {
      isClosed = true;
      cancelNextRound();
    },
  };
}
