import type { PostListing, PostQuery, PostTaxonomy, Term } from '../../../shared/content.ts';
import type { Question } from '../../../shared/contentSource.ts';
import { BlogFilters } from '../../../shared/islands/BlogFilters.tsx';
import {
  blogCategoriesPath,
  blogListPath,
  blogTagsPath,
  categoryPath,
  tagPath,
} from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { BlogHeader, blogSubtitle, blogTitle } from '../blocks/BlogHeader.tsx';
import { SidebarSection, TermList } from '../blocks/BlogSidebar.tsx';
import { isBeyondLastPage, pageSuffix } from '../blocks/listingState.ts';
import { NoPosts } from '../blocks/NoPosts.tsx';
import { Pagination } from '../blocks/Pagination.tsx';
import { PostList, SamplePostList } from '../blocks/PostList.tsx';
import { termOf } from '../blocks/termName.ts';
import { WhenAnswered } from '../blocks/WhenAnswered.tsx';
import { WithTaxonomy } from '../blocks/WithTaxonomy.tsx';
import { definePage, isUnreachable, known } from '../definePage.tsx';

/** The blog: all posts, or those of one category or tag. */
export const blogPage = definePage({
  styles: 'blog',
  query: ['category', 'tag', 'page'],
  ask: ({ content, query }) => ({
    page: content.page('blog'),
    listing: content.postListing(query),
    taxonomy: content.postTaxonomy(),
  }),
  own: ['listing'],
  isAbsent: ({ listing }) => isBeyondLastPage(known(listing)),
  describe: ({ listing, taxonomy }, { query }) => {
    const filter = activeFilter(query, known(listing)?.term, known(taxonomy));
    const shown = known(listing);
    return {
      title: isBeyondLastPage(shown)
        ? null
        : `${filter === null ? blogTitle : `${filter.term.name} posts`}${pageSuffix(query.page)}`,
      description:
        filter === null
          ? blogSubtitle
          : `What we have written about ${filter.term.name} for people who own a home in Central Oregon.`,
      path: canonicalPath(filter, query.page),
      // A filter that finds nothing could be any word at all, and samples are not ours to be found by.
      unlisted: isUnreachable(listing) || (shown !== undefined && shown.total === 0 && filter !== null),
    };
  },
  View: ({ questions, query }) => (
    <>
      <WhenAnswered
        question={questions.page}
        notice="hero"
        otherwise={<BlogHeader page={null} front={isFront(query)} />}
      >
        {(page) => <BlogHeader page={page} front={isFront(query)} />}
      </WhenAnswered>
      <WithTaxonomy question={questions.taxonomy}>
        {(taxonomy) => <BlogBody taxonomy={taxonomy} listing={questions.listing} query={query} />}
      </WithTaxonomy>
    </>
  ),
});

type Filter = { readonly kind: 'category' | 'tag'; readonly term: Term } | null;

function activeFilter(
  query: PostQuery,
  listed: Term | null | undefined,
  taxonomy: PostTaxonomy | undefined,
): Filter {
  if (query.category !== null) {
    return { kind: 'category', term: listed ?? termOf(query.category, taxonomy?.categories) };
  }
  if (query.tag !== null) return { kind: 'tag', term: listed ?? termOf(query.tag, taxonomy?.tags) };
  return null;
}

function isFront({ category, tag, page }: PostQuery): boolean {
  return category === null && tag === null && page === 1;
}

// A filtered list shows what the category's or tag's own page shows: search engines are sent there.
function canonicalPath(filter: Filter, page: number): string {
  if (filter === null) return blogListPath({ page });
  return filter.kind === 'category' ? categoryPath(filter.term.slug, page) : tagPath(filter.term.slug, page);
}

interface BlogBodyProps {
  readonly taxonomy: PostTaxonomy;
  readonly listing: Question<PostListing>;
  readonly query: PostQuery;
}

function BlogBody({ taxonomy, listing, query }: BlogBodyProps) {
  const filter = activeFilter(query, known(listing)?.term, taxonomy);
  return (
    <div className="container with-sidebar blog-body">
      <div>
        <BlogFilters categories={taxonomy.categories} active={filter} />
        <WhenAnswered question={listing} notice="section" otherwise={<SamplePostList />}>
          {(answer) => <BlogPosts listing={answer} query={query} filtered={filter !== null} />}
        </WhenAnswered>
      </div>
      <div className="sidebar">
        <SidebarSection id="all-categories" title="Categories">
          <TermList
            terms={taxonomy.categories}
            hrefOf={(slug) => blogListPath({ category: slug })}
            current={query.category}
          />
          <A href={blogCategoriesPath} className="link-arrow small">
            About the categories
          </A>
        </SidebarSection>
        <SidebarSection id="all-tags" title="Tags">
          <TermList
            form="tags"
            terms={taxonomy.tags}
            hrefOf={(slug) => blogListPath({ tag: slug })}
            current={query.tag}
          />
          <A href={blogTagsPath} className="link-arrow small">
            Popular tags
          </A>
        </SidebarSection>
      </div>
    </div>
  );
}

interface BlogPostsProps {
  readonly listing: PostListing;
  readonly query: PostQuery;
  readonly filtered: boolean;
}

function BlogPosts({ listing, query, filtered }: BlogPostsProps) {
  if (listing.posts.length === 0) {
    return (
      <NoPosts>
        {filtered
          ? 'Nothing has been written under this heading yet. The other categories have more.'
          : 'There is nothing to read here yet. Please come back soon.'}
      </NoPosts>
    );
  }
  return (
    <>
      <PostList posts={listing.posts} lead={!filtered && listing.page === 1} />
      <Pagination
        page={listing.page}
        pageCount={listing.pageCount}
        pathOf={(page) => blogListPath({ ...query, page })}
      />
    </>
  );
}
