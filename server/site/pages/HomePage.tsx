import type { Page } from '../../../shared/content.ts';
import { aboutPath, contactPath, homePath, servicesPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { CompanyFacts } from '../blocks/CompanyFacts.tsx';
import { FeatureMark } from '../blocks/FeatureIcon.tsx';
import { UnreachableHero } from '../blocks/Hero.tsx';
import { FirstHomes } from '../blocks/HomeList.tsx';
import { PictureOrScene } from '../blocks/Scene.tsx';
import { Seasons } from '../blocks/Seasons.tsx';
import { Section } from '../blocks/Section.tsx';
import { AllServicesLink, ServiceList } from '../blocks/ServiceList.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue } from '../definePage.tsx';
import { siteWords } from '../layout/Brand.tsx';
import { useSite } from '../siteContext.ts';

/** The first page: who the company is, what it does, and how to reach it. */
export const homePage = definePage({
  styles: 'home',
  load: ({ content }) => ({
    page: content.page('home'),
    services: content.homeServices(),
    homes: content.homes(),
  }),
  own: ['page'],
  describe: ({ page }) => ({
    title: null,
    description: loadedValue(page)?.heroSubtitle ?? null,
    path: homePath,
    picture: loadedValue(page)?.heroPicture ?? null,
    aboutCompany: true,
  }),
  View: ({ queries }) => (
    <>
      <WhenLoaded query={queries.page} notice="hero" fallback={<MissingHero />}>
        {(page) => (page ? <HomeHero page={page} /> : <MissingHero />)}
      </WhenLoaded>
      <Section
        id="our-services"
        title="Our Services"
        lead="Everything a house asks for through the year, from one company you can call."
        aside={<AllServicesLink />}
      >
        <WhenLoaded query={queries.services} notice="section">
          {(services) => <ServiceList services={services} />}
        </WhenLoaded>
      </Section>
      <FirstHomes homes={queries.homes} />
      <WhenLoaded query={queries.page} notice="section" fallback={null}>
        {(page) => <Seasons page={page} />}
      </WhenLoaded>
      <WhenLoaded query={queries.page} notice="section" fallback={<AboutTeaser page={null} />}>
        {(page) => <AboutTeaser page={page} />}
      </WhenLoaded>
      <CallToActionBand
        call={{
          title: 'What does your place need this season?',
          description: 'Tell us where it is, what it needs and when you are there.',
          buttonText: 'Contact Us',
          buttonUrl: contactPath,
        }}
      />
    </>
  ),
});

function MissingHero() {
  return <UnreachableHero title={siteWords(useSite()).name} scene="peaks" />;
}

function HomeHero({ page }: { readonly page: Page }) {
  const { name, tagline } = siteWords(useSite());
  return (
    <header className="home-hero">
      <div className="container home-hero-words">
        <h1>{page.heroTitle ?? page.title ?? name}</h1>
        <div className="home-hero-aside">
          <p className="hero-subtitle">{page.heroSubtitle ?? tagline}</p>
          <div className="cluster">
            <QuoteButton />
            <LinkButton href={servicesPath} look="outline">
              Browse services
            </LinkButton>
          </div>
          <CompanyFacts />
        </div>
      </div>
      <div className="home-hero-picture container">
        <PictureOrScene
          picture={page.heroPicture}
          scene="peaks"
          sizes="(min-width: 83rem) 76rem, 92vw"
          ratio="wide"
          priority
        />
        {page.heroFeatures.length > 0 && (
          <ul className="home-features">
            {page.heroFeatures.map((feature, position) => (
              // By position: an editor may write the same words twice.
              <li key={position}>
                <FeatureMark feature={feature} />
                {feature.text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </header>
  );
}

/** Who we are in one paragraph: the page's own story where it has one. */
function AboutTeaser({ page }: { readonly page: Page | null }) {
  const [paragraph] = page?.storyParagraphs ?? [];
  return (
    <section className="section section-tint" aria-labelledby="about-us">
      <div className="container split about-teaser">
        <PictureOrScene
          picture={page?.storyPicture ?? null}
          scene="lodge"
          sizes="(min-width: 60rem) 36rem, 90vw"
          ratio="landscape"
        />
        <div className="stack">
          <h2 id="about-us">{page?.storyTitle ?? 'About us'}</h2>
          <p className="lead">
            {paragraph ?? 'Who we are, how the company began, and why owners choose it.'}
          </p>
          <LinkButton href={aboutPath} look="outline">
            Learn More<span className="visually-hidden"> about our company</span>
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
