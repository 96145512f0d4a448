import { useStyles } from '../../../shared/useStyles.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import type { IconName } from '../../content/collections/icons.ts';
import { FeatureIcon } from './FeatureIcon.tsx';

/** A short statement: what it is about, and one or two sentences. */
export interface Point extends TitledText {
  readonly icon?: IconName;
}

interface PointsProps {
  readonly points: readonly Point[];
  /** `steps`: numbered, because their order matters; `cards`: each on a surface of its own. */
  readonly look?: 'plain' | 'steps' | 'cards';
}

/** Short statements side by side, below an h2. */
export function Points({ points, look = 'plain' }: PointsProps) {
  useStyles('points', look === 'cards' && 'panel');
  const List = look === 'steps' ? 'ol' : 'ul';
  return (
    <List className={`points points-${look}`}>
      {points.map(({ title, text, icon }, position) => (
        // By position: an editor may write the same title twice.
        <li key={position} className={look === 'cards' ? 'panel' : undefined}>
          {icon && <FeatureIcon name={icon} />}
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}
