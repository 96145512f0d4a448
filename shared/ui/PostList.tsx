import type { PostSummary } from '../content.ts';
import { drawingsFor } from '../drawings.ts';
import { useStyles } from '../useStyles.ts';
import { PostCard, subjectOfPost } from './PostCard.tsx';

interface PostListProps {
  readonly posts: readonly PostSummary[];
  /** Whether the first post is shown larger than the others. */
  readonly lead?: boolean;
  /** Slug of the category that the list is filtered by. */
  readonly category?: string | null;
}

/** `sizes` beside the sidebar, where there are three narrow columns, two, or one. */
const besideSidebar = '(min-width: 80rem) 17rem, (min-width: 64rem) 34vw, (min-width: 40rem) 52vw, 90vw';

/** In three columns the lead's frame is about square: a landscape picture is wider than its visible part. */
const ofLead = '(min-width: 80rem) 60rem, 90vw';

/** One page of posts. */
export function PostList({ posts, lead = false, category = null }: PostListProps) {
  useStyles('postList');
  const drawingOf = drawingsFor(posts, subjectOfPost);
  return (
    <div className={lead ? 'grid post-list post-list-led' : 'grid post-list'}>
      {posts.map((post, position) => {
        const leads = lead && position === 0;
        return (
          <PostCard
            key={post.id}
            post={post}
            heading="h2"
            lead={leads}
            sizes={leads ? ofLead : besideSidebar}
            category={category}
            drawing={drawingOf(post)}
          />
        );
      })}
    </div>
  );
}
