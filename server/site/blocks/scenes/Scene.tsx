import type { ReactNode } from 'react';

/**
 * The frame of a drawn scene. Its parts are classed by their distance (sun, far, mid, near, snow) and take
 * the colors of the theme. On a narrow screen the middle remains.
 */
export function Scene({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="scene" viewBox="0 0 1440 360" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {children}
    </svg>
  );
}
