import type { ReactNode } from 'react';
import { A } from './A.tsx';

interface LinkButtonProps {
  readonly href: string | null;
  /** Used if content gives no address that is safe to link to. */
  readonly fallback?: string;
  readonly look?: 'solid' | 'outline';
  readonly small?: boolean;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly children: ReactNode;
}

/** A link styled as a button, for the main action of a block. */
export function LinkButton({ look = 'solid', small = false, ...link }: LinkButtonProps) {
  const className = ['button', look === 'outline' && 'button-outline', small && 'button-small'];
  return <A className={className.filter(Boolean).join(' ')} {...link} />;
}
