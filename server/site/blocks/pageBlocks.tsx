import type { ComponentType, ReactNode } from 'react';
import type { PostSummary } from '../../../shared/content.ts';
import { drawingsFor } from '../../../shared/drawings.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { PostCard, subjectOfPost } from '../../../shared/ui/PostCard.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import {
  type BlockKind,
  type BlockValues,
  blockKinds,
  type PageBlock,
  tableOf,
} from '../../content/collections/blocks.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Service } from '../../content/collections/services.ts';
import { fitHeadings, withoutTitle } from '../../content/parse/sanitizeHtml.ts';
import { type SiteContent, valueIn } from '../../content/siteContent.ts';
import { CallToActionBand } from '../components/CallToActionBand.tsx';
import { EnquiryPanel } from '../components/EnquiryPanel.tsx';
import { FeatureIcon } from '../components/FeatureIcon.tsx';
import { HomeList } from '../components/HomeList.tsx';
import { QuestionList } from '../components/Questions.tsx';
import { rowsNamed } from '../components/rowsNamed.ts';
import { SanitizedHtml } from '../components/SanitizedHtml.tsx';
import { Section } from '../components/Section.tsx';
import { ServiceList } from '../components/ServiceList.tsx';
import { EditLink, editMark } from '../editing.tsx';
import { moneyText } from '../money.ts';
import { useSite } from '../siteContext.ts';

/** A block with the rows of other collections that it names. */
interface ShownBlock {
  readonly block: PageBlock;
  readonly homes: readonly Home[];
  readonly services: readonly Service[];
  readonly posts: readonly PostSummary[];
}

/**
 * The blocks of a page with the rows that they name; missing rows are left out. A page shows at most one form.
 *
 * @param hasForm whether the page itself shows the contact form
 */
export function selectBlocks(
  blocks: readonly PageBlock[],
  content: SiteContent,
  hasForm: boolean,
): readonly ShownBlock[] {
  const form = hasForm ? undefined : blocks.find(({ kind }) => kind === 'form');
  return blocks
    .filter((block) => block.kind !== 'form' || block === form)
    .map((block) => {
      if (block.kind !== 'choice') return { block, homes: [], services: [], posts: [] };
      const { homes, services, posts } = block.values;
      return {
        block,
        homes: rowsNamed(homes, () => valueIn(content.homes)),
        services: rowsNamed(services, () => valueIn(content.services)),
        posts: rowsNamed(posts, () => valueIn(content.blog_posts)?.all),
      };
    });
}

/** The questions that the blocks of a page answer. */
export const questionsOf = (blocks: readonly ShownBlock[]): readonly TitledText[] =>
  blocks.flatMap(({ block }) => (block.kind === 'questions' ? block.values.questions : []));

export function PageBlocks({ blocks }: { readonly blocks: readonly ShownBlock[] }) {
  return blocks.map((shown) => <BlockOf key={shown.block.id} shown={shown} />);
}

function BlockOf({ shown }: { readonly shown: ShownBlock }) {
  const { kind, id, itemId, values } = shown.block;
  // Each view takes the values of its own kind.
  const View = views[kind] as ComponentType<BlockProps<BlockKind>>;
  const view = <View id={`block-${id.replace(/\W/g, '')}`} values={values} shown={shown} />;
  const { preview } = useSite();
  if (!preview || itemId === null) return view;
  const row = { collection: tableOf(kind), id: itemId };
  return (
    <div {...editMark(row, Object.keys(blockKinds[kind].schema.fields).slice(1))}>
      <EditLink row={row} />
      {view}
    </div>
  );
}

interface BlockProps<K extends BlockKind> {
  readonly id: string;
  readonly values: BlockValues<K>;
  readonly shown: ShownBlock;
}

