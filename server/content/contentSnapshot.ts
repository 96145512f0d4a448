import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { jsonOf } from '../../shared/jsonOf.ts';
import type { Clock } from '../process/clock.ts';
import { causeOf, codeOf } from '../process/errors.ts';
import { collectionNames } from './collections/collections.ts';
import type { LiveContent } from './liveContent.ts';
import { type RawContent, rawRowsSchema } from './siteContent.ts';

/** Rows as Directus sent them: any build can read them, with the parsers that it uses after a load. */
const snapshotSchema = v.object({
  directusUrl: v.string(),
  collections: v.record(v.string(), rawRowsSchema),
});

/** The rows of a snapshot. Throws when there is none, or it cannot be used. */
export function loadSnapshot(path: string, directusUrl: string): RawContent {
  const read = v.safeParse(snapshotSchema, jsonOf(readFileSync(path, 'utf8')));
  // The parser's own message would repeat the content of the file.
  if (!read.success) throw new Error('It is damaged.');
  const snapshot = read.output;
  if (snapshot.directusUrl !== directusUrl) throw new Error('It is from another content service.');
  return new Map(
    collectionNames.flatMap((name) => {
      const rows = snapshot.collections[name];
      return rows ? [[name, rows] as const] : [];
    }),
  );
}

/**
 * Reads the snapshot at start, before the first request. Never fails: without a usable file the result is empty, and
 * one log line says why.
 */
export function readSnapshot(path: string, directusUrl: string, log: Logger): RawContent {
  try {
    const sent = loadSnapshot(path, directusUrl);
    log.info({ path, collections: sent.size }, 'The content snapshot was read.');
    return sent;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') log.info({ path }, 'There is no content snapshot yet.');
    else log.warn({ path, reason: causeOf(error) }, 'The content snapshot is not used.');
    return new Map();
  }
}

interface SnapshotWriterOptions {
  readonly path: string;
  readonly directusUrl: string;
  readonly content: Pick<LiveContent, 'rawContent' | 'revision'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly clock: Clock;
}

const intervalMs = 60_000;

/** Writes the content to a file that outlives the process: once a minute if it has changed, and on close. */
export function createSnapshotWriter({ path, directusUrl, content, log, clock }: SnapshotWriterOptions) {
  let writing: Promise<void> = Promise.resolve();
  let writtenRevision = -1;
  let hasFailed = false;
  let cancel = () => {};

  const writeChanged = async (): Promise<void> => {
    const { revision } = content;
    const sent = content.rawContent();
    // A process that never had content must not overwrite the snapshot of another one.
    if (revision === writtenRevision || sent.size === 0) return;
    // Named after the process: replicas may share a folder.
    const temporaryPath = `${path}.${hostname()}-${process.pid}`;
    try {
      const text = JSON.stringify({ directusUrl, collections: Object.fromEntries(sent) });
      await writeFile(temporaryPath, text, { mode: 0o600, flush: true });
      await rename(temporaryPath, path);
      writtenRevision = revision;
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ path, err: error }, 'The content snapshot cannot be written.');
      hasFailed = true;
      // A part of it would fill a full disk up.
      await rm(temporaryPath, { force: true }).catch(() => undefined);
    }
  };

  const write = (): Promise<void> => {
    writing = writing.then(writeChanged);
    return writing;
  };

  return {
    /** Writes now, and once a minute from then on. */
    start(): void {
      cancel = clock.after(intervalMs, () => this.start());
      void write();
    },
    /** Writes a last time. Never rejects. */
    async close(): Promise<void> {
      cancel();
      await write();
    },
  };
}
