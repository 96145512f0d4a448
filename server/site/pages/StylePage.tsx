import type { ComponentType } from 'react';
import { drawingNames } from '../../../shared/drawings.ts';
import { stylePath } from '../../../shared/paths.ts';
import { PicturePlaceholder } from '../../../shared/ui/PicturePlaceholder.tsx';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { StyleComponents } from '../blocks/StyleComponents.tsx';
import { StyleFoundation } from '../blocks/StyleFoundation.tsx';
import { StylePart } from '../blocks/StylePart.tsx';
import { CanyonScene } from '../blocks/scenes/CanyonScene.tsx';
import { DesertScene } from '../blocks/scenes/DesertScene.tsx';
import { DuskScene } from '../blocks/scenes/DuskScene.tsx';
import { ForestScene } from '../blocks/scenes/ForestScene.tsx';
import { LakeScene } from '../blocks/scenes/LakeScene.tsx';
import { LodgeScene } from '../blocks/scenes/LodgeScene.tsx';
import { PeaksScene } from '../blocks/scenes/PeaksScene.tsx';
import { RiverScene } from '../blocks/scenes/RiverScene.tsx';
import { RoadScene } from '../blocks/scenes/RoadScene.tsx';
import { SnowfieldScene } from '../blocks/scenes/SnowfieldScene.tsx';
import { definePage } from '../definePage.tsx';

const scenes: readonly (readonly [string, ComponentType])[] = [
  ['peaks', PeaksScene],
  ['lodge', LodgeScene],
  ['canyon', CanyonScene],
  ['river', RiverScene],
  ['road', RoadScene],
  ['snowfield', SnowfieldScene],
  ['lake', LakeScene],
  ['dusk', DuskScene],
  ['forest', ForestScene],
  ['desert', DesertScene],
];

/** For developers and designers: type, colors, components and states in the chosen theme. */
export const stylePage = definePage({
  styles: 'style',
  load: () => ({}),
  describe: () => ({
    title: 'Style',
    description: 'Type, colors, components and states of the site in the chosen theme.',
    path: stylePath,
    unlisted: true,
  }),
  View: StyleView,
});

function StyleView() {
  return (
    <>
      <header className="container section stack">
        <h1>Style</h1>
        <p className="lead">
          What the site is made of, in the theme that is chosen above. Pages use these and nothing else.
        </p>
      </header>
      <StyleFoundation />
      <StyleComponents />
      <StylePart id="drawings" title="Drawings" tint>
        <ul className="style-drawings">
          {drawingNames.map((name) => (
            <li key={name}>
              <div className="picture ratio-landscape">
                <PicturePlaceholder drawing={{ name, view: 'plain' }} />
              </div>
              {name}
            </li>
          ))}
        </ul>
      </StylePart>
      <StylePart id="scenes" title="Scenes">
        <ul className="style-scenes">
          {scenes.map(([name, Scene]) => (
            <li key={name}>
              <div className="picture picture-scene">
                <Scene />
              </div>
              {name}
            </li>
          ))}
        </ul>
      </StylePart>
      <CallToActionBand call={null} />
    </>
  );
}
