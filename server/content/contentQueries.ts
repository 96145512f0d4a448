import { CallFailure } from '../directus/callErrors.ts';
import type { DirectusClient } from '../directus/directusClient.ts';
import { isForbidden } from '../directus/directusErrors.ts';
import { createRowReader, type RowReader } from '../directus/rowReader.ts';
import { contentWindows, type DetailQuery, type ListQuery, shapeOf } from './collections/collection.ts';
import type { FileTable } from './fileTable.ts';
import type { ParseContext } from './parse/parseContext.ts';
import type { StoreQuery } from './store/contentSlot.ts';
import { digestOf } from './store/digest.ts';

interface QueryOptions {
  readonly client: DirectusClient;
  readonly files: FileTable;
  readonly context: Omit<ParseContext, 'fileFacts'>;
  /** Begins to load a key again, in this turn. */
  readonly reload: (key: string) => unknown;
  /** Called with responses that arrived and could not be used; the client reports failed calls itself. */
  readonly onUnusable: (error: unknown, key: string) => void;
}

/** Makes store queries from the declarations of collections: the call, and the parser of its response. */
export interface ContentQueries {
  list<T>(list: ListQuery<T>): StoreQuery<T>;
  detail<T>(detail: DetailQuery<T>, id: string): StoreQuery<T>;
  /** The value of an id without rows. */
  absent<T>(detail: DetailQuery<T>, id: string): T;
}

/** Makes the store queries of one content service. */
export function createContentQueries(options: QueryOptions): ContentQueries {
  const { client, files, context, reload, onUnusable } = options;
  const readers = new Map<DetailQuery<unknown>, RowReader>();
  const readerOf = (detail: DetailQuery<unknown>) => {
    // A list has named the row, so something of it has been seen.
    const shape = shapeOf(detail.rows, true);
    const reader =
      readers.get(detail) ?? createRowReader(client, { ...detail, collection: detail.rows.name, shape });
    readers.set(detail, reader);
    return reader;
  };

  /**
   * Fetches and parses. The same rows with the same facts of their files return the same object, without parsing
   * again.
   */
  const loaderOf = <T>(
    key: string,
    fetchRows: (held: T | undefined) => Promise<unknown>,
    parse: (rows: unknown, context: ParseContext) => T,
  ) => {
    let last: { readonly value: T; readonly rows: string; readonly files: number } | null = null;
    /** Rows that are parsed again, without a call, because the facts of their files came late. */
    let again: { readonly rows: unknown } | null = null;
    let loads = 0;
    const load = async (held: T | undefined): Promise<T> => {
      loads += 1;
      const order = loads;
      const facts = files.begin();
      const fetched = again ? again.rows : await fetchRows(held);
      await facts;
      const rows = digestOf(fetched);
      if (last?.rows === rows && last.files === files.version()) return last.value;
      const { value, version, missing } = files.describe((fileFacts) =>
        parse(fetched, { ...context, fileFacts }),
      );
      last = version === null ? null : { value, rows, files: version };
      void missing?.then((isKnown) => {
        // A later load has newer rows.
        if (!isKnown || order !== loads) return;
        again = { rows: fetched };
        void reload(key);
        again = null;
      });
      return value;
    };
    return (held: T | undefined) =>
      load(held).catch((error) => {
        if (!(error instanceof CallFailure)) onUnusable(error, key);
        throw error;
      });
  };

  const withoutFiles: ParseContext = { ...context, fileFacts: () => null };
  const isLike = (value: unknown, other: unknown) => digestOf(value) === digestOf(other);

  /** The rows of a list; `isEmpty` tells whether a value has any. */
  const listRows = async <T>(
    { rows, query }: ListQuery<T>,
    held: T | undefined,
    isEmpty: (value: T) => boolean,
  ): Promise<unknown> => {
    const mayBeMissing = rows.mayBeMissing === true && (held === undefined || isEmpty(held));
    const isMissing = (error: unknown) => mayBeMissing && isForbidden(error);
    try {
      const shape = shapeOf(rows, held !== undefined);
      return await client.items(rows.name, query, { shape, isExpected: isMissing });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };

  return {
    absent: (detail, id) => detail.parse([], withoutFiles, id),
    list<T>(list: ListQuery<T>) {
      const isEmpty = (value: T) => isLike(value, list.parse([], withoutFiles));
      return {
        kind: 'list',
        key: list.key,
        windows: list.windows ?? contentWindows,
        collection: list.rows.name,
        load: loaderOf(list.key, (held: T | undefined) => listRows(list, held, isEmpty), list.parse),
        isEmpty,
        ...(list.changesAt ? { changesAt: list.changesAt } : {}),
      };
    },
    detail(detail, id) {
      const key = detail.prefix + id;
      return {
        kind: 'detail',
        key,
        windows: contentWindows,
        load: loaderOf(
          key,
          () => readerOf(detail)(id),
          (rows, full) => detail.parse(rows, full, id),
        ),
        isEmpty: (value) => isLike(value, detail.parse([], withoutFiles, id)),
      };
    },
  };
}
