import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../server/demo/demoSite.ts';
import { processorMs, residentMb } from '../bench/processFacts.ts';
import { serverCore } from '../bench/siteProcess.ts';
import { endingWithThisProcess } from '../childProcesses.ts';
import { siteCommandIn, siteEnvironment } from '../siteStart.mjs';

/** The built site as `npm start` runs it, log and all, with nobody to read the log. */
export interface MeasuredSite {
  readonly url: string;
  readonly child: ChildProcess;
  /** Milliseconds from the spawn to the first `/readyz` that says so. */
  readonly startMs: number;
  /** Milliseconds of processor time that it has used so far: what others do on the machine hardly changes it. */
  processorMs(): number;
  /** Resident memory in MB, as the system counts it. */
  residentMb(): number;
  /** Ends with a signal; resolves with the exit code and the milliseconds that it took. */
  end(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>;
}

interface StartOptions {
  readonly port?: number;
  /** Flags of Node beside those of `npm start`. */
  readonly flags?: readonly string[];
  /** On the core of the servers, away from what makes the load; otherwise on all. */
  readonly onServerCore?: boolean;
  /** A memory group to live in. */
  readonly memoryGroup?: string | null;
}

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const command = siteCommandIn(dist);

/** Starts the site and waits until it is ready; fails when that takes half a minute. */
export async function startMeasuredSite(
  environment: Readonly<Record<string, string>>,
  { port: wanted = 0, flags = [], onServerCore = false, memoryGroup = null }: StartOptions = {},
): Promise<MeasuredSite> {
  const port = wanted || (await findFreePort(0));
  const url = `http://127.0.0.1:${port}`;
  const cores = onServerCore ? serverCore : `0-${availableParallelism() - 1}`;
  const [program = '', ...words] = [
    // A child would stay on the cores of this process.
    ...(serverCore === null ? [] : ['taskset', '-c', cores ?? '']),
    ...(memoryGroup === null ? [] : ['sh', '-c', `echo $$ > ${memoryGroup}/cgroup.procs; exec "$@"`, 'sh']),
    ...[process.execPath, ...flags, ...command],
  ];
  const startedAt = performance.now();
  const child = endingWithThisProcess(
    spawn(program, words, {
      env: {
        ...{ PATH: process.env.PATH, ...siteEnvironment },
        ...{ FRONTEND_URL: url, PORT: String(port), HOST: '127.0.0.1', ...environment },
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  while ((await statusOf(`${url}/readyz`)) !== 200) {
    if (child.exitCode !== null || performance.now() - startedAt > 30_000)
      throw new Error('The site is not ready.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    url,
    child,
    startMs: performance.now() - startedAt,
    processorMs: () => processorMs(child.pid ?? 0),
    residentMb: () => residentMb(child.pid ?? 0),
    async end(signal = 'SIGTERM') {
      const beganAt = performance.now();
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, 'exit');
      }
      return { code: child.exitCode, ms: performance.now() - beganAt };
    },
  };
}

/** The status of an answer; 0 where there is none. */
export async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
