import { ContentError } from '../upstream/callErrors.ts';
import type { CallOptions } from '../upstream/serviceCaller.ts';
import type { Envelope } from './contentCaller.ts';
import type { DirectusQuery } from './directusUrl.ts';
import { readNumber } from './readField.ts';

/** One call; throws as the client does, without a report for what `isExpected` accepts. */
type Load = (query: DirectusQuery, isExpected?: CallOptions['isExpected']) => Promise<Envelope>;

type LimitedQuery = DirectusQuery & { readonly limit: number };

interface FirstPage {
  readonly envelope: Envelope;
  readonly limit: number;
}

/** How Directus writes that a query has no `limit`. */
const everyRow = -1;
const firstPageSize = 500;
const fallbackPageSize = 100;
const maxRows = 20_000;

/**
 * Reads all rows of a query, or as many as its `limit` says. Without a `limit` Directus sends its default of 100
 * rows and does not say that there are more; an operator's QUERY_LIMIT_MAX makes a larger `limit` a 400 that names
 * the largest one, or cuts pages in silence. So this requests pages and the count, and learns from the first
 * response how large pages may be.
 *
 * @returns a function that takes a query and the call to send it with, and returns the rows from the first one on,
 * at most 20,000
 */
export function createPager() {
  let pageSize = firstPageSize;

  /** The first page with the `limit` of the query, or with as much of it as is given at once here. */
  const loadFirstPage = async (query: LimitedQuery, load: Load): Promise<FirstPage> => {
    const limit = Math.min(query.limit, pageSize);
    const isTooMany = (error: unknown) => (largestLimitIn(error) ?? limit) < limit;
    try {
      return { limit, envelope: await load({ ...query, limit }, isTooMany) };
    } catch (error) {
      if (!isTooMany(error)) throw error;
      pageSize = Math.min(pageSize, largestLimitIn(error) ?? pageSize);
      return loadFirstPage(query, load);
    }
  };

  return async (query: DirectusQuery, load: Load): Promise<readonly unknown[]> => {
    const given = query.limit ?? everyRow;
    const most = given === everyRow ? maxRows : Math.min(given, maxRows);
    const counted = given === everyRow ? { page: 1, meta: 'filter_count' } : {};
    const first = await loadFirstPage({ ...query, limit: most, ...counted }, load);
    const rows = [...toRows(first.envelope.data)];
    const total = readNumber(first.envelope.meta?.filter_count);
    // A short page is the last one, unless the count shows that the server cuts pages.
    const limit = total !== null && rows.length < total ? rows.length : first.limit;
    for (let page = 2; rows.length === limit * (page - 1) && rows.length < most && limit > 0; page += 1) {
      if (total !== null && rows.length >= total) break;
      rows.push(...toRows((await load({ ...query, limit, page })).data));
    }
    return rows.slice(0, most);
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
