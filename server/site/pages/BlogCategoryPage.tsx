import { noPostsTitle, pageSuffix } from '../../../shared/blogListWords.ts';
import { categoryPath } from '../../../shared/paths.ts';
import { termOf } from '../../../shared/termName.ts';
import { termSlug } from '../../../shared/termSlug.ts';
import { SidebarSection, TermList } from '../blocks/BlogSidebar.tsx';
import { categoryDescription } from '../blocks/categoryDescriptions.ts';
import { isCounted } from '../blocks/samplePosts.ts';
import { TermPosts } from '../blocks/TermPosts.tsx';
import { definePage, known } from '../definePage.tsx';

/** The posts of one category, whatever capitals and spaces its address is written with. */
export const blogCategoryPage = definePage({
  styles: 'blog',
  query: ['page'],
  ask: ({ content, params, query }) => ({
    listing: content.postListing({ category: slugOf(params), tag: null, page: query.page }),
    taxonomy: content.postTaxonomy(),
  }),
  primary: 'listing',
  isAbsent: ({ listing }) => known(listing)?.posts.length === 0,
  describe: ({ listing }, { params, query }) => {
    const slug = slugOf(params);
    const name = known(listing)?.term?.name ?? termOf(slug).name;
    return {
      title: known(listing)?.posts.length === 0 ? noPostsTitle : `${name} posts${pageSuffix(query.page)}`,
      description: categoryDescription(slug, name),
      path: categoryPath(slug, query.page),
    };
  },
  View: ({ questions, params }) => (
    <TermPosts
      kind="Category"
      slug={slugOf(params)}
      listing={questions.listing}
      taxonomy={questions.taxonomy}
      pathOf={(page) => categoryPath(slugOf(params), page)}
      describe={categoryDescription}
      sidebar={(taxonomy) => (
        <SidebarSection id="all-categories" title="Categories">
          <TermList
            terms={taxonomy.categories}
            hrefOf={(slug) => categoryPath(slug)}
            current={slugOf(params)}
            counts={isCounted(taxonomy)}
          />
        </SidebarSection>
      )}
    />
  ),
});

function slugOf(params: Readonly<Record<string, string>>): string {
  return termSlug(params.category ?? '');
}
