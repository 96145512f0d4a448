import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { createManualClock } from '../support/manualClock.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { hookSecret, type Replicas, startReplicas, until } from '../support/replicas.ts';
import type { TestSite } from '../support/site.ts';

let replicas: Replicas;
let redis: TestRedis;

const edit = (title: string) => {
  replicas.contentService.row('services', 'snow-removal').hero_title = title;
};
/** Tells one replica of an edit, as the content service does. */
const callHook = (at: number, collection = 'services') =>
  request(replicas.sites[at]?.url ?? '')
    .post('/hooks/content')
    .set('x-content-hook-secret', hookSecret)
    .send({ collection });
/** The title of the service on its page, as a replica shows it. */
const titleAt = async (site: TestSite | undefined, path = '/services/snow-removal') =>
  /<h1[^>]*>([^<]+)/.exec((await request(site?.url ?? '').get(path)).text)?.[1];
const calls = () => replicas.contentService.requests.filter(({ path }) => path.startsWith('/items/'));
const warmUp = () => Promise.all(replicas.sites.map((site) => site.content.warmUp()));

async function begin(options: Parameters<typeof startReplicas>[0] = {}): Promise<void> {
  redis = await startRedis();
  replicas = await startReplicas({ redis, ...options });
  await warmUp();
  // Not cached at once: what a picture is comes a little later than what names it.
  const isCached = async (site: TestSite) =>
    String((await request(site.url).get('/services/snow-removal')).headers['server-timing']).includes('hit');
  for (const site of replicas.sites) await until(() => isCached(site));
}

async function end(): Promise<void> {
  await replicas.close();
  await redis.close();
}

