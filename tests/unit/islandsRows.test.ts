import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { islands } from '../../client/islands.ts';
import { readSources } from '../support/sources.ts';

/** The rows of the fault catalogue that concern contact requests and what visitors touch. */
const rows = [
  ...Array.from({ length: 19 }, (_, index) => `C${index + 1}`),
  ...Array.from({ length: 15 }, (_, index) => `G-${index + 1}`),
];

const root = new URL('../', import.meta.url);
const tests = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('islandsRows.test.ts'))
  .map((name) => readFileSync(new URL(name, root), 'utf8'))
  .join('\n');

describe('the fault catalogue', () => {
  it.each(rows)('%s has a test that begins with it', (row) => {
    // Names stand as texts, in tables, and behind other rows.
    const name = new RegExp(`['"\`](?:[A-Z]-?\\d+[a-z]? )*${row}(?=[ '"])`);
    expect(name.test(tests)).toBe(true);
  });
});

describe('islands', () => {
  const pages = readSources('server/site');
  const mounted = new Set(
    pages.flatMap(({ text }) => Array.from(text.matchAll(/<Island\s+name="(\w+)"/g), (match) => match[1])),
  );

  it('are mounted and known to the browser by the same names', () => {
    expect([...mounted].sort()).toEqual(Object.keys(islands).sort());
  });

  it('are drawn on the server by the components that the browser loads', async () => {
    for (const [name, { load }] of Object.entries(islands)) {
      const { component } = await load();
      expect(component.name, name).toBe(name.charAt(0).toUpperCase() + name.slice(1));
    }
  });
});
