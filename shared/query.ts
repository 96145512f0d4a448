/** The result of a query: its value, or why the content service was unreachable. */
export type QueryResult<T> = { readonly ok: T } | { readonly unreachable: string };

/**
 * A promise of a result that never rejects. A settled query also carries React's own marks (`status`, `value`), so
 * that `use` reads it without suspending.
 */
export type Query<T> = Promise<QueryResult<T>> &
  (
    | { readonly status?: undefined; readonly value?: undefined }
    | { readonly status: 'pending'; readonly value?: undefined }
    | { readonly status: 'fulfilled'; readonly value: QueryResult<T> }
  );

/** A query whose result is already there. */
export function settledQuery<T>(result: QueryResult<T>): Query<T> {
  return Object.assign(Promise.resolve(result), { status: 'fulfilled' as const, value: result });
}

/** A query that marks itself as settled once its promise is; `promise` must not reject. */
export function pendingQuery<T>(promise: Promise<QueryResult<T>>): Query<T> {
  const query = Object.assign(promise, { status: 'pending' as const });
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }));
  return query;
}

/** A query of what a function makes of the value of another. */
export function mapQuery<T, R>(query: Query<T>, use: (value: T) => R): Query<R> {
  const map = (result: QueryResult<T>): QueryResult<R> => ('ok' in result ? { ok: use(result.ok) } : result);
  return query.status === 'fulfilled' ? settledQuery(map(query.value)) : pendingQuery(query.then(map));
}
