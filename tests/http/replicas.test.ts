import { setTimeout as wait } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { collectionOf } from '../../server/content/collections/collections.ts';
import { field } from '../../shared/field.ts';
import { settled } from '../support/faultyServer.ts';
import { callHook } from '../support/hook.ts';
import { createManualClock, type ManualClock } from '../support/manualClock.ts';
import { startPurgeReceiver } from '../support/purgeReceiver.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { type Replicas, startReplicas, waitUntil } from '../support/replicas.ts';
import type { TestSite } from '../support/site.ts';
import { pageAddresses } from '../support/siteAddresses.ts';
import { forTest } from '../support/started.ts';

let replicas: Replicas;
let redis: TestRedis;
/** The clock by which content ages on all replicas. */
let clock: ManualClock;

const edit = (title: string) => {
  replicas.contentService.row('services', 'snow-removal').hero_title = title;
};
/** Tells one replica of an edit, as the content service does. */
const tell = (at: number) =>
  callHook(replicas.sites[at]?.url ?? '', { collection: 'services' }).then((reply) => reply);
/** The title of the service on its page, as a replica shows it. */
const titleAt = async (site: TestSite | undefined) => {
  const { status, text } = await request(site?.url ?? '').get('/services/snow-removal');
  return status === 200 ? /<h1[^>]*>([^<]+)/.exec(text)?.[1] : status;
};
const titles = () => Promise.all(replicas.sites.map(titleAt));
const all = (title: string) => replicas.sites.map(() => title);
const haveAll = async (title: string) => (await titles()).every((shown) => shown === title);
const areUp = (isUp: boolean) =>
  waitUntil(() => replicas.sites.every(({ redis: one }) => one?.isUp() === isUp));
/** Waits until the copy in Redis has the edited service with this title. */
const isInCopy = (title: string) =>
  waitUntil(async () => (await redis.dump()).includes(`"hero_title":"${title}"`));
const original = 'Wake up to a clear driveway';

