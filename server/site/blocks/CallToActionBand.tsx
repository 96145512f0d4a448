import type { CallToAction } from '../../../shared/content.ts';
import { contactPath } from '../../../shared/paths.ts';
import type { Query } from '../../../shared/query.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

/** The text of the call to action where content has none. */
const builtIn = {
  title: 'Ready to Get Started',
  description: 'Tell us about the house, the season and what is on your mind.',
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
      <BandDrawing />
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

/** A lit cabin below the range at dusk: light and dark of the band's own ground, so that it suits every theme. */
function BandDrawing() {
  return (
    <svg
      className="band-drawing"
      viewBox="0 0 1440 420"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <path
        className="band-light"
        d="M300 420L470 330l70 22 96-86 44 30 60-74 58 52 40-30 96 84 78-52 84 66 98-88 46 34 66-58 74 62 60-28v226z"
      />
      <path
        className="band-light"
        d="M740 222l58 52-26-10-22 14-24-16-24 18zM1194 254l46 34-22-4-20 12-26-14-20 16zM1306 230l40 34-20-6-18 12-24-10-20 14z"
      />
      <path
        className="band-moon"
        d="M1046 178a24 24 0 1 0 22 36 20 20 0 0 1-22-36zM905 190h3v3h-3zM960 236h2v2h-2zM1128 176h3v3h-3zM1190 214h2v2h-2zM1254 168h3v3h-3zM862 158h2v2h-2zM1310 190h2v2h-2zM1392 172h3v3h-3z"
      />
      <path
        className="band-dark"
        d="M0 420V372L200 360L480 352L760 338L1000 326L1200 322L1440 330V420zM820 315l2 8l-1 0l3 8l-2 0l4 8l-3-1l-1 1l0 2l-4 0l0-2l0-1l-3 1l4-8l-2 0l2-8l-1 0zM839 298l3 13l-1 0l3 13l-3-1l7 15l-5-2l-2 1l0 3l-4 0l0-3l-1-1l-6 2l7-15l-3 1l4-13l-2 0zM865 308l2 10l-1 0l4 9l-3 0l5 10l-4-1l-1 0l0 3l-4 0l0-3l0 0l-4 1l5-10l-3 0l3-9l-1 0zM885 301l3 12l-2-1l3 12l-2-1l6 13l-4-2l-2 1l0 3l-4 0l0-3l-1-1l-5 2l6-13l-3 1l4-12l-1 1zM912 306l3 9l-2 0l3 10l-2-1l5 11l-4-2l-1 1l0 2l-4 0l0-2l0-1l-3 2l4-11l-3 1l4-10l-1 0zM939 266l3 13l-1-1l3 14l-3-1l6 14l-4-2l9 15l-7-2l9 15l-8-3l-5 1l0 6l-4 0l0-6l-3-1l-8 3l9-15l-8 2l9-15l-6 2l7-14l-3 1l4-14l-2 1zM969 297l2 12l-1-1l3 12l-2-1l6 12l-5-1l-1 1l0 3l-4 0l0-3l-1-1l-4 1l5-12l-3 1l4-12l-2 1zM991 268l3 12l-2-1l5 13l-3-1l6 13l-5-1l6 13l-5-2l9 15l-8-3l-4 1l0 5l-4 0l0-5l-3-1l-7 3l8-15l-5 2l6-13l-5 1l6-13l-3 1l4-13l-2 1zM1013 267l2 12l-1-1l4 13l-3-1l7 13l-5-1l7 14l-6-2l10 14l-9-3l-4 2l0 5l-4 0l0-5l-3-2l-8 3l9-14l-6 2l7-14l-4 1l5-13l-3 1l4-13l-2 1zM1041 288l3 13l-1 0l4 14l-3-1l7 15l-5-2l-3 1l0 3l-4 0l0-3l-1-1l-5 2l6-15l-3 1l4-14l-1 0zM1067 297l2 11l-1-1l3 11l-2-1l5 12l-4-2l-1 1l0 3l-4 0l0-3l-1-1l-3 2l4-12l-3 1l4-11l-2 1zM1087 272l3 18l-2-1l7 19l-5-1l9 20l-6-3l-4 2l0 4l-4 0l0-4l-3-2l-5 3l7-20l-6 1l7-19l-2 1zM1117 270l3 19l-2-1l7 20l-5-2l8 20l-6-2l-3 1l0 5l-4 0l0-5l-3-1l-6 2l7-20l-4 2l6-20l-2 1zM1145 267l3 12l-1-1l4 12l-3 0l4 12l-4-1l6 13l-5-2l9 13l-7-2l-4 1l0 5l-4 0l0-5l-3-1l-8 2l9-13l-5 2l6-13l-5 1l6-12l-3 0l4-12l-1 1zM1169 301l2 9l-1-1l2 9l-2 0l4 9l-3-1l0 0l0 3l-4 0l0-3l0 0l-4 1l4-9l-2 0l3-9l-1 1zM1194 292l3 11l-2 0l4 12l-3-1l5 12l-4-2l-1 1l0 3l-4 0l0-3l-1-1l-5 2l6-12l-3 1l4-12l-1 0zM1219 301l2 9l-1 0l3 8l-2 0l4 9l-3-1l-1 0l0 3l-4 0l0-3l0 0l-4 1l5-9l-2 0l2-8l-1 0zM1237 292l3 12l-2 0l5 12l-3-1l5 12l-4-1l-2 0l0 3l-4 0l0-3l-1 0l-3 1l4-12l-2 1l3-12l-1 0zM1262 299l2 10l-1-1l3 11l-2-1l4 10l-3-1l-1 1l0 2l-4 0l0-2l-1-1l-4 1l5-10l-3 1l4-11l-1 1zM1276 267l2 12l-1-1l5 13l-3-1l4 13l-4-2l7 14l-6-2l7 14l-6-3l-3 1l0 6l-4 0l0-6l-3-1l-9 3l10-14l-7 2l8-14l-5 2l6-13l-4 1l5-13l-2 1zM1291 280l4 16l-2-1l4 17l-3-1l6 17l-5-2l-2 1l0 4l-4 0l0-4l-2-1l-7 2l8-17l-4 1l6-17l-2 1zM1319 306l2 8l-1 0l3 8l-2-1l3 9l-3-1l0 1l0 2l-4 0l0-2l0-1l-4 1l4-9l-2 1l3-8l-1 0zM1346 297l2 11l-1 0l4 12l-3-1l5 12l-4-2l-1 1l0 3l-4 0l0-3l-1-1l-5 2l6-12l-3 1l4-12l-2 0zM1364 295l2 12l-1-1l4 13l-3-1l5 13l-4-1l-1 0l0 3l-4 0l0-3l-1 0l-5 1l6-13l-3 1l4-13l-2 1zM1380 265l2 13l-1-1l4 14l-3-1l5 14l-4-2l8 15l-6-2l9 15l-8-3l-4 1l0 6l-4 0l0-6l-4-1l-7 3l8-15l-8 2l9-15l-4 2l6-14l-4 1l5-14l-2 1zM1405 301l3 11l-2 0l3 10l-2 0l5 11l-4-1l-1 0l0 3l-4 0l0-3l0 0l-5 1l6-11l-2 0l2-10l-1 0zM1426 279l4 18l-2-1l4 18l-3-1l7 19l-6-2l-2 1l0 5l-4 0l0-5l-3-1l-6 2l8-19l-4 1l5-18l-2 1z"
      />
      <path
        className="band-smoke"
        d="M1246 268c-10-20 14-28 6-48s14-26 10-46c14 22-2 32 4 50s-12 28-10 44z"
      />
      <path className="band-dark" d="M0 420v-14l380-10 300-14 250-20 190-4 200 2 120 6v54z" />
      <path
        className="band-dark"
        d="M956 268l4 20l-2-1l5 20l-4-2l11 22l-8-3l9 22l-8-3l16 23l-13-4l-8 2l0 8l-4 0l0-8l-6-2l-14 4l15-23l-10 3l12-22l-6 3l8-22l-5 2l6-20l-2 1zM1000 226l5 24l-3-1l8 24l-6-2l11 26l-8-3l12 26l-11-4l16 28l-13-5l19 28l-17-6l-11 3l0 12l-4 0l0-12l-10-3l-20 6l22-28l-13 5l15-28l-14 4l16-26l-9 3l11-26l-5 2l7-24l-3 1zM1044 282l3 17l-2 0l7 18l-4-2l8 19l-7-2l11 19l-9-3l13 20l-11-3l-7 2l0 7l-4 0l0-7l-5-2l-12 3l13-20l-7 3l9-19l-8 2l9-19l-4 2l6-18l-3 0zM1352 172l6 31l-3-2l12 32l-8-2l15 33l-12-4l19 35l-16-5l18 36l-17-7l23 37l-20-8l-15 4l0 16l-4 0l0-16l-14-4l-21 8l24-37l-23 7l26-36l-15 5l17-35l-11 4l14-33l-8 2l10-32l-4 2zM1404 224l4 24l-2-1l8 24l-6-2l10 26l-8-3l13 26l-11-4l19 28l-15-5l15 28l-15-6l-10 3l0 12l-4 0l0-12l-10-3l-20 6l22-28l-17 5l19-28l-13 4l15-26l-7 3l9-26l-6 2l8-24l-3 1zM1432 166l7 34l-4-2l10 35l-7-3l18 37l-13-5l16 38l-15-6l23 40l-19-7l27 40l-24-8l-17 4l0 17l-4 0l0-17l-15-4l-25 8l28-40l-25 7l28-40l-20 6l22-38l-13 5l16-37l-10 3l13-35l-3 2z"
      />
      <path className="band-wall" d="M1112 372v-50l44-44 44 44h108v50zM1238 286v-22h18v22z" />
      <path className="band-roof" d="M1104 328l52-56 106 4 52 48h-110l-48-46-46 50z" />
      <path className="band-glow" d="M1128 372h92l-86 48H880c90-12 190-26 248-48z" />
      <path
        className="band-window"
        d="M1134 336h16v16h-16zM1148 304h16v14h-16zM1222 336h22v16h-22zM1262 336h22v16h-22zM1166 334h16v38h-16z"
      />
    </svg>
  );
}
