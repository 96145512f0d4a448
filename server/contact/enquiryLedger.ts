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

/** The calls of the ledger. Each of them can fail alone, for example at a firewall that does not know PATCH. */
type Verb = 'rights' | 'create' | 'update' | 'read' | 'list';

interface Call extends Pick<DirectusCall, 'method' | 'path' | 'body'> {
  /** The message that it is about. */
  readonly number?: string;
  readonly deadlineMs?: number;
}

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
const notUnique = 'RECORD_NOT_UNIQUE';
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
/** When Directus is asked again about a row that it has refused to write. */
const refusedMs = 15 * 60_000;
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
  /** What fails at the moment, and how: an outage is one line in the log. */
  readonly #failing = new Map<Verb, string>();
  /** Messages whose row Directus has refused. Each is logged once. */
  readonly #refused = new LRUCache<string, true>({ max: mostRemembered });
  /** Until when rows that could not be taken are left alone, in milliseconds of the clock. */
  readonly #setAside = new LRUCache<string, number>({ max: mostRemembered });
  readonly #owed = new Map<string, Owed>();
  #isFlushing = false;

  constructor(options: LedgerOptions) {
    this.#options = options;
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

  /** The same, after asking Directus again: a token may lose or get its rights later, a proxy may have answered. */
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
   * this number already. `refused`: Directus will not take this one. `failed`: there may or may not be one.
   */
  async create(record: EnquiryRecord): Promise<'created' | 'exists' | 'refused' | 'failed'> {
    const { number } = record;
    const body = isSaved(record.delivery) ? { ...toRow(record), event: this.#mark } : toRow(record);
    const call = { method: 'POST', path: items, body, number, deadlineMs: createMs } as const;
    const answer = await this.#call('create', call);
    if (field(answer.data, 'id') === number) return 'created';
    if (answer.code === notUnique) return 'exists';
    return isRefusal(answer) ? 'refused' : 'failed';
  }

  /** Null: there is no such row, it is no valid enquiry any more, or it cannot be read. */
  async read(number: string): Promise<EnquiryRecord | null> {
    if (typeof this.#problem === 'string') return null;
    const { data } = await this.#call('read', { method: 'GET', path: `${items}/${number}` });
    return field(data, 'id') === number ? fromRow(data) : null;
  }

  /**
   * The rows that are due and lack no outcome: first those to be sent, the longest due first; null: they cannot be read.
   */
  async due(): Promise<Due | null> {
    const { clock } = this.#options;
    const aside = [...this.#setAside].flatMap(([number, until]) => (until > clock.now() ? [number] : []));
    const skipped = new Set([...aside, ...this.#owed.keys()]);
    const soon = this.now() + lookAheadMs;
    const query = new URLSearchParams({
      filter: JSON.stringify({ _or: [{ _and: dueIn('waiting', soon) }, { _and: dueIn('sent', soon) }] }),
      fields: 'id,state,next_try',
      // What waits comes before what was sent, of which only the status is to be looked up.
      sort: '-state,next_try',
      limit: String(mostInRound + skipped.size + 1),
    });
    const { data } = await this.#call('list', { method: 'GET', path: `${items}?${query}` });
    if (!Array.isArray(data)) return null;
    const rows = data.flatMap((row): DueRow[] => {
      const [number, state, dueAt] = [
        field(row, 'id'),
        field(row, 'state'),
        readTime(field(row, 'next_try')),
      ];
      const isMeant = typeof number === 'string' && (state === 'waiting' || state === 'sent');
      return isMeant && !skipped.has(number) ? [{ number, state, dueAt }] : [];
    });
    const due = rows.filter(({ dueAt }) => (dueAt ?? 0) <= this.now()).slice(0, mostInRound);
    const later = rows.filter((row) => !due.includes(row)).map(({ dueAt }) => dueAt ?? 0);
    return { rows: due, nextAt: Math.min(soon, ...later) };
  }

  /**
   * Takes a row, so that no other process works on it before the lease is over, and reads it as it is now.
   *
   * @param state that the row must still have, and be due; an `undelivered` one becomes `waiting` again
   * @returns null: it is not ours, since somebody else has taken, edited or deleted it, or it cannot be read;
   *   undefined: Directus has not confirmed anything
   */
  async take(
    number: string,
    state: DueRow['state'] | 'undelivered',
  ): Promise<EnquiryRecord | null | undefined> {
    const lease = { next_try: timeOf(this.now() + leaseMs) };
    const data = state === 'sent' ? lease : { ...lease, ...anew[state], event: this.#mark };
    const isDue = state === 'undelivered' ? [{ state: { _eq: state } }] : dueIn(state, this.now());
    const answer = await this.#update(number, isDue, data, { isWhole: true });
    const record = typeof answer === 'object' ? fromRow(answer.row) : null;
    if (record !== null) return record;
    const hasFailed =
      answer === 'failed' ||
      // A response that is too long need not be that of Directus.
      (answer === 'tooLong' && typeof (await this.#update(number, [], lease)) !== 'object');
    const isUnreadable = typeof answer === 'object' || answer === 'tooLong';
    if (isUnreadable && !hasFailed) await this.#giveUp(number, state);
    const aside = hasFailed || answer === 'none' ? leaseMs : refusedMs;
    this.#setAside.set(number, this.#options.clock.now() + aside);
    return hasFailed ? undefined : null;
  }

  /**
   * Writes the state of a message; corrections by hand to its text stay. One that still waits is written only if this
   * process has it. `gone`: there is no such row any more, or somebody else has taken it or moved its card.
   */
  async update(
    record: EnquiryRecord,
    deadlineMs = usualMs,
  ): Promise<'updated' | 'gone' | 'refused' | 'failed'> {
    const isOurs = { state: { _eq: 'waiting' }, event: { _eq: this.#mark } };
    const filters = isSaved(record.delivery) ? [isOurs] : [];
    const answer = await this.#update(record.number, filters, toProgress(record), { deadlineMs });
    if (answer === 'none') return 'gone';
    return answer === 'refused' || answer === 'failed' ? answer : 'updated';
  }

  /**
   * Writes the outcome of a message that needs not be sent any more, now or as soon as Directus takes it; a later
   * outcome replaces an earlier one.
   *
   * @param isCreated false: its row is still to be created
   * @returns whether Directus took what it was given
   */
  async write(record: EnquiryRecord, isCreated: boolean): Promise<boolean> {
    const { number } = record;
    if (typeof this.#problem === 'string') return true;
    this.#owed.set(number, { record, isCreated: this.#owed.get(number)?.isCreated ?? isCreated });
    const [oldest] = this.#owed.keys();
    if (this.#owed.size > mostRemembered && oldest !== undefined) this.#owed.delete(oldest);
    return this.flush();
  }

  /** Writes outcomes that are owed, the oldest first. Returns whether Directus took what it was given. */
  async flush(): Promise<boolean> {
    if (this.#isFlushing) return true;
    if (!(await this.isUsable())) return this.#owed.size === 0;
    this.#isFlushing = true;
    let left = mostInRound;
    let written: Awaited<ReturnType<EnquiryLedger['update']>> | 'created' = 'updated';
    // Also those that are added meanwhile.
    for (const [number, owed] of this.#owed) {
      if ((this.#setAside.get(number) ?? 0) > this.#options.clock.now()) continue;
      written = await this.#writeOwed(owed);
      left -= 1;
      // Unless a later outcome was added meanwhile.
      const isLatest = this.#owed.get(number) === owed;
      if (isLatest && written !== 'refused') this.#owed.delete(number);
      // The next time others come first: Directus may fail this one alone.
      if (isLatest && written === 'failed') this.#owed.set(number, owed);
      if (written === 'failed' || left === 0) break;
      if (written === 'refused') this.#setAside.set(number, this.#options.clock.now() + refusedMs);
    }
    this.#isFlushing = false;
    return written !== 'failed';
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
  }

  async #findProblem(): Promise<string | null | undefined> {
    const call = { method: 'GET', path: '/permissions/me' } as const;
    const { status, data, code } = await this.#call('rights', call);
    if (status === 401 || (status === 403 && code !== undefined)) return 'Directus does not know it';
    const rights = readRow(data);
    return rights === null ? undefined : (problemOfRights(rights) ?? this.#problemOfRows());
  }

  /** What is wrong with the rows themselves: they must have our columns, and take updates. */
  async #problemOfRows(): Promise<string | null | undefined> {
    const query = new URLSearchParams({ fields: columns, limit: '1', filter: JSON.stringify(nobody) });
    const { data, code } = await this.#call('list', { method: 'GET', path: `${items}?${query}` });
    if (code === 'FORBIDDEN') return `enquiries lacks one of ${columns}; npm run directus:provision adds it`;
    if (!Array.isArray(data)) return undefined;
    // It changes no row, and shows whether a PATCH arrives at all.
    const answer = await this.#update(null, [], { tries: 0 });
    return answer === 'none' ? null : undefined;
  }

  /** Creates or updates the row of a record. */
  async #writeOwed({ record, isCreated }: Owed) {
    const created = isCreated ? 'exists' : await this.create(record);
    return created === 'exists' ? this.update(record) : created;
  }

  /** Leaves a row to its owner: it was edited so that it is no valid enquiry any more, or is too long to be read. */
  async #giveUp(number: string, state: string): Promise<void> {
    const undelivered = { state: 'undelivered', next_try: null };
    await this.#update(number, [], state === 'sent' ? { next_try: null } : undelivered);
    this.#options.log.warn({ reference: shortReference(number) }, 'A kept enquiry is no valid one any more.');
  }

  /**
   * Updates one row if it passes the filters, and reads it (`isWhole`: all of it). Once an update fails, no message
   * counts as kept until Directus has been asked again.
   *
   * @param number null: no row, to ask whether updates work
   */
  async #update(
    number: string | null,
    filters: readonly object[],
    data: object,
    { isWhole = false, deadlineMs = usualMs } = {},
  ): Promise<{ readonly row: unknown } | 'none' | 'refused' | 'tooLong' | 'failed'> {
    const id = number === null ? nobody : { id: { _eq: number } };
    const answer = await this.#call('update', {
      method: 'PATCH',
      path: isWhole ? items : `${items}?fields=id,state,event,next_try`,
      body: { query: { filter: { _and: [id, ...filters] } }, data },
      number: number ?? '',
      deadlineMs,
    });
    if (isRefusal(answer)) return 'refused';
    if (answer.isTooLong && isWhole) return 'tooLong';
    if (Array.isArray(answer.data)) {
      const [row] = answer.data;
      if (row === undefined) return 'none';
      if (field(row, 'id') === number && hasWritten(row, data)) return { row };
    }
    this.#problem = undefined;
    return 'failed';
  }

  async #call(verb: Verb, { number = '', deadlineMs = usualMs, ...call }: Call): Promise<DirectusAnswer> {
    const { log } = this.#options;
    const http = verb === 'read' ? this.#finding : this.#own;
    const answer = await callDirectus(http, this.#options, { ...call, deadlineMs, maxBodyBytes });
    const { status, code } = answer;
    const facts = { method: call.method, status, code };
    if (status === null) {
      this.#warnOnce(verb, facts, 'Directus has not responded to a call for enquiries.');
      return answer;
    }
    this.#follow(answer.date);
    // A row that exists already is no fault, nor is one that is missing: Directus says 403 then.
    const isUsual = answer.isJson || code === notUnique || (verb === 'read' && status === 403);
    const text = 'Directus has refused a call for enquiries.';
    if (isUsual) this.#failing.delete(verb);
    else if (!isRefusal(answer)) this.#warnOnce(verb, facts, text);
    else if (!this.#refused.has(number)) log.warn(facts, text);
    if (isRefusal(answer) && !isUsual) this.#refused.set(number, true);
    else this.#refused.delete(number);
    return answer;
  }

  #warnOnce(verb: Verb, facts: object, text: string): void {
    const isNew = !this.#failing.has(verb) && ![...this.#failing.values()].includes(text);
    if (isNew) this.#options.log.warn(facts, text);
    this.#failing.set(verb, text);
  }

  /** Sets our clock by that of Directus. */
  #follow(date: string | undefined): void {
    const offset = Date.parse(date ?? '') - this.#options.clock.date();
    if (!(Math.abs(offset) < largestOffsetMs)) return;
    if (Math.abs(offset - this.#offsetMs) > smallestOffsetMs)
      this.#offsetMs = Math.abs(offset) > smallestOffsetMs ? offset : 0;
  }
}

const refusals: readonly unknown[] = [400, 413, 422];

/**
 * Whether Directus itself refuses one row, for example because a new required field is empty. A firewall's page with the
 * same status says nothing about a row.
 */
const isRefusal = ({ status, code }: DirectusAnswer): boolean =>
  refusals.includes(status) && typeof code === 'string';

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