describe.skipIf(!hasRedis)('two replicas with Redis', () => {
  beforeEach(async () => {
    redis = await startRedis();
    clock = createManualClock(new Date().toISOString());
    replicas = await startReplicas({ redis, clock, redisDeadlineMs: 2_000 });
    await Promise.all(replicas.sites.map((site) => site.load()));
  });
  afterEach(async () => {
    await replicas.close();
    await redis.close();
    // A content service that is down is reported; nothing else is.
    const reports = replicas.sites.flatMap((site) => site.reports);
    expect(reports.filter(({ context }) => context?.kind !== 'network')).toEqual([]);
  });

  it('D26 an edit is on the replica that is told of it when the hook has responded, and then on the other', async () => {
    expect(await titles()).toEqual(all(original));
    for (const [at, title] of ['First edit', 'Second edit', 'Third edit'].entries()) {
      edit(title);
      const { status, body } = await tell(at % 2);
      expect(status).toBe(200);
      expect(body.urls).toContain('https://www.ridge.example/services/snow-removal');
      expect(await titleAt(replicas.sites[at % 2])).toBe(title);
      await waitUntil(() => haveAll(title));
    }
  });

  it('a replica that starts gets its content from the others, without the content service', async () => {
    edit('Before it began');
    await tell(0);
    await isInCopy('Before it began');
    await replicas.contentService.fault('*', { kind: 'refuse' });
    const site = await replicas.add();
    expect(site.content.hasPages()).toBe(true);
    expect(await titleAt(site)).toBe('Before it began');
    for (const address of pageAddresses)
      expect([address, (await request(site.url).get(address)).status]).toEqual([address, 200]);
    await replicas.contentService.clearFaults();
    edit('Afterwards');
    await tell(2);
    await waitUntil(() => haveAll('Afterwards'));
  });

  it('D26 a load that ends after a later one of another replica replaces nothing', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await replicas.contentService.fault('services', { kind: 'held', until: released }, { times: 1 });
    edit('Earlier');
    const arrived = replicas.contentService.nextRequest(({ url }) => url.includes('/items/services'));
    const early = tell(0);
    await arrived;
    edit('Later');
    await tell(1);
    expect(await titleAt(replicas.sites[1])).toBe('Later');
    release();
    expect((await early).status).toBe(200);
    await waitUntil(() => haveAll('Later'));
    await isInCopy('Later');
    await replicas.contentService.fault('*', { kind: 'refuse' });
    expect(await titleAt(await replicas.add())).toBe('Later');
  });

  it('a replica whose build keeps other columns shows the rows of the others until its own load', async () => {
    edit('Of the older build');
    await tell(0);
    await isInCopy('Of the older build');
    const services = collectionOf('services');
    const { columns } = services;
    Object.assign(services, { columns: new Map([...columns, ['newer', { kind: 'line' }]]) });
    onTestFinished(() => void Object.assign(services, { columns }));
    await replicas.contentService.fault('*', { kind: 'refuse' });
    const site = await replicas.add();
    await site.load();
    expect([site.content.hasPages(), await titleAt(site)]).toEqual([true, 'Of the older build']);
    await replicas.contentService.clearFaults();
    edit('Loaded by the newer build');
    expect((await tell(2)).status).toBe(200);
    expect(await titleAt(site)).toBe('Loaded by the newer build');
    await waitUntil(() => haveAll('Loaded by the newer build'));
  });

  /** Puts junk into the keys of five collections. */
  const writeJunk = async () => {
    const keyOf = async (name: string) =>
      String(await redis.run('KEYS', `*:content:*:${name}`)).split(',')[0] ?? '';
    await redis.run('SET', await keyOf('pages'), '{}');
    // Rows that were signed for another collection, and rows that were changed.
    await redis.run('SET', await keyOf('reviews'), String(await redis.run('GET', await keyOf('homes'))));
    const services = await keyOf('services');
    const held = String(await redis.run('GET', services));
    expect(held).toContain(original);
    await redis.run('SET', services, held.replace(original, 'Changed in Redis'));
    const team = await keyOf('team');
    await redis.run('DEL', team);
    await redis.run('HSET', team, 'a', 'b');
    // As an earlier release wrote it.
    await redis.run('SET', await keyOf('blog_posts'), `${9e15} ${'a'.repeat(43)} {}`);
  };
  const pagesOf = (site: TestSite | undefined) =>
    Promise.all(
      ['/', '/about', '/blog', '/services/snow-removal'].map(async (path) => {
        const { status, text } = await request(site?.url ?? '').get(path);
        return [path, status, text.replaceAll(/nonce="[^"]*"/g, '')];
      }),
    );

  it('that have different secrets share no content, and one line of the log says why', async () => {
    await isInCopy(original);
    const { logs } = await replicas.add({ SITE_SECRET: 'unlike-that-of-the-others' });
    const warnings = logs.filter(({ level }) => level === 40).map(({ msg }) => msg);
    expect(warnings).toEqual([expect.stringContaining('SITE_SECRET')]);
  });

  it('D25 junk in Redis stops no replica, shows on no page, and is gone after an edit', async () => {
    const before = await pagesOf(replicas.sites[0]);
    await writeJunk();
    const third = await replicas.add();
    await third.load();
    await clock.advance(60_000);
    expect(await titles()).toEqual(all(original));
    for (const site of replicas.sites) expect(await pagesOf(site)).toEqual(before);
    edit('After the junk');
    expect((await tell(0)).status).toBe(200);
    await waitUntil(() => haveAll('After the junk'));
    await isInCopy('After the junk');
    // A single refused command does not mean that Redis is down.
    expect(replicas.sites.map((site) => site.redis?.isUp())).toEqual([true, true, true]);
    await replicas.contentService.fault('*', { kind: 'refuse' });
    const late = await replicas.add();
    expect(await titleAt(late)).toBe('After the junk');
  });

  const losses: [string, () => Promise<unknown>][] = [
    ['emptied', () => redis.run('FLUSHALL')],
    [
      'restarted with what it held before the edit',
      async () => {
        edit(original);
        await tell(0);
        await redis.run('SAVE');
        edit('Newer');
        await tell(0);
        await redis.kill();
        await areUp(false);
        await redis.restart();
      },
    ],
  ];
  it.each(losses)(
    'D25 a Redis that is %s takes no replica back to older content, and has it all again in a minute',
    async (_what, lose) => {
      edit('Newer');
      await tell(0);
      await lose();
      await areUp(true);
      await clock.advance(60_000);
      await waitUntil(() => haveAll('Newer'));
      await isInCopy('Newer');
      await replicas.contentService.fault('*', { kind: 'refuse' });
      const late = await replicas.add();
      expect([await titleAt(late), late.content.hasPages()]).toEqual(['Newer', true]);
    },
  );

  const up = 'Redis responds: replicas share content, enquiries and limits.';
  const down = 'Redis does not respond: this replica is on its own.';
  const said = () =>
    replicas.sites.map(({ logs }) => logs.map(({ msg }) => msg).filter((msg) => msg === up || msg === down));
  const faults: [string, () => unknown, () => unknown][] = [
    ['is gone', () => redis.kill(), () => redis.restart()],
    [
      'responds too late',
      () => {
        redis.delayMs = 2_500;
      },
      () => {
        redis.delayMs = 0;
      },
    ],
    [
      'is full',
      () => redis.run('CONFIG', 'SET', 'maxmemory', '1'),
      () => redis.run('CONFIG', 'SET', 'maxmemory', '0'),
    ],
  ];
  it.each(faults)(
    'D25 while Redis %s, an edit is on the replica that is told of it, and on the other in a minute or when it is back',
    async (_what, fail, heal) => {
      await fail();
      edit('Meanwhile');
      expect((await tell(0)).status).toBe(200);
      expect(await titleAt(replicas.sites[0])).toBe('Meanwhile');
      await areUp(false);
      const saidOnce = said();
      expect(saidOnce.map((lines) => lines.at(-1))).toEqual([down, down]);
      await clock.advance(60_000);
      await waitUntil(() => haveAll('Meanwhile'));
      // Longer than the time between two probes.
      await wait(1_200);
      expect(said()).toEqual(saidOnce);
      edit('Loaded alone');
      await tell(0);
      expect(await titles()).toEqual(['Loaded alone', 'Meanwhile']);
      await heal();
      await areUp(true);
      expect(said().map((lines, at) => lines[saidOnce[at]?.length ?? 0])).toEqual([up, up]);
      await waitUntil(() => haveAll('Loaded alone'));
      edit('Together again');
      await tell(1);
      await waitUntil(() => haveAll('Together again'));
    },
  );

  it('D25 a Redis that takes over at the same address has the replicas, and what they share, in seconds', async () => {
    await redis.failOver();
    await areUp(false);
    await areUp(true);
    edit('Afterwards');
    await tell(0);
    await waitUntil(() => haveAll('Afterwards'));
  });

  it.each([600_000, -600_000])(
    'D25 a replica whose clock is %i ms ahead holds up no edit, with Redis or without',
    async (aheadMs) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs, shouldAdvanceTime: true });
      onTestFinished(() => void vi.useRealTimers());
      await redis.kill();
      await areUp(false);
      edit('Meanwhile');
      const odd = await replicas.add();
      await odd.load();
      vi.useRealTimers();
      await redis.restart();
      await areUp(true);
      await waitUntil(() => haveAll('Meanwhile'));
      for (const [at, title] of ['First edit', 'Second edit', 'Third edit'].entries()) {
        edit(title);
        expect((await tell(at)).body.urls).toContain('https://www.ridge.example/services/snow-removal');
        await waitUntil(() => haveAll(title));
      }
    },
  );

  it('D25 60,000 forged messages are no load, and as many that were overheard a few', async () => {
    const channel = String(await redis.run('PUBSUB', 'CHANNELS', '*:content:*'));
    const { message } = await redis.overhear(channel);
    await tell(0);
    const news = await message;
    await settled(replicas.contentService);
    const loads = () =>
      replicas.contentService.requests.filter(({ url }) => url.includes('/items/services')).length;
    const before = loads();

    const signature = news.slice(0, 44);
    const forged = [
      'no message',
      // As an earlier release would say it.
      '{"from":"nobody","collection":"services","moment":9000000000000000}',
      `${signature}nobody services`,
      news.replace('services', 'homes'),
      news.slice(44),
    ];
    for (const message of forged) await redis.flood(channel, message, 12_000);
    await redis.flood(channel, `${signature}${'x'.repeat(2_000_000)}`, 1);
    edit('After the flood');
    await redis.flood(channel, news, 60_000);
    // Messages come in order: the forged ones have been read by now.
    await waitUntil(() => titleAt(replicas.sites[1]).then((title) => title === 'After the flood'));
    await settled(replicas.contentService);
    // One, and one more for each half second that it took to read them.
    expect(loads() - before).toBeGreaterThan(0);
    expect(loads() - before).toBeLessThan(100);
    await areUp(true);
  });
});

it.skipIf(!hasRedis)(
  'D26 search engines are told of an edit by the replica that is told of it, and by no other',
  async () => {
    const engine = await forTest(startPurgeReceiver());
    const environment = { INDEXNOW_KEY: 'a1b2c3d4e5f6', INDEXNOW_URL: engine.url };
    const shared = await forTest(startRedis());
    replicas = await forTest(startReplicas({ redis: shared, environment }));
    await Promise.all(replicas.sites.map((site) => site.load()));
    await titles();
    for (const [at, title] of ['First edit', 'Second edit', 'Third edit'].entries()) {
      edit(title);
      expect((await tell(at % 2)).status).toBe(200);
      await waitUntil(() => haveAll(title));
      await waitUntil(() => engine.purges.length > at);
      await settled(engine);
    }
    expect(engine.purges.map((message) => field(message, 'urlList'))).toEqual(
      Array(3).fill(['https://www.ridge.example/services/snow-removal']),
    );
  },
);
