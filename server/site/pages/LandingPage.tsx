import { titleOfSlug } from '../../content/parse/titleOfSlug.ts';
import { mapResult } from '../../content/siteContent.ts';
import { UnreachableHero } from '../components/Hero.tsx';
import { PageHero } from '../components/PageHero.tsx';
import { chooseScene } from '../components/Scene.tsx';
import { definePage, judgeRow } from '../definePage.tsx';
import { NotFound, notFoundTitle } from './ErrorPage.tsx';

/** A landing page, which exists because editors have written a row for it: a hero, with its blocks below. */
export const landingPage = definePage({
  select: ({ content, params }) => {
    const named = mapResult(
      content.pages,
      (pages) => pages.find(({ slug, isLanding }) => isLanding && slug === params.slug) ?? null,
    );
    return judgeRow(named, (page) => ({ selected: { page }, row: page }), {
      absent: { title: notFoundTitle, element: <NotFound /> },
      unavailable: {
        title: notFoundTitle,
        element: <UnreachableHero title={notFoundTitle} scene="snowfield" />,
      },
    });
  },
  describe: ({ page }) => ({
    title: page.title ?? page.heroTitle ?? titleOfSlug(page.slug),
    description: page.heroSubtitle,
    path: `/${page.slug}`,
    picture: page.heroPicture,
  }),
  View: ({ page }) => (
    <PageHero
      page={page}
      title={page.title ?? titleOfSlug(page.slug)}
      scene={chooseScene(`${page.slug} ${page.title ?? ''}`).scene}
    />
  ),
});
