import type { ReactNode } from 'react';
import { A } from './A.tsx';

interface LinkButtonProps {
  readonly href: string | null;
  /** Where to lead when content gives no address that may be linked to. */
  readonly fallback?: string;
  readonly look?: 'solid' | 'outline';
  readonly small?: boolean;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly children: ReactNode;
}

/** A link that is drawn as a button, for the one step that a block wants its reader to take. */
export function LinkButton({ look = 'solid', small = false, ...link }: LinkButtonProps) {
  const className = ['button', look === 'outline' && 'button-outline', small && 'button-small'];
  return <A className={className.filter(Boolean).join(' ')} {...link} />;
}
