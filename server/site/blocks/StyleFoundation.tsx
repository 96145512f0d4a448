import { StylePart } from './StylePart.tsx';

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

/** What everything else is made of: the colors of the chosen theme, and the steps of type. */
export function StyleFoundation() {
  return (
    <>
      <StylePart id="colors" title="Colors" tint>
        <ul className="style-colors">
          {colors.map((name) => (
            <li key={name}>
              <span className={`style-${name}`} />
              {name}
            </li>
          ))}
        </ul>
      </StylePart>
      <StylePart id="type" title="Type">
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
      </StylePart>
    </>
  );
}
