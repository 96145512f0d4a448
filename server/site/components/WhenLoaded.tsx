import type { ReactNode } from 'react';
import type { Result } from '../../content/siteContent.ts';
import { ConnectionError, type ConnectionErrorVariant } from './ConnectionError.tsx';

interface WhenLoadedProps<T> {
  readonly result: Result<T>;
  /** The size of the notice that the content service cannot be reached. */
  readonly notice?: ConnectionErrorVariant;
  /** Replaces the notice if the block has better words; null shows nothing. */
  readonly fallback?: ReactNode;
  /** Shown if the value is null: content has no such thing. */
  readonly absent?: ReactNode;
  readonly children: (value: NonNullable<T>) => ReactNode;
}

/** A block that shows one value, or a notice if it is unavailable. */
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
