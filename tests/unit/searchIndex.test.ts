import { describe, expect, it } from 'vitest';
import type { SearchDocument } from '../../server/search/searchDocuments.ts';
import { findDocuments, SearchIndex } from '../../server/search/searchIndex.ts';

const documentOf = ([title, text]: readonly [string, string], at: number): SearchDocument => ({
  kind: 'post',
  path: `/${at}`,
  title,
  names: '',
  summary: '',
  text,
  sources: [],
});
function indexOf(pages: readonly (readonly [title: string, text: string])[]): SearchIndex {
  const index = new SearchIndex();
  index.addAll(pages.map(documentOf));
  return index;
}
const find = (index: SearchIndex, query: string) =>
  findDocuments(index, query).map(({ document }) => document.path);

describe('the search index', () => {
  const trades = indexOf([
    ['Plumber', ''],
    ['Electrician', ''],
    ['Housekeeping', ''],
    ['Paint', 'a wide choice of colours since 1998'],
    ['Woodstove', 'Heat and a hot tub'],
    ['Check-in', ''],
  ]);
  it.each([
    ['a letter doubled', 'plummber', '/0'],
    ['two swapped letters', 'plubmer', '/0'],
    ['several wrong letters in a long word', 'elektrition', '/1'],
    ['missing letters', 'houskeping', '/2'],
    ['one word written as two', 'wood stove', '/4'],
    ['two words written as one', 'hottub', '/4'],
    ['the trade instead of the work', 'painter', '/3'],
    ['a stop word without its hyphen', 'check in', '/5'],
  ])('forgives %s: %s', (_what, query, path) => {
    expect(find(trades, query)).toEqual([path]);
  });

  it.each(['We don’t have heat', "there isn't heat", "Can't heat the house", 'It won’t heat'])(
    'takes the rest of a denial for no word to look for: %s',
    (query) => {
      const pages = indexOf([
        [
          'Decks',
          'Boards that don’t last: why it isn’t the weather. It can’t be helped, and they won’t mend.',
        ],
        ['Furnace', 'Heat in every room of the house'],
      ]);
      expect(find(pages, query)).toEqual(['/1']);
    },
  );

  it.each([
    ['omalley', '/0'],
    ['o malley', '/0'],
    ["o'malley", '/0'],
    ['O\u2019Malley\u2019s', '/0'],
    ['1250', '/1'],
    ['1,250', '/1'],
    ['25000', '/1'],
    ['wifi', '/2'],
    ['at&t', '/3'],
    ['B&B', '/3'],
    ['150', ''],
  ])('finds words that are joined by other signs than hyphens: %s', (query, path) => {
    const index = indexOf([
      ['Pat O\u2019Malley', ''],
      ['Sizes', '1,250 square feet for $25,000; from 1,50 to 5'],
      ['Wi\u2011Fi', ''],
      ['Our B&B has AT&T', ''],
    ]);
    expect(find(index, query)).toEqual(path === '' ? [] : [path]);
  });

  it.each(['1,250', '$1,250', '1250', '2.5', '2.5 baths'])(
    'takes a number with commas or a point for one word, not for its digits: %s',
    (query) => {
      const index = indexOf([
        ['1 bath, 2 beds, 250 feet', ''],
        ['5 baths, 25 beds', ''],
        ['Notes', 'a house of 1,250 square feet with 2.5 baths'],
      ]);
      expect(find(index, query)[0]).toBe('/2');
    },
  );

  it.each([
    ['another word', 'chemicals'],
    ['one with another first letter', 'slumber'],
    ['another number', '1989'],
  ])('does not take %s for a typo: %s', (_what, query) => {
    expect(find(trades, query)).toEqual([]);
  });

  it('puts a page with the rare word before one with the frequent one', () => {
    const many = Array.from({ length: 40 }, (_, at): [string, string] => [`Snow ${at}`, 'snow snow snow']);
    expect(find(indexOf([...many, ['Notes', 'what marmots eat']]), 'snow marmots')[0]).toBe('/40');
  });

  it('finds a word that is in most texts in the first 500 texts only, but in all titles', () => {
    const pages = Array.from({ length: 600 }, (_, at): [string, string] => [
      at > 580 ? 'Water' : 'Notes',
      'water',
    ]);
    const index = new SearchIndex();
    for (const [at, page] of pages.entries()) index.add(documentOf(page, at), true);
    const found = find(index, 'water');
    expect(found).toHaveLength(519);
    expect(found.slice(0, 19)).toContain('/599');
    // A document that is added without the bound is found by every word.
    index.add(documentOf(['Notes', 'water'], 600));
    expect(find(index, 'water')).toContain('/600');
    // Those that are changed or removed leave their place to others.
    index.add(documentOf(['Notes', 'snow'], 0), true);
    index.remove(documentOf(['Notes', 'water'], 600));
    index.add(documentOf(['Notes', 'water'], 500), true);
    expect(find(index, 'water')).toHaveLength(519);
    expect(find(index, 'water')).toContain('/500');
  });

  it('corrects a word that only a removed document had', () => {
    const wrong = documentOf(['Gutterz', 'gutterz, again'], 0);
    const index = indexOf([]);
    index.addAll([wrong, documentOf(['Gutters', ''], 1)]);
    expect(find(index, 'gutterz')).toEqual(['/0']);
    index.remove(wrong);
    expect(find(index, 'gutterz')).toEqual(['/1']);
  });

  it('completes a beginning only while it is not a word itself', () => {
    const index = indexOf([
      ['Charger', ''],
      ['Prices', 'what we charge'],
      ['Handyman', ''],
      ['Notes', 'handy for the airport'],
      ['Recirculation', ''],
      ['Recycling', ''],
    ]);
    expect(find(index, 'charge')).toEqual(['/1']);
    expect(find(index, 'charg')).toEqual(['/1']);
    expect(find(index, 'char')).toContain('/0');
    // Their stems are "handi" and "reci".
    expect(find(index, 'handy')).toEqual(['/2', '/3']);
    expect(find(index, 'recy')).toEqual(['/5']);
  });
});
