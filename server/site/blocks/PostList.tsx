import type { PostSummary } from '../../../shared/content.ts';
import { blogPath, postPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { PostCard } from '../../../shared/ui/PostCard.tsx';
import { samplePosts } from './samplePosts.ts';

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
  return (
    <div className={lead ? 'grid post-list post-list-led' : 'grid post-list'}>
      {lead && first && <LeadPost post={first} />}
      {(lead ? others : posts).map((post) => (
        <PostCard key={post.id} post={post} heading="h2" sizes={besideSidebar} />
      ))}
    </div>
  );
}

/** The built-in posts, while the real ones cannot be had: visible, and leading nowhere but to the blog. */
export function SamplePostList() {
  return (
    <>
      <p className="notice post-samples-notice" role="status">
        Our articles cannot be loaded at the moment. This is what we write about; please look again in a few
        minutes.
      </p>
      <div className="grid post-list post-samples">
        {samplePosts.map((post) => (
          <PostCard key={post.id} post={post} heading="h2" href={blogPath} />
        ))}
      </div>
    </>
  );
}

function LeadPost({ post }: { readonly post: PostSummary }) {
  const [category] = post.categories;
  return (
    <article className="card post-card post-lead">
      <Picture
        picture={post.picture}
        sizes="(min-width: 76rem) 36rem, 90vw"
        ratio="landscape"
        priority
        decorative
      />
      <div className="card-body">
        {category && <p className="eyebrow">{category.name}</p>}
        <h2 className="card-title">{post.title}</h2>
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
