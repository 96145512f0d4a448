import type { ComponentType, ReactNode } from 'react';
import { drawingNames } from '../../../shared/drawings.ts';
import { stylePath } from '../../../shared/paths.ts';
import { PicturePlaceholder } from '../../../shared/ui/PicturePlaceholder.tsx';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { StyleComponents } from '../blocks/StyleComponents.tsx';
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

/** The colors of the specification, and the roles that the themes make of them (foundation/themes.css). */
const colors = [
  'primary',
  'secondary',
  'accent',
  'background',
  'surface',
  'text',
  'textLight',
  'headerBg',
  'buttonBg',
  'onButton',
  'buttonHover',
  'headerText',
  'tint',
  'band',
  'onBand',
  'bandAccent',
  'line',
  'field',
  'danger',
  'success',
  'sky',
  'glow',
  'sun',
  'haze',
  'far',
  'mid',
  'near',
  'snow',
];

const steps = ['small', '0', '1', '2', '3', '4', '5'];

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
  ask: () => ({}),
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
      <header className="container section">
        <h1>Style</h1>
        <p className="lead">
          What the site is made of, in the theme that is chosen above. Pages use these and nothing else.
        </p>
      </header>
      <Part id="colors" title="Colors" tint>
        <ul className="style-colors">
          {colors.map((name) => (
            <li key={name}>
              <span className={`style-${name}`} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part id="type" title="Type">
        <div className="style-type">
          {steps.map((step) => (
            <p key={step} className={`style-step-${step} style-display`}>
              Frost on the juniper
            </p>
          ))}
          {steps.slice(0, 4).map((step) => (
            <p key={step} className={`style-step-${step}`}>
              Somebody looks after the house while you are away: 1,234,567 lines of it.
            </p>
          ))}
        </div>
      </Part>
      <StyleComponents />
      <Part id="drawings" title="Drawings" tint>
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
      </Part>
      <Part id="scenes" title="Scenes">
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
      </Part>
      <CallToActionBand call={null} />
    </>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly tint?: boolean;
  readonly children: ReactNode;
}

function Part({ id, title, tint = false, children }: PartProps) {
  return (
    <section className={tint ? 'section section-tint' : 'section'} aria-labelledby={id}>
      <div className="container stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </section>
  );
}
