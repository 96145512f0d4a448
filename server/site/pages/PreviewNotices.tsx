import { frontPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Hero } from '../components/Hero.tsx';
import type { SitePage } from '../definePage.tsx';
import { screen, TryAgain } from './ErrorPage.tsx';

const notice = (status: number, title: string, subtitle: string, again?: string) => ({
  status,
  page: screen(title, () => (
    <Hero title={title} subtitle={subtitle} scene="snowfield">
      {again && <TryAgain>{again}</TryAgain>}
      <LinkButton href={frontPath} look="outline">
        Go to the home page
      </LinkButton>
    </Hero>
  )),
});

/** What a reader is told if there is no preview, each with its status. */
export const previewNotices = {
  refused: notice(
    403,
    'This preview link is not valid',
    'It was altered, belongs to another site, or its secret has been changed since. Open the preview from the form in Directus.',
  ),
  ended: notice(
    403,
    'This preview has ended',
    'Open it again from the form in Directus. From now on you see the site as visitors do.',
    'Show the page',
  ),
  gone: notice(
    404,
    'There is nothing to preview',
    'The item, or this version of it, was deleted or never saved.',
  ),
  unreachable: notice(
    503,
    'Directus is not responding',
    'A preview shows what is saved there right now. Visitors still see the site as before. Try again in a moment.',
    'Try again',
  ),
  off: notice(
    503,
    'Previews are switched off',
    'Directus has not confirmed yet that the preview token can only read, or says that it can do more. The site’s log gives the reason.',
  ),
} as const satisfies Readonly<Record<string, { readonly status: number; readonly page: SitePage }>>;

export type PreviewNotice = keyof typeof previewNotices;
