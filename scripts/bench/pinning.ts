import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { serverCore } from './siteProcess.ts';

/** Keeps this process, which makes the load, off the core of the servers. */
export function pinThisProcess(): void {
  if (serverCore === null) return;
  const others = availableParallelism() > 2 ? `1-${availableParallelism() - 1}` : '1';
  spawnSync('taskset', ['-a', '-p', '-c', others, String(process.pid)]);
}

/** Lets a process run on every core. */
export function unpin(pid: number): void {
  if (serverCore === null) return;
  spawnSync('taskset', ['-a', '-p', '-c', `0-${availableParallelism() - 1}`, String(pid)]);
}
