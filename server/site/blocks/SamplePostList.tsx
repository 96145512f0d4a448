import { drawingsFor } from '../../../shared/drawings.ts';
import { blogPath } from '../../../shared/paths.ts';
import { PostCard, subjectOfPost } from '../../../shared/ui/PostCard.tsx';
import { samplePosts } from './samplePosts.ts';

/** The built-in posts, while the real ones cannot be had: visible, and leading nowhere but to the blog. */
export function SamplePostList() {
  const drawingOf = drawingsFor(samplePosts, subjectOfPost);
  return (
    <>
      <p className="notice post-samples-notice" role="status">
        Our articles cannot be loaded at the moment. This is what we write about; please look again in a few
        minutes.
      </p>
      <div className="grid post-list post-samples">
        {samplePosts.map((post) => (
          <PostCard key={post.id} post={post} heading="h2" href={blogPath} drawing={drawingOf(post)} />
        ))}
      </div>
    </>
  );
}
