import { existsSync, globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textOf } from '../support/sources.ts';

const root = new URL('../../', import.meta.url);

const rows = [...textOf('docs/faults.md').matchAll(/^\| ([A-H]-?\d+) \|.*\| ([^|]+) \|$/gm)].map(
  ([, id = '', proof = '']) => ({
    id,
    proofs: [...proof.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  }),
);

/** Whether a test of the file has a name that begins with the row's id, or with several ids that include it. */
function proves(file: string, id: string): boolean {
  const path = ['ts', 'tsx']
    .map((end) => `tests/${file}.test.${end}`)
    .find((name) => existsSync(new URL(name, root)));
  // A row of several cases is named with a letter: D7a.
  const name = new RegExp(`['"\`](?:[A-H]-?\\d+[a-z]? )*${id}[a-z]? `);
  return path !== undefined && name.test(textOf(path));
}

/** The ids of the rows of the fault suite. */
const suiteIds = globSync('tests/faults/*.ts', { cwd: root }).flatMap((file) =>
  [...textOf(file).matchAll(/\bid: '([^']+)'/g)].map(([, id = '']) => id),
);

describe('docs/faults.md', () => {
  it('has every row once', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('names the fault suite at each of its rows, and at no other', () => {
    const named = rows.filter(({ proofs }) => proofs.includes('npm run test:faults')).map(({ id }) => id);
    expect([...new Set(suiteIds)].sort()).toEqual(named.sort());
  });

  it.each(rows)('names what proves $id', ({ id, proofs }) => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'));
    expect(proofs).not.toEqual([]);
    for (const proof of proofs) {
      // A proof that takes too long for a test, or needs a container, is a command of its own.
      const [, script] = /^npm run (\S+)/.exec(proof) ?? [];
      expect(script === undefined ? proves(proof, id) : Object.hasOwn(scripts, script), proof).toBe(true);
    }
  });
});
