import { homePath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { NotFoundView } from '../blocks/NotFoundView.tsx';
import { CanyonScene } from '../blocks/scenes/CanyonScene.tsx';
import { SnowfieldScene } from '../blocks/scenes/SnowfieldScene.tsx';
import { definePage } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/** The error screen: something unexpected was thrown, and it has been reported. */
export const errorPage = definePage({
  styles: 'plain',
  load: () => ({}),
  describe: () => ({ title: 'Something went wrong', description: null, path: null, unlisted: true }),
  View: ErrorScreen,
});

/** Shown for an address that no server could read. */
export const badRequestPage = definePage({
  styles: 'plain',
  load: () => ({}),
  describe: () => ({ title: 'Address not understood', description: null, path: null, unlisted: true }),
  View: () => (
    <NotFoundView
      title="This address cannot be read"
      text="Something in it is broken, often because it was copied only in part."
      scene={<SnowfieldScene />}
    >
      <LinkButton href={homePath}>Go to the home page</LinkButton>
    </NotFoundView>
  ),
});

function ErrorScreen() {
  const { requestId } = useSite();
  return (
    <Hero
      title="Oops! Something went wrong"
      subtitle="The fault is ours, and the error has been reported. Trying again often helps."
      scene={<CanyonScene />}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: an empty reference is the address that the visitor requested. */}
      <a className="button" href="">
        Try Again
      </a>
      <LinkButton href={homePath} look="outline">
        Go Home
      </LinkButton>
      <p className="small error-reference">
        Reference: <code>{requestId}</code>
      </p>
    </Hero>
  );
}
