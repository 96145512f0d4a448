import { aboutPath } from '../../../shared/paths.ts';
import { useStyles } from '../../../shared/useStyles.ts';
import { words } from '../../../shared/words.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import type { Page } from '../../content/collections/pages.ts';
import { pageOf, valueIn } from '../../content/siteContent.ts';
import { CallToActionBand } from '../components/CallToActionBand.tsx';
import { CompanyFacts } from '../components/CompanyFacts.tsx';
import { UnreachableHero } from '../components/Hero.tsx';
import { PageHero } from '../components/PageHero.tsx';
import { type Point, Points } from '../components/Points.tsx';
import { PictureOrScene } from '../components/Scene.tsx';
import { Section } from '../components/Section.tsx';
import { Team } from '../components/Team.tsx';
import { definePage, judgeOwn } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';

const builtInTitle = 'About Us';

/** Twice the frame's width where the frame is portrait, because a landscape picture is cropped to it. */
const storySizes = '(min-width: 60rem) 60rem, (min-width: 34rem) 96vw, 180vw';

/** The four cards of the specification, with texts that promise nothing: the owner's own texts are content. */
const reasons: readonly Point[] = [
  {
    title: 'Local Expertise',
    text: `${words.region} is where we live, and where we work.`,
    icon: 'mountain',
  },
  {
    title: 'Comprehensive Services',
    text: 'Keys, cleaning, carpentry, paint and plowing, from one company.',
    icon: 'home',
  },
  {
    title: '24/7 Support',
    text: 'By day and by night.',
    icon: 'clock',
  },
  {
    title: 'Quality Assurance',
    text: 'A job well done is the one that nobody has to ask about.',
    icon: 'check',
  },
];

/** Who the company is, why to choose it, and what to do next. */
export const aboutPage = definePage({
  select: ({ content }) => {
    const page = pageOf(content, 'about');
    const { team, cta_settings: call } = content;
    return judgeOwn(page, { selected: { page, team, call }, row: valueIn(page) });
  },
  describe: ({ page }) => ({
    title: valueIn(page)?.title ?? 'About',
    description:
      valueIn(page)?.heroSubtitle ??
      `The people who look after homes in ${words.region}, how the company began, and why owners choose it.`,
    path: aboutPath,
    kind: 'AboutPage',
    companyServices: [],
    picture: valueIn(page)?.heroPicture ?? valueIn(page)?.storyPicture ?? null,
  }),
  View: ({ page, team, call }) => (
    <>
      <Story page={valueIn(page)} />
      <Team members={valueIn(team) ?? []} />
      <Section
        id="why"
        title="Why Choose Us"
        className="section-tint"
        row={editedRow('pages', valueIn(page))}
        fields={['points']}
      >
        <Reasons points={valueIn(page)?.points ?? []} />
        <CompanyFacts />
      </Section>
      <CallToActionBand call={valueIn(call)} />
    </>
  ),
});

/** The four reasons, each in the owner's words if content has a point with that title. */
function Reasons({ points }: { readonly points: readonly TitledText[] }) {
  const textFor = (title: string) =>
    points.find((point) => point.title.toLowerCase() === title.toLowerCase())?.text;
  const cards = reasons.map((reason) => ({ ...reason, text: textFor(reason.title) || reason.text }));
  return <Points points={cards} look="cards" />;
}

/** Any one of the story's three fields is enough to show its section. */
const hasStory = ({ storyTitle, storyParagraphs, storyPicture }: Page): boolean =>
  storyTitle !== null || storyParagraphs.length > 0 || storyPicture !== null;

function Story({ page }: { readonly page: Page | null | undefined }) {
  useStyles('about');
  const editable = useEditable();
  const row = editedRow('pages', page);
  if (!page) return <UnreachableHero title={builtInTitle} scene="peaks" />;
  return (
    <>
      <PageHero page={page} title={page.title ?? builtInTitle} scene="peaks" shape="wide" />
      {hasStory(page) && (
        <section className="section" aria-labelledby="story">
          <div className="container split split-wide">
            <div className="story-picture">
              <PictureOrScene
                picture={page.storyPicture}
                scene="river"
                sizes={storySizes}
                ratio="portrait"
                mark={editable(row, 'storyPicture')}
              />
            </div>
            <div>
              <EditLink row={row} />
              <h2 id="story" {...editable(row, 'storyTitle')}>
                {page.storyTitle ?? 'Our Story'}
              </h2>
              <div className="story-text" {...editable(row, 'storyParagraphs')}>
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
