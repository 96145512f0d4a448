import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

/**
 * A memory group of the kernel's first version, as most test machines have it: what is written into its
 * `cgroup.procs` cannot have more than so many bytes. Null where there is none, or we may not make one.
 */
export function createMemoryGroup(bytes: number): string | null {
  const root = '/sys/fs/cgroup/memory';
  if (!existsSync(`${root}/memory.limit_in_bytes`)) return null;
  const group = `${root}/site-check-${process.pid}`;
  try {
    mkdirSync(group);
    writeFileSync(`${group}/memory.limit_in_bytes`, String(bytes));
    return group;
  } catch {
    return null;
  }
}
