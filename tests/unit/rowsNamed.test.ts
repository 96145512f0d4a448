import { expect, it } from 'vitest';
import { rowsNamed } from '../../server/site/components/rowsNamed.ts';
import { growsTooFast } from '../support/growth.ts';

it('finds rows by slug or name in the order of the names, the first of equal ones, each once', () => {
  const [barn, first, second] = [
    { slug: 'barn', name: 'Red House' },
    { slug: 'red-house', name: 'First' },
    { slug: 'other', name: 'red  house' },
  ];
  const named = (...terms: string[]) => rowsNamed(terms, () => [barn, first, second]);
  expect(named('other', 'red-house', 'none', 'barn')).toEqual([second, barn]);
  expect(named('first', 'toString', '__proto__')).toEqual([first]);
  expect(rowsNamed([], () => expect.unreachable())).toEqual([]);
});

it('finds many names among many rows in linear time', () => {
  const find = (size: number) => {
    const rows = Array.from({ length: size }, (_, at) => ({ slug: `home-${at}`, name: `Home ${at}` }));
    // The blocks of a page, and each row that the doctor examines, look for themselves.
    for (const { slug } of rows) rowsNamed([slug], () => rows);
  };
  expect(growsTooFast(find, 60)).toBe(false);
});
