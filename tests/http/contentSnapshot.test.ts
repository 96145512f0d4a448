import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ContentRow } from '../../server/demo/demoRows.ts';
import { startContentService } from '../support/contentService.ts';
import { type SiteProcess, startSiteProcess } from '../support/siteProcess.ts';
import { folderForFile, forFile } from '../support/started.ts';

interface Snapshot {
  directusUrl: string;
  collections: Record<string, { loadedAt: number; rows: ContentRow[] }>;
}

const folder = folderForFile();
const service = await forFile(startContentService());
/** The text of a complete snapshot. */
let full: string;
const running: SiteProcess[] = [];

beforeAll(async () => {
  const file = path.join(folder, 'full.json');
  const site = await start(file);
  await site.firstOk('/readyz');
  expect(await site.end()).toBe(0);
  full = await readFile(file, 'utf8');
  expect([(await stat(file)).mode & 0o777, await readdir(folder)]).toEqual([0o600, ['full.json']]);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((site) => site.end('SIGKILL')));
  await service.clearFaults();
});

async function start(file: string, environment: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
  const site = await startSiteProcess(service.url, { CONTENT_SNAPSHOT_PATH: file, ...environment });
  running.push(site);
  return site;
}

/** Starts with this snapshot in front of a dead content service. */
async function startWith(text: string, environment: Readonly<Record<string, string>> = {}) {
  const file = path.join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, text);
  await service.fault('*', { kind: 'refuse' });
  return { file, site: await start(file, environment) };
}

/** The snapshot with something changed. */
function changed(change: (snapshot: Snapshot) => void): string {
  const snapshot: Snapshot = JSON.parse(full);
  change(snapshot);
  return JSON.stringify(snapshot);
}

describe('A1 a restart while the content service is down', () => {
  it('A1 serves every page of the sitemap with 200, even under another configuration', async () => {
    // Hosts of another configuration: rows are parsed anew.
    const { site } = await startWith(full, { IMAGE_HOSTS: 'pictures.example' });
    // Before anything was loaded from the content service.
    await site.firstOk('/livez');
    await request(site.url).get('/readyz').expect(200);
    const { text } = await request(site.url).get('/sitemap.xml');
    const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    expect(paths.length).toBeGreaterThan(70);
    // One after the other: a busy machine would refuse so many at once.
    for (const at of paths) expect((await request(site.url).get(at)).status, at).toBe(200);
  });

  it('A1 passes its snapshot on unchanged, and shows new content when the service is back', async () => {
    const { file, site } = await startWith(full);
    await site.firstOk('/readyz');
    expect(await site.end()).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(full));
    await service.clearFaults();
    const home = service.row('pages', 'home');
    const before = home.hero_title;
    home.hero_title = 'A title from after the restart';
    try {
      const next = await start(file);
      const text = async () => (await request(next.url).get('/')).text;
      await expect.poll(text).toContain('A title from after the restart');
    } finally {
      home.hero_title = before;
    }
  });
});

describe('a snapshot', () => {
  it.each<[string, () => string, string]>([
    ['that is cut in the middle', () => full.slice(0, full.length / 2), 'It is damaged.'],
    ['with a row that is not an object', () => full.replace(/"rows":\[/, '"rows":[7,'), 'It is damaged.'],
    [
      'of another content service',
      () => changed((snapshot) => void Object.assign(snapshot, { directusUrl: 'http://127.0.0.1:9' })),
      'It is from another content service.',
    ],
  ])('%s is not used, and the log says so once', async (_what, text, reason) => {
    const { file, site } = await startWith(text());
    await site.firstOk('/livez');
    await request(site.url).get('/').expect(503);
    expect(await site.end()).toBe(0);
    const said = site.logs.filter(({ msg }) => msg === 'The content snapshot is not used.');
    expect(said.map((line) => line.reason)).toEqual([reason]);
    // A process that never had content does not overwrite it.
    expect(await readFile(file, 'utf8')).toBe(text());
  });

  it('is used except for collections with rows of another one, and for malformed rows', async () => {
    const text = changed(({ collections }) => {
      const { blog_posts: posts, pages, services } = collections;
      if (!posts || !pages || !services) throw new Error('The snapshot is not whole.');
      posts.rows = pages.rows;
      services.rows.push(
        { id: 99, unknown: true },
        { id: 98, slug: {}, short_description: [], status: 'published' },
      );
      collections.no_such_collection = pages;
    });
    const { site } = await startWith(text);
    await site.firstOk('/readyz');
    await site.logged('Rows of an earlier process cannot be used.');
    const unusable = site.logs.filter(({ msg }) => msg === 'Rows of an earlier process cannot be used.');
    expect(unusable.map(({ collection }) => collection)).toEqual(['blog_posts']);
    await request(site.url).get('/blog/opening-the-cabin-in-april').expect(503);
    await request(site.url).get('/services/snow-removal').expect(200);
    await request(site.url).get('/about').expect(200);
  });

  it.each([
    ['where there is no folder', () => '/proc/no-such-folder/snapshot'],
    ['in the place of a folder', () => mkdtemp(path.join(folder, 'taken-'))],
  ])(
    'that cannot be written %s is logged once, stops nothing and leaves nothing behind',
    async (_what, make) => {
      const file = await make();
      const site = await start(file);
      await site.firstOk('/readyz');
      await site.logged('The content snapshot cannot be written.');
      await request(site.url).get('/').expect(200);
      expect(await site.end()).toBe(0);
      const said = site.logs.filter(({ msg }) => msg === 'The content snapshot cannot be written.');
      expect(said.length).toBe(1);
      expect((await readdir(folder)).filter((name) => name.startsWith(`${path.basename(file)}.`))).toEqual(
        [],
      );
    },
  );
});
