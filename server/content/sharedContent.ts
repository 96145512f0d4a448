import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { jsonOf } from '../../shared/jsonOf.ts';
import { causeOf } from '../process/errors.ts';
import { areEqualSecrets } from '../process/secrets.ts';
import { within } from '../process/within.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { type CollectionName, collectionNames, collectionOf } from './collections/collections.ts';
import { type RawContent, type RawRows, rawRowsSchema } from './siteContent.ts';

interface SharedContentOptions {
  readonly redis: RedisConnection;
  /** The content service: replicas that use another one do not share rows. */
  readonly directusUrl: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Rows with the time at which their load started, in microseconds since 1970; see `newMoment`. */
interface DatedRows {
  readonly moment: number;
  readonly rows: RawRows;
}

const newsSchema = v.object({ from: v.string(), collection: v.string(), moment: v.number() });

const lastingMs = 7 * 86_400_000;
const longestWaitMs = 1_000;

/** The same for builds that ask for the same fields. */
const queryDigest = (name: CollectionName) =>
  hash('sha256', JSON.stringify(collectionOf(name).query)).slice(0, 12);

/**
 * The rows that replicas share through Redis, as Directus sent them. Each collection has one key, which holds the time
 * of its last load, a signature (`SITE_SECRET`) and the rows. A later load replaces an earlier one. Builds that request
 * different fields have different keys, which contain a digest of the query: until its own first load a new build shows
 * what another has left. Nothing here rejects.
 */
export class SharedContent {
  readonly #options: SharedContentOptions;
  readonly #replica = crypto.randomUUID();
  readonly #channel: string;
  /** What was loaded here or taken from Redis last; of what was taken only the moment, because Redis has the rows. */
  readonly #held = new Map<CollectionName, Pick<DatedRows, 'moment'> & Partial<DatedRows>>();
  /** How many replicas have not confirmed a publication yet, by its id. */
  readonly #awaited = new Map<string, { left: number; readonly done: () => void }>();
  #receive: ((collection: CollectionName, rows: RawRows) => void) | null = null;

