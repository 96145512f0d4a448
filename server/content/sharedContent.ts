import { hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { jsonOf } from '../../shared/jsonOf.ts';
import { causeOf } from '../process/errors.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { type CollectionName, collectionNames, collectionOf } from './collections/collections.ts';
import type { SentRows } from './heldCollection.ts';
import type { SentContent, SharedRows } from './liveContent.ts';

interface SharedContentOptions {
  readonly redis: RedisConnection;
  /** The content service: replicas of another one share no rows. */
  readonly directusUrl: string;
  readonly log: Pick<Logger, 'warn'>;
}

const rowsSchema = v.object({
  loadedAt: v.number(),
  rows: v.array(v.record(v.string(), v.unknown())),
});
const newsSchema = v.object({ from: v.string(), collection: v.string(), moment: v.number() });

const lastingMs = 7 * 86_400_000;
/** Another replica may be about to read what was just replaced. */
const replacedMs = 60_000;
const longestWaitMs = 1_000;

/**
 * The rows that replicas share by Redis, as Directus sent them and signed with `SITE_SECRET`. A sorted set holds the
 * moment of the last load of each collection, by the clock of Redis; `ZADD GT` lets only a later one in. Builds that
 * ask for other fields share nothing, because a key has a digest of what was asked.
 */
export class SharedContent implements SharedRows {
  readonly #options: SharedContentOptions;
  readonly #replica = crypto.randomUUID();
  readonly #moments = new Map<CollectionName, number>();
  /** What was loaded while Redis was away. */
  readonly #unshared = new Map<CollectionName, readonly [moment: number, rows: SentRows]>();
  /** The replicas that have not confirmed a publication, by its id. */
  readonly #awaited = new Map<string, { left: number; readonly done: () => void }>();
  #listener: ((collection: CollectionName, rows: SentRows) => void) | null = null;

  constructor(options: SharedContentOptions) {
    this.#options = options;
    const { redis } = options;
    redis.onMessage(this.#channel, (text) => void this.#hear(text));
    redis.onMessage(`${this.#channel}:taken`, (id) => this.#noteTaken(id));
    redis.onUp(() => void this.#joinAgain());
  }

  /** What Redis has of every collection. Never rejects. */
  async readAll(): Promise<SentContent> {
    const sent = await Promise.all(
      collectionNames.map(async (name) => {
        const moment = await this.#momentOf(name);
        const rows = moment === null ? null : await this.#read(name, moment);
        if (moment !== null && rows !== null) this.#moments.set(name, moment);
        return rows === null ? [] : [[name, rows] as const];
      }),
    );
    return new Map(sent.flat());
  }

  async begin(): Promise<number> {
    const time = await this.#options.redis.call('TIME');
    const [seconds, microseconds] = Array.isArray(time) ? time.map(Number) : [];
    return seconds === undefined || microseconds === undefined
      ? Date.now() * 1_000
      : seconds * 1_000_000 + microseconds;
  }

  isOutdated(collection: CollectionName, moment: number): boolean {
    return (this.#moments.get(collection) ?? 0) > moment;
  }

  async share(collection: CollectionName, moment: number, rows: SentRows): Promise<void> {
    const { redis } = this.#options;
    const before = this.#moments.get(collection);
    this.#moments.set(collection, moment);
    this.#unshared.set(collection, [moment, rows]);
    const key = this.#keyOf(collection, moment);
    const signed = this.#sign(key, JSON.stringify(rows));
    if ((await redis.call('SET', key, signed, 'PX', String(lastingMs))) === undefined) return;
    const isLast = await this.#noteMoment(collection, moment);
    if (isLast === null) return;
    if (this.#unshared.get(collection)?.[0] === moment) this.#unshared.delete(collection);
    if (!isLast) {
      // Where two loads began in the same microsecond both have this key, and either will do.
      if ((await this.#momentOf(collection)) !== moment) await redis.call('DEL', key);
      await this.#takeNewer();
      return;
    }
    if (before !== undefined)
      await redis.call('PEXPIRE', this.#keyOf(collection, before), String(replacedMs));
    await this.#tell(collection, moment);
  }

  async keep(collection: CollectionName, moment: number, rows: SentRows): Promise<void> {
    const last = await this.#momentOf(collection);
    if (last !== null && last > moment) return this.#takeFrom(collection, last);
    const isShared = last !== null && last === this.#moments.get(collection);
    if (isShared && (await this.#renew(collection, last))) return;
    await this.share(collection, moment, rows);
  }

  onRows(listener: (collection: CollectionName, rows: SentRows) => void): void {
    this.#listener = listener;
  }

  get #channel(): string {
    return `content:${hash('sha256', this.#options.directusUrl).slice(0, 12)}`;
  }

  get #set(): string {
    return `${this.#options.redis.prefix}${this.#channel}:moments`;
  }

  #memberOf(collection: CollectionName): string {
    const { query } = collectionOf(collection);
    return `${collection}:${hash('sha256', JSON.stringify(query)).slice(0, 12)}`;
  }

  #keyOf(collection: CollectionName, moment: number): string {
    return `${this.#options.redis.prefix}${this.#channel}:${this.#memberOf(collection)}:${moment}`;
  }

  #digestOf(key: string, text: string): Buffer {
    return this.#options.redis.digestOf(`${key}\n${text}`);
  }

  /** Rows are signed together with their key: those of one moment or collection are none of another. */
  #sign(key: string, text: string): string {
    return `${this.#digestOf(key, text).toString('base64url')}${text}`;
  }

  /** The rows that were signed for this key; null for everything else. */
  #verify(key: string, signed: string): SentRows | null {
    const [signature, text] = [signed.slice(0, signatureLength), signed.slice(signatureLength)];
    const expected = this.#digestOf(key, text);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const rows = v.safeParse(rowsSchema, jsonOf(text));
    return rows.success ? rows.output : null;
  }

  /** Whether this is the last load of the collection; null: Redis does not say. */
  async #noteMoment(collection: CollectionName, moment: number): Promise<boolean | null> {
    const { redis } = this.#options;
    const member = this.#memberOf(collection);
    const add = () => redis.call('ZADD', this.#set, 'GT', 'CH', String(moment), member);
    let changed = await add();
    if (changed === undefined && redis.isUp()) {
      // Refused: somebody else has written something there that is no sorted set.
      await redis.call('DEL', this.#set);
      changed = await add();
    }
    return changed === undefined ? null : Number(changed) === 1;
  }

  /** Whether the rows of this moment are there, and will be for as long as new ones. */
  async #renew(collection: CollectionName, moment: number): Promise<boolean> {
    const key = this.#keyOf(collection, moment);
    return Number(await this.#options.redis.call('PEXPIRE', key, String(lastingMs))) === 1;
  }

  async #momentOf(collection: CollectionName): Promise<number | null> {
    const score = await this.#options.redis.call('ZSCORE', this.#set, this.#memberOf(collection));
    const moment = typeof score === 'string' || typeof score === 'number' ? Number(score) : Number.NaN;
    return Number.isFinite(moment) ? moment : null;
  }

  async #read(collection: CollectionName, moment: number): Promise<SentRows | null> {
    const { redis, log } = this.#options;
    const key = this.#keyOf(collection, moment);
    const signed = await redis.call('GET', key);
    if (typeof signed !== 'string') return null;
    const rows = this.#verify(key, signed);
    if (rows === null) log.warn({ collection }, 'Redis holds rows that no replica has signed.');
    return rows;
  }

  /** Tells the other replicas, and waits until each has the rows, at most a second. */
  async #tell(collection: CollectionName, moment: number): Promise<void> {
    const { redis } = this.#options;
    const id = `${this.#replica} ${collection} ${moment}`;
    const { promise: taken, resolve: done } = Promise.withResolvers<void>();
    const publication = { left: 0, done };
    this.#awaited.set(id, publication);
    const text = JSON.stringify({ from: this.#replica, collection, moment });
    const told = Number(await redis.call('PUBLISH', redis.prefix + this.#channel, text)) || 0;
    // This one listens too. Some may have confirmed already.
    publication.left += told - 1;
    if (publication.left > 0) await Promise.race([taken, wait(longestWaitMs, undefined, { ref: false })]);
    this.#awaited.delete(id);
  }

  #noteTaken(id: string): void {
    const publication = this.#awaited.get(id);
    if (!publication) return;
    publication.left -= 1;
    if (publication.left === 0) publication.done();
  }

  async #hear(text: string): Promise<void> {
    const { redis } = this.#options;
    const news = v.safeParse(newsSchema, jsonOf(text));
    if (!news.success || news.output.from === this.#replica) return;
    const { from, collection, moment } = news.output;
    const name = collectionNames.find((known) => known === collection);
    if (name) await this.#takeFrom(name, moment);
    await redis.call('PUBLISH', `${redis.prefix}${this.#channel}:taken`, `${from} ${collection} ${moment}`);
  }

  async #joinAgain(): Promise<void> {
    for (const [name, [moment, rows]] of [...this.#unshared]) await this.share(name, moment, rows);
    await this.#takeNewer();
  }

  /** Takes the rows of later loads than those that are held here. */
  async #takeNewer(): Promise<void> {
    for (const name of collectionNames) {
      const moment = await this.#momentOf(name);
      if (moment !== null) await this.#takeFrom(name, moment);
    }
  }

  async #takeFrom(name: CollectionName, moment: number): Promise<void> {
    if (!this.#listener || moment <= (this.#moments.get(name) ?? 0)) return;
    const rows = await this.#read(name, moment);
    if (rows === null || moment <= (this.#moments.get(name) ?? 0)) return;
    try {
      this.#listener(name, rows);
      this.#moments.set(name, moment);
    } catch (error) {
      this.#options.log.warn(
        { collection: name, reason: causeOf(error) },
        'Rows of a replica cannot be used.',
      );
    }
  }
}

/** Of a SHA-256 digest in base64url. */
const signatureLength = 43;
