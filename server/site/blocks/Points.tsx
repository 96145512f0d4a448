import type { IconName } from '../../../shared/content.ts';
import { FeatureIcon } from './FeatureIcon.tsx';

/** A short statement: what it is about, and one or two sentences. */
export interface Point {
  readonly title: string;
  readonly text: string;
  readonly icon?: IconName;
}

interface PointsProps {
  /** Three or four. */
  readonly points: readonly Point[];
  /** `steps`: numbered, because their order matters; `cards`: each on a surface of its own. */
  readonly look?: 'plain' | 'steps' | 'cards';
}

/** Short statements side by side, below a heading of the second level. */
export function Points({ points, look = 'plain' }: PointsProps) {
  const List = look === 'steps' ? 'ol' : 'ul';
  return (
    <List className={`points points-${look}`}>
      {points.map(({ title, text, icon }) => (
        <li key={title} className={look === 'cards' ? 'panel' : undefined}>
          {icon && <FeatureIcon name={icon} />}
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}
