import { readPostQuery } from '../../shared/blogFilter.ts';
import { type ContactQuery, readContactQuery } from '../../shared/contactQuery.ts';
import type { PostQuery } from '../../shared/content.ts';
import { readSearchQuery } from '../../shared/search.ts';
import { type HomeQuery, readHomeQuery } from './homeFilter.ts';

/** All query parameters that pages may declare; null, false or page 1 if the address has no valid value. */
export interface PageQuery extends PostQuery, HomeQuery, ContactQuery {
  /** The visitor's search words. */
  readonly q: string | null;
}

const readAll = (parameters: URLSearchParams): PageQuery => ({
  ...readPostQuery(parameters),
  ...readHomeQuery(parameters),
  ...readContactQuery(parameters),
  q: readSearchQuery(parameters),
});

/** The query of an address without one. */
export const noQuery = readAll(new URLSearchParams());

/**
 * Whether an address with a query is one of endlessly many, so that its page is made for each request: with dates, of which
 * the past ones also change from day to day; or for a row, with a filter of the list that led there.
 */
export const isOneOfMany = ({ checkIn, checkOut, town }: PageQuery, namesRow: boolean): boolean =>
  checkIn !== null || checkOut !== null || (namesRow && town !== null);

/** Whether this parameter has no effect: it is absent, or the first page. */
export const isUnset = (name: string, value: PageQuery[keyof PageQuery]): boolean =>
  !value || (name === 'page' && Number(value) <= 1);

/** Reads the query parameters that a page declares; the rest is ignored. */
export function readQuery(declared: readonly (keyof PageQuery)[], queryText: string): PageQuery {
  if (queryText.length < 2 || declared.length === 0) return noQuery;
  const found = readAll(new URLSearchParams(queryText));
  const query = { ...noQuery };
  for (const name of declared) Object.assign(query, { [name]: found[name] });
  return query;
}

/** The query as in a cache key: in a fixed order, without parameters that have no effect. Empty if none is left. */
export function writeQuery(query: PageQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...noQuery, ...query })) {
    if (!isUnset(name, value)) parameters.set(name, value === true ? '1' : String(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}
