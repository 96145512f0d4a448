import type { ReactNode } from 'react';
import { parseDelivery } from '../../../shared/deliveryStatus.ts';
import { drawingNames } from '../../../shared/drawings.ts';
import { emptyEnquiryValues } from '../../../shared/enquiryFields.ts';
import { DeliveryTimeline } from '../../../shared/islands/DeliveryTimeline.tsx';
import { stylePath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { EnquiryFields, enquiryControlId } from '../../../shared/ui/EnquiryFields.tsx';
import { ErrorSummary } from '../../../shared/ui/FormField.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { NoPosts } from '../../../shared/ui/NoPosts.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { PicturePlaceholder } from '../../../shared/ui/PicturePlaceholder.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { CallToActionBand } from '../components/CallToActionBand.tsx';
import { CheckList } from '../components/CheckList.tsx';
import { ConnectionError } from '../components/ConnectionError.tsx';
import { Points } from '../components/Points.tsx';
import { PictureOrScene, sceneNames } from '../components/Scene.tsx';
import { definePage } from '../definePage.tsx';

/** The colors of the specification, and the roles that the themes derive from them (`themes.css`). */
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

const steps = ['Tell us', 'We look', 'It is done'].map((title) => ({
  title,
  text: 'A sentence or two about it.',
}));
const emailError = 'Enter an email address';

/** For developers and designers: type, colors, components and states in the chosen theme. */
export const stylePage = definePage({
  select: () => ({ kind: 'found', selected: {} }),
  describe: () => ({
    title: 'Style',
    description: 'Type, colors, components and states of the site in the chosen theme.',
    path: stylePath,
    unlisted: true,
  }),
  View: () => (
    <>
      <header className="container section stack">
        <h1>Style</h1>
        <p className="lead">
          What the site is made of, in the chosen theme. Pages use these and nothing else.
        </p>
      </header>
      <Part id="type" title="Type" tint>
        <h3>Third heading</h3>
        <h4>Fourth heading</h4>
        <p>Somebody looks after the house while you are away: 1,234,567 lines of it.</p>
        <p className="eyebrow">Eyebrow</p>
        <p className="small">Small words.</p>
      </Part>
      <Part id="colors" title="Colors">
        <ul className="cluster small">
          {colors.map((name) => (
            <li key={name}>
              <svg width="112" height="56" aria-hidden="true">
                <rect width="112" height="56" fill={`var(--${name})`} stroke="var(--field)" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part id="actions" title="Links and buttons" tint>
        <p className="cluster">
          <LinkButton href={stylePath}>Button</LinkButton>
          <LinkButton href={stylePath} look="outline">
            Outline
          </LinkButton>
          <LinkButton href={stylePath} small>
            Small
          </LinkButton>
          <button type="button" className="button" disabled>
            Disabled
          </button>
          <A href={stylePath} className="link-arrow">
            With an arrow <Icon name="arrow" />
          </A>
          <A href={stylePath}>In a sentence</A>
        </p>
        <p className="chips">
          <A href={stylePath} className="chip" aria-current="page">
            Chosen
          </A>
          <A href={stylePath} className="chip">
            Chip
          </A>
        </p>
        <Pagination list="posts" page={4} pageCount={9} pathOf={() => stylePath} />
      </Part>
      <Part id="messages" title="Surfaces and messages">
        <div className="grid">
          <p className="panel">A panel.</p>
          <CheckList lines={['One line of a list', 'A second line, which is so long that it breaks']} />
          <p className="notice">A notice.</p>
          <p className="notice notice-success">Something went well.</p>
          <p className="notice notice-error">Something went wrong.</p>
          <ConnectionError variant="block" />
        </div>
        <p>
          In a line: <ConnectionError variant="inline" />
        </p>
        <NoPosts>Nothing has been written under this heading yet.</NoPosts>
      </Part>
      <Part id="points" title="Statements" tint>
        <Points look="steps" points={steps} />
        <Points look="cards" points={steps.map((step) => ({ ...step, icon: 'home' }))} />
      </Part>
      <Part id="fields" title="Fields">
        <form className="form" action={stylePath}>
          <ErrorSummary
            id="style-errors"
            errors={[{ controlId: enquiryControlId('email'), message: emailError }]}
          />
          <EnquiryFields values={emptyEnquiryValues} errors={{ email: emailError }} />
          <button type="submit" className="button">
            Send
          </button>
        </form>
        <DeliveryTimeline number="style-1" delivery={parseDelivery({})} hasEnded={false} />
      </Part>
      <Part id="drawings" title="Drawings" tint>
        <ul className="grid">
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
        <ul className="split">
          {sceneNames.map((name) => (
            <li key={name}>
              <PictureOrScene picture={null} scene={name} sizes="" ratio="wide" />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <CallToActionBand call={null} />
    </>
  ),
});

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly tint?: boolean;
  readonly children: ReactNode;
}

function Part({ id, title, tint = false, children }: PartProps) {
  useStyles('panel', 'picture', 'chips', 'notices');
  return (
    <section className={tint ? 'section section-tint' : 'section'} aria-labelledby={id}>
      <div className="container stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </section>
  );
}