describe.skipIf(!hasRedis)('two replicas with Redis', () => {
  beforeEach(() => begin());
  afterEach(end);

  it('D26 an edit that one hears is at both when the hook is answered', async () => {
    for (const [at, title] of ['First edit', 'Second edit', 'Third edit'].entries()) {
      edit(title);
      const { status, body } = await callHook(at % 2);
      expect([status, body.urls.includes('https://www.ridge.example/services/snow-removal')]).toEqual([
        200,
        true,
      ]);
      expect(await Promise.all(replicas.sites.map((site) => titleAt(site)))).toEqual([title, title]);
    }
  });

  it('D26 nobody who is sent from one to the other sees old text after new', async () => {
    let isOver = false;
    const titles: string[] = [];
    const visit = async () => {
      const seen: string[] = [];
      for (let at = 0; !isOver; at += 1) seen.push((await titleAt(replicas.sites[at % 2])) ?? 'none');
      // A flip is a title that comes again after another.
      const kept = seen.filter((title, at) => title !== seen[at - 1]);
      expect(kept).toEqual([...new Set(kept)]);
      titles.push(...kept);
      return seen.length;
    };
    const visitors = Promise.all([visit(), visit(), visit(), visit()]);
    for (let at = 0; at < 20; at += 1) {
      edit(`Edit ${at}`);
      await callHook(at % 2);
    }
    isOver = true;
    const views = await visitors;
    expect(views.reduce((sum, count) => sum + count)).toBeGreaterThan(150);
    expect(titles).toContain('Edit 19');
  });

  it('a new replica has what the others hold, and calls the content service for nothing of it', async () => {
    edit('Before it began');
    await callHook(0);
    replicas.contentService.clearRequests();
    const site = await replicas.add();
    await site.renderAhead();
    await site.content.warmUp();
    expect(await titleAt(site)).toBe('Before it began');
    expect(calls()).toEqual([]);
    edit('Afterwards');
    await callHook(2);
    expect(await Promise.all(replicas.sites.map((each) => titleAt(each)))).toEqual(
      Array(3).fill('Afterwards'),
    );
  });

  it('D27 a replica waits for a Redis that is slow to accept it, and calls the content service for nothing', async () => {
    replicas.contentService.clearRequests();
    // Longer than a connection may take on a quiet machine, as where many replicas start at once.
    redis.delayMs = 1_500;
    setTimeout(() => {
      redis.delayMs = 0;
    }, 200);
    const site = await replicas.add();
    await site.content.warmUp();
    expect(await titleAt(site)).toBe(await titleAt(replicas.sites[0]));
    expect(calls()).toEqual([]);
  });

  it('D27 eight replicas that start at once call the content service no more than one does', async () => {
    await redis.run('FLUSHALL');
    const many = await startReplicas({ redis, count: 1 });
    await warmUp();
    await many.sites[0]?.content.warmUp();
    const ofOne = many.contentService.requests.length;
    await redis.run('FLUSHALL');
    many.contentService.clearRequests();
    await Promise.all(Array.from({ length: 7 }, () => many.add()));
    await Promise.all(many.sites.slice(1).map((site) => site.content.warmUp()));
    expect(many.contentService.requests.length).toBeLessThanOrEqual(ofOne);
    await many.close();
  });

  it('a replica of another build hears of an edit, and gets its own values', async () => {
    const other = await replicas.add({ contentSchema: 'another build' });
    await other.content.warmUp();
    await titleAt(other);
    edit('For both builds');
    await callHook(0);
    await until(async () => (await titleAt(other)) === 'For both builds');
  });

  it('D25 what Redis has lost is there again, for a replica that starts then', async () => {
    await redis.run('FLUSHALL');
    const entries = async () => (await redis.dump()).includes('service:snow-removal');
    await until(entries);
    replicas.contentService.clearRequests();
    const site = await replicas.add();
    await titleAt(site);
    expect(calls()).toEqual([]);
  });

  it('D25 what is corrupt in Redis ends no replica, holds no page, and is repaired', async () => {
    const entries = String(await redis.run('KEYS', '*:entries'));
    const [, channel = ''] = /^(.*):entries$/.exec(entries) ?? [];
    const values = `${channel}:values`;
    const key = 'service:snow-removal';
    const [good, digest] = [String(await redis.run('HGET', values, key)), 'a-digest'];
    const edited = good.replaceAll('Wake up to a clear driveway', 'After the corrupt one');
    for (const message of ['no JSON', '{}', '{"kind":"prepare","id":"x","entries":[["one"]]}'])
      await redis.run('PUBLISH', channel, message);
    const prepare = {
      kind: 'prepare',
      id: 'gone-2',
      entries: [
        ['service:lawn-care', 'gone-2', digest, '{corrupt'],
        [key, 'gone-3', digest, edited],
      ],
    };
    await redis.run('PUBLISH', channel, JSON.stringify(prepare));
    await until(async () => (await titleAt(replicas.sites[0])) === 'After the corrupt one');

    await redis.run('HSET', values, key, '{corrupt');
    const site = await replicas.add();
    expect(await titleAt(site)).toBe('Wake up to a clear driveway');
    await until(async () => (await redis.run('HGET', values, key)) === good);
  });

  it('D26 many publications one after the other hold a page no longer than one does', async () => {
    await prepareOnly('gone-0');
    const startedAt = performance.now();
    let isOver = false;
    const page = titleAt(replicas.sites[0]).then(() => {
      isOver = true;
      return performance.now() - startedAt;
    });
    // Each is held for 800 ms, and the next begins before that.
    for (let at = 1; !isOver && at < 8; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await prepareOnly(`gone-${at}`);
    }
    expect(await page).toBeLessThan(2_000);
  });

  it('D27 a table of more pictures than one call brings loses none, whoever fetches it again', async () => {
    const { contentService, sites } = replicas;
    const picture = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const [example] = contentService.rows.directus_files;
    const rows = Array.from({ length: 600 }, (_, n) => ({ ...example, id: picture(n) }));
    contentService.rows.directus_files = [...rows, ...contentService.rows.directus_files];
    await callHook(0, 'directus_files');
    contentService.row('services', 'snow-removal').hero_image = picture(590);
    await callHook(0);
    const versions = () => sites.map(({ content }) => content.file(picture(590))?.version ?? null);
    await until(() => !versions().includes(null));
    await callHook(1, 'directus_files');
    expect(versions()).not.toContain(null);
  });

  it('D25 a replica that stops in the middle of a publication holds nobody for long', async () => {
    // It has been told, and never says that it is ready.
    await prepareOnly('gone-1');
    const startedAt = performance.now();
    await titleAt(replicas.sites[0]);
    const waited = performance.now() - startedAt;
    expect(waited).toBeGreaterThan(200);
    expect(waited).toBeLessThan(1_500);
    await request(replicas.sites[0]?.url ?? '')
      .get('/livez')
      .expect(200);
  });
});

/** Publishes as a replica does that ends before it says that all may go on. */
async function prepareOnly(id: string): Promise<void> {
  const [, channel = ''] = /^(.*):entries$/.exec(String(await redis.run('KEYS', '*:entries'))) ?? [];
  await redis.run('PUBLISH', channel, JSON.stringify({ kind: 'prepare', id, entries: [] }));
}

describe.skipIf(!hasRedis)('two replicas whose content grows old by a clock of the test', () => {
  it('A24 D26 the last row that an editor deletes is gone at both when one has read twice', async () => {
    const clock = createManualClock(new Date().toISOString());
    await begin({ clock });
    const post = '/blog/opening-the-cabin-in-april';
    const statusAt = async (site: TestSite) => (await request(site.url).get(post)).status;
    const statuses = () => Promise.all(replicas.sites.map(statusAt));
    expect(await statuses()).toEqual([200, 200]);
    replicas.contentService.rows.blog_posts = [];
    await callHook(0, 'blog_posts');
    await clock.advance(4_900);
    expect(await statuses()).toEqual([200, 200]);
    await clock.advance(200);
    await until(async () => (await statuses()).every((status) => status === 404), 1_000);
    await end();
  });
});

