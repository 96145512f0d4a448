import { describe, expect, it } from 'vitest';
import type { SearchDocument } from '../../server/search/searchDocuments.ts';
import { findDocuments, SearchIndex } from '../../server/search/searchIndex.ts';

const documentOf = ([title, text]: readonly [string, string], at: number): SearchDocument => ({
  ...{ kind: 'post', path: `/${at}`, title, names: '', summary: '', text: () => text, sources: [] },
});
function indexOf(pages: readonly (readonly [title: string, text: string])[]): SearchIndex {
  const index = new SearchIndex();
  index.addAll(pages.map(documentOf));
  return index;
}
const find = (index: SearchIndex, query: string) => findDocuments(index, query).map(({ path }) => path);

describe('the index of the search', () => {
  const trades = indexOf([
    ['Plumber', ''],
    ['Electrician', ''],
    ['Housekeeping', ''],
    ['Paint', 'a wide choice of colours'],
    ['Woodstove', 'Heat and a hot tub'],
    ['Check-in', ''],
  ]);
  it.each([
    ['a letter doubled', 'plummber', '/0'],
    ['two letters in turn', 'plubmer', '/0'],
    ['several letters of a long word', 'elektrition', '/1'],
    ['letters left out', 'houskeping', '/2'],
    ['one word as two', 'wood stove', '/4'],
    ['two words as one', 'hottub', '/4'],
    ['who does it for what is done', 'painter', '/3'],
    ['a filler beside its word', 'check in', '/5'],
  ])('forgives %s: %s', (_what, query, path) => {
    expect(find(trades, query)).toEqual([path]);
  });

  it('takes a word that is no slip for none', () => {
    expect(find(trades, 'chemicals')).toEqual([]);
  });

  it('puts a page with the rare word before one with the frequent one', () => {
    const many = Array.from({ length: 40 }, (_, at): [string, string] => [`Snow ${at}`, 'snow snow snow']);
    expect(find(indexOf([...many, ['Notes', 'what marmots eat']]), 'snow marmots')[0]).toBe('/40');
  });

  it('holds a word that stands in most texts of the first 500 of them, and of all titles', () => {
    const pages = Array.from({ length: 600 }, (_, at): [string, string] => [
      at > 580 ? 'Water' : 'Notes',
      'water',
    ]);
    const index = indexOf(pages);
    const found = find(index, 'water');
    expect(found).toHaveLength(519);
    expect(found.slice(0, 19)).toContain('/599');
    // What is added when all are there is found by every word of it.
    index.isBounded = false;
    index.addAll([documentOf(['Notes', 'water'], 600)]);
    expect(find(index, 'water')).toContain('/600');
  });

  it('widens a word only as long as it is none', () => {
    const index = indexOf([
      ['Charger', ''],
      ['Prices', 'what we charge'],
    ]);
    expect(find(index, 'charge')).toEqual(['/1']);
    expect(find(index, 'charg')).toEqual(['/1']);
    expect(find(index, 'char')).toContain('/0');
  });
});
