import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { textOf } from '../support/sources.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })];
const isHistory = (document: string): boolean => document === 'CHANGELOG.md';

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (document: string): readonly string[] =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('documents', () => {
  it.each(documents)('%s links only to files and headings that exist', (document) => {
    const links = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const missing = links.filter((target) => {
      if (/^(https?|mailto):/.test(target)) return false;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
    expect(missing).toEqual([]);
  });

  it.each(documents.filter((document) => !isHistory(document)))(
    '%s names only files and commands that exist',
    (document) => {
      const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'));
      const text = textOf(document);
      const paths = [...text.matchAll(/`((?:server|client|shared|tests|scripts|bench|deploy)\/[\w./-]*)`/g)];
      // `x.ts`, `XPage.tsx`: a file that the reader is told to make.
      const named = paths.flatMap(([, path = '']) => (/\/[xX](?:Page)?\.tsx?$/.test(path) ? [] : [path]));
      const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
      expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
      expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    },
  );
});
