import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })];

describe('documents', () => {
  it.each(documents)('%s links only to files that exist', (document) => {
    const links = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const files = links.filter((target) => !/^(https?:|mailto:|#)/.test(target));
    const missing = files.filter((target) => {
      const [path = ''] = target.split('#');
      return !existsSync(join(root, dirname(document), path));
    });
    // The format of a decision names one that is made up.
    expect(missing.filter((target) => target !== '124-title.md')).toEqual([]);
  });

  it('README.md has fewer than 150 lines', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThan(150);
  });

  it('every decision stands in the index, under a number of its own', () => {
    const index = textOf('docs/decisions/README.md');
    const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
    expect(decisions.filter((name) => !index.includes(`](${name})`))).toEqual([]);
    const numbers = decisions.map((name) => name.slice(0, 3));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('docs/faults.md names test files that prove the row', () => {
    const rows = [...textOf('docs/faults.md').matchAll(/^\| ([A-H]-?\d+) \|.*\| ([^|]+) \|$/gm)];
    expect(rows.length).toBeGreaterThan(150);
    const wrong = rows.flatMap(([, id = '', proof = '']) =>
      [...proof.matchAll(/`((?:unit|http|browser|directus|thorough\/\w+)\/\w+)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => {
          const file = ['ts', 'tsx'].map((end) => join(root, `tests/${name}.test.${end}`)).find(existsSync);
          return (
            file === undefined ||
            !new RegExp(`['"\`](?:[A-H]-?\\d+[a-z]? )*${id} `).test(readFileSync(file, 'utf8'))
          );
        })
        .map((name) => `${id}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});
