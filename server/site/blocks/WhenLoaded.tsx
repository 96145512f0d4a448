import { type ReactNode, Suspense, use } from 'react';
import type { Query } from '../../../shared/query.ts';
import { ConnectionError, type ConnectionErrorVariant } from './ConnectionError.tsx';
import { Loading } from './Loading.tsx';

interface WhenLoadedProps<T> {
  readonly query: Query<T>;
  /** How the block says that the content service cannot be reached. */
  readonly notice: ConnectionErrorVariant;
  /** Replaces the notice, where the block has better words than it; null: nothing stands there. */
  readonly fallback?: ReactNode;
  /** Replaces the words for what is awaited, where the block may turn out to be nothing. */
  readonly pending?: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/**
 * A block that needs one query: the fallback Loading while it is pending in a streamed page, the notice when the
 * content service is unreachable. A query that is already settled costs no Suspense boundary.
 */
export function WhenLoaded<T>(props: WhenLoadedProps<T>) {
  if (props.query.status === 'fulfilled') return <Loaded {...props} />;
  return (
    <Suspense fallback={props.pending === undefined ? <Loading notice={props.notice} /> : props.pending}>
      <Loaded {...props} />
    </Suspense>
  );
}

function Loaded<T>({
  query,
  notice,
  fallback: otherwise = <ConnectionError variant={notice} />,
  children,
}: WhenLoadedProps<T>) {
  const result = use(query);
  if ('ok' in result) return children(result.ok);
  return otherwise;
}
