import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ContentService, startContentService } from '../support/contentService.ts';
import { type SiteProcess, startSiteProcess } from '../support/siteProcess.ts';

let folder: string;
let service: ContentService;
/** The bytes of a snapshot with everything in it. */
let full: Buffer;
const running: SiteProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'snapshot-'));
  service = await startContentService();
  const file = path.join(folder, 'full.snapshot');
  const site = await start({ CONTENT_SNAPSHOT_PATH: file });
  await site.logged('Content was loaded ahead.');
  expect(await site.end()).toBe(0);
  full = await readFile(file);
  const files = ['full.snapshot', 'full.snapshot.previous'];
  expect([(await stat(file)).mode & 0o777, (await readdir(folder)).sort()]).toEqual([0o600, files]);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((site) => site.end('SIGKILL')));
  await service.clearFaults();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(environment: Readonly<Record<string, string>>, url = service.url): Promise<SiteProcess> {
  const site = await startSiteProcess(url, environment);
  running.push(site);
  return site;
}

async function writeSnapshot(name: string, bytes: string | Buffer = full): Promise<string> {
  const file = path.join(folder, `${name}.snapshot`);
  await writeFile(file, bytes);
  return file;
}

/** The keys of a snapshot, in alphabetical order. */
function keysIn(bytes: Buffer): string[] {
  const lines = bytes.toString().trimEnd().split('\n').slice(1, -1);
  return lines.map((line) => String(JSON.parse(line).key)).sort();
}

async function pathsOfSitemap(site: SiteProcess): Promise<string[]> {
  // A busy machine may have turned the first request away.
  await site.firstOk('/sitemap.xml');
  const { text } = await request(site.url).get('/sitemap.xml');
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
}

describe('A1 a restart while the content service is down', () => {
  it('serves every page of the sitemap with 200, the first from the cache', async () => {
    const file = await writeSnapshot('restart');
    await service.fault('*', { kind: 'refuse' });
    const site = await start({ CONTENT_SNAPSHOT_PATH: file });
    const readyMs = await site.firstOk('/readyz');
    // What else runs on the machine is not the site's doing: its own work until then is what counts.
    expect(Math.min(readyMs, site.processorMs())).toBeLessThan(2_000);
    const first = await request(site.url).get('/').set('accept-encoding', 'br');
    expect([first.status, first.headers['server-timing']]).toEqual([200, 'cache;desc="hit"']);
    const paths = await pathsOfSitemap(site);
    expect(paths.length).toBeGreaterThan(70);
    // One after the other: so many at once would be turned away where the machine is busy.
    for (const at of paths) expect((await request(site.url).get(at)).status, at).toBe(200);
  });

  it('hands on what nobody has read since, and brings new content when the service is back', async () => {
    const file = await writeSnapshot('handed on');
    await service.fault('*', { kind: 'refuse' });
    const second = await start({ CONTENT_SNAPSHOT_PATH: file });
    await second.firstOk('/readyz');
    expect(await second.end()).toBe(0);
    expect(keysIn(await readFile(file))).toEqual(keysIn(full));
    await service.clearFaults();
    const home = service.row('pages', 'home');
    const title = home.hero_title;
    home.hero_title = 'A title from after the restart';
    try {
      const third = await start({ CONTENT_SNAPSHOT_PATH: file });
      await third.firstOk('/readyz');
      await third.logged('Content is new.');
      expect((await request(third.url).get('/')).text).toContain('A title from after the restart');
    } finally {
      home.hero_title = title;
    }
  });
});

describe('a snapshot that must not be used', () => {
  const unusable = 'The content snapshot is not used.';
  /** Starts in front of a dead service; resolves with the reason in the log once the process has served. */
  const reasonFor = async (file: string, environment: Readonly<Record<string, string>> = {}) => {
    await service.fault('*', { kind: 'refuse' });
    const site = await start({ CONTENT_SNAPSHOT_PATH: file, ...environment });
    await site.firstOk('/livez');
    const said = await site.logged(unusable);
    expect(site.logs.filter(({ msg }) => msg === unusable).length).toBe(1);
    await request(site.url).get('/').expect(503);
    expect(await site.end()).toBe(0);
    return said.reason;
  };
  it('is one that is cut in the middle', async () => {
    const text = full.toString();
    expect(await reasonFor(await writeSnapshot('cut', text.slice(0, text.length / 2)))).toBe(
      'It is damaged.',
    );
  });

  it('is one of another content service, or with other hosts in it', async () => {
    const source = await writeSnapshot('source');
    const hosts = { IMAGE_HOSTS: 'pictures.example' };
    expect(await reasonFor(source, hosts)).toBe('It was written with other hosts.');
    const elsewhere = await start({ CONTENT_SNAPSHOT_PATH: source }, 'http://127.0.0.1:9');
    expect((await elsewhere.logged(unusable)).reason).toBe('It is of another content service.');
  });
});

it('a snapshot that cannot be written is told once and stops nothing', async () => {
  const site = await start({ CONTENT_SNAPSHOT_PATH: '/proc/no-such-folder/snapshot' });
  await site.firstOk('/readyz');
  await site.logged('The content snapshot cannot be written.');
  await request(site.url).get('/').expect(200);
  expect(await site.end()).toBe(0);
  const said = site.logs.filter(({ msg }) => msg === 'The content snapshot cannot be written.');
  expect(said.length).toBe(1);
});
