import type { ReactNode } from 'react';
import { isExternal, safeHref } from '../safeHref.ts';

interface AProps {
  readonly href: string | null;
  /** Where to lead when `href` may not be linked to. */
  readonly fallback?: string;
  readonly className?: string;
  readonly newTab?: boolean;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly children: ReactNode;
}

/** The one link of the site: an ordinary document navigation over `safeHref`. */
export function A({ href, fallback, newTab, children, ...rest }: AProps) {
  const address = safeHref(href) ?? safeHref(fallback);
  if (address === null) return <span className={rest.className}>{children}</span>;
  const rel = newTab || isExternal(address) ? 'noopener noreferrer' : undefined;
  return (
    <a href={address} rel={rel} target={newTab ? '_blank' : undefined} {...rest}>
      {children}
    </a>
  );
}
