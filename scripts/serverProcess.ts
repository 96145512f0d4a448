import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findFreePort, waitUntilReady } from '../server/demo/ports.ts';
import { endingWithThisProcess } from './childProcesses.ts';
import { siteCommandIn, siteEnvironment } from './siteStart.mjs';

/** The built site. */
export const siteFolder = fileURLToPath(new URL('../dist', import.meta.url));

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Milliseconds from the spawn to the first 200. */
  readonly startMs: number;
  /** Bytes; the heap is measured after a forced collection. */
  memory(): Promise<{ readonly heapUsed: number; readonly rss: number }>;
  /** Milliseconds of processor time since its start, of all its threads. */
  processorMs(): Promise<number>;
  /** Kills it, or ends it by another signal; resolves when it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The path whose first 200 ends the start. */
  readonly probePath?: string;
  /** Instead of some free port. */
  readonly port?: number;
  /** Whether the server runs on the first core alone, apart from the process that makes the load. */
  readonly isPinned?: boolean;
}

/** Whether servers can have a core of their own: that takes two cores and `taskset`. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Pins this process, which makes the load, to another core than the servers. */
export function leaveServerCore(): void {
  if (canPin)
    spawnSync('taskset', ['-a', '-p', '-c', `1-${availableParallelism() - 1}`, String(process.pid)]);
}

/** Responds to each message with the memory in use after a collection and the processor time. */
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
 * Starts Node with these arguments as a server on a free port of 127.0.0.1; resolves at its first 200.
 * @throws when the process ends before that
 */
export async function startServer(
  args: readonly string[],
  { environment = {}, probePath = '/', isPinned = false, port: wanted }: ServerOptions = {},
): Promise<ServerProcess> {
  const port = wanted ?? (await findFreePort(0));
  const url = `http://127.0.0.1:${port}`;
  const pinned = isPinned && canPin ? ['taskset', '-c', '0'] : [];
  const [program = '', ...rest] = [...pinned, process.execPath, '--import', probe, ...args];
  const startedAt = performance.now();
  const child = endingWithThisProcess(
    spawn(program, rest, {
      env: {
        PATH: process.env.PATH,
        ...siteEnvironment,
        FRONTEND_URL: url,
        ...environment,
        PORT: String(port),
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  const ended = new AbortController();
  child.once('exit', (code) => ended.abort(new Error(`The server ended with code ${code}.`)));
  await waitUntilReady(url + probePath, ended.signal, 2);
  const startMs = performance.now() - startedAt;
  const usage = async (collects: boolean): Promise<Record<string, unknown>> => {
    child.send(collects);
    const [values] = await once(child, 'message');
    return values;
  };
  return {
    url,
    startMs,
    async memory() {
      const { heapUsed, rss } = await usage(true);
      return { heapUsed: Number(heapUsed), rss: Number(rss) };
    },
    async processorMs() {
      const { user, system } = await usage(false);
      return (Number(user) + Number(system)) / 1_000;
    },
    async stop(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
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
