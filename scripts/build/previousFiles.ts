/** Keeps the hashed files of earlier builds, because pages that are open or cached elsewhere still request them. */
import { copyFile, readdir, stat, utimes } from 'node:fs/promises';

const longestDays = 30;
/** Limited, because the site holds these files in memory. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Copies files that the new build does not have from the folder of the last one, with their modification times: the
 * newest first, none older than 30 days, at most 4 MB. A missing folder counts as empty.
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
