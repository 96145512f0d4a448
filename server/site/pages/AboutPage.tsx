import type { Page } from '../../../shared/content.ts';
import { aboutPath } from '../../../shared/paths.ts';
import { LoadedCallToAction } from '../blocks/CallToActionBand.tsx';
import { CompanyFacts } from '../blocks/CompanyFacts.tsx';
import { Hero, UnreachableHero } from '../blocks/Hero.tsx';
import { type Point, Points } from '../blocks/Points.tsx';
import { PictureOrScene } from '../blocks/Scene.tsx';
import { Section } from '../blocks/Section.tsx';
import { Team } from '../blocks/Team.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue } from '../definePage.tsx';

const builtInTitle = 'About Us';

/** Twice its frame where that stands upright, because a lying picture is cut to it. */
const storySizes = '(min-width: 60rem) 60rem, (min-width: 34rem) 96vw, 180vw';

/** The four cards of the specification. */
const reasons: readonly Point[] = [
  {
    title: 'Local Expertise',
    text: 'We live between the Cascades and the sage. We know how the snow slides off your roof and when the pollen comes.',
    icon: 'mountain',
  },
  {
    title: 'Comprehensive Services',
    text: 'Keys, cleaning, carpentry, paint, plowing: one company, one set of notes, and no one to chase.',
    icon: 'home',
  },
  {
    title: '24/7 Support',
    text: 'Pipes do not wait for office hours. A person answers, day and night, holidays included, and somebody drives out.',
    icon: 'clock',
  },
  {
    title: 'Quality Assurance',
    text: 'Every visit ends with photographs and a second look. What is not right is made right, before you ask.',
    icon: 'check',
  },
];

/** Who the company is, why to choose it, and what to do next. */
export const aboutPage = definePage({
  styles: 'about',
  load: ({ content }) => ({
    page: content.page('about'),
    team: content.team(),
    call: content.callToAction(),
  }),
  own: ['page'],
  describe: ({ page }) => ({
    title: 'About',
    description:
      loadedValue(page)?.heroSubtitle ??
      'The people who look after homes in Central Oregon, how the company began, and why owners choose it.',
    path: aboutPath,
    picture: loadedValue(page)?.heroPicture ?? loadedValue(page)?.storyPicture ?? null,
  }),
  View: ({ queries }) => (
    <>
      <WhenLoaded query={queries.page} notice="hero" fallback={<MissingStory />}>
        {(page) => (page ? <Story page={page} /> : <MissingStory />)}
      </WhenLoaded>
      <WhenLoaded query={queries.team} notice="section" fallback={null}>
        {(members) => <Team members={members} />}
      </WhenLoaded>
      <Section id="why" title="Why Choose Us" className="section-tint">
        <Points points={reasons} look="cards" />
        <CompanyFacts />
      </Section>
      <LoadedCallToAction query={queries.call} />
    </>
  ),
});

/** The story has three fields, and any of them is worth its section. */
const hasStory = ({ storyTitle, storyParagraphs, storyPicture }: Page): boolean =>
  storyTitle !== null || storyParagraphs.length > 0 || storyPicture !== null;

function MissingStory() {
  return <UnreachableHero title={builtInTitle} scene="peaks" />;
}

function Story({ page }: { readonly page: Page }) {
  return (
    <>
      <Hero
        title={page.heroTitle ?? page.title ?? builtInTitle}
        subtitle={page.heroSubtitle}
        picture={page.heroPicture}
        scene="peaks"
        shape="wide"
      />
      {hasStory(page) && (
        <section className="section" aria-labelledby="story">
          <div className="container split split-wide">
            <div className="story-picture">
              <PictureOrScene picture={page.storyPicture} scene="river" sizes={storySizes} ratio="portrait" />
            </div>
            <div>
              <h2 id="story">{page.storyTitle ?? 'Our Story'}</h2>
              <div className="story-text">
                {page.storyParagraphs.map((paragraph, position) => (
                  // By position: an editor may write the same words twice.
                  <p key={position}>{paragraph}</p>
                ))}
              </div>
            </div>
          </div>
        </section>
      )}
    </>
  );
}
