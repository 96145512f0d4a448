import type { ReactNode } from 'react';
import { countOfPosts, noPostsTitle, pageSuffix } from '../../../shared/blogListText.ts';
import type { PostListing, Term } from '../../../shared/content.ts';
import { atomFeedPath, authorPath, categoryPath, tagPath, yearPath } from '../../../shared/paths.ts';
import { termOf, termSlug } from '../../../shared/terms.ts';
import { NoPosts } from '../../../shared/ui/NoPosts.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { PostList } from '../../../shared/ui/PostList.tsx';
import type { Blog } from '../../content/collections/blogPosts.ts';
import type { ArchiveKind } from '../../content/collections/postIndex.ts';
import { mapResult, type Result, valueIn } from '../../content/siteContent.ts';
import { BlogBack } from '../blocks/BlogBack.tsx';
import { ArchiveLinks, SidebarSection, TermList } from '../blocks/BlogSidebar.tsx';
import { ConnectionError } from '../blocks/ConnectionError.tsx';
import { categoryDescription } from '../blocks/categoryDescriptions.ts';
import { isCounted, taxonomyOf } from '../blocks/samplePosts.tsx';
import { TagCloud } from '../blocks/TagCloud.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage } from '../definePage.tsx';

/** A kind of term: the texts and the addresses of its pages. */
interface TermKind {
  /** The name of the route's parameter. */
  readonly parameter: 'category' | 'tag' | ArchiveKind;
  readonly list: (blog: Blog, slug: string, page: number) => PostListing;
  readonly pathOf: (slug: string, page?: number) => string;
  /** The document's title for a term of that name. */
  readonly titleOf: (name: string) => string;
  /** The title of a page that cannot name its term: the address has no posts, or posts are unavailable. */
  readonly plainTitle: string;
  readonly describe: (term: Term) => string;
  /** The name of the kind, above the posts; and whether the page itself shows the description too. */
  readonly eyebrow: string;
  readonly showsDescription: boolean;
  readonly hasFeed?: true;
  /** The other terms of its kind, beside the posts. */
  readonly sidebar: (blog: Result<Blog>, current: string | null) => ReactNode;
}

/** The posts of one category. */
export const blogCategoryPage = termPage({
  parameter: 'category',
  list: (blog, category, page) => blog.list({ category, tag: null, page }),
  pathOf: categoryPath,
  titleOf: (name) => `${name} posts`,
  plainTitle: 'Posts by category',
  describe: ({ slug, name }) => categoryDescription(slug, name),
  eyebrow: 'Category',
  showsDescription: true,
  hasFeed: true,
  sidebar: (blog, current) => (
    <SidebarSection id="all-categories" title="Categories">
      <TermList
        terms={taxonomyOf(blog).categories}
        hrefOf={(slug) => categoryPath(slug)}
        current={current}
        counts={isCounted(taxonomyOf(blog))}
      />
    </SidebarSection>
  ),
});

/** The posts of one tag. */
export const blogTagPage = termPage({
  parameter: 'tag',
  list: (blog, tag, page) => blog.list({ category: null, tag, page }),
  pathOf: tagPath,
  titleOf: (name) => `Posts tagged ${name}`,
  plainTitle: 'Posts by tag',
  describe: ({ name }) => `Everything on our blog that carries the tag ${name}, newest first.`,
  eyebrow: 'Tag',
  showsDescription: false,
  hasFeed: true,
  sidebar: (blog, current) => (
    <SidebarSection id="all-tags" title="Tags">
      <TagCloud counted={isCounted(taxonomyOf(blog))} tags={taxonomyOf(blog).tags} current={current} />
    </SidebarSection>
  ),
});

/** The posts of one year. */
export const blogYearPage = archivePage('year', {
  pathOf: yearPath,
  titleOf: (year) => `Posts of ${year}`,
  plainTitle: 'Posts by year',
  describe: ({ name }) => `Everything on our blog that appeared in ${name}, newest first.`,
  eyebrow: 'Year',
});

