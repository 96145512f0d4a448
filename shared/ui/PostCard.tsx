import type { PostSummary } from '../content.ts';
import type { Drawing } from '../drawings.ts';
import { postPath } from '../paths.ts';
import { useStyles } from '../useStyles.ts';
import { viewName } from '../viewName.ts';
import { A } from './A.tsx';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';

/** `sizes` of the picture of a card in a grid of three columns. */
export const cardSizes = '(min-width: 61rem) 24rem, (min-width: 46rem) 52vw, 90vw';

interface PostCardProps {
  readonly post: PostSummary;
  /** `h2` for a list without a heading of its own. */
  readonly heading?: 'h2' | 'h3';
  /** Whether it is shown larger than the others of its list. */
  readonly lead?: boolean;
  /** Link target, if not the post itself. */
  readonly href?: string;
  /** `sizes` of the picture, unless the list is a grid of three columns across the page. */
  readonly sizes?: string;
  /** Slug of the category that the list is filtered by. */
  readonly category?: string | null;
  /** Shown if the post has no picture. */
  readonly drawing?: Drawing | undefined;
}

/** The subject of a post, for choosing a drawing: title and slug, then its categories. */
export const subjectOfPost = ({ slug, title, categories }: PostSummary): string =>
  [title, slug, ...categories.map(({ name }) => name)].join(' ');

/** A post in a list. Shows one of its categories: that of the list's filter, else the first. */
export function PostCard({
  post,
  heading: Heading = 'h3',
  lead = false,
  href = postPath(post.slug),
  sizes = cardSizes,
  drawing,
  category: chosen = null,
}: PostCardProps) {
  useStyles('card');
  const category = post.categories.find(({ slug }) => slug === chosen) ?? post.categories[0];
  return (
    <article className={lead ? 'card post-card post-lead' : 'card post-card'}>
      <Picture
        picture={post.picture}
        sizes={sizes}
        ratio="landscape"
        priority={lead}
        decorative
        drawing={drawing}
        transition={viewName('picture', post.slug)}
      />
      <div className="card-body">
        {category && <p className="eyebrow">{category.name}</p>}
        <Heading className="card-title" data-vt={viewName('title', post.slug)}>
          {post.title}
        </Heading>
        {post.excerpt && <p>{post.excerpt}</p>}
        <p className="card-foot">
          {post.published && <time dateTime={post.published.machine}>{post.published.text}</time>}
          <A href={href} className="link-arrow card-link">
            Read More<span className="visually-hidden">: {post.title}</span>
            <Icon name="arrow" />
          </A>
        </p>
      </div>
    </article>
  );
}
