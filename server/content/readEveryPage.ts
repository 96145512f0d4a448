import type { Envelope } from './callContent.ts';
import { ContentError } from './contentErrors.ts';
import type { DirectusQuery } from './directusUrl.ts';
import { readNumber } from './readField.ts';
import type { CallOptions } from './serviceCaller.ts';

/** One call; throws as the client does, without a report for what `isExpected` accepts. */
type Ask = (query: DirectusQuery, isExpected?: CallOptions['isExpected']) => Promise<Envelope>;

const firstPageSize = 500;
const fallbackPageSize = 100;
const maxRows = 20_000;

/**
 * Reads all rows that a query finds. Without a `limit` Directus answers with its default of 100 rows and
 * does not say that there are more; an operator's QUERY_LIMIT_MAX makes a larger `limit` a 400 that names
 * the largest one, or cuts pages in silence. So: ask for pages and for the count, and learn from the first
 * answer how large pages may be here.
 *
 * @returns a function from a query and a way to ask to the rows (at most 20,000); a query with a `limit` of
 *   its own is one call
 */
export function createPager() {
  let pageSize = firstPageSize;

  const askFirstPage = async (query: DirectusQuery, ask: Ask): Promise<Envelope> => {
    const askPage = () =>
      ask(
        { ...query, limit: pageSize, page: 1, meta: 'filter_count' },
        (error) => largestLimitIn(error) !== null,
      );
    const asked = pageSize;
    try {
      return await askPage();
    } catch (error) {
      const largest = largestLimitIn(error);
      if (largest === null || largest >= asked) throw error;
      pageSize = Math.min(pageSize, largest);
      return askPage();
    }
  };

  return async (query: DirectusQuery, ask: Ask): Promise<readonly unknown[]> => {
    if (query.limit !== null && query.limit !== undefined) return toRows((await ask(query)).data);
    const first = await askFirstPage(query, ask);
    const rows = [...toRows(first.data)];
    const total = readNumber(first.meta?.filter_count);
    // A short page is the last one, unless the count tells that the server cuts pages.
    const limit = total !== null && rows.length < total ? rows.length : pageSize;
    for (let page = 2; rows.length === limit * (page - 1) && rows.length < maxRows && limit > 0; page += 1) {
      if (total !== null && rows.length >= total) break;
      rows.push(...toRows((await ask({ ...query, limit, page })).data));
    }
    return rows.slice(0, maxRows);
  };
}

/** `"limit" must be less than or equal to 50`, as Directus 11 and 12 say it. */
function largestLimitIn(error: unknown): number | null {
  if (!(error instanceof ContentError) || error.status !== 400 || !error.message.includes('"limit"'))
    return null;
  const named = Number(/less than or equal to (\d+)/.exec(error.message)?.[1]);
  return named > 0 ? named : fallbackPageSize;
}

/** `data` of a list call: a list, nothing, or the one object of a singleton collection. */
function toRows(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  return data === null || data === undefined ? [] : [data];
}
