import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { isSaved, shortReference } from '../../shared/deliveryStatus.ts';
import { field } from '../../shared/field.ts';
import {
  callDirectus,
  type DirectusAccess,
  type DirectusAnswer,
  type DirectusCall,
} from '../directus/callDirectus.ts';
import { readRow } from '../directus/readField.ts';
import { rightsIn } from '../directus/tokenRights.ts';
import type { Clock } from '../process/clock.ts';
import { within } from '../process/within.ts';
import { createHttpClient } from '../upstream/httpClient.ts';
import { type EnquiryRecord, fromRow, readTime, timeOf, toProgress, toRow } from './enquiryRecord.ts';

interface LedgerOptions extends DirectusAccess {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly clock: Clock;
}

/** A row that is due: to be sent, or to be asked about at the contact API. */
export interface DueRow {
  readonly number: string;
  readonly state: 'waiting' | 'sent';
  /** Milliseconds since 1970; null: somebody put it back by hand. */
  readonly dueAt: number | null;
}

interface Due {
  readonly rows: readonly DueRow[];
  /** When the next row after these is due, as far as that is known, in milliseconds since 1970. */
  readonly nextAt: number;
}

type Call = Pick<DirectusCall, 'method' | 'path' | 'body'> & Partial<Pick<DirectusCall, 'deadlineMs'>>;

/** A record that Directus has not taken yet. */
interface Owed {
  readonly record: EnquiryRecord;
  /** Whether its row exists; otherwise it is still to be created. */
  readonly isCreated: boolean;
}

const items = '/items/enquiries';
/** The columns without which no message can be sent from its row. */
const columns =
  'id,state,created,name,email,phone,service,message,meeting,event,steps,submission_id,email_id,tries,next_try';
/**
 * How long a row belongs to the process that took it: longer than taking it, sending it and writing the outcome may
 * last together.
 */
export const leaseMs = 30_000;
/** How many rows one round works on, and how far ahead it looks for the next ones. */
export const lookAheadMs = 15_000;
const mostInRound = 20;
/** A visitor waits for a row to be created. */
const createMs = 1_000;
/** At the start a visitor waits for what Directus says of the token. */
const firstCheckMs = 3_000;
const usualMs = 5_000;
const maxBodyBytes = 2 * 1024 * 1024;
/**
 * Pauses of a row that fails alone: the first, from which they double, and the longest. All rows may fail like that: no
 * check tells whether rows can be created, or written to a disk that is full.
 */
const [firstPauseMs, longestPauseMs] = [5_000, 60_000];
/** Outcomes that could not be written end a round, so that calls in vain stay few. */
const mostUnwritten = 3;
/** How long a kind of failure is not logged again. */
const loggedMs = 15 * 60_000;
/** Rows that cannot be taken, and records that Directus could not take; each record is some kilobytes. */
const mostRemembered = 1_000;
/** Smaller differences between the clocks are ignored: the `Date` header has whole seconds. */
const smallestOffsetMs = 2_000;
/** A clock that is further off is wrong, and is not followed. */
const largestOffsetMs = 24 * 60 * 60_000;

/**
 * The collection `enquiries` in Directus, and the token for it. Messages are kept only while Directus has confirmed all
 * that sending them from there takes: the token's rights, the columns, and that rows can be updated. No answer counts
 * by its status alone: a row is written when the response shows it. Log lines hold nothing that a visitor wrote.
 * Nothing here rejects.
 */
