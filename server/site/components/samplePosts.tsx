import type { BlogFilter } from '../../../shared/blogFilter.ts';
import { filterOf } from '../../../shared/blogListText.ts';
import type { PostQuery, PostSummary, PostTaxonomy, Term } from '../../../shared/content.ts';
import { drawingsFor } from '../../../shared/drawings.ts';
import { blogPath } from '../../../shared/paths.ts';
import { termSlug } from '../../../shared/terms.ts';
import { PostCard, subjectOfPost } from '../../../shared/ui/PostCard.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { words } from '../../../shared/words.ts';
import type { Blog } from '../../content/collections/blogPosts.ts';
import { createPostIndex } from '../../content/collections/postIndex.ts';
import { type Result, valueIn } from '../../content/siteContent.ts';

/**
 * What the blog shows while its posts are unavailable. These have no pages and no dates; their links lead to the blog.
 */
export const samplePosts: readonly PostSummary[] = words.samplePosts.map((post) => ({
  ...post,
  categories: terms(post.categories),
  tags: terms(post.tags),
  id: post.slug,
  published: null,
  picture: null,
  authorName: null,
}));

/** Each as if it had appeared after the next one. */
const samples = createPostIndex(
  samplePosts.map((summary, at) => ({ summary, dueAt: -at })),
  0,
);

/** The categories and tags in use; the built-in ones while those are unavailable. */
export function taxonomyOf(blog: Result<Blog>): PostTaxonomy {
  return valueIn(blog)?.taxonomy ?? samples.taxonomy;
}

/** Whether the post counts are those of the real blog. */
export function isCounted(taxonomy: PostTaxonomy): boolean {
  return taxonomy !== samples.taxonomy;
}

function terms(names: readonly string[]): readonly Term[] {
  return names.map((name) => ({ name, slug: termSlug(name) }));
}

/** The sample posts under a query's filter, and that filter; all of them if none has its category or tag. */
export function samplesFor({ category, tag }: PostQuery): SampleListing {
  const query = { category, tag, page: 1 };
  const listing = samples.list(query);
  return listing.posts.length === 0
    ? { posts: samples.all, filter: null }
    : { posts: listing.posts, filter: filterOf({ query, listing }, []) };
}

interface SampleListing {
  readonly posts: readonly PostSummary[];
  readonly filter: BlogFilter;
}

/** Sample posts under a notice, while the real ones are unavailable. */
export function SamplePostList({ posts }: Pick<SampleListing, 'posts'>) {
  useStyles('postList', 'samplePosts', 'notices');
  const drawingOf = drawingsFor(posts, subjectOfPost);
  return (
    <>
      <p className="notice post-samples-notice" role="status">
        Our articles cannot be loaded at the moment. This is what we write about; try again in a few minutes.
      </p>
      <div className="grid post-list post-samples">
        {posts.map((post) => (
          <PostCard key={post.id} post={post} heading="h2" href={blogPath} drawing={drawingOf(post)} />
        ))}
      </div>
    </>
  );
}

/** Says that the categories and tags shown are built-in ones. */
export function SampleTermsNotice() {
  return (
    <p className="small" role="status">
      Our articles cannot be loaded right now, so these subjects stand in for the full list.
    </p>
  );
}
