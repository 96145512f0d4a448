import type { PostSummary } from '../content.ts';
import { postPath } from '../paths.ts';
import { A } from './A.tsx';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';
import { cardSizes } from './ServiceCard.tsx';

interface PostCardProps {
  readonly post: PostSummary;
  /** `h2` where no heading stands above the list. */
  readonly heading?: 'h2' | 'h3';
  /** Where it leads, if not to the post itself. */
  readonly href?: string;
  /** How wide its picture is shown, where its list is not a grid of three across the page. */
  readonly sizes?: string;
}

/** A post in a list: picture, first category, title, excerpt, date and Read More. */
export function PostCard({
  post,
  heading: Heading = 'h3',
  href = postPath(post.slug),
  sizes = cardSizes,
}: PostCardProps) {
  const [category] = post.categories;
  return (
    <article className="card post-card">
      <Picture picture={post.picture} sizes={sizes} ratio="landscape" decorative />
      <div className="card-body">
        {category && <p className="eyebrow">{category.name}</p>}
        <Heading className="card-title">{post.title}</Heading>
        {post.excerpt && <p>{post.excerpt}</p>}
        <p className="card-foot">
          {post.published && <time dateTime={post.published.machine}>{post.published.text}</time>}
          <A href={href} className="link-arrow card-link">
            Read More<span className="visually-hidden">: {post.title}</span> <Icon name="arrow" />
          </A>
        </p>
      </div>
    </article>
  );
}
