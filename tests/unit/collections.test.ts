import { expect, it } from 'vitest';
import { checkUnique } from '../../server/content/collections/collection.ts';

it('two declarations of one name are refused when the server starts', () => {
  expect(() => checkUnique(['posts', 'services', 'posts'])).toThrow('Two declarations are called posts.');
  expect(() => checkUnique(['posts', 'services'])).not.toThrow();
});
