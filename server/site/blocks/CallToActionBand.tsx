import type { CallToAction } from '../../../shared/content.ts';
import { contactPath } from '../../../shared/paths.ts';
import type { Query } from '../../../shared/query.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

/** The text of the call to action where content has none. */
const builtIn = {
  title: 'Ready to Get Started',
  description: 'Tell us about the house. Someone who knows the area will read it and write back.',
  buttonText: 'Contact Us',
};

interface CallToActionBandProps {
  /** What content says; null for the built-in words. */
  readonly call: Partial<CallToAction> | null;
}

/** The last block of a page: one heading, one button. */
export function CallToActionBand({ call }: CallToActionBandProps) {
  return (
    <section className="band section" aria-labelledby="call-to-action">
      <BandRidge />
      <div className="band-inner container">
        <div>
          <h2 id="call-to-action">{call?.title ?? builtIn.title}</h2>
          <p className="lead">{call?.description ?? builtIn.description}</p>
        </div>
        <LinkButton href={call?.buttonUrl ?? contactPath} fallback={contactPath}>
          {call?.buttonText ?? builtIn.buttonText}
        </LinkButton>
      </div>
    </section>
  );
}

/** The call to action of the content service, or the built-in one. */
export function LoadedCallToAction({ query }: { readonly query: Query<CallToAction | null> }) {
  return (
    <WhenLoaded query={query} notice="section" fallback={<CallToActionBand call={null} />}>
      {(call) => <CallToActionBand call={call} />}
    </WhenLoaded>
  );
}

/** Two ranges in the dusk, lighter than the ground they lie on. */
function BandRidge() {
  return (
    <svg
      className="band-ridge"
      viewBox="0 0 1440 220"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path d="M0 220V150l150-62 84 46 132-98 96 76 120-34 180 94 162-128 110 84 96-40 120 66 190-86v152z" />
      <path d="M0 220v-34l210-40 190 44 260-58 230 62 220-48 330 40v34z" />
    </svg>
  );
}
