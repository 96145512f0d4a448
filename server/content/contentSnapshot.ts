import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile, rename, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { StoredValue } from './store/contentSlot.ts';

/** What the values of a snapshot depend on; a snapshot with another origin is ignored. */
export interface SnapshotOrigin {
  /** The parsers and types that made the values: changes with every build that changes them. */
  readonly schema: string;
  readonly directusUrl: string;
  /** Settings that the values depend on, as text. */
  readonly settings: string;
}

const headSchema = v.object({ schema: v.string(), directusUrl: v.string(), settings: v.string() });
const entrySchema = v.object({ key: v.string(), fetchedAt: v.number(), value: v.unknown() });
const tailSchema = v.object({ entries: v.number(), sha256: v.string() });

const differences: Readonly<Record<keyof SnapshotOrigin, string>> = {
  schema: 'It was written by another build.',
  directusUrl: 'It is of another content service.',
  settings: 'It was written with other hosts.',
};

/** The snapshot that was there before the last one was written. */
const previousOf = (path: string) => `${path}.previous`;

/**
 * Reads a snapshot at start, before the first request, or the one before it where that is missing, damaged or of
 * another origin. Never fails: without a usable file it is empty. One log line says why a file is not used.
 */
export function readSnapshot(
  path: string,
  origin: SnapshotOrigin,
  log: Pick<Logger, 'info' | 'warn'>,
): ReadonlyMap<string, StoredValue> {
  for (const file of [path, previousOf(path)]) {
    try {
      const values = parseSnapshot(readFileSync(file, 'utf8'), origin);
      log.info({ path: file, entries: values.size }, 'The content snapshot was read.');
      return values;
    } catch (error) {
      const reason = error instanceof Error && !v.isValiError(error) ? error.message : 'It is damaged.';
      if (!reason.startsWith('ENOENT')) log.warn({ path: file, reason }, 'The content snapshot is not used.');
      else if (file === path) log.info({ path }, 'There is no content snapshot yet.');
    }
  }
  return new Map();
}

/**
 * One JSON line for the origin, one for each value, and a last one with their number and the digest of all lines
 * before.
 */
function parseSnapshot(text: string, origin: SnapshotOrigin): ReadonlyMap<string, StoredValue> {
  const { first, lines } = readWhole(text);
  const head = v.parse(headSchema, parseLine(first));
  for (const name of ['schema', 'directusUrl', 'settings'] as const) {
    if (head[name] !== origin[name]) throw new Error(differences[name]);
  }
  const entries = lines.map((line) => v.parse(entrySchema, parseLine(line)));
  return new Map(entries.map(({ key, value, fetchedAt }) => [key, { value, fetchedAt }]));
}

/** The lines of a snapshot. @throws where a byte of it is missing or changed */
function readWhole(text: string) {
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const tail = v.safeParse(tailSchema, parseLine(text.slice(end)));
  const [first = '', ...lines] = text.slice(0, end).split('\n').slice(0, -1);
  const sha256 = createHash('sha256').update(text.slice(0, end)).digest('hex');
  if (!tail.success || tail.output.sha256 !== sha256 || tail.output.entries !== lines.length)
    throw new Error('It is damaged.');
  return { first, lines, sha256 };
}

/** The digest of a whole snapshot, by whatever build it was written. @throws where there is none, or it is damaged */
export const checkSnapshot = async (path: string): Promise<string> =>
  readWhole(await readFile(path, 'utf8')).sha256;

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Not the parser's own message: it repeats the content of the file.
    throw new Error('It is damaged.');
  }
}

/**
 * Writes a snapshot to a temporary file, flushes it to disk and renames it, so that a reader finds the old one or
 * the new one whole. The old one stays as the previous one if it is whole and another. Between two values the process does other work.
 *
 * @throws the error of the file system; the temporary file is then removed
 */
export async function writeSnapshot(
  path: string,
  origin: SnapshotOrigin,
  entries: readonly (readonly [key: string, stored: StoredValue])[],
): Promise<void> {
  // Named after the process: replicas may share a folder, and a restart overwrites what a crash left.
  const beside = `${path}.${hostname()}-${process.pid}`;
  const file = await open(beside, 'w', 0o600);
  try {
    const digest = createHash('sha256');
    const write = async (line: unknown) => {
      const bytes = `${JSON.stringify(line)}\n`;
      digest.update(bytes);
      await file.appendFile(bytes);
    };
    await write(origin);
    for (const [key, { fetchedAt, value }] of entries) await write({ key, fetchedAt, value });
    const sha256 = digest.copy().digest('hex');
    await write({ entries: entries.length, sha256 });
    await file.sync();
    await file.close();
    const replaced = await checkSnapshot(path).catch(() => null);
    // Between these two a reader takes the previous one.
    if (replaced !== null && replaced !== sha256) await rename(path, previousOf(path)).catch(() => undefined);
    await rename(beside, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(beside).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Flushes the folder: without it, a power cut may undo the renaming. Some file systems refuse; the file itself is
 * safe.
 */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // Nothing that the process could do better.
  }
}
