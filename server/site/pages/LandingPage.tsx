import { titleOfSlug } from '../../content/parse/titleOfSlug.ts';
import { mapResult } from '../../content/siteContent.ts';
import { UnreachableHero } from '../blocks/Hero.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { chooseScene } from '../blocks/Scene.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage } from '../definePage.tsx';
import { NotFound, notFoundTitle } from './ErrorPage.tsx';

/** A landing page, which exists because editors have written a row for it: a hero, with its blocks below. */
export const landingPage = definePage({
  styles: 'plain',
  select: ({ content, params }) => ({
    page: mapResult(
      content.pages,
      (pages) => pages.find(({ slug, isLanding }) => isLanding && slug === params.slug) ?? null,
    ),
  }),
  primary: 'page',
  describe: ({ page }) => {
    const found = 'ok' in page ? page.ok : undefined;
    if (!found) return { title: notFoundTitle, description: null, path: null };
    return {
      title: found.title ?? found.heroTitle ?? titleOfSlug(found.slug),
      description: found.heroSubtitle,
      path: `/${found.slug}`,
      picture: found.heroPicture,
    };
  },
  View: ({ page }) => (
    <WhenLoaded
      result={page}
      fallback={<UnreachableHero title={notFoundTitle} scene="snowfield" />}
      absent={<NotFound />}
    >
      {(found) => (
        <PageHero
          page={found}
          title={found.title ?? titleOfSlug(found.slug)}
          scene={chooseScene(`${found.slug} ${found.title ?? ''}`).scene}
        />
      )}
    </WhenLoaded>
  ),
});
