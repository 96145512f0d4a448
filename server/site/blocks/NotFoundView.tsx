import type { ReactNode } from 'react';
import { Hero } from './Hero.tsx';

interface NotFoundViewProps {
  readonly title: string;
  readonly text: string;
  readonly scene: ReactNode;
  /** Where to go from here. */
  readonly children: ReactNode;
}

/** What a visitor sees at an address that leads nowhere: calm words, a drawing and a way on. */
export function NotFoundView({ title, text, scene, children }: NotFoundViewProps) {
  return (
    <Hero title={title} subtitle={text} scene={scene}>
      {children}
    </Hero>
  );
}
