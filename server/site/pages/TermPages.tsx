import type { ReactNode } from 'react';
import { countOfPosts, noPageText, noPostsTitle, pageSuffix } from '../../../shared/blogListText.ts';
import type { PostListing, PostTaxonomy } from '../../../shared/content.ts';
import { categoryPath, tagPath } from '../../../shared/paths.ts';
import { termOf, termSlug } from '../../../shared/terms.ts';
import { NoPosts } from '../../../shared/ui/NoPosts.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { PostList } from '../../../shared/ui/PostList.tsx';
import { BlogBack } from '../blocks/BlogBack.tsx';
import { SidebarSection, TermList } from '../blocks/BlogSidebar.tsx';
import { ConnectionError } from '../blocks/ConnectionError.tsx';
import { categoryDescription } from '../blocks/categoryDescriptions.ts';
import { isCounted, WithTaxonomy } from '../blocks/samplePosts.tsx';
import { TagCloud } from '../blocks/TagCloud.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue, type PageRequest } from '../definePage.tsx';

/** One of the two kinds of term: what its pages say, and where they are. */
interface TermKind {
  /** Also the name of the route's parameter. */
  readonly kind: 'category' | 'tag';
  readonly pathOf: (slug: string, page?: number) => string;
  /** The document's title for a term of that name. */
  readonly titleOf: (name: string) => string;
  readonly describe: (slug: string, name: string) => string;
  /** Above the posts: the kind, and whether readers see the description too. */
  readonly eyebrow: string;
  readonly showsDescription: boolean;
  /** The other terms of its kind, beside the posts. */
  readonly sidebar: (taxonomy: PostTaxonomy, current: string) => ReactNode;
}

/** The posts of one category. */
export const blogCategoryPage = termPage({
  kind: 'category',
  pathOf: categoryPath,
  titleOf: (name) => `${name} posts`,
  describe: categoryDescription,
  eyebrow: 'Category',
  showsDescription: true,
  sidebar: (taxonomy, current) => (
    <SidebarSection id="all-categories" title="Categories">
      <TermList
        terms={taxonomy.categories}
        hrefOf={(slug) => categoryPath(slug)}
        current={current}
        counts={isCounted(taxonomy)}
      />
    </SidebarSection>
  ),
});

/** The posts of one tag. */
export const blogTagPage = termPage({
  kind: 'tag',
  pathOf: tagPath,
  titleOf: (name) => `Posts tagged ${name}`,
  describe: (_slug, name) => `Everything on our blog that carries the tag ${name}, newest first.`,
  eyebrow: 'Tag',
  showsDescription: false,
  sidebar: (taxonomy, current) => (
    <SidebarSection id="all-tags" title="Tags">
      <TagCloud counted={isCounted(taxonomy)} tags={taxonomy.tags} current={current} />
    </SidebarSection>
  ),
});

/** The page of the posts of one category or tag; its address may be written in any case and with spaces. */
function termPage(term: TermKind) {
  const slugOf = (params: PageRequest['params']) => termSlug(params[term.kind] ?? '');
  return definePage({
    styles: 'blog',
    query: ['page'],
    load: ({ content, params, query }) => ({
      listing: content.postListing({
        category: null,
        tag: null,
        [term.kind]: slugOf(params),
        page: query.page,
      }),
      taxonomy: content.postTaxonomy(),
    }),
    primary: 'listing',
    isAbsent: ({ listing }) => loadedValue(listing)?.posts.length === 0,
    describe: ({ listing }, { params, query }) => {
      const slug = slugOf(params);
      const name = loadedValue(listing)?.term?.name ?? termOf(slug).name;
      const isEmpty = loadedValue(listing)?.posts.length === 0;
      return {
        title: isEmpty ? noPostsTitle : `${term.titleOf(name)}${pageSuffix(query.page)}`,
        description: term.describe(slug, name),
        path: term.pathOf(slug, query.page),
      };
    },
    View: ({ queries, params }) => {
      const slug = slugOf(params);
      return (
        <div className="container blog-page">
          <BlogBack />
          <div className="with-sidebar">
            <div>
              <WhenLoaded
                query={queries.listing}
                notice="section"
                fallback={
                  <>
                    <TermHeader eyebrow={term.eyebrow} name={termOf(slug).name} />
                    <ConnectionError variant="section" />
                  </>
                }
              >
                {(listing) => <TermPosts term={term} slug={slug} listing={listing} />}
              </WhenLoaded>
            </div>
            <WithTaxonomy query={queries.taxonomy}>
              {(taxonomy) => <div className="sidebar">{term.sidebar(taxonomy, slug)}</div>}
            </WithTaxonomy>
          </div>
        </div>
      );
    },
  });
}

interface TermPostsProps {
  readonly term: TermKind;
  readonly slug: string;
  readonly listing: PostListing;
}

function TermPosts({ term, slug, listing }: TermPostsProps) {
  const { posts, page, pageCount } = listing;
  const name = listing.term?.name ?? termOf(slug).name;
  if (posts.length === 0) {
    return (
      <>
        <TermHeader eyebrow={term.eyebrow} name={name} />
        <NoPosts>{page > 1 ? noPageText(page) : 'There is nothing to read under this name.'}</NoPosts>
      </>
    );
  }
  return (
    <>
      <TermHeader eyebrow={term.eyebrow} name={name}>
        {term.showsDescription && <p className="lead">{term.describe(slug, name)}</p>}
        <p className="small">{countOfPosts(listing.total)}</p>
      </TermHeader>
      <PostList posts={posts} />
      <Pagination page={page} pageCount={pageCount} pathOf={(number) => term.pathOf(slug, number)} />
    </>
  );
}

interface TermHeaderProps {
  readonly eyebrow: string;
  readonly name: string;
  readonly children?: ReactNode;
}

function TermHeader({ eyebrow, name, children }: TermHeaderProps) {
  return (
    <header className="blog-intro">
      <p className="eyebrow">{eyebrow}</p>
      <h1>{name}</h1>
      {children}
    </header>
  );
}
