import type { ComponentType } from 'react';
import type { DrawingName } from '../../../../shared/drawings.ts';
import { CanyonScene } from './CanyonScene.tsx';
import { DesertScene } from './DesertScene.tsx';
import { DuskScene } from './DuskScene.tsx';
import { ForestScene } from './ForestScene.tsx';
import { LakeScene } from './LakeScene.tsx';
import { LodgeScene } from './LodgeScene.tsx';
import { PeaksScene } from './PeaksScene.tsx';
import { RiverScene } from './RiverScene.tsx';
import { SnowfieldScene } from './SnowfieldScene.tsx';

/** A scene for the top of a page, and the drawing of the same place, which the page then leaves out. */
interface ChosenScene {
  readonly Scene: ComponentType;
  readonly alike: DrawingName;
}

const scenes: readonly (readonly [RegExp, ChosenScene])[] = [
  [/snow|plow|winter/, { Scene: SnowfieldScene, alike: 'snow' }],
  [/window|glass/, { Scene: PeaksScene, alike: 'peak' }],
  [/short-term|\bstr\b|stag/, { Scene: DuskScene, alike: 'dusk' }],
  [/rental|vacation|stay/, { Scene: LakeScene, alike: 'lake' }],
  [/housekeep|clean|manage/, { Scene: LodgeScene, alike: 'cabin' }],
  [/maint|handyman|repair|tree/, { Scene: ForestScene, alike: 'pines' }],
  [/deck|paint|stain|landscap/, { Scene: DesertScene, alike: 'desert' }],
  [/water|plumb|irrigat|pool/, { Scene: RiverScene, alike: 'river' }],
];

/** Where a page is set that has no photograph, by the words of what it is about (a title, a slug). */
export function chooseScene(subject: string): ChosenScene {
  const words = subject.toLowerCase();
  return scenes.find(([pattern]) => pattern.test(words))?.[1] ?? { Scene: CanyonScene, alike: 'canyon' };
}
