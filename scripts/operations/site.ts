import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../server/demo/demoSite.ts';

/** The built site as the image runs it, log and all, with nobody to read the log. */
export interface MeasuredSite {
  readonly url: string;
  readonly child: ChildProcess;
  /** Milliseconds from the spawn to the first `/readyz` that says so. */
  readonly startMs: number;
  /** Resident memory in MB, as the system counts it. */
  residentMb(): number;
  /** Ends with a signal; resolves with the exit code and the milliseconds that it took. */
  end(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>;
}

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const instrument = new URL('../../dist/server/instrument.js', import.meta.url).href;

/** Starts the site and waits until it is ready; fails when that takes half a minute. */
export async function startMeasuredSite(
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  wantedPort = 0,
): Promise<MeasuredSite> {
  const port = wantedPort || (await findFreePort(0));
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...flags, '--import', instrument, main], {
    env: { PATH: process.env.PATH, FRONTEND_URL: url, PORT: String(port), HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while ((await statusOf(`${url}/readyz`)) !== 200) {
    if (child.exitCode !== null || performance.now() - startedAt > 30_000)
      throw new Error('The site is not ready.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    url,
    child,
    startMs: performance.now() - startedAt,
    residentMb: () => {
      const [, kilobytes = '0'] =
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Math.round(Number(kilobytes) / 1_000);
    },
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
