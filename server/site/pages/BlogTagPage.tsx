import { noPostsTitle, pageSuffix } from '../../../shared/blogListWords.ts';
import { tagPath } from '../../../shared/paths.ts';
import { termOf } from '../../../shared/termName.ts';
import { termSlug } from '../../../shared/termSlug.ts';
import { SidebarSection } from '../blocks/BlogSidebar.tsx';
import { isCounted } from '../blocks/samplePosts.ts';
import { TagCloud } from '../blocks/TagCloud.tsx';
import { TermPosts } from '../blocks/TermPosts.tsx';
import { definePage, known } from '../definePage.tsx';

/** The posts of one tag, whatever capitals and spaces its address is written with. */
export const blogTagPage = definePage({
  styles: 'blog',
  query: ['page'],
  ask: ({ content, params, query }) => ({
    listing: content.postListing({ category: null, tag: slugOf(params), page: query.page }),
    taxonomy: content.postTaxonomy(),
  }),
  primary: 'listing',
  isAbsent: ({ listing }) => known(listing)?.posts.length === 0,
  describe: ({ listing }, { params, query }) => {
    const slug = slugOf(params);
    const name = known(listing)?.term?.name ?? termOf(slug).name;
    return {
      title:
        known(listing)?.posts.length === 0 ? noPostsTitle : `Posts tagged ${name}${pageSuffix(query.page)}`,
      description: `Everything on our blog that carries the tag ${name}, newest first.`,
      path: tagPath(slug, query.page),
    };
  },
  View: ({ questions, params }) => (
    <TermPosts
      kind="Tag"
      slug={slugOf(params)}
      listing={questions.listing}
      taxonomy={questions.taxonomy}
      pathOf={(page) => tagPath(slugOf(params), page)}
      sidebar={(taxonomy) => (
        <SidebarSection id="all-tags" title="Tags">
          <TagCloud
            counted={isCounted(taxonomy)}
            tags={taxonomy.tags}
            hrefOf={(slug) => tagPath(slug)}
            current={slugOf(params)}
          />
        </SidebarSection>
      )}
    />
  ),
});

function slugOf(params: Readonly<Record<string, string>>): string {
  return termSlug(params.tag ?? '');
}
