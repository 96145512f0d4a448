import { type Drawing, drawingsFor } from '../../../shared/drawings.ts';
import { contactPath, strManagementPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { cardSizes } from '../../../shared/ui/PostCard.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { words } from '../../../shared/words.ts';
import type { Page, RepeaterCard } from '../../content/collections/pages.ts';
import { pageOf, valueIn } from '../../content/siteContent.ts';
import { CallToActionBand } from '../components/CallToActionBand.tsx';
import { CheckList } from '../components/CheckList.tsx';
import { UnreachableHero } from '../components/Hero.tsx';
import { Answers, Questions } from '../components/OwnersAnswers.tsx';
import { PageHero } from '../components/PageHero.tsx';
import { SanitizedHtml } from '../components/SanitizedHtml.tsx';
import { Section } from '../components/Section.tsx';
import { definePage, judgeOwn } from '../definePage.tsx';
import { editedRow, useEditable } from '../editing.tsx';

const builtInTitle = 'Short-Term Rental Management';

/** Short-term-rental management: what it consists of, one card for each part. */
export const strManagementPage = definePage({
  select: ({ content }) => {
    const page = pageOf(content, 'str-management');
    return judgeOwn(page, { selected: { page }, row: valueIn(page) });
  },
  describe: ({ page }) => ({
    title: valueIn(page)?.title ?? builtInTitle,
    description:
      valueIn(page)?.heroSubtitle ??
      `Listing, guests, cleaning and repairs for vacation homes in ${words.region}, looked after by one company.`,
    path: strManagementPath,
    picture: valueIn(page)?.heroPicture ?? null,
    questions: valueIn(page)?.questions ?? [],
  }),
  View: ({ page }) => (
    <>
      <Management page={valueIn(page)} />
      <CallToActionBand
        call={{
          title: 'Thinking of renting it out?',
          description: 'Tell us about the house, its season and the weeks that you keep for yourself.',
          buttonText: 'Contact Us',
          buttonUrl: contactPath,
        }}
      />
    </>
  ),
});

function Management({ page }: { readonly page: Page | null | undefined }) {
  useStyles('service', 'panel');
  const editable = useEditable();
  if (!page) return <UnreachableHero title={builtInTitle} scene="lodge" />;
  const row = editedRow('pages', page);
  const drawingOf = drawingsFor(page.repeater, ({ title, description }) => `${title} ${description}`, [
    'cabin',
  ]);
  const titles = page.repeater.flatMap(({ title }) => title || []);
  return (
    <>
      <PageHero page={page} title={page.title ?? builtInTitle} scene="lodge">
        <QuoteButton />
      </PageHero>
      {page.content && (
        <div className="section">
          <div className="container service-body">
            <SanitizedHtml html={page.content} mark={editable(row, 'content')} />
            {titles.length > 0 && (
              <section className="panel included" aria-labelledby="at-a-glance">
                <h2 id="at-a-glance">At a glance</h2>
                <CheckList lines={titles} />
              </section>
            )}
          </div>
        </div>
      )}
      <Answers answers={page.answers} row={row} />
      {page.repeater.length > 0 && (
        <Section
          id="parts"
          title="What we take care of"
          className="section-tint"
          row={row}
          fields={['repeater']}
        >
          <ul className="grid">
            {page.repeater.map((card, position) => (
              // By position: an editor may write the same title twice.
              <li key={position}>
                <ManagementCard card={card} drawing={drawingOf(card)} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Questions questions={page.questions} row={row} />
    </>
  );
}

interface ManagementCardProps {
  readonly card: RepeaterCard;
  readonly drawing: Drawing | undefined;
}

function ManagementCard({ card, drawing }: ManagementCardProps) {
  useStyles('card');
  return (
    <article className="card">
      <Picture picture={card.picture} sizes={cardSizes} ratio="landscape" decorative drawing={drawing} />
      <div className="card-body">
        {card.title && <h3 className="card-title">{card.title}</h3>}
        <p>{card.description}</p>
        {card.additionalInfo && <p className="card-note">{card.additionalInfo}</p>}
        {card.linkUrl && (
          <A href={card.linkUrl} className="link-arrow card-link">
            {card.linkText ?? 'Learn more'}
            {card.title && <span className="visually-hidden">: {card.title}</span>}
            <Icon name="arrow" />
          </A>
        )}
      </div>
    </article>
  );
}
