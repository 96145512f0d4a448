import type { ReactNode } from 'react';
import { countOfPosts, noPostsTitle, pageSuffix } from '../../../shared/blogListText.ts';
import type { PostListing, Term } from '../../../shared/content.ts';
import { atomFeedPath, authorPath, categoryPath, tagPath, yearPath } from '../../../shared/paths.ts';
import { termOf, termSlug } from '../../../shared/terms.ts';
import { NoPosts } from '../../../shared/ui/NoPosts.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { PostList } from '../../../shared/ui/PostList.tsx';
import type { Blog } from '../../content/collections/blogPosts.ts';
import type { ArchiveKind, TermKind } from '../../content/collections/postIndex.ts';
import { mapResult, type Result, valueIn } from '../../content/siteContent.ts';
import { BlogBack } from '../blocks/BlogBack.tsx';
import { ArchiveLinks, SidebarSection, TermList } from '../blocks/BlogSidebar.tsx';
import { ConnectionError } from '../blocks/ConnectionError.tsx';
import { categoryDescription } from '../blocks/categoryDescriptions.ts';
import { isCounted, taxonomyOf } from '../blocks/samplePosts.tsx';
import { TagCloud } from '../blocks/TagCloud.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage } from '../definePage.tsx';

/** The texts and the addresses of the pages of a kind of term. */
interface TermPageOptions {
  /** Also the name of the route's parameter. */
  readonly parameter: TermKind;
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
  pathOf: categoryPath,
  titleOf: (name) => `${name} posts`,
  plainTitle: 'Posts by category',
  describe: ({ slug, name }) => categoryDescription(slug, name),
  eyebrow: 'Category',
  showsDescription: true,
  hasFeed: true,
  sidebar: (blog, current) =>
    taxonomyOf(blog).categories.length > 0 && (
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
  pathOf: tagPath,
  titleOf: (name) => `Posts tagged ${name}`,
  plainTitle: 'Posts by tag',
  describe: ({ name }) => `Everything on our blog that carries the tag ${name}, newest first.`,
  eyebrow: 'Tag',
  showsDescription: false,
  hasFeed: true,
  sidebar: (blog, current) =>
    taxonomyOf(blog).tags.length > 0 && (
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
  words: Pick<TermPageOptions, 'pathOf' | 'titleOf' | 'plainTitle' | 'describe' | 'eyebrow'>,
) {
  return termPage({
    ...words,
    parameter,
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
function termPage(options: TermPageOptions) {
  return definePage({
    styles: 'blog',
    query: ['page'],
    reviews: () => null,
    select: ({ content, params, query }) => {
      const slug = termSlug(params[options.parameter] ?? '');
      return {
        blog: content.blog_posts,
        found: mapResult(content.blog_posts, (blog): TermPosts | null => {
          const listing = blog.terms[options.parameter].list(slug, query.page);
          return listing.posts.length === 0 ? null : { term: listing.term ?? termOf(slug), listing };
        }),
      };
    },
    primary: 'found',
    describe: ({ found }) => {
      const posts = valueIn(found);
      if (!posts) {
        return { title: posts === null ? noPostsTitle : options.plainTitle, description: null, path: null };
      }
      const { term, listing } = posts;
      return {
        title: `${options.titleOf(term.name)}${pageSuffix(listing.page)}`,
        description: options.describe(term),
        path: options.pathOf(term.slug, listing.page),
        kind: 'CollectionPage',
        ...(options.hasFeed && {
          feed: { title: options.titleOf(term.name), path: feedPathOf(options.parameter, term.slug) },
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
                  <TermHeader eyebrow={options.eyebrow} title={options.plainTitle} />
                  <ConnectionError variant="section" />
                </>
              }
              absent={
                <>
                  <TermHeader eyebrow={options.eyebrow} title={options.plainTitle} />
                  <NoPosts>There is nothing to read under this address.</NoPosts>
                </>
              }
            >
              {(posts) => <TermPostList options={options} {...posts} />}
            </WhenLoaded>
          </div>
          <div className="sidebar">{options.sidebar(blog, valueIn(found)?.term.slug ?? null)}</div>
        </div>
      </div>
    ),
  });
}

interface TermPostListProps extends TermPosts {
  readonly options: TermPageOptions;
}

function TermPostList({ options, term, listing }: TermPostListProps) {
  const { posts, page, pageCount, total } = listing;
  return (
    <>
      <TermHeader eyebrow={options.eyebrow} title={term.name}>
        {options.showsDescription && <p className="lead">{options.describe(term)}</p>}
        <p className="small">{countOfPosts(total)}</p>
      </TermHeader>
      <PostList posts={posts} category={options.parameter === 'category' ? term.slug : null} />
      <Pagination page={page} pageCount={pageCount} pathOf={(number) => options.pathOf(term.slug, number)} />
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