/** The view of each kind of block. A block without content renders nothing. */
const views: { readonly [K in BlockKind]: ComponentType<BlockProps<K>> } = {
  text: ({ id, values: { title, content } }) => {
    const html = withoutTitle(content(), title);
    if (title === null && html === null) return null;
    return (
      <Beside id={id} title={title}>
        {html && <SanitizedHtml html={fitHeadings(html, title === null ? 2 : 3, id)} />}
      </Beside>
    );
  },

  picture: ({ id, values: { title, content, picture, side, link, linkText } }) => {
    const html = withoutTitle(content(), title);
    if (title === null && html === null && picture === null) return null;
    const text = (
      <div className="stack">
        {title !== null && <h2 id={id}>{title}</h2>}
        {html && <SanitizedHtml html={fitHeadings(html, title === null ? 2 : 3, id)} />}
        <Next link={link} linkText={linkText} />
      </div>
    );
    const image = picture && (
      <Picture
        picture={picture}
        ratio="landscape"
        sizes="(min-width: 83rem) 36rem, (min-width: 60rem) 44vw, 90vw"
      />
    );
    return (
      <section className="section" aria-labelledby={title === null ? undefined : id}>
        <div className={image && (title !== null || html) ? 'container split' : 'container'}>
          {side === 'right' ? text : image}
          {side === 'right' ? image : text}
        </div>
      </section>
    );
  },

  cards: ({ id, values: { title, lead, cards } }) => {
    const isEmpty = cards.length === 0;
    useStyles(!isEmpty && 'points', !isEmpty && 'panel', !isEmpty && 'blockCards');
    if (isEmpty) return null;
    const Heading = title === null ? 'h2' : 'h3';
    return (
      <Section id={id} title={title} lead={lead} className="section-tint">
        <ul className="points points-cards">
          {cards.map(({ icon, title: name, text, link, linkText }, at) => (
            // By position: an editor may write the same title twice.
            <li key={at} className="panel block-card">
              {icon && <FeatureIcon name={icon} />}
              <Heading>{name}</Heading>
              {text !== null && <p>{text}</p>}
              {link !== null && (
                <A href={link} className="link-arrow">
                  {linkText ?? name} <Icon name="arrow" />
                </A>
              )}
            </li>
          ))}
        </ul>
      </Section>
    );
  },

  questions: ({ id, values: { title, questions } }) =>
    questions.length > 0 && (
      <Beside id={id} title={title}>
        <QuestionList questions={questions} />
      </Beside>
    ),

  quote: ({ values: { text, name, about } }) => {
    useStyles(text !== null && 'blockQuote');
    if (text === null) return null;
    return (
      <section className="section section-tint">
        <figure className="container block-quote">
          <blockquote>
            <p>{text}</p>
          </blockquote>
          {(name ?? about) !== null && (
            <figcaption>
              {name !== null && <strong>{name}</strong>}
              {about !== null && <span>{about}</span>}
            </figcaption>
          )}
        </figure>
      </section>
    );
  },

  prices: ({ id, values: { title, lead, currency, prices } }) => {
    const isEmpty = prices.length === 0 || currency === null;
    useStyles(!isEmpty && 'figures');
    if (isEmpty) return null;
    const amounts = prices.map(({ amount }) => amount);
    return (
      <Beside id={id} title={title} lead={lead}>
        <table className="figures">
          <tbody>
            {prices.map(({ item, note, amount, unit }, at) => (
              <tr key={at}>
                <th scope="row">
                  {item} {note !== null && <small>{note}</small>}
                </th>
                <td>
                  {moneyText({ amount, currency }, amounts)} {unit !== null && <small>{unit}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Beside>
    );
  },

  call: ({ id, values: { title, text, link, linkText } }) =>
    title !== null && (
      <CallToActionBand
        id={id}
        call={{ title, description: text ?? '', buttonUrl: link, buttonText: linkText }}
      />
    ),

  gallery: ({ id, values: { title, pictures } }) => {
    useStyles(pictures.length > 0 && 'blockGallery');
    if (pictures.length === 0) return null;
    return (
      <Section id={id} title={title}>
        <ul className={`block-gallery${pictures.length === 1 ? ' block-gallery-one' : ''}`}>
          {pictures.map(({ picture, caption }, at) => (
            <li key={at}>
              <figure>
                <Picture
                  picture={picture}
                  ratio="landscape"
                  sizes={
                    pictures.length === 1
                      ? '(min-width: 83rem) 76rem, 92vw'
                      : '(min-width: 83rem) 37rem, (min-width: 40rem) 45vw, 90vw'
                  }
                />
                {caption !== null && <figcaption className="small">{caption}</figcaption>}
              </figure>
            </li>
          ))}
        </ul>
      </Section>
    );
  },

  choice: ({ id, values: { title, lead }, shown: { homes, services, posts } }) => {
    useStyles(homes.length + services.length + posts.length > 0 && 'blockLists');
    const drawingOf = drawingsFor(posts, subjectOfPost);
    const lists: readonly (readonly [name: string, list: ReactNode])[] = [
      ...(homes.length > 0 ? [['Homes', <HomeList key="homes" homes={homes} columns={3} />] as const] : []),
      ...(services.length > 0
        ? [['Services', <ServiceList key="services" services={services} />] as const]
        : []),
      ...(posts.length > 0
        ? [
            [
              'Posts',
              <div key="posts" className="grid">
                {posts.map((post) => (
                  <PostCard key={post.id} post={post} drawing={drawingOf(post)} />
                ))}
              </div>,
            ] as const,
          ]
        : []),
    ];
    if (lists.length === 0) return null;
    // The block always has an h2, since the cards have h3 headings.
    const name = title ?? lists.map(([of]) => of).join(', ');
    return (
      <Section id={id} title={name} lead={lead} hidesHeading={title === null}>
        <div className="block-lists">{lists.map(([, list]) => list)}</div>
      </Section>
    );
  },

  form: ({ id, values: { title, text } }) => (
    <section className="section section-tint" aria-labelledby={title === null ? undefined : id}>
      <div className="container split split-wide">
        {(title ?? text) !== null && (
          <div className="stack">
            {title !== null && <h2 id={id}>{title}</h2>}
            {text !== null && <p className="lead">{text}</p>}
          </div>
        )}
        <EnquiryPanel />
      </div>
    </section>
  ),
};

interface BesideProps {
  readonly id: string;
  readonly title: string | null;
  readonly lead?: string | null;
  readonly children: ReactNode;
}

/** A section with its heading beside its content. */
function Beside({ id, title, lead = null, children }: BesideProps) {
  return (
    <section className="section" aria-labelledby={title === null ? undefined : id}>
      <div className={(title ?? lead) === null ? 'container' : 'container split split-wide'}>
        {(title ?? lead) !== null && (
          <div className="stack">
            {title !== null && <h2 id={id}>{title}</h2>}
            {lead !== null && <p>{lead}</p>}
          </div>
        )}
        {children}
      </div>
    </section>
  );
}

function Next({ link, linkText }: { readonly link: string | null; readonly linkText: string | null }) {
  if (link === null) return null;
  return (
    <p>
      <LinkButton href={link} look="outline">
        {linkText ?? 'Read more'}
      </LinkButton>
    </p>
  );
}
