import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findFreePort, waitUntilReady } from '../server/demo/ports.ts';
import { killOnExit } from './childProcesses.ts';
import { siteCommandIn, siteEnvironment } from './siteStart.mjs';

/** The built site. */
export const siteFolder = fileURLToPath(new URL('../dist', import.meta.url));

/** A server that runs as a child process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the spawn to the first 200. */
  readonly startMs: number;
  /** Aborts when it has ended, and all its output has been read. */
  readonly ended: AbortSignal;
  /** Memory in bytes, measured after a forced garbage collection. */
  memory(): Promise<{ readonly heapUsed: number; readonly rss: number }>;
  /** CPU time of all its threads since its start, in milliseconds. */
  processorMs(): Promise<number>;
  /** Sends it a signal (SIGKILL by default); resolves with the exit code when it has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The server counts as started when this path first returns 200; null: as soon as it is spawned. */
  readonly probePath?: string | null;
  /** The port to use instead of any free one. */
  readonly port?: number;
  /** Whether the server runs on the first core only, separate from the process that generates the load. */
  readonly isPinned?: boolean;
  /** A command that replaces itself with the one that follows as its arguments. */
  readonly wrapper?: readonly string[];
  /** Receives each line of its standard output, which is discarded otherwise. */
  readonly onLine?: (line: string) => void;
}

/** Whether a server can have a core of its own: this requires two cores and `taskset`. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Pins this process, which generates the load, to all cores except for that of the servers. */
export function leaveServerCore(): void {
  if (canPin)
    spawnSync('taskset', ['-a', '-p', '-c', `1-${availableParallelism() - 1}`, String(process.pid)]);
}

/** Replies to each message with memory usage, after a garbage collection if requested, and CPU time. */
const probe = `data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8';
  import vm from 'node:vm';
  process.on('message', (collects) => {
    if (collects) {
      v8.setFlagsFromString('--expose-gc');
      vm.runInNewContext('gc')();
    }
    process.send({ ...process.memoryUsage(), ...process.cpuUsage() });
  });
  process.channel.unref();
`)}`;

/**
 * Starts Node with these arguments as a server on 127.0.0.1; resolves when it first returns 200. Of this process's
 * environment it inherits only PATH.
 * @throws if the process exits before that
 */
export async function startServer(
  args: readonly string[],
  {
    environment = {},
    probePath = '/',
    isPinned = false,
    port: wanted,
    wrapper = [],
    onLine,
  }: ServerOptions = {},
): Promise<ServerProcess> {
  const port = wanted ?? (await findFreePort(0));
  const url = `http://127.0.0.1:${port}`;
  const pinned = isPinned && canPin ? ['taskset', '-c', '0'] : [];
  const [program = '', ...rest] = [...pinned, ...wrapper, process.execPath, '--import', probe, ...args];
  const startedAt = performance.now();
  const child = killOnExit(
    spawn(program, rest, {
      env: {
        PATH: process.env.PATH,
        ...siteEnvironment,
        FRONTEND_URL: url,
        HOST: '127.0.0.1',
        ...environment,
        PORT: String(port),
      },
      stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'inherit', 'ipc'],
    }),
  );
  if (onLine && child.stdout) createInterface(child.stdout).on('line', onLine);
  const ended = new AbortController();
  // Not 'exit': lines of its output may still be on their way then.
  const closed = once(child, 'close').then(([code]) =>
    ended.abort(new Error(`The server ended with code ${code}.`)),
  );
  if (probePath !== null) await waitUntilReady(url + probePath, ended.signal, 2);
  const startMs = performance.now() - startedAt;
  const usage = async (collects: boolean): Promise<Record<string, unknown>> => {
    child.send(collects);
    const [values] = await once(child, 'message');
    return values;
  };
  return {
    url,
    pid: child.pid ?? 0,
    startMs,
    ended: ended.signal,
    async memory() {
      const { heapUsed, rss } = await usage(true);
      return { heapUsed: Number(heapUsed), rss: Number(rss) };
    },
    async processorMs() {
      const { user, system } = await usage(false);
      return (Number(user) + Number(system)) / 1_000;
    },
    async stop(signal = 'SIGKILL') {
      child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}

/** Starts the built site as `npm start` does, in front of a content service. */
export function startSite(
  contentUrl: string,
  { folder = siteFolder, ...options }: ServerOptions & { readonly folder?: string } = {},
): Promise<ServerProcess> {
  const environment = { DIRECTUS_URL: contentUrl, LOG_LEVEL: 'info', ...options.environment };
  return startServer(siteCommandIn(folder), { ...options, environment });
}
