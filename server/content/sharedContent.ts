import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { jsonOf } from '../../shared/jsonOf.ts';
import { areEqualSecrets } from '../process/secrets.ts';
import type { RedisConnection } from '../redis/redisConnection.ts';
import { type CollectionName, collectionNames } from './collections/collections.ts';
import { type RawContent, type RawRows, rawRowsSchema } from './siteContent.ts';

interface SharedContentOptions {
  readonly redis: RedisConnection;
  /** The content service: replicas that use another one share nothing. */
  readonly directusUrl: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Loads collections; never rejects. */
type Load = (names: readonly CollectionName[], isAnnounced: boolean) => Promise<unknown>;

/** News that names every collection is shorter. Anything longer is not even verified. */
const longestNews = 2_000;
/** The pause after a load that followed news; what comes meanwhile is one load after it. */
const pauseMs = 500;
const copyLastsMs = 7 * 86_400_000;

/**
 * What replicas share of content through Redis: the names of collections that have changed, which each then loads for
 * itself, and a copy of the rows for a replica that starts while the content service is away. Both are signed with
 * `SITE_SECRET`; anything else, such as the format of another release, is ignored. Nothing here rejects.
 */
export class SharedContent {
  readonly #options: SharedContentOptions;
  readonly #id = crypto.randomUUID();
  readonly #channel: string;
  /** The rows of each collection that this replica has written to the copy. */
  readonly #written = new Map<CollectionName, RawRows['rows']>();
  /** The collections in news that no load has begun for. */
  readonly #heard = new Set<CollectionName>();
  #isLoading = false;
  #load: Load = async () => {};

  constructor(options: SharedContentOptions) {
    this.#options = options;
    const { redis, directusUrl } = options;
    this.#channel = `content:${hash('sha256', directusUrl).slice(0, 12)}`;
    redis.onMessage(this.#channel, (message) => this.#onMessage(message));
    redis.onUp(() => {
      // News may have been missed, and the copy may be gone or old.
      this.#written.clear();
      void this.#load(collectionNames, false);
    });
  }

  /** Reads the copy. */
  async readCopy(): Promise<RawContent> {
    const copy = new Map<CollectionName, RawRows>();
    const unsigned: CollectionName[] = [];
    for (const name of collectionNames) {
      const value = await this.#options.redis.call('GET', this.#keyOf(name));
      if (typeof value !== 'string') continue;
      const rows = v.safeParse(rawRowsSchema, jsonOf(this.#verified(this.#keyOf(name), value) ?? ''));
      if (rows.success) copy.set(name, rows.output);
      else unsigned.push(name);
    }
    if (unsigned.length > 0)
      this.#options.log.warn(
        { collection: unsigned.join(', ') },
        'Redis holds rows that no replica with this SITE_SECRET has signed: they are not used. All replicas need the same.',
      );
    return copy;
  }

  /** Writes the rows of a collection to the copy, unless it has them. */
  async writeCopy(name: CollectionName, held: RawRows): Promise<void> {
    const { redis } = this.#options;
    const key = this.#keyOf(name);
    if (this.#written.get(name) === held.rows && (await redis.call('EXISTS', key)) !== 0) return;
    this.#written.set(name, held.rows);
    const signed = this.#signed(key, JSON.stringify(held));
    const reply = await redis.call('SET', key, signed, 'PX', String(copyLastsMs));
    if (reply === undefined) this.#written.delete(name);
  }

  /** Tells the other replicas that these collections have changed. */
  tell(names: readonly CollectionName[]): void {
    const { redis } = this.#options;
    const news = this.#signed(this.#channel, `${this.#id} ${names.join(' ')}`);
    void redis.call('PUBLISH', redis.prefix + this.#channel, news);
  }

  /** Sets what loads the collections that other replicas tell of: one load after the other, however much they tell. */
  onNews(load: Load): void {
    this.#load = load;
  }

  /** The name of the key or channel is signed too: rows of one collection cannot be passed off as those of another. */
  #signed(name: string, text: string): string {
    return `${this.#options.redis.digestOf(`${name}\n${text}`).toString('base64url')} ${text}`;
  }

  /** The text that a replica has signed for this key or channel; null: none has. */
  #verified(name: string, signed: string): string | null {
    const text = signed.slice(signed.indexOf(' ') + 1);
    return areEqualSecrets(signed, this.#signed(name, text)) ? text : null;
  }

  #keyOf(name: CollectionName): string {
    return `${this.#options.redis.prefix}${this.#channel}:${name}`;
  }

  #onMessage(message: string): void {
    if (message.length > longestNews) return;
    const [from, ...names] = this.#verified(this.#channel, message)?.split(' ') ?? [];
    if (from === this.#id) return;
    for (const name of collectionNames) if (names.includes(name)) this.#heard.add(name);
    if (!this.#isLoading) void this.#loadHeard();
  }

  async #loadHeard(): Promise<void> {
    this.#isLoading = true;
    while (this.#heard.size > 0) {
      const names = [...this.#heard];
      this.#heard.clear();
      await this.#load(names, true);
      await wait(pauseMs, undefined, { ref: false });
    }
    this.#isLoading = false;
  }
}
