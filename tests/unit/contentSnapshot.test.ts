import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSnapshot, type SnapshotOrigin, writeSnapshot } from '../../server/content/contentSnapshot.ts';
import type { StoredValue } from '../../server/content/store/contentSlot.ts';
import { createWitness } from '../support/contentLayer.ts';

const origin = { schema: 'abc', directusUrl: 'http://content.example', settings: 'hosts' };
const entries = Array.from({ length: 7 }, (_, place): [string, StoredValue] => [
  `post:${place}`,
  { value: { title: 'Home' }, fetchedAt: 1_700_000_000_000 },
]);

let folder: string;
let file: string;
/** The text of a whole snapshot. */
let full: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  file = join(folder, 'snapshot');
  await writeSnapshot(file, origin, entries);
  full = await readFile(file, 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads the file; resolves with what was in it, and why it was not used. */
function read(from: SnapshotOrigin = origin) {
  const { log, lines } = createWitness();
  const values = readSnapshot(file, from, log);
  const reasons = lines.filter(({ msg }) => msg === 'The content snapshot is not used.');
  return { values: [...values], reasons: reasons.map(({ reason }) => reason) };
}

describe('a snapshot', () => {
  it('is read as it was written', () => {
    expect(read()).toEqual({ values: entries, reasons: [] });
  });

  it.each<[name: string, change: (text: string) => string | Buffer]>([
    ['cut in the middle', (text) => text.slice(0, text.length / 2)],
    ['cut at a line', (text) => text.split('\n').slice(0, 5).join('\n')],
    ['changed in one letter', (text) => text.replace('Home', 'Hone')],
    ['empty', () => ''],
    ['not text', () => Buffer.from([0, 255, 10, 254, 10])],
    ['JSON of something else', () => '{"data":[]}\n'],
  ])('is not used where it is %s, and one line says so', async (_name, change) => {
    await writeFile(file, change(full));
    expect(read()).toEqual({ values: [], reasons: ['It is damaged.'] });
  });

  it.each<[name: string, change: () => Promise<void>, reasons: readonly string[]]>([
    ['damaged', () => writeFile(file, full.slice(0, full.length / 2)), ['It is damaged.']],
    ['gone', () => rm(file), []],
  ])('A1 falls back to the one before it where it is %s', async (_name, change, reasons) => {
    await writeSnapshot(file, origin, entries);
    await writeSnapshot(file, origin, entries.slice(0, 3));
    expect(read().values.length).toBe(3);
    await change();
    expect(read()).toEqual({ values: entries, reasons });
    await rm(`${file}.previous`);
  });

  it('A1 that is damaged does not replace the one before it', async () => {
    await writeSnapshot(file, origin, entries);
    await writeSnapshot(file, origin, entries.slice(0, 3));
    await writeFile(file, full.slice(0, full.length / 2));
    await writeSnapshot(file, origin, entries.slice(0, 2));
    await writeSnapshot(file, origin, entries.slice(0, 2));
    await rm(file);
    expect(read()).toEqual({ values: entries, reasons: [] });
    await rm(`${file}.previous`);
  });

  it.each([
    ['build', { schema: 'another' }, 'It was written by another build.'],
    ['content service', { directusUrl: 'http://other.example' }, 'It is of another content service.'],
    ['setting of hosts', { settings: 'other hosts' }, 'It was written with other hosts.'],
  ])('is not used where it is of another %s', async (_name, difference, reason) => {
    await writeFile(file, full);
    expect(read({ ...origin, ...difference })).toEqual({ values: [], reasons: [reason] });
  });
});
