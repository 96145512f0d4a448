import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoContent } from '../../server/demo/demoContent.ts';
import { chooseDrawings, drawingNames, drawingsFor } from '../../shared/drawings.ts';

const folder = new URL('../../client/drawings/', import.meta.url);
const files = readdirSync(folder);

describe('the choice of drawings', () => {
  it('repeats no drawing while another one is left, whatever the subjects', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: drawingNames.length * 4 }), (subjects) => {
        const chosen = chooseDrawings(subjects).map(({ name, view }) => `${name} ${view}`);
        expect(new Set(chosen).size).toBe(subjects.length);
        const plain = chosen.slice(0, drawingNames.length).map((drawing) => drawing.split(' ')[0]);
        expect(new Set(plain).size).toBe(plain.length);
      }),
    );
  });

  it('never shows the same drawing twice in a row', () => {
    const words = fc.constantFrom('snow', 'lake', 'deck', 'window', 'none', 'other', 'more');
    fc.assert(
      fc.property(fc.array(words, { minLength: 20, maxLength: 60 }), (subjects) => {
        const names = chooseDrawings(subjects).map(({ name }) => name);
        expect(names.filter((name, at) => name === names[at - 1])).toEqual([]);
      }),
    );
  });

  it('leaves out what the page shows already', () => {
    const used = drawingNames.slice(0, 10);
    const names = chooseDrawings(Array(8).fill('snow removal'), used).map(({ name }) => name);
    expect(names.filter((name) => used.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(8);
  });

  it('gives a subject its own drawing, and always the same one', () => {
    const subjects = demoContent().services.map(({ slug, title }) => `${slug} ${title}`);
    const chosen = chooseDrawings(subjects);
    expect(chosen).toEqual(chooseDrawings(subjects));
    const nameOf = (slug: string) =>
      chosen[demoContent().services.findIndex((service) => service.slug === slug)]?.name;
    expect(nameOf('snow-removal')).toBe('snow');
    expect(nameOf('window-cleaning')).toBe('window');
    expect(nameOf('deck-restoration')).toBe('deck');
    expect(nameOf('painting')).toBe('house');
  });

  it('gives a drawing only to items without a picture', () => {
    const items = [{ picture: null }, { picture: 'one' }, { picture: null }];
    const drawingOf = drawingsFor(items, () => 'snow');
    expect(items.map((item) => drawingOf(item)?.name)).toEqual(['snow', undefined, expect.anything()]);
  });
});

describe('the drawings', () => {
  it('are the files of the folder', () => {
    expect(files.map((name) => name.replace('.svg', '')).sort()).toEqual([...drawingNames].sort());
  });

  it.each(files)('%s takes all its colors from the theme, and is small', (name) => {
    const source = readFileSync(new URL(name, folder), 'utf8');
    expect(source.length).toBeLessThan(3_000);
    expect(source).toContain('viewBox="0 0 400 300"');
    const colors = [...source.matchAll(/fill="([^"]*)"/g)].map(([, color]) => color);
    expect(colors.length).toBeGreaterThan(2);
    for (const color of colors) {
      expect(color).toMatch(/^var\(--(sky|glow|sun|haze|far|mid|near|snow)\)$/);
    }
    expect(source).not.toMatch(/style|script|href|stroke=/);
  });
});
