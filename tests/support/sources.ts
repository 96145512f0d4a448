import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file of the project, by its path from the root. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Every TypeScript file in these folders of the project, by its path from the root. */
export function readSources(
  ...folders: readonly string[]
): readonly { readonly path: string; readonly text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({ path: join(folder, name), text: textOf(join(folder, name)) })),
  );
}
