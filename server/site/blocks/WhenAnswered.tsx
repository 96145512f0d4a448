import { type ReactNode, Suspense, use } from 'react';
import type { Question } from '../../../shared/contentSource.ts';
import { ConnectionError, type ConnectionErrorVariant } from './ConnectionError.tsx';
import { Loading } from './Loading.tsx';

interface WhenAnsweredProps<T> {
  readonly question: Question<T>;
  /** How the block says that the content service cannot be reached. */
  readonly notice: ConnectionErrorVariant;
  /** Replaces the notice, where the block has better words than it; null: nothing stands there. */
  readonly otherwise?: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/**
 * A block that needs one answer: Loading while it is awaited in a streamed page, the notice when the
 * content service could not be reached. An answer that is already there costs no Suspense boundary.
 */
export function WhenAnswered<T>(props: WhenAnsweredProps<T>) {
  if (props.question.status === 'fulfilled') return <Answered {...props} />;
  return (
    <Suspense fallback={<Loading notice={props.notice} />}>
      <Answered {...props} />
    </Suspense>
  );
}

function Answered<T>({
  question,
  notice,
  otherwise = <ConnectionError variant={notice} />,
  children,
}: WhenAnsweredProps<T>) {
  const answer = use(question);
  if ('ok' in answer) return children(answer.ok);
  return otherwise;
}
