import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** How many rows each part of the fault catalogue has, as tests name them: the content service, its content ... */
const parts = { A: 23, B: 24, C: 19, D: 24, E: 27, F: 17, 'G-': 16, H: 9 };
const rows = Object.entries(parts).flatMap(([part, count]) =>
  Array.from({ length: count }, (_, index) => part + (index + 1)),
);

/** Rows that no test can hold, and what does. */
const elsewhere: Readonly<Record<string, string>> = {
  D14: 'npm run check:load watches the heap over 200,000 requests; nothing runs for hours',
  D15: 'node scripts/run.mjs check:container runs the site within 256 MiB',
  D19: 'node scripts/run.mjs check:container',
  F17: 'TLS ends before this process; that it is asked for by a header is F9',
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

describe('the fault catalogue', () => {
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
