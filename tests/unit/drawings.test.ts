import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoContent } from '../../server/demo/demoContent.ts';
import { chooseDrawings, drawingNames } from '../../shared/drawings.ts';

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
});
