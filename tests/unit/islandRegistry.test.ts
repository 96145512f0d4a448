import { describe, expect, it } from 'vitest';
import { islands } from '../../client/islands.ts';
import { readSources } from '../support/sources.ts';

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
