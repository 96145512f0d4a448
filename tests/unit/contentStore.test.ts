import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Reading, StoreQuery } from '../../server/content/store/contentSlot.ts';
import {
  type ContentStore,
  type ContentStoreOptions,
  createContentStore,
} from '../../server/content/store/contentStore.ts';
import { createWitness } from '../support/contentLayer.ts';
import { createManualClock, settle } from '../support/manualClock.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const windows = { fresh: minute, staleWhileRevalidate: 10 * minute, staleOnError: 24 * hour };

const stores: ContentStore[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const store of stores.splice(0)) store.close();
});

/** A store on a manual clock and an origin whose responses a test sets; jitter stands in the middle. */
function setUp(options: Partial<ContentStoreOptions> = {}) {
  const clock = createManualClock();
  vi.useFakeTimers({ toFake: ['Date'], now: clock.date() });
  const { log } = createWitness();
  const store = createContentStore({ log, clock, random: () => 0.5, spacingMs: 0, ...options });
  stores.push(store);
  const loads: string[] = [];
  const origin = { respond: async (_key: string): Promise<unknown> => 'first' };
  const queryFor = (key: string, kind: 'list' | 'detail' = 'list'): StoreQuery<unknown> => ({
    key,
    kind,
    windows,
    load() {
      loads.push(key);
      return origin.respond(key);
    },
  });
  const shown = (reading: Reading<unknown> | Promise<Reading<unknown>>) => {
    if (reading instanceof Promise) return 'waiting';
    return 'value' in reading ? reading.value : `unreachable: ${reading.unreachable}`;
  };
  return { clock, store, loads, origin, queryFor, shown };
}

/** A response that a test sends when it wants to. */
function createGate() {
  return Promise.withResolvers<unknown>();
}

const fails = async () => {
  throw new Error('down');
};

