import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { keepPreviousFiles } from '../../scripts/build/previousFiles.ts';
import { expectResourcePolicy, productionEnvironment } from '../support/headerPolicy.ts';
import { sendRequest } from '../support/http.ts';
import { folderForFile, siteForFile } from '../support/started.ts';

const folder = new URL('../../dist/static/', import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
const fonts = readdirSync(folder).filter((name) => name.endsWith('.woff2'));

const site = await siteForFile({ environment: productionEnvironment });

/** A file as its bytes are sent, not decompressed. */
const getEncoded = (name: string, encoding: string, more: Record<string, string> = {}) =>
  sendRequest(site.url, `/static/${name}`, { headers: { 'accept-encoding': encoding, ...more } });

describe('built files', () => {
  it('are cached forever, because their names change with their bytes', async () => {
    expect(scripts.length).toBeGreaterThan(5);
    expect(fonts).toHaveLength(2);
    for (const name of [...scripts, ...fonts]) {
      const { status, headers, body } = await getEncoded(name, 'identity');
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toBe(
        name.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'font/woff2',
      );
      expectResourcePolicy(headers);
      expect(body.equals(readFileSync(new URL(name, folder)))).toBe(true);
    }
  });

  it('are sent as the build has compressed them', async () => {
    for (const name of scripts) {
      const plain = readFileSync(new URL(name, folder));
      const { headers, body } = await getEncoded(name, 'gzip, deflate, br, zstd');
      if (headers['content-encoding'] === undefined) {
        expect(plain.length).toBeLessThan(400);
        continue;
      }
      expect(headers['content-encoding']).toBe('br');
      expect(headers.vary).toBe('Accept-Encoding');
      expect(body.equals(readFileSync(new URL(`${name}.br`, folder)))).toBe(true);
      expect(brotliDecompressSync(body).equals(plain)).toBe(true);
      const zipped = await getEncoded(name, 'gzip');
      if (zipped.headers['content-encoding'] === 'gzip') {
        expect(gunzipSync(zipped.body).equals(plain)).toBe(true);
      } else expect(zipped.body.equals(plain)).toBe(true);
    }
  });

  it('of compressed formats are sent as they are', async () => {
    for (const name of fonts) {
      expect((await getEncoded(name, 'br')).headers['content-encoding']).toBeUndefined();
    }
  });

  it('are not sent again to clients that have them, with an ETag for each encoding', async () => {
    const largest = scripts.toSorted(
      (a, b) => readFileSync(new URL(b, folder)).length - readFileSync(new URL(a, folder)).length,
    )[0];
    const { headers } = await getEncoded(largest ?? '', 'br');
    const again = await getEncoded(largest ?? '', 'br', { 'if-none-match': headers.etag ?? '' });
    expect(again.status).toBe(304);
    const other = await getEncoded(largest ?? '', 'gzip', { 'if-none-match': headers.etag ?? '' });
    expect(other.status).toBe(200);
  });
});

describe('files of earlier builds', () => {
  const folders = folderForFile();

  const makeBuilds = async (
    name: string,
    previous: Readonly<Record<string, { bytes: number; daysAgo: number } | undefined>> | null,
    next: readonly string[],
  ) => {
    const [from, to] = [join(folders, name, 'previous'), join(folders, name, 'next')];
    if (previous) await mkdir(from, { recursive: true });
    await mkdir(to, { recursive: true });
    for (const [file, { bytes, daysAgo } = { bytes: 0, daysAgo: 0 }] of Object.entries(previous ?? {})) {
      await writeFile(join(from, file), 'x'.repeat(bytes));
      const at = new Date(Date.now() - daysAgo * 86_400_000);
      await utimes(join(from, file), at, at);
    }
    for (const file of next) await writeFile(join(to, file), 'new');
    await keepPreviousFiles(from, to);
    return (await readdir(to)).sort();
  };

  const large = 3 * 1024 * 1024;
  it.each([
    [
      'D17 stay beside the new ones for thirty days',
      { 'a-1.js': { bytes: 10, daysAgo: 29 }, 'a-0.js': { bytes: 10, daysAgo: 31 } },
      ['a-1.js', 'a-2.js'],
    ],
    ['never replace a new one', { 'a-2.js': { bytes: 10, daysAgo: 1 } }, ['a-2.js']],
    [
      'are bounded in bytes, the newest first',
      { 'old.js': { bytes: large, daysAgo: 2 }, 'newer.js': { bytes: large, daysAgo: 1 } },
      ['a-2.js', 'newer.js'],
    ],
    ['are none before the first build', null, ['a-2.js']],
  ])('%s', async (name, previous, expected) => {
    expect(await makeBuilds(name, previous, ['a-2.js'])).toEqual(expected);
    expect(readFileSync(join(folders, name, 'next', 'a-2.js'), 'utf8')).toBe('new');
  });

  it('keep their time over builds, so that they end by their age', async () => {
    const files = { 'a-1.js': { bytes: 10, daysAgo: 20 } };
    await makeBuilds('first', files, []);
    const kept = join(folders, 'first', 'next');
    const to = join(folders, 'second');
    await mkdir(to);
    await keepPreviousFiles(kept, to);
    const at = new Date(Date.now() - 31 * 86_400_000);
    await utimes(join(to, 'a-1.js'), at, at);
    const third = join(folders, 'third');
    await mkdir(third);
    await keepPreviousFiles(to, third);
    expect(await readdir(to)).toEqual(['a-1.js']);
    expect(await readdir(third)).toEqual([]);
  });
});
