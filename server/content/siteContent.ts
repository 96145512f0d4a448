import * as v from 'valibot';
import { type Row, readRow } from '../directus/readField.ts';
import type { CollectionName, ValueOf } from './collections/collections.ts';
import { isLandingSlug, type Page, type PageSlug } from './collections/pages.ts';
import type { FileFacts } from './parse/parseContext.ts';

/** A value, or why there is none. */
export type Result<T> = { readonly ok: T } | { readonly unreachable: string };

/** The state of a collection. The version changes whenever the state does. */
export type Loaded<T> = Result<T> & { readonly version: number };

/**
 * All content of the site at one moment, by the names of the collections in Directus. Immutable: an edit makes a new
 * object, in which unchanged collections are the same objects as before.
 */
export type SiteContent = { readonly [Name in CollectionName]: Loaded<ValueOf<Name>> };

/**
 * The rows of a collection as Directus sent them, and the time of the load in milliseconds since 1970. A row may be any
 * object.
 */
export const rawRowsSchema = v.object({
  loadedAt: v.number(),
  rows: v.array(v.custom<Row>((member) => readRow(member) !== null)),
});

export type RawRows = { readonly rows: readonly Row[]; readonly loadedAt: number };

/** Rows by the name of their collection, as Directus sent them. */
export type RawContent = ReadonlyMap<CollectionName, RawRows>;

/** The value of a result; undefined if there is none. */
export function valueIn<T>(result: Result<T>): T | undefined {
  return 'ok' in result ? result.ok : undefined;
}

/** Applies a function to the value of a result, if there is one. */
export function mapResult<T, R>(result: Result<T>, use: (value: T) => R): Result<R> {
  return 'ok' in result ? { ok: use(result.ok) } : result;
}

/** Whether a result has no value, because the content service has never delivered one. */
export function isUnreachable(result: Result<unknown>): boolean {
  return 'unreachable' in result;
}

/**
 * What the library says about a file; null: there is no such file; undefined: the library is not loaded, or is empty
 * because it may not be read.
 */
export function factsIn(library: SiteContent['directus_files'], id: string): FileFacts | null | undefined {
  const files = valueIn(library);
  return files?.size ? (files.get(id) ?? null) : undefined;
}

/** The row of `pages` for a page of the site; null: there is none. */
export function pageOf(content: Pick<SiteContent, 'pages'>, slug: PageSlug): Result<Page | null> {
  return mapResult(content.pages, (pages) => pages.find((page) => page.slug === slug) ?? null);
}

/**
 * Whether an editor has made a page at this address, or may have: true for any possible address while `pages` is not
 * loaded.
 */
export function mayBeLandingPage(content: Pick<SiteContent, 'pages'>, slug: string): boolean {
  const pages = valueIn(content.pages);
  return pages ? pages.some((page) => page.isLanding && page.slug === slug) : isLandingSlug(slug);
}