export class EnquiryLedger {
  readonly #options: LedgerOptions;
  readonly #own = createHttpClient({ connectTimeoutMs: createMs, connections: 16 });
  /** Requests for made-up numbers must not delay other calls. */
  readonly #finding = createHttpClient({ connectTimeoutMs: createMs, connections: 4 });
  /** In `event` while a row waits: which process is sending it. */
  readonly #mark = `sending ${randomBytes(6).toString('hex')}`;
  /** Why the token is not used; null: it is; undefined: Directus does not say, or a call went wrong since it did. */
  #problem: string | null | undefined;
  #checking: Promise<void>;
  #offsetMs = 0;
  /** The kinds of failure that were logged lately: an outage is one line in the log. */
  readonly #logged: LRUCache<string, true>;
  /** Rows that could not be written since Directus was last asked how it is. */
  readonly #failed = new Set<string>();
  /** Rows that are left alone: for how long, and until when in milliseconds of the clock. */
  readonly #setAside = new LRUCache<string, { pauseMs: number; until: number }>({ max: mostRemembered });
  readonly #owed = new Map<string, Owed>();
  #isFlushing = false;
  #isLimitRefused = false;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#logged = new LRUCache({ max: 100, ttl: loggedMs, ttlResolution: 0, perf: options.clock });
    this.#checking = this.#check();
  }

  /** Milliseconds since 1970 by the clock of Directus, which all replicas share. */
  now(): number {
    return this.#options.clock.date() + this.#offsetMs;
  }

  /** Whether messages can be kept and sent from here; a visitor waits for that. */
  async isUsable(): Promise<boolean> {
    await within(firstCheckMs, this.#checking, undefined);
    return this.#problem === null;
  }

  /**
   * The same, after asking Directus again: a token may lose or get its rights later, a proxy may have answered. If all is
   * well, rows that could not be written fail alone: each is left alone, longer each time, so that it holds up no other.
   */
  async isUsableNow(): Promise<boolean> {
    await this.#checking;
    this.#checking = this.#check();
    return (await this.problem()) === null;
  }

  /** Why the token is not used, in words for the operator; null: it is; undefined: Directus does not say. */
  async problem(): Promise<string | null | undefined> {
    await this.#checking;
    return this.#problem;
  }

  /**
   * Creates the row of a message, which belongs to this process until the record's `nextAt`. `exists`: there is a row of
   * this number already. `failed`: there may or may not be one.
   */
  async create(record: EnquiryRecord): Promise<'created' | 'exists' | 'failed'> {
    const body = isSaved(record.delivery) ? { ...toRow(record), event: this.#mark } : toRow(record);
    const answer = await this.#call({ method: 'POST', path: items, body, deadlineMs: createMs });
    if (field(answer.data, 'id') === record.number) return 'created';
    if (saysExists(answer)) return 'exists';
    this.#failed.add(record.number);
    return 'failed';
  }

  /** Null: there is no such row, or it is no valid enquiry any more; undefined: Directus does not say. */
  async read(number: string): Promise<EnquiryRecord | null | undefined> {
    const answer = await this.#call({ method: 'GET', path: `${items}/${number}` }, this.#finding);
    if (field(answer.data, 'id') === number) return fromRow(answer.data);
    // Directus says 403 also to a token that may not read.
    return answer.status === 403 && typeof this.#problem !== 'string' ? null : undefined;
  }

  /**
   * The rows that are due and lack no outcome: first those to be sent, the longest due first, and last those that could
   * not be taken before; null: they cannot be read.
   */
  async due(): Promise<Due | null> {
    const soon = this.now() + lookAheadMs;
    const query = new URLSearchParams({
      filter: JSON.stringify({ _or: [{ _and: dueIn('waiting', soon) }, { _and: dueIn('sent', soon) }] }),
      fields: 'id,state,next_try',
      // What waits comes before what was sent, of which only the status is to be looked up.
      sort: '-state,next_try',
      limit: String(this.#isLimitRefused ? -1 : mostInRound + this.#setAside.size + this.#owed.size + 1),
    });
    const { data, code } = await this.#call({ method: 'GET', path: `${items}?${query}` });
    // Above its QUERY_LIMIT_MAX, to which it lowers -1; the next round asks so.
    this.#isLimitRefused ||= code === 'INVALID_QUERY';
    if (!Array.isArray(data)) return null;
    const rows = data.flatMap((row): DueRow[] => {
      const [number, state, dueAt] = [
        field(row, 'id'),
        field(row, 'state'),
        readTime(field(row, 'next_try')),
      ];
      const isMeant = typeof number === 'string' && (state === 'waiting' || state === 'sent');
      const isSkipped = !isMeant || this.#isSetAside(number) || this.#owed.has(number);
      return isSkipped ? [] : [{ number, state, dueAt }];
    });
    const isAgain = ({ number }: DueRow) => this.#setAside.has(number);
    const inTurn = [...rows.filter((row) => !isAgain(row)), ...rows.filter(isAgain)];
    const due = inTurn.filter(({ dueAt }) => (dueAt ?? 0) <= this.now()).slice(0, mostInRound);
    const later = rows.filter((row) => !due.includes(row)).map(({ dueAt }) => dueAt ?? 0);
    return { rows: due, nextAt: Math.min(soon, ...later) };
  }

  /**
   * Takes a row, so that no other process works on it before the lease is over, and reads it as it is now.
   *
   * @param state that the row must still have, and be due; an `undelivered` one becomes `waiting` again
   * @returns null: it is not ours, since somebody else has taken, edited or deleted it, or Directus has not confirmed it
   */
  async take(number: string, state: DueRow['state'] | 'undelivered'): Promise<EnquiryRecord | null> {
    const lease = { next_try: timeOf(this.now() + leaseMs) };
    const data = state === 'sent' ? lease : { ...lease, ...anew[state], event: this.#mark };
    const isDue = state === 'undelivered' ? [{ state: { _eq: state } }] : dueIn(state, this.now());
    const answer = await this.#update(number, isDue, data, { isWhole: true });
    if (answer === 'failed') return null;
    const record = answer === 'none' ? null : fromRow(answer.row);
    if (record === null) this.#leaveAlone(number, leaseMs);
    else this.#setAside.delete(number);
    if (record === null && answer !== 'none') await this.#giveUp(number, state, lease);
    return record;
  }

  /**
   * Writes the state of a message; corrections by hand to its text stay. One that still waits is written only if this
   * process has it, and a failure also if it is that of the submission which the row names: another process may have sent
   * the message since. `gone`: there is no such row any more, or somebody else has taken it or moved its card.
   */
  async update(record: EnquiryRecord, deadlineMs = usualMs): Promise<'updated' | 'gone' | 'failed'> {
    const { number, delivery, submissionId } = record;
    const isOurs = { state: { _eq: 'waiting' }, event: { _eq: this.#mark } };
    const isNamed = { submission_id: { _eq: submissionId } };
    const hasFailed = delivery.final === 'failed';
    const isAllowed = hasFailed && submissionId !== null ? { _or: [isOurs, isNamed] } : isOurs;
    const filters = hasFailed || isSaved(delivery) ? [isAllowed] : [];
    const answer = await this.#update(number, filters, toProgress(record), { deadlineMs });
    if (answer === 'none') return 'gone';
    return answer === 'failed' ? answer : 'updated';
  }

  /**
   * Writes the outcome of a message that needs not be sent any more, now or as soon as Directus takes it; a later
   * outcome replaces an earlier one.
   *
   * @param isCreated false: its row is still to be created
   * @returns whether Directus takes outcomes
   */
  async write(record: EnquiryRecord, isCreated: boolean): Promise<boolean> {
    const { number } = record;
    // A row that exists would be sent again once the token is used again.
    if (typeof this.#problem === 'string' && !isCreated) return true;
    this.#owed.set(number, { record, isCreated: this.#owed.get(number)?.isCreated ?? isCreated });
    const [oldest] = this.#owed.keys();
    if (this.#owed.size > mostRemembered && oldest !== undefined) this.#owed.delete(oldest);
    return this.flush();
  }

  /** Writes outcomes that are owed. Returns whether Directus takes outcomes. */
  async flush(): Promise<boolean> {
    if (this.#isFlushing) return true;
    // Before anything is waited for: all who wait for Directus to say how it is go on at the same moment.
    this.#isFlushing = true;
    const isTaking = (await this.isUsable()) ? await this.#writeAllOwed() : this.#owed.size === 0;
    this.#isFlushing = false;
    return isTaking;
  }

  /** How many messages have an outcome that their row lacks. */
  get owed(): number {
    return this.#owed.size;
  }

  async #check(): Promise<void> {
    const { log } = this.#options;
    const problem = await this.#findProblem();
    if (typeof problem === 'string' && problem !== this.#problem)
      log.error(`DIRECTUS_ENQUIRY_TOKEN is not used: ${problem}. Messages are not kept.`);
    if (problem === null && typeof this.#problem === 'string')
      log.info('DIRECTUS_ENQUIRY_TOKEN is used now: messages are kept.');
    this.#problem = problem;
    for (const number of problem === null ? this.#failed : []) {
      const last = this.#setAside.get(number);
      this.#leaveAlone(number, last ? Math.min(2 * last.pauseMs, longestPauseMs) : firstPauseMs);
    }
    this.#failed.clear();
  }

  async #findProblem(): Promise<string | null | undefined> {
    const { status, data, code } = await this.#call({ method: 'GET', path: '/permissions/me' });
    if (status === 401 || (status === 403 && code !== undefined)) return 'Directus does not know it';
    const rights = readRow(data);
    return rights === null ? undefined : (problemOfRights(rights) ?? this.#problemOfRows());
  }

  /** What is wrong with the rows themselves: they must have our columns, and take updates. */
  async #problemOfRows(): Promise<string | null | undefined> {
    const query = new URLSearchParams({ fields: columns, limit: '1', filter: JSON.stringify(nobody) });
    const { data, code } = await this.#call({ method: 'GET', path: `${items}?${query}` });
    if (code === 'FORBIDDEN') return `enquiries lacks one of ${columns}; npm run directus:provision adds it`;
    if (!Array.isArray(data)) return undefined;
    // It changes no row, and shows whether a PATCH arrives at all.
    const answer = await this.#update(null, [], { tries: 0 });
    return answer === 'none' ? null : undefined;
  }

  /** Those that failed before come last, so that they hold up no other. Returns whether Directus takes outcomes. */
  async #writeAllOwed(): Promise<boolean> {
    let unwritten = 0;
    for (const isAgain of [false, true]) {
      // Also those that are added meanwhile.
      for (const [number, owed] of this.#owed) {
        if (this.#isSetAside(number) || this.#setAside.has(number) !== isAgain) continue;
        const hasFailed = (await this.#writeOwed(owed)) === 'failed';
        // Unless a later outcome was added meanwhile.
        const isLatest = this.#owed.get(number) === owed;
        if (isLatest) this.#owed.delete(number);
        if (!hasFailed) continue;
        if (isLatest) this.#owed.set(number, owed);
        unwritten += 1;
        const isTaking = await this.isUsableNow();
        if (!isTaking || unwritten === mostUnwritten) return isTaking;
      }
    }
    return true;
  }

  /** Creates or updates the row of a record. */
  async #writeOwed({ record, isCreated }: Owed) {
    const created = isCreated ? 'exists' : await this.create(record);
    return created === 'exists' ? this.update(record) : created;
  }

  /** Leaves a row to its owner: it was edited so that it is no valid enquiry any more, or is too long to be read. */
  async #giveUp(number: string, state: string, lease: object): Promise<void> {
    // A response that is too long need not be that of Directus: the row must answer a short write.
    if (typeof (await this.#update(number, [], lease)) === 'string') return;
    // If a right or a column is missing, no row is what it was, and none is at fault.
    if (!(await this.isUsableNow())) return;
    const undelivered = { state: 'undelivered', next_try: null };
    const answer = await this.#update(number, [], state === 'sent' ? { next_try: null } : undelivered);
    if (answer === 'failed') return;
    this.#options.log.warn({ reference: shortReference(number) }, 'A kept enquiry is no valid one any more.');
  }

  /**
   * Updates one row if it passes the filters, and reads it (`isWhole`: all of it; null if the response is too long).
   * Once an update fails, no message counts as kept until Directus has been asked again.
   *
   * @param number null: no row, to ask whether updates work
   */
  async #update(
    number: string | null,
    filters: readonly object[],
    data: object,
    { isWhole = false, deadlineMs = usualMs } = {},
  ): Promise<{ readonly row: unknown } | 'none' | 'failed'> {
    const id = number === null ? nobody : { id: { _eq: number } };
    const answer = await this.#call({
      method: 'PATCH',
      path: isWhole ? items : `${items}?fields=id,state,event,next_try`,
      body: { query: { filter: { _and: [id, ...filters] } }, data },
      deadlineMs,
    });
    if (Array.isArray(answer.data)) {
      const [row] = answer.data;
      if (row === undefined) return 'none';
      if (field(row, 'id') === number && hasWritten(row, data)) return { row };
    }
    if (answer.isTooLong && isWhole) return { row: null };
    if (number !== null) this.#failed.add(number);
    this.#problem = undefined;
    return 'failed';
  }

  #isSetAside(number: string): boolean {
    return (this.#setAside.get(number)?.until ?? 0) > this.#options.clock.now();
  }

  #leaveAlone(number: string, pauseMs: number): void {
    this.#setAside.set(number, { pauseMs, until: this.#options.clock.now() + pauseMs });
  }

  async #call({ deadlineMs = usualMs, ...call }: Call, http = this.#own): Promise<DirectusAnswer> {
    const answer = await callDirectus(http, this.#options, { ...call, deadlineMs, maxBodyBytes });
    const { status, code } = answer;
    this.#follow(answer.date);
    // A row that exists already is no fault, nor is one that is missing: Directus says 403 then.
    const isUsual = answer.isJson || saysExists(answer) || (http === this.#finding && status === 403);
    const kind = `${status} ${code}`;
    if (isUsual || this.#logged.has(kind)) return answer;
    this.#logged.set(kind, true);
    const done = status === null ? 'not responded to' : 'refused';
    this.#options.log.warn(
      { method: call.method, status, code },
      `Directus has ${done} a call for enquiries.`,
    );
    return answer;
  }

  /** Sets our clock by that of Directus. */
  #follow(date: string | undefined): void {
    const offset = Date.parse(date ?? '') - this.#options.clock.date();
    if (!(Math.abs(offset) < largestOffsetMs)) return;
    if (Math.abs(offset - this.#offsetMs) > smallestOffsetMs)
      this.#offsetMs = Math.abs(offset) > smallestOffsetMs ? offset : 0;
  }
}

/** Whether Directus says that there is a row of this number; an owner may have made another column unique. */
const saysExists = ({ code, column }: DirectusAnswer): boolean =>
  code === 'RECORD_NOT_UNIQUE' && (typeof column !== 'string' || column === 'id');

/** The filters for rows of a state that are due. */
function dueIn(state: DueRow['state'], now: number): readonly object[] {
  const isDue = { next_try: { _lte: timeOf(now) } };
  // A row without `next_try` was put back by hand.
  const isNext = state === 'waiting' ? { _or: [isDue, { next_try: { _null: true } }] } : isDue;
  return [{ state: { _eq: state } }, isNext];
}

/** The filter that no row passes. */
const nobody = { id: { _null: true } };

/** What else is written to a row that is taken to be sent. */
const anew = { waiting: { state: 'waiting' }, undelivered: { state: 'waiting', tries: 0 } };

/** Some databases keep whole seconds only. */
const timeSlackMs = 1_000;

/** Whether a row shows what was to be written: its state, who is sending it, and when it is due. */
function hasWritten(row: unknown, data: object): boolean {
  return ['state', 'event', 'next_try'].every((name) => {
    const [given, shown] = [field(data, name), field(row, name)];
    if (given === undefined) return true;
    if (name !== 'next_try') return given === shown;
    const [givenAt, shownAt] = [readTime(given), readTime(shown)];
    return givenAt === null ? shownAt === null : Math.abs(givenAt - (shownAt ?? 0)) <= timeSlackMs;
  });
}

/** Whether a value can be the number of a message. */
export const isMessageNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** What is wrong with a token's rights, as Directus lists them; null: nothing. */
function problemOfRights(rights: object): string | null {
  const granted = rightsIn(rights);
  const needed = ['create enquiries', 'read enquiries', 'update enquiries'];
  const missing = needed.find((right) => !granted.includes(right));
  if (missing) return `it may not ${missing}`;
  const more = granted.find((right) => !needed.includes(right));
  return more ? `it may also ${more}` : null;
}
