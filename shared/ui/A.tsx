import type { ReactNode } from 'react';
import { isExternal, safeHref } from '../safeHref.ts';

interface AProps {
  readonly href: string | null;
  /** Used if `href` is not safe to link to. */
  readonly fallback?: string;
  readonly className?: string;
  readonly newTab?: boolean;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** The site's link component: an ordinary link if the address passes `safeHref`, else plain text. */
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
