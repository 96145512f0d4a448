import { noSuchPageText } from '../blogListText.ts';
import type { PostListing, PostQuery } from '../content.ts';
import { blogListPath } from '../paths.ts';
import { NoPosts } from './NoPosts.tsx';
import { Pagination } from './Pagination.tsx';
import { PostList } from './PostList.tsx';

interface BlogPostsProps {
  readonly listing: PostListing;
  /** Null for an empty list whose page must not repeat the requested filter. */
  readonly query: PostQuery | null;
}

/** The blog's list for a query: posts and pagination, or the empty state. */
export function BlogPosts({ listing, query }: BlogPostsProps) {
  const filtered = query === null || query.category !== null || query.tag !== null;
  if (listing.posts.length === 0) {
    return (
      <NoPosts narrowed={filtered || listing.page > 1}>
        {listing.page > 1
          ? noSuchPageText
          : filtered
            ? 'Nothing has been written under this heading yet.'
            : 'There is nothing to read here yet.'}
      </NoPosts>
    );
  }
  return (
    <>
      <PostList
        posts={listing.posts}
        lead={!filtered && listing.page === 1}
        category={query?.category ?? null}
      />
      <Pagination
        list="posts"
        page={listing.page}
        pageCount={listing.pageCount}
        pathOf={(page) => blogListPath({ ...query, page })}
      />
    </>
  );
}
