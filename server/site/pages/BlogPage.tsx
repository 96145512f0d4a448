import type { BlogFilter } from '../../../shared/blogFilter.ts';
import {
  blogTitle,
  filterOf,
  listAnnouncement,
  noPostsTitle,
  titleOf,
} from '../../../shared/blogListText.ts';
import type { PostListing, PostQuery, PostTaxonomy } from '../../../shared/content.ts';
import {
  atomFeedPath,
  blogCategoriesPath,
  blogListPath,
  blogTagsPath,
  categoryPath,
  tagPath,
} from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { BlogPosts } from '../../../shared/ui/BlogPosts.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { words } from '../../../shared/words.ts';
import type { Blog } from '../../content/collections/blogPosts.ts';
import type { Page } from '../../content/collections/pages.ts';
import { isUnreachable, mapResult, pageOf, type Result, valueIn } from '../../content/siteContent.ts';
import { ArchiveLinks, SidebarSection, TermList } from '../components/BlogSidebar.tsx';
import { Island } from '../components/Island.tsx';
import { PageHero } from '../components/PageHero.tsx';
import { SamplePostList, samplesFor, taxonomyOf } from '../components/samplePosts.tsx';
import { definePage } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/** The text of the blog's header if content has none. */
const blogSubtitle = `Seasonal advice and practical notes on looking after a home in ${words.region}.`;

/** The blog: all posts, or those of one category or tag. */
export const blogPage = definePage({
  query: ['category', 'tag', 'page'],
  select: ({ content, query }) => {
    const blog = content.blog_posts;
    const listing = mapResult(blog, (posts) => posts.list(query));
    const shownQuery = queryWithPosts(query, valueIn(listing));
    const samples = isUnreachable(listing) ? samplesFor(query) : null;
    const filter = samples ? samples.filter : activeFilter(shownQuery, valueIn(listing), taxonomyOf(blog));
    const page = pageOf(content, 'blog');
    const shown = {
      selected: { page, blog, listing, shownQuery, samples, filter },
      row: valueIn(page),
    };
    if (samples) {
      return { kind: 'unavailable', variant: filter ? ` ${filter.kind} ${filter.term.slug}` : '', ...shown };
    }
    if (isBeyondLastPage(valueIn(listing))) return { kind: 'absent', ...shown };
    return { kind: shownQuery === null ? 'noMatches' : 'found', ...shown };
  },
  describe: ({ page, listing, shownQuery, filter }) => ({
    title: shownQuery || isUnreachable(listing) ? titleOf(filter, shownQuery?.page ?? 1) : noPostsTitle,
    description:
      filter === null
        ? blogSubtitle
        : `What we have written about ${filter.term.name} for people who own a home in ${words.region}.`,
    path: canonicalPath(filter, shownQuery?.page ?? 1),
    kind: 'CollectionPage',
    feed: { title: blogTitle, path: atomFeedPath },
    picture: valueIn(page)?.heroPicture ?? valueIn(listing)?.posts[0]?.picture ?? null,
  }),
  View: ({ page, blog, listing, shownQuery, samples, filter, query }) => (
    <>
      <BlogHeader page={valueIn(page)} front={isUnreachable(listing) || isFront(query)} />
      <BlogBody {...{ blog, listing, samples, filter }} query={shownQuery} />
    </>
  ),
});

/**
 * The query of a list that has posts, or of the blog's front, which may have none. Null for every other address: there
 * are endlessly many, so the page that they share must not repeat any part of them.
 */
function queryWithPosts(
  { category, tag, page }: PostQuery,
  listing: PostListing | undefined,
): PostQuery | null {
  // Only the parameters of the blog, since they are written into the page's source.
  const query = { category, tag, page };
  return listing && (listing.posts.length > 0 || isFront(query)) ? query : null;
}

function activeFilter(
  query: PostQuery | null,
  listing: PostListing | undefined,
  { categories }: PostTaxonomy,
): BlogFilter {
  return query && listing ? filterOf({ query, listing }, categories) : null;
}

/** Whether the requested page of a list is beyond its last; its first page always exists. */
function isBeyondLastPage(listing: PostListing | undefined): boolean {
  return listing !== undefined && listing.posts.length === 0 && listing.page > 1;
}

function isFront({ category, tag, page }: PostQuery): boolean {
  return category === null && tag === null && page === 1;
}

// A filtered list shows the same as the category's or tag's own page: search engines are sent there.
function canonicalPath(filter: BlogFilter, page: number): string {
  if (filter === null) return blogListPath({ page });
  return filter.kind === 'category' ? categoryPath(filter.term.slug, page) : tagPath(filter.term.slug, page);
}

interface BlogHeaderProps {
  readonly page: Page | null | undefined;
  /** Whether this is the blog's front: a later page or a filtered list begins with its posts. */
  readonly front: boolean;
}

/** The top of the blog, with the texts of its row in `pages`, if there is one. */
function BlogHeader({ page, front }: BlogHeaderProps) {
  useStyles('blogPage');
  const title = page?.title ?? blogTitle;
  if (front) return <PageHero page={page} title={title} subtitle={blogSubtitle} scene="canyon" />;
  return (
    <header className="container blog-header">
      <h1>{page?.heroTitle ?? title}</h1>
      <p className="lead">{page?.heroSubtitle ?? blogSubtitle}</p>
    </header>
  );
}

interface BlogBodyProps {
  readonly blog: Result<Blog>;
  readonly listing: Result<PostListing>;
  /** Null if the page must not repeat any part of its address. */
  readonly query: PostQuery | null;
  /** Shown instead of posts that are unavailable. */
  readonly samples: ReturnType<typeof samplesFor> | null;
  readonly filter: BlogFilter;
}

function BlogBody({ blog, listing, query, samples, filter }: BlogBodyProps) {
  useStyles('blogPage', 'sidebar');
  const taxonomy = taxonomyOf(blog);
  const { apiBase } = useSite();
  const loaded = valueIn(listing);
  // Names and slugs only: the numbers of posts would change the page's source with every post.
  const categories = taxonomy.categories.map(({ name, slug }) => ({ name, slug }));
  return (
    <div className="container with-sidebar blog-body">
      <div>
        <Island
          name="blogFilters"
          props={{
            categories,
            query,
            active: filter,
            announcement: query && loaded ? listAnnouncement(loaded) : '',
            listId: 'posts',
            apiBase,
          }}
        />
        <div id="posts">
          {samples && <SamplePostList posts={samples.posts} />}
          {loaded && <BlogPosts listing={loaded} query={query} />}
        </div>
      </div>
      <div className="sidebar">
        {taxonomy.categories.length > 0 && (
          <SidebarSection id="all-categories" title="Categories">
            <TermList
              terms={taxonomy.categories}
              hrefOf={(slug) => blogListPath({ category: slug })}
              current={filter?.kind === 'category' ? filter.term.slug : null}
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
              current={filter?.kind === 'tag' ? filter.term.slug : null}
            />
            <A href={blogTagsPath} className="link-arrow small">
              Popular tags
            </A>
          </SidebarSection>
        )}
        <ArchiveLinks blog={blog} kinds={['year', 'author']} />
      </div>
    </div>
  );
}
