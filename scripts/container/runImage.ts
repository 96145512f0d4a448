import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmdirSync } from 'node:fs';
import { createMemoryGroup } from './memoryGroup.ts';

export interface ContainerOptions {
  /** What becomes `/app`, read-only but for its `data`. */
  readonly app: string;
  /** An empty folder of this owner, which becomes `data`; without it all of `/app` is read-only. */
  readonly data?: string;
  /** A folder to mount on. */
  readonly mountPoint: string;
  readonly user: number;
  readonly memoryBytes: number;
  /** Everything that the process finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

export interface RunningContainer {
  readonly child: ChildProcess;
  /** The first process of the container, as it is numbered outside. */
  readonly pid: number;
  /** The most memory that was in use at once, and whether it was limited by the kernel. */
  memory(): { readonly peakBytes: number; readonly isLimited: boolean };
  /** Its exit code, when it ends by itself. */
  readonly ended: Promise<number | null>;
  /** Sends a signal to the first process; resolves with its exit code and the milliseconds until then. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Starts a command as a container runtime does: as process 1 of its own process table, as a user without any
 * rights, on a read-only file system, and within a memory limit where the kernel lets us set one.
 * Needs root.
 */
export async function runContainer(options: ContainerOptions): Promise<RunningContainer> {
  const { app, data, mountPoint, user, environment, command } = options;
  const group = createMemoryGroup(options.memoryBytes);
  const settings = Object.entries(environment).map(([name, value]) => quoted(`${name}=${value}`));
  const script = [
    ...(group ? [`echo $$ > ${quoted(`${group}/cgroup.procs`)}`] : []),
    `mount --bind ${quoted(app)} ${quoted(mountPoint)}`,
    `mount -o remount,ro,bind ${quoted(mountPoint)}`,
    ...(data === undefined ? [] : [`mount --bind ${quoted(data)} ${quoted(`${mountPoint}/data`)}`]),
    'mount -t proc proc /proc',
    `cd ${quoted(mountPoint)}`,
    `exec setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs --bounding-set=-all env -i ${settings.join(' ')} ${command.map(quoted).join(' ')}`,
  ].join('\n');
  const flags = ['--mount', '--pid', '--fork', '--kill-child'];
  const child = spawn('unshare', [...flags, 'sh', '-ec', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]): number | null => {
    if (group) rmdirSync(group);
    return code;
  });
  const pid = await firstProcess(child);
  return {
    child,
    pid,
    ended,
    memory() {
      const peak = group && readFileSync(`${group}/memory.max_usage_in_bytes`, 'utf8');
      const resident = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return { peakBytes: Number(peak ?? Number(resident) * 1024), isLimited: group !== null };
    },
    async end(signal) {
      const startedAt = performance.now();
      process.kill(pid, signal);
      const code = await ended;
      return { code, ms: performance.now() - startedAt };
    },
  };
}

async function firstProcess({ pid = 0, exitCode }: ChildProcess): Promise<number> {
  for (;;) {
    if (exitCode !== null) throw new Error('The container could not be started.');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    if (children !== '') return Number(children);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
