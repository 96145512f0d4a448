import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file of the project, by its path from the root. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** One file of ours. */
export interface Source {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
  /** The text without comments and strings, for rules about code. */
  readonly code: string;
  /** What it imports: paths from the root for files of ours, names for packages. */
  readonly imports: readonly string[];
}

const importPattern =
  /(?:^|[;\s}])(?:import|export)\s+(?:type\s+)?(?:[\w*\s{},$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every TypeScript file in these folders of the project. */
export function readSources(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readSource(join(root, folder, name))),
  );
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(importPattern)].map(([, from = '', lazily = '']) => from || lazily);
  return {
    path: relative(root, file),
    text,
    code: withoutWords(text),
    imports: imports.map((name) =>
      name.startsWith('.') ? relative(root, resolve(dirname(file), name)) : name,
    ),
  };
}

/** Replaces comments and strings with spaces; line breaks stay. */
function withoutWords(text: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ');
  return text.replace(
    /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`/g,
    blank,
  );
}

/** The places in a source that match a pattern, as `path:line`. */
export function placesOf(source: Source, pattern: RegExp, where: 'text' | 'code' = 'code'): string[] {
  return source[where]
    .split('\n')
    .flatMap((line, at) => (pattern.test(line) ? [`${source.path}:${at + 1}`] : []));
}
