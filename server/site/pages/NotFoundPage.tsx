import { contactPath, homePath, servicesPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { NotFoundView } from '../blocks/NotFoundView.tsx';
import { SnowfieldScene } from '../blocks/scenes/SnowfieldScene.tsx';
import { definePage } from '../definePage.tsx';

/** Shown for every address that the site does not have. */
export const notFoundPage = definePage({
  styles: 'plain',
  load: () => ({}),
  isAbsent: () => true,
  describe: () => ({ title: 'Page not found', description: null, path: null, unlisted: true }),
  View: () => (
    <NotFoundView
      title="Page not found"
      text="The track ends here. The address may be mistyped, or the page may have moved since the last snow."
      scene={<SnowfieldScene />}
    >
      <LinkButton href={homePath}>Go to the home page</LinkButton>
      <LinkButton href={servicesPath} look="outline">
        See our services
      </LinkButton>
      <LinkButton href={contactPath} look="outline">
        Ask us
      </LinkButton>
    </NotFoundView>
  ),
});
