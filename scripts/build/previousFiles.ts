/** Copies the hashed files of earlier builds, because pages that are open or cached elsewhere still name them. */
import { copyFile, readdir, stat, utimes } from 'node:fs/promises';

const longestDays = 30;
/** The process holds these files in memory. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Copies from the folder of the last build what the new one does not have, with its time: the newest first, none
 * older than 30 days, at most 4 MB. A missing folder is an empty one.
 */
export async function keepPreviousFiles(previous: string, next: string): Promise<void> {
  const present = new Set(await readdir(next));
  const names = (await readdir(previous).catch((): string[] => [])).filter((name) => !present.has(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await stat(`${previous}/${name}`);
      return { name, size, mtime };
    }),
  );
  const oldest = Date.now() - longestDays * 86_400_000;
  let bytes = 0;
  for (const { name, size, mtime } of files.sort((a, b) => b.mtime.getTime() - a.mtime.getTime())) {
    bytes += size;
    if (mtime.getTime() < oldest || bytes > mostBytes) break;
    await copyFile(`${previous}/${name}`, `${next}/${name}`);
    await utimes(`${next}/${name}`, mtime, mtime);
  }
}
