import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

// Figures of any process from Linux (proc(5)); where there is no such file, they are infinite.

function read(pid: number, name: string): string | null {
  const file = `/proc/${pid}/${name}`;
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(read(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? Number.POSITIVE_INFINITY : Math.round(Number(kilobytes) / 1_000);
}

/** Sockets that are open, those that listen included. */
export function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return Number.POSITIVE_INFINITY;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      // Closed since it was listed.
      return false;
    }
  }).length;
}
