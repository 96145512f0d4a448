import pino from 'pino';
import { field } from '../../shared/field.ts';
import type { Config } from './config.ts';

/** Bytes that are buffered before they are written. Few: each new line counts all that wait for the same write. */
const batch = 8_192;
/** Bytes of one write; more than a batch, because lines arrive while the last one is being written. */
const mostAtOnce = 2 * batch;
/** Bytes that may wait for a reader of standard output; lines beyond are dropped, and counted. */
const mostWaiting = 4 * 1024 * 1024;
const flushEveryMs = 500;

/** Paths whose values must never be written, even when they are logged by mistake. */
const redacted = ['name', 'email', 'phone', 'message'].flatMap((written) => [written, `body.${written}`]);

/**
 * The parts of an error that are logged. Its other properties are left out: they may hold anything that was being read.
 */
function errorFields(error: unknown) {
  if (!(error instanceof Error)) return String(error);
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, ...('code' in error ? { code: error.code } : {}) };
}

/**
 * A line for a terminal: for a request `GET /blog 200 12 ms hit`, for a failed call its cause. Only an error of our own
 * code shows its stack.
 */
function readableLine(line: Readonly<Record<string, unknown>>): string {
  const { level, method, path, status, ms, cache, msg, err, reason, endpoint } = line;
  if (cache !== undefined) return `${method} ${path} ${status} ${Math.round(Number(ms))} ms ${cache}`;
  const label = pino.levels.labels[Number(level)] ?? '';
  const text = label === 'info' ? String(msg) : `${label}: ${msg}`;
  const [message, stack] = [field(err, 'message'), field(err, 'stack')];
  const details = [endpoint, reason ?? message].filter((part) => typeof part === 'string').join(' ');
  if (endpoint === undefined && reason === undefined) return err ? `${text} ${stack ?? message}` : text;
  return details === '' ? text : `${text} (${details})`;
}

/**
 * The log: one JSON line per event on standard output, written in batches off the request path, so that a stalled
 * reader or a full disk costs lines and never delays a page. Readable text on a terminal in development. The lines of
 * requests are written to its destination directly.
 */
export async function createLog(config: Config) {
  const options = {
    level: config.logLevel,
    base: { release: config.release },
    redact: { paths: redacted, remove: true },
    serializers: { err: errorFields },
  };
  if (config.environment === 'development' && process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty');
    const readable = pretty({ hideObject: true, ignore: 'time,level', messageFormat: readableLine });
    return { log: pino(options, readable), destination: readable };
  }
  // Makes a pipe non-blocking: the process could not end while one of its threads waits for a reader.
  void process.stdout;
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: batch,
    maxWrite: mostAtOnce,
    maxLength: mostWaiting,
  });
  let dropped = 0;
  destination.on('drop', () => {
    dropped += 1;
  });
  // A full disk: the lines wait, as they do for a reader. Without a listener the error would end the site.
  destination.on('error', () => undefined);
  // Before pino's own listener, which would not return until the last lines are written. An orderly end has flushed
  // them, or has given up.
  process.prependListener('exit', () => destination.destroy());
  const log = pino(options, destination);
  setInterval(() => {
    destination.flush();
    if (dropped === 0) return;
    const count = dropped;
    dropped = 0;
    log.warn({ dropped: count }, 'Log lines were dropped: standard output could not keep up.');
  }, flushEveryMs).unref();
  return { log, destination };
}