  constructor(options: SharedContentOptions) {
    this.#options = options;
    const { redis, directusUrl } = options;
    this.#channel = `content:${hash('sha256', directusUrl).slice(0, 12)}`;
    redis.onMessage(this.#channel, (text) => void this.#onNews(text));
    redis.onMessage(`${this.#channel}:taken`, (id) => this.#onTaken(id));
    redis.onUp(() => {
      for (const name of collectionNames) void this.#synchronize(name);
    });
  }

  /** Reads the rows of every collection from Redis. */
  async readAll(): Promise<RawContent> {
    const sent = await Promise.all(
      collectionNames.map(async (name) => {
        const own = await this.#read(name, this.#keyOf(name));
        if (own) this.#held.set(name, { moment: own.moment });
        const last = await this.#readOfLastBuild(name);
        const held = last && last.moment > (own?.moment ?? 0) ? last : own;
        return held ? [[name, held.rows] as const] : [];
      }),
    );
    return new Map(sent.flat());
  }

  /** Sets the one function that takes rows from other replicas; it throws for rows that cannot be used. */
  setReceiver(receive: (collection: CollectionName, rows: RawRows) => void): void {
    this.#receive = receive;
    // Until now nobody took what was published after `readAll`.
    for (const name of collectionNames) void this.#takeNewer(name);
  }

  /**
   * The moment of a load that starts now. It is later than that of the rows here, even if the clock by which those were
   * loaded ran ahead: otherwise no edit would show until that time.
   */
  async newMoment(name: CollectionName): Promise<number> {
    const time = await this.#options.redis.call('TIME');
    const [seconds, microseconds] = Array.isArray(time) ? time.map(Number) : [];
    // While Redis is away, by our own clock.
    const now = seconds === undefined ? Date.now() * 1_000 : seconds * 1_000_000 + (microseconds ?? 0);
    return Math.max(now, this.#momentOf(name) + 1);
  }

  /** Whether rows of a load later than this moment are known. */
  isOutdated(collection: CollectionName, moment: number): boolean {
    return this.#momentOf(collection) > moment;
  }

  /**
   * Shares the rows of a load with the other replicas; if nothing has changed, only extends the life of those in Redis.
   * Resolves when the others have the rows, or after a second.
   */
  async share(name: CollectionName, moment: number, rows: RawRows, isChanged: boolean): Promise<void> {
    const { redis } = this.#options;
    await redis.call('SET', this.#keyOf(name, 'last'), queryDigest(name), 'PX', String(lastingMs));
    const shared = isChanged ? 0 : await this.#storedMoment(name);
    if (shared > 0 && shared === this.#momentOf(name)) {
      await redis.call('PEXPIRE', this.#keyOf(name), String(lastingMs));
      return;
    }
    const held = { moment, rows };
    this.#held.set(name, held);
    if (!(await this.#takeNewer(name))) await this.#write(name, held);
  }

  #momentOf(collection: CollectionName): number {
    return this.#held.get(collection)?.moment ?? 0;
  }

  #keyOf(collection: CollectionName, build = queryDigest(collection)): string {
    return `${this.#options.redis.prefix}${this.#channel}:${collection}:${build}`;
  }

  /** The signature covers the key and the moment: rows of one collection cannot be passed off as those of another. */
  #signatureOf(key: string, moment: number, text: string): string {
    return this.#options.redis.digestOf(`${key}\n${moment}\n${text}`).toString('base64url');
  }

  /** The moment stored before the rows, whose signature is not checked; 0: there are none. */
  async #storedMoment(collection: CollectionName): Promise<number> {
    const start = await this.#options.redis.call('GETRANGE', this.#keyOf(collection), '0', '16');
    return Number.parseInt(String(start), 10) || 0;
  }

  /** The rows of the build that has shared this collection last; null if it asks for the same fields as this one. */
  async #readOfLastBuild(collection: CollectionName): Promise<DatedRows | null> {
    const build = await this.#options.redis.call('GET', this.#keyOf(collection, 'last'));
    return typeof build === 'string' && build !== queryDigest(collection)
      ? this.#read(collection, this.#keyOf(collection, build))
      : null;
  }

  /** The rows of a collection in Redis; null if there are none, or no replica has signed them. */
  async #read(collection: CollectionName, key: string): Promise<DatedRows | null> {
    const { redis, log } = this.#options;
    const value = await redis.call('GET', key);
    if (typeof value !== 'string') return null;
    const [, moment = '', signature = '', text = ''] = /^(\d{1,16}) (\S{43}) (.*)$/s.exec(value) ?? [];
    const isSigned = areEqualSecrets(signature, this.#signatureOf(key, Number(moment), text));
    const rows = v.safeParse(rawRowsSchema, isSigned ? jsonOf(text) : null);
    if (rows.success) return { moment: Number(moment), rows: rows.output };
    log.warn({ collection }, 'Redis holds rows that no replica has signed.');
    return null;
  }

  /** Takes the rows from Redis if their load was later than that of the rows here. Returns whether it was. */
  async #takeNewer(name: CollectionName): Promise<boolean> {
    if (!this.#receive || (await this.#storedMoment(name)) <= this.#momentOf(name)) return false;
    const stored = await this.#read(name, this.#keyOf(name));
    if (stored === null || stored.moment <= this.#momentOf(name)) return false;
    try {
      this.#receive(name, stored.rows);
      this.#held.set(name, { moment: stored.moment });
      return true;
    } catch (error) {
      const reason = causeOf(error);
      this.#options.log.warn({ collection: name, reason }, 'Rows of a replica cannot be used.');
      return false;
    }
  }

  /**
   * Takes the rows from Redis if they are later, or writes those here if they are: Redis was away when they were
   * loaded, or another replica has just overwritten them with earlier ones.
   */
  async #synchronize(name: CollectionName): Promise<void> {
    if (await this.#takeNewer(name)) return;
    const { moment, rows } = this.#held.get(name) ?? {};
    if (moment && rows && (await this.#storedMoment(name)) < moment)
      await this.#write(name, { moment, rows });
  }

  async #write(name: CollectionName, { moment, rows }: DatedRows): Promise<void> {
    const key = this.#keyOf(name);
    const text = JSON.stringify(rows);
    const value = `${moment} ${this.#signatureOf(key, moment, text)} ${text}`;
    const reply = await this.#options.redis.call('SET', key, value, 'PX', String(lastingMs));
    if (reply !== undefined) await this.#tell(name, moment);
  }

  /** Tells the other replicas, and waits until each has the rows, but at most a second. */
  async #tell(collection: CollectionName, moment: number): Promise<void> {
    const { redis } = this.#options;
    const id = `${this.#replica} ${collection} ${moment}`;
    const { promise: taken, resolve: done } = Promise.withResolvers<void>();
    const publication = { left: 0, done };
    this.#awaited.set(id, publication);
    const text = JSON.stringify({ from: this.#replica, collection, moment });
    const told = Number(await redis.call('PUBLISH', redis.prefix + this.#channel, text)) || 0;
    // Less one, because this replica listens too. Some may have confirmed already.
    publication.left += told - 1;
    if (publication.left > 0) await within(longestWaitMs, taken, undefined);
    this.#awaited.delete(id);
  }

  #onTaken(id: string): void {
    const publication = this.#awaited.get(id);
    if (!publication) return;
    publication.left -= 1;
    if (publication.left === 0) publication.done();
  }

  async #onNews(text: string): Promise<void> {
    const { redis } = this.#options;
    const news = v.safeParse(newsSchema, jsonOf(text));
    if (!news.success || news.output.from === this.#replica) return;
    const { from, collection, moment } = news.output;
    const name = collectionNames.find((known) => known === collection);
    if (name) await this.#synchronize(name);
    await redis.call('PUBLISH', `${redis.prefix}${this.#channel}:taken`, `${from} ${collection} ${moment}`);
  }
}
