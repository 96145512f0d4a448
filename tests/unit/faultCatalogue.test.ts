import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const catalogue = readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8');
const idsAt = (pattern: RegExp) => [...catalogue.matchAll(pattern)].map(([, id = '']) => id);
const rows = idsAt(/^\| ([A-H]-?\d+) \|/gm);
/** Rules that hold for every row. */
const rules = idsAt(/^- (G\d):/gm);

/** Rows that no test can hold, and what does. */
const elsewhere: Readonly<Record<string, string>> = {
  D14: 'npm run test:faults: an hour of load with random faults in a long run',
  D15: 'node scripts/run.mjs check:container runs the site within 256 MiB',
  D19: 'node scripts/run.mjs check:container',
  F17: 'TLS ends before this process; that a header demands it is F9',
  'G-16': 'npm run lighthouse',
  H4: 'signatures are checked by who publishes and pulls the image',
  H5: 'node scripts/run.mjs check:container',
};

const root = new URL('../', import.meta.url);
const tests = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name) && !name.endsWith('faultCatalogue.test.ts'))
  .map((name) => readFileSync(new URL(name, root), 'utf8'));

/**
 * What names of tests begin with: `'A1 ...`, or several rows, in `it`, `describe` and in the tables of `it.each`.
 * A row of a table stands first in its brackets.
 */
const named = new Set(
  tests.flatMap((text) =>
    [...text.matchAll(/(?:\b(?:it|describe)\(|\]\s*\)\(|\)\(|\[)\s*['"`]((?:[A-H]-?\d+[a-z]? )+)/g)].flatMap(
      ([, ids = '']) => ids.trim().split(' '),
    ),
  ),
);

describe('docs/faults.md', () => {
  it('has every row once', () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('has the rows that tests are named after, and no others', () => {
    // A row of several cases is named with a letter: D7a.
    const ids = [...named].map((id) => id.replace(/[a-z]$/, ''));
    expect(ids.filter((id) => ![...rows, ...rules].includes(id))).toEqual([]);
  });

  it.each(rows.filter((row) => !Object.hasOwn(elsewhere, row)))(
    '%s has a test that begins with it',
    (row) => {
      expect([...named]).toContain(row);
    },
  );

  it.each(Object.keys(elsewhere))('%s is still held elsewhere only', (row) => {
    expect(rows).toContain(row);
    expect(named.has(row)).toBe(false);
  });
});
