import type { ReactNode } from 'react';
import { Hero } from './Hero.tsx';

interface NotFoundViewProps {
  readonly title: string;
  readonly text: string;
  readonly scene: ReactNode;
  /** Where to go from here. */
  readonly children: ReactNode;
}

/** The page at an address that does not exist: a short text, a drawing and links. */
export function NotFoundView({ title, text, scene, children }: NotFoundViewProps) {
  return (
    <Hero title={title} subtitle={text} scene={scene}>
      {children}
    </Hero>
  );
}
