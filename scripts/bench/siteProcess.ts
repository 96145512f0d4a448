import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { endingWithThisProcess } from '../childProcesses.ts';
import { siteCommandIn, siteEnvironment } from '../siteStart.mjs';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** The built site in a process of its own, on a core of its own where the machine has `taskset`. */
export interface SiteProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the spawn to the first 200. */
  readonly startMs: number;
  /** Bytes after a forced collection. */
  memory(): Promise<{ readonly heapUsed: number; readonly rss: number }>;
  /** Milliseconds of processor time since its start, of all its threads. */
  processorMs(): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Servers run on the first core and what asks them on the others, where the machine can say so. */
export const serverCore: string | null =
  availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0 ? '0' : null;

let pinsServers = false;

/** From now on servers get their core; before, they run as on any machine. */
export function pinServers(): void {
  pinsServers = true;
}

/**
 * Answers messages with the memory in use after a collection, or the time used; the channel keeps nothing alive.
 * It asks for the collector itself: with `--expose-gc` Node would not read what the build has compiled.
 */
const probe = `data:text/javascript,${encodeURIComponent(
  'const part=process.getBuiltinModule;process.on("message",(name)=>{if(name==="memory"){part("v8").setFlagsFromString("--expose-gc");const gc=part("vm").runInNewContext("gc");gc();gc()}process.send({...process.memoryUsage(),...process.cpuUsage()})});process.channel.unref();',
)}`;

/** Starts a server script on a free port; ready at the first 200 of `probePath`. Fails when it ends before that. */
export async function startProcess(
  script: string,
  environment: Readonly<Record<string, string>>,
  port: number,
  probePath = '/',
  flags: readonly string[] = [],
): Promise<SiteProcess> {
  const startedAt = performance.now();
  // `fork` cannot name another program, so the core is given by what starts Node.
  const core = pinsServers ? serverCore : null;
  const command = core === null ? process.execPath : 'taskset';
  const before = core === null ? [] : ['-c', core, process.execPath];
  const child = endingWithThisProcess(
    spawn(command, [...before, '--import', probe, ...flags, script], {
      env: {
        PATH: process.env.PATH,
        ...siteEnvironment,
        ...environment,
        PORT: String(port),
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  const ask = async (name: string): Promise<Record<string, unknown>> => {
    child.send(name);
    const [usage] = await once(child, 'message');
    return usage;
  };
  await firstAnswer(child, url + probePath);
  const startMs = performance.now() - startedAt;
  return {
    url,
    pid: child.pid ?? 0,
    startMs,
    async memory() {
      const usage = await ask('memory');
      return { heapUsed: Number(usage.heapUsed), rss: Number(usage.rss) };
    },
    async processorMs() {
      const usage = await ask('time');
      return (Number(usage.user) + Number(usage.system)) / 1_000;
    },
    async stop(signal = 'SIGKILL') {
      if (child.exitCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** The site as `npm start` runs it, in front of a content service. */
export function startSite(
  contentUrl: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
  probePath = '/',
): Promise<SiteProcess> {
  const command = siteCommandIn(dist);
  return startProcess(
    command.at(-1) ?? '',
    { DIRECTUS_URL: contentUrl, FRONTEND_URL: `http://127.0.0.1:${port}`, ...environment },
    port,
    probePath,
    command.slice(0, -1),
  );
}

async function firstAnswer(child: ChildProcess, url: string): Promise<void> {
  const givenUpAt = performance.now() + 30_000;
  while (performance.now() < givenUpAt) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.status === 200) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('The server did not answer within 30 s.');
}
