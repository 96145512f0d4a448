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
  readonly children: (value: T) => ReactNode;
}

/**
 * A block that needs one answer: Loading while it is awaited in a streamed page, the notice when the
 * content service could not be reached. An answer that is already there costs no Suspense boundary.
 */
export function WhenLoaded<T>(props: WhenLoadedProps<T>) {
  if (props.query.status === 'fulfilled') return <Loaded {...props} />;
  return (
    <Suspense fallback={<Loading notice={props.notice} />}>
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
  const answer = use(query);
  if ('ok' in answer) return children(answer.ok);
  return otherwise;
}
