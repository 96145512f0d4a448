import type { CollectionName } from '../content/collections/collections.ts';
import { rowsOf } from '../content/receivedRows.ts';
import { DirectusClient } from '../directus/directusClient.ts';
import type { Row } from '../directus/readField.ts';
import type { Config } from '../process/config.ts';
import type { Previews } from './previews.ts';

/** For a row that the hook's caller waits for. */
const deadlineMs = 1_000;

/**
 * Reads rows that visitors do not see, to tell editors what they have saved: with the token of previews if there is
 * one, else as anybody may. `read` resolves with null if a row is gone or cannot be read; it never rejects.
 */
export function createUnseenRows(
  { directusUrl: baseUrl, preview }: Pick<Config, 'directusUrl' | 'preview'>,
  previews: Pick<Previews, 'tokenProblem'> | null,
) {
  const token = previews === null ? {} : { token: preview.token ?? '' };
  // Failed calls are expected, and would name the row.
  const quiet = { log: { debug: () => undefined }, reportError: () => undefined };
  const client = new DirectusClient({ baseUrl, ...token, deadlineMs, ...quiet });
  return {
    async read(collection: CollectionName, key: string): Promise<Row | null> {
      if (previews !== null && (await previews.tokenProblem()) !== null) return null;
      const row = await client.item(collection, key, { fields: ['*'] }).catch(() => null);
      return rowsOf(collection, [row], () => undefined)?.[0] ?? null;
    },
    close: () => client.close(),
  };
}
