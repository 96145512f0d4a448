import { hash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBarrier, type Publication } from './publicationBarrier.ts';
import type { RedisConnection } from './redisConnection.ts';
import {
  type Known,
  lookScript,
  namesOf,
  parseJson,
  pollScript,
  publishScript,
  readEntries,
} from './sharedEntries.ts';

/** One key of the content store that is to be loaded. */
interface SharedLoad<T> {
  readonly key: string;
  /** What this replica holds; undefined: nothing. */
  readonly held: T | undefined;
  /** A value that another replica has fetched within this time is as good as one fetched now; 0: it is not. */
  readonly freshMs: number;
  /** Calls the content service; rejects when it is unreachable. */
  readonly fetch: () => Promise<T>;
  /** Whether the value may be told to others: one without rows not before it is accepted. */
  readonly isBelievable: (value: T) => boolean;
}

/** A value, and how long ago some replica has fetched it. */
export interface SharedValue<T> {
  readonly value: T;
  readonly ageMs: number;
}

/** A value of another replica, as it may outlive a process. */
interface HeldValue {
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** What this replica holds of a key. */
interface OwnValue {
  readonly key: string;
  readonly value: unknown;
  readonly ageMs: number;
  /** It has no rows, and nobody has accepted that. */
  readonly isUnproven: boolean;
}

/** The content store, as far as other replicas change it. */
interface SharingStore {
  /** Stores a value that another replica has published, and fetched `ageMs` ago. */
  put(key: string, value: unknown, ageMs: number): void;
  /** Everything that may still be served. */
  held(): readonly OwnValue[];
  /** Fetches a key from the content service, now. Never rejects. */
  refetch(key: string): Promise<unknown>;
}

export interface SharedContent {
  /** What the others held when this replica started. */
  readonly held: ReadonlyMap<string, HeldValue>;
  /**
   * Loads a value: from another replica where one has fetched it a moment ago, else from the content service. Resolves
   * when every replica has stopped serving what came before. Rejects as `fetch` does.
   */
  load<T>(load: SharedLoad<T>): Promise<SharedValue<T>>;
  /** From now on the store gets what others publish. */
  attach(store: SharingStore): void;
  /** Settles when pages may be served, within half a second; null: now. */
  gate(): Promise<void> | null;
  /** Tells the other replicas that the content service has reported an edit of a collection. */
  announceEdit(collection: string): void;
  /** Whether this replica is the one that asks the content service for changes; also where Redis cannot say. */
  mayPoll(): Promise<boolean>;
  /** Calls the listener when another replica has; `isForeign`: it is of another build, and shares no values. */
  onEdit(listener: (collection: string, isForeign: boolean) => void): void;
}

/** Longer than a call of the content service takes. */
const lockMs = 5_000;
/** A replica that waits for the fetch of another does it itself after this time. */
const longestWaitMs = 1_500;
const pollMs = 50;
/** No key has so many posts; a value beyond is each replica's own. */
const mostBytes = 1024 * 1024;
const mostAtOnce = 50;
/** Longer than the time between two polls: another replica polls when this one has missed one. */
const pollerMs = 45_000;
/** A publication that Redis carries out later than this was given up by who made it. */
const publishWithinMs = 300;

/**
 * Content that replicas share by Redis. One fetches, all store: a new value is published in two steps, so that none
 * serves it while another still serves the one before (`publicationBarrier.ts`). Only who has seen the last
 * publication of a key may publish the next one, so a slow fetch never undoes a later edit. Where Redis fails, each
 * replica loads for itself; afterwards it publishes what it has learnt meanwhile, or takes what others have.
 *
 * @param origin what the values depend on: replicas of another build or configuration have values of their own
 */
export async function joinSharedContent(
  redis: RedisConnection,
  origin: string,
  log: Pick<Logger, 'warn'>,
): Promise<SharedContent> {
  const replica = randomUUID().slice(0, 8);
  const names = namesOf(redis.prefix, hash('sha256', origin).slice(0, 12));
  const held = new Map<string, HeldValue>();
  const known = new Map<string, Known>();
  /** Loaded while Redis was down: what others have is not newer for being there. */
  const learntAlone = new Set<string>();
  let store: SharingStore | null = null;
  let tokens = 0;
  /** What the clock of Redis is ahead of `performance.now()`; at most one call too much. */
  let clockOffset = 0;
  let edits: (collection: string, isForeign: boolean) => void = () => undefined;

  let hasErred = false;
  /** One line in the log: what is wrong in Redis is so for every key, and again each second. */
  const onError = (error: unknown) => {
    if (!hasErred) log.warn({ err: error }, 'Redis has something that no replica has stored: it is ignored.');
    hasErred = true;
  };
  /** A value as it is stored; undefined: it is corrupt, as if absent. */
  const parseValue = (key: string, text: string) => {
    const value = parseJson(text);
    if (value === undefined) onError(new Error(`The value of ${key} is no JSON`));
    return value;
  };

  const take = ({ key, token, hash: digest, value, ageMs }: Publication) => {
    const parsed = parseValue(key, value);
    if (parsed === undefined) return;
    known.set(key, { token, hash: digest });
    learntAlone.delete(key);
    if (store) store.put(key, parsed, ageMs);
    else held.set(key, { value: parsed, fetchedAt: Date.now() - ageMs });
  };
  const barrier = createBarrier({ redis, replica, channel: names.channel, take, onError });
  redis.onMessage(names.editChannel, (message) => {
    const [from, madeBy, collection = ''] = message.split(' ');
    if (from !== replica) edits(collection, madeBy !== names.origin);
  });

  const queue: (Publication & {
    readonly expected: string;
    /** Others may serve another value. */
    readonly isChange: boolean;
    readonly done: (outcome: Outcome) => void;
  })[] = [];
  let isPublishing = false;

  /** One publication at a time; what comes meanwhile goes together in the next. */
  const publishQueued = async () => {
    if (isPublishing) return;
    isPublishing = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, mostAtOnce);
      const outcomes = await barrier.publish((id) => {
        const keys = batch.map(({ key }) => names.lock(key));
        return redis.call(
          ...['EVAL', publishScript, String(2 + keys.length), names.entries, names.values, ...keys],
          ...[redis.prefix + names.channel, id, replica],
          String(Math.ceil(performance.now() + clockOffset + publishWithinMs)),
          ...batch.flatMap(({ key, expected, token, hash: digest, value, isChange, ageMs }) => [
            key,
            expected,
            token,
            digest,
            value,
            isChange ? '1' : '0',
            String(Math.max(0, Math.round(ageMs))),
          ]),
        );
      });
      batch.forEach(({ done }, at) => void done(readOutcome(outcomes?.[at])));
    }
    isPublishing = false;
  };

  const newToken = () => {
    tokens += 1;
    return `${replica}-${tokens}`;
  };
  /** Publishes a value, if what this replica has seen last is still the last; resolves when all have stored it. */
  const publish = async (
    key: string,
    value: unknown,
    expected: string,
    isChange: boolean,
    { token = '', ageMs = 0 }: { readonly token?: string | undefined; readonly ageMs?: number } = {},
  ): Promise<Outcome> => {
    const text = JSON.stringify(value);
    const publication = { key, token: token || newToken(), hash: digestOf(text), value: text, ageMs };
    if (!redis.isUp() || text.length > mostBytes) {
      noteAlone(key, publication.hash);
      return 'alone';
    }
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    queue.push({ ...publication, expected, isChange, done: resolve });
    void publishQueued();
    const outcome = await promise;
    if (outcome === 'alone') noteAlone(key, publication.hash);
    // The token of a value that was there already comes with the next look.
    else if (outcome === 'same') known.set(key, { token: expected, hash: publication.hash });
    else if (outcome === 'stored') known.set(key, publication);
    return outcome;
  };
  const noteAlone = (key: string, digest: string) => {
    if (known.get(key)?.hash === digest) return;
    known.set(key, { token: known.get(key)?.token ?? '', hash: digest });
    learntAlone.add(key);
  };

  const look = async (key: string, freshMs: number, isHeld: boolean) => {
    const sent = performance.now();
    const reply = await redis.call(
      ...['EVAL', lookScript, '3', names.entries, names.values, names.lock(key)],
      ...[key, String(freshMs), String(lockMs), (isHeld && known.get(key)?.token) || '', replica],
    );
    if (!Array.isArray(reply)) return null;
    const [state, token, digest, age, now, value] = reply.map(String);
    clockOffset = Number(now) - sent;
    const found = { state, token: token ?? '', hash: digest ?? '', ageMs: Number(age), value: value ?? '' };
    return { ...found, now: Number(now) };
  };

  const load = async <T>(wanted: SharedLoad<T>, attempt = 0): Promise<SharedValue<T>> => {
    const { key, held: own, fetch, isBelievable } = wanted;
    const isHeld = wanted.held !== undefined;
    const freshMs = learntAlone.has(key) ? 0 : wanted.freshMs;
    let found = await look(key, freshMs, isHeld);
    for (let waitedMs = 0; found?.state === 'wait' && waitedMs < longestWaitMs; waitedMs += pollMs) {
      await wait(pollMs);
      found = await look(key, freshMs, isHeld);
    }
    if (found?.state === 'held') {
      const { token, ageMs, value } = found;
      // A key belongs to one query, and the origin to one build: the value is one of its parser.
      const there = value === '' ? wanted.held : (parseValue(key, value) as T | undefined);
      if (there !== undefined) {
        known.set(key, { token, hash: found.hash });
        return { value: there, ageMs };
      }
    }
    const value = await fetch().catch(async (error) => {
      // The next attempt may be another replica's, a second later.
      if (freshMs > 0 && found?.state === 'fetch') await redis.call('PEXPIRE', names.lock(key), '1000');
      throw error;
    });
    if (!isBelievable(value)) {
      // Nobody waits for what will not be published.
      if (freshMs > 0 && found?.state === 'fetch') await redis.call('DEL', names.lock(key));
      // It may be the first response of a broken service: what others have seen is better, however old.
      const isEmptied = own !== undefined && isBelievable(own);
      return (isEmptied ? null : await lookForRows(wanted)) ?? { value, ageMs: 0 };
    }
    const digest = digestOf(JSON.stringify(value));
    const isChange = isHeld && digest !== digestOf(JSON.stringify(wanted.held));
    const outcome =
      found === null ? noteAlone(key, digest) : await publish(key, value, found.token, isChange);
    // Another replica has published meanwhile. What it has may be from before the edit that this one was told of.
    if (outcome === 'lost' && attempt < 2) return load({ ...wanted, held: undefined }, attempt + 1);
    return { value, ageMs: 0 };
  };

  /** What Redis has of a key, at any age; null: nothing that others may be told. */
  const lookForRows = async <T>({ key, isBelievable }: SharedLoad<T>): Promise<SharedValue<T> | null> => {
    const found = await look(key, Number.MAX_SAFE_INTEGER, false);
    if (found?.state !== 'held') return null;
    const value = parseValue(key, found.value) as T | undefined;
    if (value === undefined || !isBelievable(value)) return null;
    known.set(key, { token: found.token, hash: found.hash });
    return { value, ageMs: found.ageMs };
  };

  /**
   * After a time without Redis, or with one that has lost something: Redis gets back what it had, others get what this
   * replica has learnt alone, and this one takes what others have published. Where two have learnt something, or Redis is
   * as it was some time ago, the content service decides; while it is unreachable, what was fetched later.
   */
  const reconcile = async (sharing: SharingStore) => {
    const entries = await readEntries(redis, names.entries);
    const asked = await look('', 0, false);
    if (entries === null || asked === null) return;
    const reconcileKey = async ({ key, value, ageMs, isUnproven }: OwnValue) => {
      const there = entries.get(key);
      const before = known.get(key);
      const isNews = learntAlone.delete(key);
      const isNewer = !there || there.at < asked.now - ageMs;
      const giveBack = (isChange: boolean) =>
        // With the token that it had: whoever has learnt more knows by it that nobody else has.
        publish(key, value, there?.token ?? '', isChange, { token: before?.token, ageMs });
      if (there && there.hash === digestOf(JSON.stringify(value))) known.set(key, there);
      else if (isUnproven) await takeEntry(key);
      else if (there && there.token !== before?.token) {
        if (isNews) await sharing.refetch(key);
        else if (!isNewer) await takeEntry(key);
        else {
          await sharing.refetch(key);
          // The content service is unreachable.
          if (known.get(key) === before && (await giveBack(true)) === 'lost')
            await takeEntry(key, asked.now - ageMs);
        }
      } else if (isNews) {
        // Another replica may give Redis back what it had, between this look and that word.
        const outcome = await publish(key, value, before?.token ?? '', true, { ageMs });
        if (outcome === 'lost') await sharing.refetch(key);
      } else if (!there && (await giveBack(false)) === 'lost') await takeEntry(key, asked.now - ageMs);
    };
    await Promise.all(sharing.held().map(reconcileKey));
  };
  /** Takes what Redis has of a key, if it was fetched after a moment by the clock of Redis. */
  const takeEntry = async (key: string, after = 0) => {
    const found = await look(key, Number.MAX_SAFE_INTEGER, false);
    if (found?.state !== 'held' || found.now - found.ageMs <= after) return;
    take({ key, token: found.token, hash: found.hash, value: found.value, ageMs: found.ageMs });
  };

  redis.onBeat(async (isFirst) => {
    const isWiped = !isFirst && (await redis.call('EXISTS', names.entries)) === 0;
    if (store !== null && (isFirst || isWiped) && redis.isUp()) await reconcile(store).catch(onError);
  });

  await redis.connect();
  const entries = await readEntries(redis, names.entries);
  const keys = [...(entries?.keys() ?? [])];
  for (let from = 0; from < keys.length; from += mostAtOnce) {
    const part = keys.slice(from, from + mostAtOnce);
    const values = await redis.call('HMGET', names.values, ...part);
    if (!Array.isArray(values)) break;
    part.forEach((key, at) => {
      const entry = entries?.get(key);
      const value: unknown = values[at];
      // A publication that has come meanwhile is newer.
      if (!entry || typeof value !== 'string' || held.has(key)) return;
      const parsed = parseValue(key, value);
      if (parsed === undefined) return;
      known.set(key, { token: entry.token, hash: entry.hash });
      held.set(key, { value: parsed, fetchedAt: entry.at });
    });
  }

  return {
    held,
    load: (wanted) => load(wanted),
    attach(attached) {
      store = attached;
    },
    gate: barrier.gate,
    announceEdit: (collection) =>
      void redis.call(
        'PUBLISH',
        redis.prefix + names.editChannel,
        `${replica} ${names.origin} ${collection}`,
      ),
    mayPoll: async () =>
      (await redis.call('EVAL', pollScript, '1', names.poller, replica, String(pollerMs))) !== 0,
    onEdit(listener) {
      edits = listener;
    },
  };
}

/**
 * `stored`: by all; `same`: it was there; `lost`: another was published first; `alone`: Redis could not be asked, or
 * has no room.
 */
type Outcome = 'stored' | 'same' | 'lost' | 'alone';

const readOutcome = (text: string | undefined): Outcome =>
  text === 'stored' || text === 'same' || text === 'lost' ? text : 'alone';

const digestOf = (text: string): string => hash('sha1', text, 'base64url');
