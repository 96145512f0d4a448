import type { Collection } from '../../server/content/collections/collection.ts';
import type { ParseContext } from '../../server/content/parse/parseContext.ts';
import { readRows } from '../../server/directus/readField.ts';
import { createParseContext } from './parseContext.ts';

/** The rows of a list that parse; its members may be of any type. */
export function parseRows<Parsed, Value>(
  collection: Collection<Parsed, Value>,
  list: unknown,
  context: ParseContext = createParseContext(),
): readonly Parsed[] {
  return readRows(list).flatMap((row) => collection.parseRow(collection.reshape(row), context) ?? []);
}

/** The value that pages get from the rows of a list; by default long after every date of the demo content. */
export function arrangeRows<Parsed, Value>(
  collection: Collection<Parsed, Value>,
  list: unknown,
  context: ParseContext = createParseContext(),
  now = Date.parse('2100-01-01T00:00:00Z'),
): Value {
  return collection.arrange(parseRows(collection, list, context), now, context);
}
