import type { PostSummary } from '../content.ts';
import { type Drawing, drawingsFor } from '../drawings.ts';
import { postPath } from '../paths.ts';
import { viewName } from '../viewName.ts';
import { A } from './A.tsx';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';
import { PostCard, subjectOfPost } from './PostCard.tsx';

interface PostListProps {
  readonly posts: readonly PostSummary[];
  /** Whether the first post is shown larger than the others. */
  readonly lead?: boolean;
}

/** Beside the sidebar there is room for three narrow columns, two, or one. */
const besideSidebar = '(min-width: 75rem) 17rem, (min-width: 64rem) 30vw, (min-width: 46rem) 44vw, 90vw';

/** One page of posts. */
export function PostList({ posts, lead = false }: PostListProps) {
  const [first, ...others] = posts;
  const drawingOf = drawingsFor(posts, subjectOfPost);
  return (
    <div className={lead ? 'grid post-list post-list-led' : 'grid post-list'}>
      {lead && first && <LeadPost post={first} drawing={drawingOf(first)} />}
      {(lead ? others : posts).map((post) => (
        <PostCard key={post.id} post={post} heading="h2" sizes={besideSidebar} drawing={drawingOf(post)} />
      ))}
    </div>
  );
}

interface LeadPostProps {
  readonly post: PostSummary;
  readonly drawing: Drawing | undefined;
}

function LeadPost({ post, drawing }: LeadPostProps) {
  const [category] = post.categories;
  return (
    <article className="card post-card post-lead">
      <Picture
        picture={post.picture}
        sizes="(min-width: 76rem) 36rem, 90vw"
        ratio="landscape"
        priority
        decorative
        drawing={drawing}
        transition={viewName('picture', post.slug)}
      />
      <div className="card-body">
        {category && <p className="eyebrow">{category.name}</p>}
        <h2 className="card-title" data-vt={viewName('title', post.slug)}>
          {post.title}
        </h2>
        {post.excerpt && <p>{post.excerpt}</p>}
        <p className="card-foot">
          {post.published && <time dateTime={post.published.machine}>{post.published.text}</time>}
          <A href={postPath(post.slug)} className="link-arrow card-link">
            Read More<span className="visually-hidden">: {post.title}</span> <Icon name="arrow" />
          </A>
        </p>
      </div>
    </article>
  );
}
