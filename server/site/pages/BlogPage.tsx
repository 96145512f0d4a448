import type { BlogFilter } from '../../../shared/blogFilter.ts';
import { blogTitle, noPostsTitle, titleOf } from '../../../shared/blogListText.ts';
import type { Page, PostListing, PostQuery, PostTaxonomy, Term } from '../../../shared/content.ts';
import {
  blogCategoriesPath,
  blogListPath,
  blogTagsPath,
  categoryPath,
  tagPath,
} from '../../../shared/paths.ts';
import type { Query } from '../../../shared/query.ts';
import { termOf } from '../../../shared/terms.ts';
import { A } from '../../../shared/ui/A.tsx';
import { BlogPosts } from '../../../shared/ui/BlogPosts.tsx';
import { SidebarSection, TermList } from '../blocks/BlogSidebar.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { Island } from '../blocks/Island.tsx';
import { SamplePostList, WithTaxonomy } from '../blocks/samplePosts.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, isUnreachable, loadedValue } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/** The text of the blog's header where content has none. */
const blogSubtitle = 'Seasonal advice and practical notes on looking after a home in Central Oregon.';

/** The blog: all posts, or those of one category or tag. */
export const blogPage = definePage({
  styles: 'blog',
  query: ['category', 'tag', 'page'],
  load: ({ content, query }) => ({
    page: content.page('blog'),
    listing: content.postListing(query),
    taxonomy: content.postTaxonomy(),
  }),
  own: ['listing'],
  isAbsent: ({ listing }) => isBeyondLastPage(loadedValue(listing)),
  describe: ({ page, listing, taxonomy }, { query }) => {
    const filter = activeFilter(query, loadedValue(listing)?.term, loadedValue(taxonomy));
    const shown = loadedValue(listing);
    return {
      title: isBeyondLastPage(shown) ? noPostsTitle : titleOf(filter, query.page),
      description:
        filter === null
          ? blogSubtitle
          : `What we have written about ${filter.term.name} for people who own a home in Central Oregon.`,
      path: canonicalPath(filter, query.page),
      picture: loadedValue(page)?.heroPicture ?? shown?.posts[0]?.picture ?? null,
      // A filter that finds nothing could be any word at all, and samples are not ours to be found by.
      unlisted: isUnreachable(listing) || (shown !== undefined && shown.total === 0 && filter !== null),
    };
  },
  View: ({ queries, query }) => (
    <>
      <WhenLoaded
        query={queries.page}
        notice="hero"
        fallback={<BlogHeader page={null} front={isFront(query)} />}
      >
        {(page) => <BlogHeader page={page} front={isFront(query)} />}
      </WhenLoaded>
      <WithTaxonomy query={queries.taxonomy}>
        {(taxonomy) => <BlogBody taxonomy={taxonomy} listing={queries.listing} query={query} />}
      </WithTaxonomy>
    </>
  ),
});

function activeFilter(
  query: PostQuery,
  listed: Term | null | undefined,
  taxonomy: PostTaxonomy | undefined,
): BlogFilter {
  if (query.category !== null) {
    return { kind: 'category', term: listed ?? termOf(query.category, taxonomy?.categories) };
  }
  if (query.tag !== null) return { kind: 'tag', term: listed ?? termOf(query.tag, taxonomy?.tags) };
  return null;
}

/** Whether the requested page of a list is beyond its last; its first page always exists. */
function isBeyondLastPage(listing: PostListing | undefined): boolean {
  return listing !== undefined && listing.posts.length === 0 && listing.page > 1;
}

function isFront({ category, tag, page }: PostQuery): boolean {
  return category === null && tag === null && page === 1;
}

// A filtered list shows what the category's or tag's own page shows: search engines are sent there.
function canonicalPath(filter: BlogFilter, page: number): string {
  if (filter === null) return blogListPath({ page });
  return filter.kind === 'category' ? categoryPath(filter.term.slug, page) : tagPath(filter.term.slug, page);
}

interface BlogHeaderProps {
  readonly page: Page | null;
  /** Whether this is the blog's front: a later or narrowed list begins with its posts. */
  readonly front: boolean;
}

/** The top of the blog, in the words of its page where content has one. */
function BlogHeader({ page, front }: BlogHeaderProps) {
  const title = page?.heroTitle ?? page?.title ?? blogTitle;
  const subtitle = page?.heroSubtitle ?? blogSubtitle;
  if (front) {
    return <Hero title={title} subtitle={subtitle} picture={page?.heroPicture ?? null} scene="canyon" />;
  }
  return (
    <header className="container blog-header">
      <h1>{title}</h1>
      <p className="lead">{subtitle}</p>
    </header>
  );
}

interface BlogBodyProps {
  readonly taxonomy: PostTaxonomy;
  readonly listing: Query<PostListing>;
  readonly query: PostQuery;
}

function BlogBody({ taxonomy, listing, query: { category, tag, page } }: BlogBodyProps) {
  const { apiBase } = useSite();
  // Of all parameters that pages have, those of the blog: they stand in the page's source.
  const query = { category, tag, page };
  const filter = activeFilter(query, loadedValue(listing)?.term, taxonomy);
  // Names and slugs only: the numbers of posts would change the page's source with every post.
  const categories = taxonomy.categories.map(({ name, slug }) => ({ name, slug }));
  return (
    <div className="container with-sidebar blog-body">
      <div>
        <Island name="blogFilters" props={{ categories, query, active: filter, listId: 'posts', apiBase }} />
        <div id="posts">
          <WhenLoaded query={listing} notice="section" fallback={<SamplePostList />}>
            {(loaded) => <BlogPosts listing={loaded} query={query} />}
          </WhenLoaded>
        </div>
      </div>
      <div className="sidebar">
        {taxonomy.categories.length > 0 && (
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
        )}
        {taxonomy.tags.length > 0 && (
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
        )}
      </div>
    </div>
  );
}