describe('a read', () => {
  it('waits for a key never loaded, and for nothing afterwards', async () => {
    const { store, queryFor, shown } = setUp();
    expect(await store.read(queryFor('a'))).toMatchObject({ value: 'first' });
    expect(shown(store.read(queryFor('a')))).toBe('first');
  });

  it('A21 is one fetch for 500 readers of a key never loaded', async () => {
    const { store, queryFor, loads } = setUp();
    await Promise.all(Array.from({ length: 500 }, () => store.read(queryFor('a'))));
    expect(loads).toEqual(['a']);
  });

  it('fetches nothing while the value is fresh', async () => {
    const { store, queryFor, loads, clock } = setUp();
    await store.read(queryFor('a'));
    await clock.advance(minute - 1);
    store.read(queryFor('a'));
    await settle();
    expect(loads).toEqual(['a']);
  });

  it('A21 serves the stale value at once to 500 readers and refreshes once', async () => {
    const { store, queryFor, loads, clock, origin, shown } = setUp();
    await store.read(queryFor('a'));
    await clock.advance(minute);
    const gate = createGate();
    origin.respond = () => gate.promise;
    const seen = Array.from({ length: 500 }, () => shown(store.read(queryFor('a'))));
    expect(new Set(seen)).toEqual(new Set(['first']));
    expect(loads).toEqual(['a', 'a']);
    gate.resolve('second');
    await settle();
    expect(shown(store.read(queryFor('a')))).toBe('second');
  });

  it('is reported with its cache outcome', async () => {
    const found: string[] = [];
    const { store, queryFor, clock, origin } = setUp({
      onRead: (key, outcome) => void found.push(`${key} ${outcome}`),
    });
    const gate = createGate();
    origin.respond = () => gate.promise;
    store.read(queryFor('a'));
    store.read(queryFor('a'));
    gate.resolve('first');
    await settle();
    store.read(queryFor('a'));
    await clock.advance(minute);
    store.read(queryFor('a'));
    expect(found.splice(0)).toEqual(['a miss', 'a coalesced', 'a hit', 'a stale']);
    origin.respond = fails;
    await store.read(queryFor('b'));
    store.read(queryFor('b'));
    await clock.advance(second);
    store.read(queryFor('b'));
    expect(found).toEqual(['b miss', 'b error', 'b miss']);
  });

  it.each([
    [0, 54],
    [0.999_999, 66],
  ])('with luck %d, freshness ends after %i seconds', async (luck, seconds) => {
    const { store, queryFor, loads, clock } = setUp({ random: () => luck });
    await store.read(queryFor('a'));
    await clock.advance(seconds * second - 1);
    store.read(queryFor('a'));
    expect(loads.length).toBe(1);
    await clock.advance(2);
    store.read(queryFor('a'));
    expect(loads.length).toBe(2);
  });

  it('A2 never waits and never fails for a day after the service died', async () => {
    const { store, queryFor, clock, origin, shown } = setUp();
    await store.read(queryFor('a'));
    origin.respond = fails;
    for (let passed = 0; passed < 23; passed += 1) {
      await clock.advance(hour);
      expect(shown(store.read(queryFor('a')))).toBe('first');
    }
  });

  it('A3 past staleOnError the value is gone, and comes back with the service', async () => {
    const { store, queryFor, clock, origin } = setUp();
    await store.read(queryFor('a'));
    origin.respond = fails;
    await clock.advance(24 * hour - minute);
    expect(store.versionOf('a')).not.toBeNull();
    await clock.advance(2 * minute);
    expect(store.versionOf('a')).toBeNull();
    expect(await store.read(queryFor('a'))).toEqual({ unreachable: 'down' });
    origin.respond = async () => 'back';
    await clock.advance(second);
    expect(await store.read(queryFor('a'))).toMatchObject({ value: 'back' });
  });

  it('remembers a failed first fetch for a second', async () => {
    const { store, queryFor, clock, loads, origin, shown } = setUp();
    origin.respond = fails;
    await store.read(queryFor('a'));
    for (let count = 0; count < 100; count += 1) {
      expect(shown(store.read(queryFor('a')))).toBe('unreachable: down');
    }
    expect(loads.length).toBe(1);
    await clock.advance(second);
    await store.read(queryFor('a'));
    expect(loads.length).toBe(2);
  });

  it('A2 tries a failing refresh again after 1, 2, 4, 8, 10 seconds, however many read', async () => {
    const { store, queryFor, clock, loads, origin } = setUp();
    await store.read(queryFor('a'));
    origin.respond = fails;
    await clock.advance(minute);
    loads.length = 0;
    const attempts: number[] = [];
    for (let passed = 0; passed <= 36; passed += 1) {
      loads.length = 0;
      for (let count = 0; count < 50; count += 1) store.read(queryFor('a'));
      await settle();
      if (loads.length > 0) attempts.push(passed);
      await clock.advance(second);
    }
    expect(attempts).toEqual([0, 1, 3, 7, 15, 25, 35]);
  });

  it('A23 a failure never replaces content, and the next response does', async () => {
    const { store, queryFor, clock, origin, shown } = setUp();
    await store.read(queryFor('a'));
    origin.respond = fails;
    await clock.advance(minute);
    store.read(queryFor('a'));
    await settle();
    origin.respond = async () => 'second';
    await clock.advance(second);
    expect(shown(store.read(queryFor('a')))).toBe('first');
    await settle();
    expect(shown(store.read(queryFor('a')))).toBe('second');
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'E9 takes %s for an ordinary key',
    async (key) => {
      const { store, queryFor, shown } = setUp();
      expect(store.versionOf(key)).toBeNull();
      store.touch(key);
      await store.read(queryFor(key));
      expect(shown(store.read(queryFor(key)))).toBe('first');
      expect(store.keys()).toEqual([key]);
    },
  );
});

describe('versions', () => {
  it('change with the content and not with the fetch', async () => {
    const { store, queryFor, clock, origin } = setUp();
    const reported: [string, number][] = [];
    store.onChange((key, version) => reported.push([key, version]));
    origin.respond = async () => ({ title: 'Roofs' });
    await store.read(queryFor('a'));
    const first = store.versionOf('a');
    await clock.advance(minute);
    store.read(queryFor('a'));
    await settle();
    expect(store.versionOf('a')).toBe(first);
    origin.respond = async () => ({ title: 'Decks' });
    await clock.advance(minute);
    store.touch('a');
    await settle();
    expect(store.versionOf('a')).toBeGreaterThan(first ?? 0);
    expect(reported).toEqual([
      ['a', first],
      ['a', store.versionOf('a')],
    ]);
  });

  it('are never given twice, so that an evicted key comes back as a new one', async () => {
    const { store, queryFor } = setUp({ maxDetails: 1 });
    await store.read(queryFor('post:a', 'detail'));
    const first = store.versionOf('post:a');
    await store.read(queryFor('post:b', 'detail'));
    expect(store.versionOf('post:a')).toBeNull();
    await store.read(queryFor('post:a', 'detail'));
    expect(store.versionOf('post:a')).toBeGreaterThan(first ?? 0);
  });

  it('change at the moment that content names, without a fetch', async () => {
    const { store, queryFor, clock, loads } = setUp();
    const due = clock.date() + 3 * hour;
    const changesAt = (_value: unknown, now: number) => (due > now ? due : null);
    await store.read({ ...queryFor('posts'), changesAt });
    const before = store.versionOf('posts');
    const reported: number[] = [];
    store.onChange(() => reported.push(clock.date()));
    loads.length = 0;
    // Not read in between, so that nothing but the moment itself can be the cause.
    await clock.advance(3 * hour - 1);
    const fetchedMeanwhile = loads.length;
    expect(store.versionOf('posts')).toBe(before);
    await clock.advance(1);
    expect(store.versionOf('posts')).toBeGreaterThan(before ?? 0);
    expect(reported).toEqual([due]);
    expect(loads.length).toBe(fetchedMeanwhile);
  });
});

describe('bounds', () => {
  it('evict the detail that was used longest ago, and no list', async () => {
    const { store, queryFor } = setUp({ maxDetails: 3 });
    await store.read(queryFor('list'));
    for (const key of ['a', 'b', 'c']) await store.read(queryFor(key, 'detail'));
    store.touch('a');
    await store.read(queryFor('d', 'detail'));
    expect([...store.keys()].sort()).toEqual(['a', 'c', 'd', 'list']);
  });

  it('hold 500 details', async () => {
    const { store, queryFor } = setUp();
    for (let count = 0; count < 600; count += 1) await store.read(queryFor(`post:${count}`, 'detail'));
    expect(store.keys().length).toBe(500);
  });
});

describe('background work', () => {
  it('refreshes what was read before it grows older than staleWhileRevalidate', async () => {
    const { store, queryFor, clock } = setUp();
    await store.read(queryFor('a'));
    let oldest = 0;
    for (let passed = 0; passed < 60; passed += 1) {
      await clock.advance(minute);
      oldest = Math.max(oldest, store.stats()[0]?.ageMs ?? Number.NaN);
    }
    expect(oldest).toBeLessThanOrEqual(10 * minute);
    expect(oldest).toBeGreaterThan(8 * minute);
  });

  it('does not refresh what was not read for a day', async () => {
    const { store, queryFor, clock, loads } = setUp();
    await store.read(queryFor('a'));
    await clock.advance(25 * hour);
    loads.length = 0;
    await clock.advance(2 * hour);
    expect(loads).toEqual([]);
  });

  it('A22 many stale keys are refreshed a few at a time, at most ten a second', async () => {
    const { store, queryFor, clock, origin, loads } = setUp({ spacingMs: 100 });
    const keys = Array.from({ length: 30 }, (_key, place) => `key${place}`);
    for (const key of keys) await store.read(queryFor(key));
    await clock.advance(hour);
    let running = 0;
    let most = 0;
    origin.respond = async () => {
      running += 1;
      most = Math.max(most, running);
      await settle();
      running -= 1;
      return 'second';
    };
    await clock.advance(2 * minute);
    loads.length = 0;
    for (const key of keys) store.read(queryFor(key));
    await clock.advance(second - 1);
    expect(loads.length).toBe(10);
    await clock.advance(3 * second);
    expect([...loads].sort()).toEqual([...keys].sort());
    expect(most).toBeLessThanOrEqual(4);
  });

  it('A6 hanging refreshes do not pile up', async () => {
    const { store, queryFor, clock, origin, loads } = setUp();
    const keys = Array.from({ length: 10 }, (_key, place) => `key${place}`);
    for (const key of keys) await store.read(queryFor(key));
    await clock.advance(minute);
    origin.respond = () => createGate().promise;
    loads.length = 0;
    for (const key of keys) store.read(queryFor(key));
    await clock.advance(second);
    expect(loads.length).toBe(4);
  });

  it('one hanging key does not stop the refresh of the others', async () => {
    const { store, queryFor, clock, origin, shown } = setUp();
    await store.read(queryFor('hanging'));
    await store.read(queryFor('responding'));
    await clock.advance(minute);
    origin.respond = (key) => (key === 'hanging' ? createGate().promise : Promise.resolve('second'));
    store.read(queryFor('hanging'));
    store.read(queryFor('responding'));
    await settle();
    expect([shown(store.read(queryFor('hanging'))), shown(store.read(queryFor('responding')))]).toEqual([
      'first',
      'second',
    ]);
  });

  it('refreshes a key that was evicted while its refresh waited, and then read again', async () => {
    const { store, queryFor, clock, origin, shown } = setUp({ maxDetails: 1 });
    const readAgain = () => shown(store.read(queryFor('post:a', 'detail')));
    const lists = ['a', 'b', 'c', 'd'];
    for (const key of lists) await store.read(queryFor(key));
    await store.read(queryFor('post:a', 'detail'));
    await clock.advance(minute);
    const gate = createGate();
    origin.respond = () => gate.promise;
    // As many as run side by side: the refresh of the post waits.
    for (const key of lists) store.read(queryFor(key));
    readAgain();
    origin.respond = async () => 'second';
    await store.read(queryFor('post:b', 'detail'));
    await store.read(queryFor('post:a', 'detail'));
    await clock.advance(minute);
    origin.respond = async () => 'third';
    expect(readAgain()).toBe('second');
    gate.resolve('second');
    await settle();
    expect(readAgain()).toBe('third');
  });

  it('drops what a refresh brings after its key was evicted, and fetches the key anew', async () => {
    const { store, queryFor, clock, origin, shown } = setUp({ maxDetails: 1 });
    const readPost = () => store.read(queryFor('post:a', 'detail'));
    await readPost();
    await clock.advance(minute);
    const gate = createGate();
    origin.respond = () => gate.promise;
    readPost();
    origin.respond = async () => 'other';
    await store.read(queryFor('post:b', 'detail'));
    const announced: string[] = [];
    store.onChange((key) => announced.push(key));
    gate.resolve('late');
    await settle();
    expect(announced).toEqual([]);
    origin.respond = async () => 'second';
    expect(await readPost()).toMatchObject({ value: 'second' });
    await clock.advance(minute);
    origin.respond = async () => 'third';
    readPost();
    await settle();
    expect(shown(readPost())).toBe('third');
  });

  it('does not fetch a key that was evicted while its refresh waited', async () => {
    const { store, queryFor, clock, origin, loads } = setUp({ maxDetails: 1 });
    const lists = ['a', 'b', 'c', 'd'];
    for (const key of lists) await store.read(queryFor(key));
    await store.read(queryFor('post:a', 'detail'));
    await clock.advance(minute);
    const gate = createGate();
    origin.respond = () => gate.promise;
    for (const key of lists) store.read(queryFor(key));
    store.read(queryFor('post:a', 'detail'));
    store.read(queryFor('post:b', 'detail'));
    loads.length = 0;
    gate.resolve('second');
    await settle();
    expect(loads).toEqual([]);
  });

  it('stores what arrives in the moment in which the older value is found too old', async () => {
    const { store, queryFor, clock, origin, shown } = setUp();
    await store.read(queryFor('a'));
    origin.respond = fails;
    await clock.advance(24 * hour - second);
    const gate = createGate();
    origin.respond = () => gate.promise;
    const refetched = store.invalidate(['a']);
    await clock.advance(3 * second);
    gate.resolve('second');
    await refetched;
    expect(shown(store.read(queryFor('a')))).toBe('second');
  });

  it('leaves no timer behind when it is closed', async () => {
    const { store, queryFor, clock } = setUp();
    await store.read({ ...queryFor('a'), changesAt: () => clock.date() + hour });
    store.close();
    expect(clock.pending()).toBe(0);
  });
});

describe('invalidate', () => {
  it('fetches again at once and reports what changed', async () => {
    const { store, queryFor, origin } = setUp();
    await store.read(queryFor('a'));
    await store.read(queryFor('b'));
    origin.respond = async (key) => (key === 'a' ? 'second' : 'first');
    expect(await store.invalidate(['a', 'b', 'unknown'])).toEqual(['a']);
  });

  it('does not take the response to a call that was sent before the edit', async () => {
    const { store, queryFor, origin, clock, shown } = setUp();
    await store.read(queryFor('a'));
    await clock.advance(minute);
    const early = createGate();
    origin.respond = () => early.promise;
    store.read(queryFor('a'));
    origin.respond = async () => 'edited';
    expect(await store.invalidate(['a'])).toEqual(['a']);
    early.resolve('before the edit');
    await settle();
    expect(shown(store.read(queryFor('a')))).toBe('edited');
  });

  it('resolves when the service is down, and preserves what is held', async () => {
    const { store, queryFor, origin, shown } = setUp();
    await store.read(queryFor('a'));
    origin.respond = fails;
    expect(await store.invalidate(['a'])).toEqual([]);
    expect(shown(store.read(queryFor('a')))).toBe('first');
    expect(store.stats()).toEqual([{ key: 'a', version: 1, ageMs: 0, outcome: 'down', hasFailed: true }]);
  });
});

it('a touch of a fresh key costs microseconds', async () => {
  const { store, queryFor } = setUp();
  await store.read(queryFor('post:a', 'detail'));
  // Time on the processor: the machine may have other things to do.
  const before = process.cpuUsage();
  for (let count = 0; count < 100_000; count += 1) store.touch('post:a');
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});
