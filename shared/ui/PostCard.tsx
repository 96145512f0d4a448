import type { PostSummary } from '../content.ts';
import type { Drawing } from '../drawings.ts';
import { postPath } from '../paths.ts';
import { viewName } from '../viewName.ts';
import { A } from './A.tsx';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';
import { cardSizes } from './ServiceCard.tsx';

interface PostCardProps {
  readonly post: PostSummary;
  /** `h2` where no heading stands above the list. */
  readonly heading?: 'h2' | 'h3';
  /** Whether it is shown larger than the others of its list. */
  readonly lead?: boolean;
  /** Where it leads, if not to the post itself. */
  readonly href?: string;
  /** How wide its picture is shown, where its list is not a grid of three across the page. */
  readonly sizes?: string;
  /** The slug of the category that its list is of. */
  readonly category?: string | null;
  /** What stands in the place of its picture where there is none. */
  readonly drawing?: Drawing | undefined;
}

/** What a post without a picture is about, for its drawing: its own words before those of its categories. */
export const subjectOfPost = ({ slug, title, categories }: PostSummary): string =>
  [title, slug, ...categories.map(({ name }) => name)].join(' ');

/** A post in a list: picture, first category, title, excerpt, date and Read More. */
export function PostCard({
  post,
  heading: Heading = 'h3',
  lead = false,
  href = postPath(post.slug),
  sizes = cardSizes,
  drawing,
  category: chosen = null,
}: PostCardProps) {
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
