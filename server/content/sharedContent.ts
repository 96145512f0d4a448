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

/** Rows with the time at which their load started, in microseconds of the Redis clock. */
interface DatedRows {
  readonly moment: number;
  readonly rows: RawRows;
}

const newsSchema = v.object({ from: v.string(), collection: v.string(), moment: v.number() });

const lastingMs = 7 * 86_400_000;
const longestWaitMs = 1_000;

export type SharedContent = ReturnType<typeof createSharedContent>;

/**
 * The rows that replicas share through Redis, as Directus sent them. Each collection has one key, which holds the time
 * of its last load, a signature (`SITE_SECRET`) and the rows. A later load replaces an earlier one. Builds that request
 * different fields share nothing, because the key contains a digest of the query. Nothing here rejects.
 */
export function createSharedContent({ redis, directusUrl, log }: SharedContentOptions) {
  const replica = crypto.randomUUID();
  const channel = `content:${hash('sha256', directusUrl).slice(0, 12)}`;
  /** What was loaded here or taken from Redis last; of what was taken only the moment, because Redis has the rows. */
  const held = new Map<CollectionName, Pick<DatedRows, 'moment'> & Partial<DatedRows>>();
  /** How many replicas have not confirmed a publication yet, by its id. */
  const awaited = new Map<string, { left: number; readonly done: () => void }>();
  let listener: ((collection: CollectionName, rows: RawRows) => void) | null = null;

  const momentOf = (collection: CollectionName): number => held.get(collection)?.moment ?? 0;

  const keyOf = (collection: CollectionName): string => {
    const asked = hash('sha256', JSON.stringify(collectionOf(collection).query)).slice(0, 12);
    return `${redis.prefix}${channel}:${collection}:${asked}`;
  };

  /** The signature covers the key and the moment: rows of one collection cannot be passed off as those of another. */
  const signatureOf = (key: string, moment: number, text: string): string =>
    redis.digestOf(`${key}\n${moment}\n${text}`).toString('base64url');

  /** The moment stored before the rows, whose signature is not checked; 0: there are none. */
  const storedMoment = async (collection: CollectionName): Promise<number> => {
    const start = await redis.call('GETRANGE', keyOf(collection), '0', '16');
    return Number.parseInt(String(start), 10) || 0;
  };

  /** The rows of a collection in Redis; null if there are none, or no replica has signed them. */
  const read = async (collection: CollectionName): Promise<DatedRows | null> => {
    const key = keyOf(collection);
    const value = await redis.call('GET', key);
    if (typeof value !== 'string') return null;
    const {
      moment = '',
      signature = '',
      text = '',
    } = /^(?<moment>\d{1,16}) (?<signature>\S{43}) (?<text>.*)$/s.exec(value)?.groups ?? {};
    const isSigned = areEqualSecrets(signature, signatureOf(key, Number(moment), text));
    const rows = v.safeParse(rawRowsSchema, isSigned ? jsonOf(text) : null);
    if (rows.success) return { moment: Number(moment), rows: rows.output };
    log.warn({ collection }, 'Redis holds rows that no replica has signed.');
    return null;
  };

  /** Takes the rows from Redis if their load was later than that of the rows here. Returns whether it was. */
  const takeNewer = async (name: CollectionName): Promise<boolean> => {
    if (!listener || (await storedMoment(name)) <= momentOf(name)) return false;
    const stored = await read(name);
    if (stored === null || stored.moment <= momentOf(name)) return false;
    try {
      listener(name, stored.rows);
      held.set(name, { moment: stored.moment });
      return true;
    } catch (error) {
      const reason = causeOf(error);
      log.warn({ collection: name, reason }, 'Rows of a replica cannot be used.');
      return false;
    }
  };

  /**
   * Takes the rows from Redis if they are later, or writes those here if they are: Redis was away when they were
   * loaded, or another replica has just overwritten them with earlier ones.
   */
  const synchronize = async (name: CollectionName): Promise<void> => {
    if (await takeNewer(name)) return;
    const { moment, rows } = held.get(name) ?? {};
    if (moment && rows && (await storedMoment(name)) < moment) await write(name, { moment, rows });
  };

  const write = async (name: CollectionName, { moment, rows }: DatedRows): Promise<void> => {
    const key = keyOf(name);
    const text = JSON.stringify(rows);
    const value = `${moment} ${signatureOf(key, moment, text)} ${text}`;
    const reply = await redis.call('SET', key, value, 'PX', String(lastingMs));
    if (reply !== undefined) await tell(name, moment);
  };

  /** Tells the other replicas, and waits until each has the rows, but at most a second. */
  const tell = async (collection: CollectionName, moment: number): Promise<void> => {
    const id = `${replica} ${collection} ${moment}`;
    const { promise: taken, resolve: done } = Promise.withResolvers<void>();
    const publication = { left: 0, done };
    awaited.set(id, publication);
    const text = JSON.stringify({ from: replica, collection, moment });
    const told = Number(await redis.call('PUBLISH', redis.prefix + channel, text)) || 0;
    // Less one, because this replica listens too. Some may have confirmed already.
    publication.left += told - 1;
    if (publication.left > 0) await within(longestWaitMs, taken, undefined);
    awaited.delete(id);
  };

  const onTaken = (id: string): void => {
    const publication = awaited.get(id);
    if (!publication) return;
    publication.left -= 1;
    if (publication.left === 0) publication.done();
  };

  const onNews = async (text: string): Promise<void> => {
    const news = v.safeParse(newsSchema, jsonOf(text));
    if (!news.success || news.output.from === replica) return;
    const { from, collection, moment } = news.output;
    const name = collectionNames.find((known) => known === collection);
    if (name) await synchronize(name);
    await redis.call('PUBLISH', `${redis.prefix}${channel}:taken`, `${from} ${collection} ${moment}`);
  };

  redis.onMessage(channel, (text) => void onNews(text));
  redis.onMessage(`${channel}:taken`, onTaken);
  redis.onUp(() => {
    for (const name of collectionNames) void synchronize(name);
  });

  return {
    /** Reads the rows of every collection from Redis. */
    async readAll(): Promise<RawContent> {
      const sent = await Promise.all(
        collectionNames.map(async (name) => {
          const stored = await read(name);
          if (stored) held.set(name, { moment: stored.moment });
          return stored ? [[name, stored.rows] as const] : [];
        }),
      );
      return new Map(sent.flat());
    },

    /** Sets the listener for rows from other replicas; it throws for rows that cannot be used. */
    onRows(take: (collection: CollectionName, rows: RawRows) => void): void {
      listener = take;
      // Until now nothing listened for what was published after `readAll`.
      for (const name of collectionNames) void takeNewer(name);
    },

    /** The moment of a load that starts now; a later load on any replica has a later one. */
    async begin(): Promise<number> {
      const time = await redis.call('TIME');
      const [seconds, microseconds] = Array.isArray(time) ? time.map(Number) : [];
      return seconds === undefined || microseconds === undefined
        ? Date.now() * 1_000
        : seconds * 1_000_000 + microseconds;
    },

    /** Whether rows of a load later than this moment are known. */
    isOutdated(collection: CollectionName, moment: number): boolean {
      return momentOf(collection) > moment;
    },

    /**
     * Shares the rows of a load with the other replicas; if nothing has changed, only extends the life of those in Redis.
     * Resolves when the others have the rows, or after a second.
     */
    async share(name: CollectionName, moment: number, rows: RawRows, isChanged: boolean): Promise<void> {
      const shared = isChanged ? 0 : await storedMoment(name);
      if (shared > 0 && shared === momentOf(name)) {
        await redis.call('PEXPIRE', keyOf(name), String(lastingMs));
        return;
      }
      held.set(name, { moment, rows });
      if (!(await takeNewer(name))) await write(name, { moment, rows });
    },
  };
}
