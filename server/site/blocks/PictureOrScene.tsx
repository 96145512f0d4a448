import type { ComponentProps, ReactNode } from 'react';
import { Picture } from '../../../shared/ui/Picture.tsx';

interface PictureOrSceneProps extends Omit<ComponentProps<typeof Picture>, 'drawing'> {
  /** What is drawn where there is no picture. */
  readonly scene: ReactNode;
}

/** A picture of the content, or a drawn scene in the same frame. */
export function PictureOrScene({ scene, ...picture }: PictureOrSceneProps) {
  if (picture.picture !== null) return <Picture {...picture} />;
  return (
    <div className={`picture picture-scene ratio-${picture.ratio}`} data-vt={picture.transition}>
      {scene}
    </div>
  );
}
