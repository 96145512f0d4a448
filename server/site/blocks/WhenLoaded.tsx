import type { ReactNode } from 'react';
import type { Result } from '../../content/siteContent.ts';
import { ConnectionError, type ConnectionErrorVariant } from './ConnectionError.tsx';

interface WhenLoadedProps<T> {
  readonly result: Result<T>;
  /** How the block says that the content service cannot be reached. */
  readonly notice?: ConnectionErrorVariant;
  /** Replaces the notice, where the block has better words than it; null: nothing stands there. */
  readonly fallback?: ReactNode;
  /** Stands where content says that there is no such thing: null. */
  readonly absent?: ReactNode;
  readonly children: (value: NonNullable<T>) => ReactNode;
}

/** A block that shows one value, or the notice where it cannot be had. */
export function WhenLoaded<T>({
  result,
  notice = 'block',
  fallback = <ConnectionError variant={notice} />,
  absent = null,
  children,
}: WhenLoadedProps<T>) {
  if (!('ok' in result)) return fallback;
  return result.ok === null || result.ok === undefined ? absent : children(result.ok);
}
