import type { TitledText } from '../../../shared/content.ts';
import { jsonOf } from '../../../shared/jsonOf.ts';
import { readLine, readRows, readText } from '../../directus/readField.ts';

const longestJson = 64 * 1024;

/** A list of entries with title and text, or JSON text of one; at most `max`. Those without a title are left out. */
export function readTitledTexts(value: unknown, max: number): readonly TitledText[] {
  const list = typeof value === 'string' && value.length <= longestJson ? jsonOf(value) : value;
  return readRows(list)
    .slice(0, max)
    .flatMap((row) => {
      const title = readLine(row.title, 100);
      return title === null ? [] : [{ title, text: readText(row.text, 600) ?? '' }];
    });
}