/** The posts of one author. */
export const blogAuthorPage = archivePage('author', {
  pathOf: authorPath,
  titleOf: (name) => `Posts by ${name}`,
  plainTitle: 'Posts by author',
  describe: ({ name }) => `Everything on our blog that ${name} has written, newest first.`,
  eyebrow: 'Author',
});

/** The page of a year's or an author's posts. It exists only if there is more than one year or author. */
function archivePage(
  parameter: ArchiveKind,
  words: Pick<TermKind, 'pathOf' | 'titleOf' | 'plainTitle' | 'describe' | 'eyebrow'>,
) {
  return termPage({
    ...words,
    parameter,
    list: (blog, slug, page) => blog.archives[parameter].list(slug, page),
    showsDescription: false,
    sidebar: (blog, current) => <ArchiveLinks blog={blog} kinds={[parameter]} current={current} />,
  });
}

function feedPathOf(parameter: string, slug: string): string {
  return `${atomFeedPath}?${new URLSearchParams({ [parameter]: slug })}`;
}

/** A term, and one page of the posts that have it. */
interface TermPosts {
  readonly term: Term;
  readonly listing: PostListing;
}

/** The page of one term's posts; its address may be written in any case and with spaces. */
function termPage(kind: TermKind) {
  return definePage({
    styles: 'blog',
    query: ['page'],
    reviews: () => null,
    select: ({ content, params, query }) => {
      const slug = termSlug(params[kind.parameter] ?? '');
      return {
        blog: content.blog_posts,
        found: mapResult(content.blog_posts, (blog): TermPosts | null => {
          const listing = kind.list(blog, slug, query.page);
          return listing.posts.length === 0 ? null : { term: listing.term ?? termOf(slug), listing };
        }),
      };
    },
    primary: 'found',
    describe: ({ found }) => {
      const posts = valueIn(found);
      if (!posts) {
        return { title: posts === null ? noPostsTitle : kind.plainTitle, description: null, path: null };
      }
      const { term, listing } = posts;
      return {
        title: `${kind.titleOf(term.name)}${pageSuffix(listing.page)}`,
        description: kind.describe(term),
        path: kind.pathOf(term.slug, listing.page),
        kind: 'CollectionPage',
        ...(kind.hasFeed && {
          feed: { title: kind.titleOf(term.name), path: feedPathOf(kind.parameter, term.slug) },
        }),
      };
    },
    View: ({ blog, found }) => (
      <div className="container blog-page">
        <BlogBack />
        <div className="with-sidebar">
          <div>
            <WhenLoaded
              result={found}
              fallback={
                <>
                  <TermHeader eyebrow={kind.eyebrow} title={kind.plainTitle} />
                  <ConnectionError variant="section" />
                </>
              }
              absent={
                <>
                  <TermHeader eyebrow={kind.eyebrow} title={kind.plainTitle} />
                  <NoPosts>There is nothing to read under this address.</NoPosts>
                </>
              }
            >
              {(posts) => <TermPostList kind={kind} {...posts} />}
            </WhenLoaded>
          </div>
          <div className="sidebar">{kind.sidebar(blog, valueIn(found)?.term.slug ?? null)}</div>
        </div>
      </div>
    ),
  });
}

interface TermPostListProps extends TermPosts {
  readonly kind: TermKind;
}

function TermPostList({ kind, term, listing }: TermPostListProps) {
  const { posts, page, pageCount, total } = listing;
  return (
    <>
      <TermHeader eyebrow={kind.eyebrow} title={term.name}>
        {kind.showsDescription && <p className="lead">{kind.describe(term)}</p>}
        <p className="small">{countOfPosts(total)}</p>
      </TermHeader>
      <PostList posts={posts} category={kind.parameter === 'category' ? term.slug : null} />
      <Pagination page={page} pageCount={pageCount} pathOf={(number) => kind.pathOf(term.slug, number)} />
    </>
  );
}

interface TermHeaderProps {
  readonly eyebrow: string;
  readonly title: string;
  readonly children?: ReactNode;
}

function TermHeader({ eyebrow, title, children }: TermHeaderProps) {
  return (
    <header className="blog-intro">
      <p className="eyebrow">{eyebrow}</p>
      <h1>{title}</h1>
      {children}
    </header>
  );
}
