/** What became of a query: its value, or why the content service could not be asked. */
export type QueryResult<T> = { readonly ok: T } | { readonly unreachable: string };

/**
 * A promise for an answer that never rejects. When the answer is already known it also carries React's
 * own marks (`status`, `value`), so that `use` reads it without suspending.
 */
export type Query<T> = Promise<QueryResult<T>> &
  (
    | { readonly status?: undefined; readonly value?: undefined }
    | { readonly status: 'pending'; readonly value?: undefined }
    | { readonly status: 'fulfilled'; readonly value: QueryResult<T> }
  );

/** A query whose answer is known. */
export function settledQuery<T>(answer: QueryResult<T>): Query<T> {
  return Object.assign(Promise.resolve(answer), { status: 'fulfilled' as const, value: answer });
}

/** A query that marks itself as answered once its promise settles; `promise` must not reject. */
export function pendingQuery<T>(promise: Promise<QueryResult<T>>): Query<T> {
  const query = Object.assign(promise, { status: 'pending' as const });
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }));
  return query;
}
