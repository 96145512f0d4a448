import type { CollectionName, ValueOf } from './collections/collections.ts';
import { isOwnSlug, type Page, type PageSlug } from './collections/pages.ts';

/** A value, or why it cannot be had. */
export type Result<T> = { readonly ok: T } | { readonly unreachable: string };

/** What is held of a collection. The version is another for each change of it. */
export type Loaded<T> = Result<T> & { readonly version: number };

/**
 * All content of the site at one moment, by the names of the collections in Directus. Immutable: an edit makes another
 * one, in which a collection that is the same is the same object.
 */
export type SiteContent = { readonly [Name in CollectionName]: Loaded<ValueOf<Name>> };

/** The value of a result; undefined where it cannot be had. */
export function valueIn<T>(result: Result<T>): T | undefined {
  return 'ok' in result ? result.ok : undefined;
}

/** What a function makes of the value of a result. */
export function mapResult<T, R>(result: Result<T>, use: (value: T) => R): Result<R> {
  return 'ok' in result ? { ok: use(result.ok) } : result;
}

/** Whether a result has no value, because the content service has never given one. */
export function isUnreachable(result: Result<unknown>): boolean {
  return 'unreachable' in result;
}

/** The row of `pages` for a page of the site; null: there is none. */
export function pageOf(content: Pick<SiteContent, 'pages'>, slug: PageSlug): Result<Page | null> {
  return mapResult(content.pages, (pages) => pages.find((page) => page.slug === slug) ?? null);
}

/** Whether a page of its own is, or may be, at this address: while pages cannot be had, nobody knows. */
export function mayBeOwnPage(content: Pick<SiteContent, 'pages'>, slug: string): boolean {
  const pages = valueIn(content.pages);
  return pages ? pages.some((page) => page.isOwn && page.slug === slug) : isOwnSlug(slug);
}
