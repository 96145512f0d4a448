import { describe, expect, it } from 'vitest';
import type { MenuNode } from '../../server/content/collections/menuTree.ts';
import { navigation } from '../../server/content/collections/navigation.ts';
import { arrangeRows } from '../support/arrangeRows.ts';
import { growsTooFast } from '../support/growth.ts';
import { createParseContext } from '../support/parseContext.ts';

const row = (id: number, parent_id: unknown = null, more: Record<string, unknown> = {}) => ({
  id,
  title: `Entry ${id}`,
  url: `/entry-${id}`,
  parent_id,
  display_order: id,
  ...more,
});

/** A menu as nested ids: `1(2 3(4))`. */
const draw = (entries: readonly MenuNode[]): string =>
  entries.map(({ id, children }) => (children.length === 0 ? id : `${id}(${draw(children)})`)).join(' ');
const parse = (rows: unknown) => arrangeRows(navigation, rows);

describe('the menu', () => {
  it.each<[string, unknown, string]>([
    ['children after their parent', [row(1), row(2, 1), row(3, 1)], '1(2 3)'],
    ['children before their parent', [row(2, 1), row(1)], '1(2)'],
    ['a parent that is an object', [row(1), row(2, { id: 1 })], '1(2)'],
    ['ids that are strings', [row(1), row(2, '1')], '1(2)'],
    ['B1 rows with bare numbers between them', [1, row(2), 3], '2'],
    ['no rows', [], ''],
    ['B2 an object that is not a list', { a: 1 }, ''],
    ['B4 an entry that is its own parent', [row(1, 1), row(2)], '1 2'],
    ['B4 a cycle of two', [row(1, 2), row(2, 1)], '1(2)'],
    [
      'B4 a cycle of five, of which it keeps three levels',
      [row(1, 5), row(2, 1), row(3, 2), row(4, 3), row(5, 4)],
      '1(2(3))',
    ],
    ['B4 a child of an entry in a cycle', [row(3, 1), row(1, 2), row(2, 1)], '1(2 3)'],
    ['B4 an orphan', [row(1), row(2, 99)], '1 2'],
    ['B4 the same id twice, of which the first row counts', [row(1), row(1, 3), row(2, 1), row(3)], '1(2) 3'],
    ['four levels, of which it keeps three', [row(1), row(2, 1), row(3, 2), row(4, 3)], '1(2(3))'],
    ['a row without a title, which it drops', [row(1, null, { title: ' ' }), row(2)], '2'],
    ['a row without an id, which it drops', [row(1, null, { id: null }), row(2)], '2'],
  ])('is built from %s', (_what, rows, drawn) => {
    expect(draw(parse(rows))).toBe(drawn);
  });

  it.each(['All Services', 'View All Services', ' view all SERVICES '])(
    'drops the child %s, but no top entry of that name',
    (title) => {
      expect(draw(parse([row(1, null, { title }), row(2, 1, { title }), row(3, 1)]))).toBe('1(3)');
    },
  );

  it('sorts by display_order with nulls last, then as the entries were made', () => {
    const order = (id: number, display_order: unknown, title: string) =>
      row(id, null, { display_order, title });
    const rows = [
      order(2, null, 'A'),
      order(1, null, 'B'),
      order(10, 2, 'A'),
      order(9, 2, 'C'),
      order(5, '1', 'Z'),
    ];
    expect(draw(parse(rows))).toBe('5 9 10 1 2');
  });

  it('sorts by title where ids do not say which entry is older', () => {
    const order = (id: string, title: string) => row(0, null, { id, title, display_order: null });
    const rows = [order('b2', 'A'), order('a1', 'B'), order('3', 'Z'), order('b1', 'A')];
    expect(draw(parse(rows))).toBe('3 b1 b2 a1');
  });

  it.each([
    ['javascript:alert(1)', null],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['data:text/html,x', null],
    ['www.example.com', 'https://www.example.com/'],
    ['two words', null],
    ['about', '/about'],
    ['blog/tags', '/blog/tags'],
    ['about/', '/about'],
    ['/about/', '/about'],
    ['/', '/'],
    ['#', null],
    ['about/#team', '/about/#team'],
    ['blog?category=winter', '/blog?category=winter'],
    ['/about', '/about'],
    ['http://plain.example', 'http://plain.example/'],
    ['https://plain.example/x', 'https://plain.example/x'],
  ])('B15 an entry written as %s leads to %s', (url, href) => {
    expect(parse([row(1, null, { url })])[0]?.url).toBe(href);
  });

  it('says nothing of a link that is only a sign for none', () => {
    const context = createParseContext();
    arrangeRows(navigation, [row(1, null, { url: '#' })], context);
    expect([context.warnings, context.notes]).toEqual([[], []]);
  });

  it('B5 shows at most 200 of 10,000 entries, wide or deep, in linear time', () => {
    const context = createParseContext();
    const wide = (count: number) => Array.from({ length: count }, (_row, at) => row(at + 1));
    const deep = (count: number) => Array.from({ length: count }, (_row, at) => row(at + 1, at));
    expect(arrangeRows(navigation, wide(10_000), context)).toHaveLength(200);
    expect(context.warnings).toEqual(['The menu is cut']);
    expect(draw(parse(deep(10_000)))).toBe('1(2(3))');
    for (const make of [wide, deep]) expect(growsTooFast((count) => parse(make(count)), 625)).toBe(false);
  });
});
