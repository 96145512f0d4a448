import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { pinServers, serverCore } from './siteProcess.ts';

/** Gives servers that are started from now on a core, and keeps this process, which makes the load, off it. */
export function pinThisProcess(): void {
  if (serverCore === null) return;
  pinServers();
  const others = availableParallelism() > 2 ? `1-${availableParallelism() - 1}` : '1';
  spawnSync('taskset', ['-a', '-p', '-c', others, String(process.pid)]);
}

/** Lets a process run on every core. */
export function unpin(pid: number): void {
  if (serverCore === null) return;
  pinServers();
  spawnSync('taskset', ['-a', '-p', '-c', `0-${availableParallelism() - 1}`, String(pid)]);
}