describe.skipIf(!hasRedis)('two replicas that no hook tells of edits', () => {
  const polls = () =>
    replicas.contentService.requests.filter(({ url }) => decodeURIComponent(url).includes('fields=*&sort=-'));

  it('D27 one of them asks for all, and an edit is at both', async () => {
    const clock = createManualClock(new Date().toISOString());
    await begin({ clock, environment: { CONTENT_HOOK_SECRET: '' } });
    for (const site of replicas.sites) site.watchChanges();
    const round = async () => {
      replicas.contentService.clearRequests();
      await until(async () => {
        // The next round is planned when the one before has ended.
        if (polls().length === 0) await clock.advance(36_000);
        return polls().length >= collectionNames.length;
      }, 10_000);
      // What another one would ask meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(polls().length).toBe(collectionNames.length);
    };
    await round();
    edit('Nobody told of it');
    await round();
    await until(async () => {
      const titles = await Promise.all(replicas.sites.map((site) => titleAt(site)));
      return titles.every((title) => title === 'Nobody told of it');
    });
    await end();
  });
});

describe.skipIf(!hasRedis)('two replicas with a Redis that fails', () => {
  beforeEach(() => begin({ isImpatient: true }));
  afterEach(end);

  it('D27 a replica whose first response is empty tells nobody, and takes what the others hold', async () => {
    await redis.hang();
    await replicas.contentService.fault('services', { kind: 'shape', data: [] });
    const cold = await replicas.add();
    await cold.content.warmUp();
    expect((await request(cold.url).get('/services/snow-removal')).status).toBe(404);
    await redis.resume();
    await until(async () => (await titleAt(cold)) === 'Wake up to a clear driveway', 5_000);
    // What is empty there is so for it too, but only after a second read.
    await cold.content.invalidate(cold.content.keysFor('services'));
    expect(await Promise.all(replicas.sites.map((site) => titleAt(site)))).toEqual(
      Array(3).fill('Wake up to a clear driveway'),
    );
  });

  it.each(['responds', 'is dead'])(
    'D25 a Redis that comes back older takes nobody back while the content service %s',
    async (how) => {
      const values = `${/^(.*):entries$/.exec(String(await redis.run('KEYS', '*:entries')))?.[1]}:values`;
      await redis.run('SAVE');
      edit('Newer than the dump');
      await callHook(0);
      await redis.kill();
      if (how === 'is dead') await replicas.contentService.fault('*', { kind: 'refuse' });
      await until(() => replicas.sites.every((site) => !site.redis?.isUp()));
      await redis.restart();
      const isThere = async () =>
        String(await redis.run('HGET', values, 'service:snow-removal')).includes('Newer than the dump');
      expect(await isThere()).toBe(false);
      await until(async () => {
        for (const site of replicas.sites) expect(await titleAt(site)).toBe('Newer than the dump');
        return (await isThere()) && replicas.sites.every((site) => site.redis?.isUp());
      }, 5_000);
      const late = await replicas.add();
      expect(await titleAt(late)).toBe('Newer than the dump');
    },
  );

  it.each<[string, () => unknown, () => unknown]>([
    ['is gone', () => redis.kill(), () => redis.restart()],
    ['hangs', () => redis.hang(), () => redis.resume()],
    [
      'answers after 300 ms',
      () => {
        redis.delayMs = 300;
      },
      () => {
        redis.delayMs = 0;
      },
    ],
  ])(
    'D25 each hears for itself while Redis %s, and tells the other afterwards',
    async (_what, fail, heal) => {
      const [first, second] = replicas.sites;
      await fail();
      edit('Meanwhile');
      const startedAt = performance.now();
      expect((await callHook(0)).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(1_500);
      expect(await titleAt(first)).toBe('Meanwhile');
      await until(() => replicas.sites.every((site) => !site.redis?.isUp()));
      expect(await titleAt(second)).toBe('Wake up to a clear driveway');
      await heal();
      await until(async () => (await titleAt(second)) === 'Meanwhile', 5_000);
      expect(await titleAt(first)).toBe('Meanwhile');
      edit('Together again');
      await callHook(1);
      expect(await Promise.all(replicas.sites.map((site) => titleAt(site)))).toEqual([
        'Together again',
        'Together again',
      ]);
      const errors = replicas.sites.flatMap(({ reports }) => reports);
      expect(errors).toEqual([]);
    },
  );
});
