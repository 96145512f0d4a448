import { aboutPath, contactPath, frontPath, rentalsPath, servicesPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Page } from '../../content/collections/pages.ts';
import { mapResult, pageOf, valueIn } from '../../content/siteContent.ts';
import { CallToActionBand } from '../components/CallToActionBand.tsx';
import { CompanyFacts } from '../components/CompanyFacts.tsx';
import { FeatureMark } from '../components/FeatureIcon.tsx';
import { UnreachableHero } from '../components/Hero.tsx';
import { FirstHomes } from '../components/HomeList.tsx';
import { PictureOrScene } from '../components/Scene.tsx';
import { Seasons } from '../components/Seasons.tsx';
import { Section } from '../components/Section.tsx';
import { AllServicesLink, ServiceList } from '../components/ServiceList.tsx';
import { WhenLoaded } from '../components/WhenLoaded.tsx';
import { definePage, judgeOwn } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { siteWords } from '../layout/Brand.tsx';
import { useSite } from '../siteContext.ts';

/** The most services in the grid. */
const mostServices = 9;

/** The home page: who the company is, what it does, and how to reach it. */
export const frontPage = definePage({
  select: ({ content }) => {
    const page = pageOf(content, 'home');
    const { services: allServices, homes } = content;
    const services = mapResult(allServices, (all) => all.slice(0, mostServices));
    return judgeOwn(page, { selected: { page, allServices, services, homes }, row: valueIn(page) });
  },
  describe: ({ page, allServices }) => ({
    title: null,
    description: valueIn(page)?.heroSubtitle ?? null,
    path: frontPath,
    picture: valueIn(page)?.heroPicture ?? null,
    companyServices: valueIn(allServices) ?? [],
  }),
  View: ({ page, services, homes }) => (
    <>
      <FrontHero page={valueIn(page)} hasHomes={(valueIn(homes) ?? []).length > 0} />
      <Section
        id="our-services"
        title="Our Services"
        lead="Everything a house asks for through the year, from one company you can call."
        aside={<AllServicesLink />}
      >
        <WhenLoaded result={services} notice="section">
          {(first) => <ServiceList services={first} />}
        </WhenLoaded>
      </Section>
      <FirstHomes homes={valueIn(homes) ?? []} />
      <Seasons page={valueIn(page)} />
      <AboutTeaser page={valueIn(page)} />
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

interface FrontHeroProps {
  readonly page: Page | null | undefined;
  /** Whether there are homes to rent. */
  readonly hasHomes: boolean;
}

function FrontHero({ page, hasHomes }: FrontHeroProps) {
  useStyles('front');
  const { name, tagline } = siteWords(useSite());
  const editable = useEditable();
  const row = editedRow('pages', page);
  if (!page) return <UnreachableHero title={name} scene="lodge" />;
  return (
    <header className="front-hero">
      <div className="container front-hero-words">
        <EditLink row={row} />
        <h1 {...editable(row, 'heroTitle')}>{page.heroTitle ?? page.title ?? name}</h1>
        <div className="front-hero-aside">
          <p className="lead" {...editable(row, 'heroSubtitle')}>
            {page.heroSubtitle ?? tagline}
          </p>
          <div className="cluster">
            <QuoteButton />
            <LinkButton href={servicesPath} look="outline">
              Browse services
            </LinkButton>
            {hasHomes && (
              <A href={rentalsPath} className="link-arrow">
                Looking for a place to stay? <Icon name="arrow" />
              </A>
            )}
          </div>
        </div>
        <CompanyFacts />
      </div>
      <div className="front-hero-picture container">
        <PictureOrScene
          picture={page.heroPicture}
          scene="lodge"
          sizes="(min-width: 83rem) 76rem, 92vw"
          ratio="wide"
          priority
          mark={editable(row, 'heroPicture')}
        />
        {page.heroFeatures.length > 0 && (
          <ul className="front-features">
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

/** Who we are in one paragraph: the page's own story if it has one. */
function AboutTeaser({ page }: { readonly page: Page | null | undefined }) {
  const editable = useEditable();
  const row = editedRow('pages', page);
  const [paragraph] = page?.storyParagraphs ?? [];
  return (
    <section className="section section-tint" aria-labelledby="about-us">
      <div className="container split about-teaser">
        <PictureOrScene
          picture={page?.storyPicture ?? null}
          scene="peaks"
          sizes="(min-width: 60rem) 36rem, 90vw"
          ratio="landscape"
          mark={editable(row, 'storyPicture')}
        />
        <div className="stack">
          <EditLink row={row} />
          <h2 id="about-us" {...editable(row, 'storyTitle')}>
            {page?.storyTitle ?? 'About us'}
          </h2>
          <p className="lead" {...editable(row, 'storyParagraphs')}>
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
