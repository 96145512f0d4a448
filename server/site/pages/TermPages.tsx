import type { ReactNode } from 'react';
import { noPostsTitle, pageSuffix } from '../../../shared/blogListText.ts';
import type { PostListing, Term } from '../../../shared/content.ts';
import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { atomFeedPath, authorPath, categoryPath, tagPath, yearPath } from '../../../shared/paths.ts';
import { termOf, termSlug } from '../../../shared/terms.ts';
import { NoPosts } from '../../../shared/ui/NoPosts.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { PostList } from '../../../shared/ui/PostList.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Blog } from '../../content/collections/blogPosts.ts';
import type { ArchiveKind, TermKind } from '../../content/collections/postIndex.ts';
import type { TeamMember } from '../../content/collections/team.ts';
import { mapResult, type Result, valueIn } from '../../content/siteContent.ts';
import { BlogBack } from '../components/BlogBack.tsx';
import { ArchiveLinks, SidebarSection, TermList } from '../components/BlogSidebar.tsx';
import { ConnectionError } from '../components/ConnectionError.tsx';
import { categoryDescription } from '../components/categoryDescriptions.ts';
import { Person } from '../components/Person.tsx';
import { isCounted, taxonomyOf } from '../components/samplePosts.tsx';
import { TagCloud } from '../components/TagCloud.tsx';
import { definePage, judgeRow } from '../definePage.tsx';

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
    query: ['page'],
    select: ({ content, params, query }) => {
      const { blog_posts: blog } = content;
      const slug = termSlug(params[options.parameter] ?? '');
      const found = mapResult(blog, ({ terms }): TermPosts | null => {
        const listing = terms[options.parameter].list(slug, query.page);
        return listing.posts.length === 0 ? null : { term: listing.term ?? termOf(slug), listing };
      });
      const without = (title: string, reason: ReactNode) => ({
        title,
        element: (
          <TermLayout options={options} blog={blog} current={null}>
            <TermHeader eyebrow={options.eyebrow} title={options.plainTitle} />
            {reason}
          </TermLayout>
        ),
      });
      const member = (posts: TermPosts) =>
        options.parameter === 'author'
          ? (valueIn(content.team)?.find(({ name }) => termSlug(name) === posts.term.slug) ?? null)
          : null;
      return judgeRow(found, (posts) => ({ selected: { blog, member: member(posts), ...posts } }), {
        absent: without(noPostsTitle, <NoPosts>There is nothing to read under this address.</NoPosts>),
        unavailable: without(options.plainTitle, <ConnectionError variant="section" />),
      });
    },
    describe: ({ term, listing }) => ({
      title: `${options.titleOf(term.name)}${pageSuffix(listing.page)}`,
      description: options.describe(term),
      path: options.pathOf(term.slug, listing.page),
      kind: 'CollectionPage',
      ...(options.hasFeed && {
        feed: { title: options.titleOf(term.name), path: feedPathOf(options.parameter, term.slug) },
      }),
    }),
    View: ({ blog, term, listing, member }) => (
      <TermLayout options={options} blog={blog} current={term.slug}>
        <TermPostList options={options} term={term} listing={listing} member={member} />
      </TermLayout>
    ),
  });
}

interface TermLayoutProps {
  readonly options: TermPageOptions;
  readonly blog: Result<Blog>;
  /** The slug of the page's term; null if it cannot name one. */
  readonly current: string | null;
  readonly children: ReactNode;
}

/** The page of a term, with the other terms of its kind beside it. */
function TermLayout({ options, blog, current, children }: TermLayoutProps) {
  useStyles('blogPage', 'sidebar');
  return (
    <div className="container blog-page">
      <BlogBack />
      <div className="with-sidebar">
        <div>{children}</div>
        <div className="sidebar">{options.sidebar(blog, current)}</div>
      </div>
    </div>
  );
}

interface TermPostListProps extends TermPosts {
  /** The author, if one of the team. */
  readonly member: TeamMember | null;
  readonly options: TermPageOptions;
}

function TermPostList({ options, term, listing, member }: TermPostListProps) {
  const { posts, page, pageCount, total } = listing;
  return (
    <>
      <TermHeader eyebrow={options.eyebrow} title={term.name}>
        {options.showsDescription && <p className="lead">{options.describe(term)}</p>}
        {member && <Person person={{ member, posts: null }} answersFor={null} />}
        <p className="small">{countWithNoun(total, 'post')}</p>
      </TermHeader>
      <PostList posts={posts} category={options.parameter === 'category' ? term.slug : null} />
      <Pagination
        list="posts"
        page={page}
        pageCount={pageCount}
        pathOf={(number) => options.pathOf(term.slug, number)}
      />
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
