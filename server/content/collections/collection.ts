import type { RowShape } from '../../directus/directusClient.ts';
import type { DirectusQuery } from '../../directus/directusUrl.ts';
import { type Row, readSlug } from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import type { Windows } from '../store/contentSlot.ts';
import type { CollectionSchema } from './schema.ts';

/** The rows of a collection: where they are read, and how they are told from what is none. */
export interface CollectionRows {
  /** The name in Directus. */
  readonly name: string;
  /**
   * Whether a row can be one of the collection. A response that has rows, none of which can, is malformed: what was
   * seen before is served on.
   */
  isRow(row: Row): boolean;
  /** It may be a singleton, whose one row comes as an object. */
  readonly mayBeSingleton?: true;
  /**
   * It came later than the site's other collections, and a Directus in use need not have it: one that may not be
   * read, or is not there (403 for both), is empty until rows of it have been seen.
   */
  readonly mayBeMissing?: true;
}

/** One list that is read of a collection: the call, its parser, and how the store holds it. */
export interface ListQuery<out T> {
  readonly rows: CollectionRows;
  /** The key in the store: unique, without a colon, so that no detail has it too. */
  readonly key: string;
  readonly query?: DirectusQuery;
  readonly windows?: Windows;
  /** Pages only show it beside their own content, so they wait less long for it. */
  readonly isSupporting?: true;
  /** Throws for a response that cannot be used: the call then counts as failed. */
  parse(rows: unknown, context: ParseContext): T;
  /** The next moment (milliseconds since 1970, after `now`) at which the same value means something else. */
  changesAt?(value: T, now: number): number | null;
  /** The pages that exist because of the list, at `now`. */
  pages?(value: T, now: number): readonly PageAddress[];
}

/** One page of the site; `lastModified` is a calendar day or timestamp, where one is truly known. */
export interface PageAddress {
  readonly path: string;
  readonly lastModified: string | null;
}

/** What is read of a collection by the slug of a row, or by the id of the row that others belong to. */
export interface DetailQuery<out T> {
  readonly rows: CollectionRows;
  /** Begins the keys in the store; the id follows. */
  readonly prefix: `${string}:`;
  /** The field that holds the id. */
  readonly by: string;
  readonly query: DirectusQuery;
  readonly isSupporting?: true;
  /** Which ids there are. All of them are read in the background, so that no outage finds a page unread. */
  readonly ids: IdList;
  /** An id that the list does not have is absent: the content service is not called for it. */
  readonly isListedOnly?: true;
  /** Without rows it returns the value of an absent one. */
  parse(rows: unknown, context: ParseContext, id: string): T;
}

interface IdList {
  readonly list: ListQuery<unknown>;
  of(value: unknown, now: number): readonly string[];
}

/** The ids of details, out of a list. */
export function idsOf<T>(list: ListQuery<T>, of: (value: T, now: number) => readonly string[]): IdList {
  // The value of a list is of the list's own type.
  return { list, of: (value, now) => of(value as T, now) };
}

/** A collection of the content service: everything that the site, its provisioning and its demo know of it. */
export interface Collection extends CollectionRows {
  /** Null: a table of Directus itself, which no provisioning makes. */
  readonly schema: CollectionSchema | null;
  /** The rows that the public may read under strict rules, as a filter; all of them without it. */
  readonly publicRows?: Readonly<Record<string, unknown>>;
  /** The fields that the public may read under strict rules; those of the schema without it. */
  readonly publicFields?: readonly string[];
  readonly lists: Readonly<Record<string, ListQuery<unknown>>>;
  readonly details?: Readonly<Record<string, DetailQuery<unknown>>>;
  /**
   * The key of a value that every other value takes something from: it is fetched first, and the others where it has
   * changed.
   */
  readonly sharedKey?: string;
  /** The order that has the rows first that editors work on; by falling id without it. */
  readonly newestFirst?: string;
}

/** Checks a declaration and returns it with its own types. */
export function defineCollection<const C extends Collection>(collection: C): C {
  return collection;
}

/** Which responses are rows of a collection; `isSeen`: some have been read before. */
export function shapeOf({ isRow, mayBeSingleton }: CollectionRows, isSeen: boolean): RowShape {
  return { isRow, mayBeSingleton: mayBeSingleton === true, isSeen };
}

/** Throws where two declarations have the same name: one would silently take the place of the other. */
export function checkUnique(names: readonly string[]): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`Two declarations are called ${twice}.`);
}

/** Whether a row has an address and a status, whichever: what every service and every post has. */
export function hasSlugAndStatus({ slug, status }: Row): boolean {
  return readSlug(slug) !== null && (typeof status === 'string' || status === null);
}

/** What lists and details are filtered by; the parsers look at the status once more. */
export const published = { status: { _eq: 'published' } };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Content that editors change while they look at the site. */
export const contentWindows: Windows = {
  fresh: minute,
  staleWhileRevalidate: 10 * minute,
  staleOnError: day,
};

/** The windows of content that rarely changes and is on every page. */
export const settingsWindows: Windows = {
  fresh: 5 * minute,
  staleWhileRevalidate: hour,
  staleOnError: 7 * day,
};
