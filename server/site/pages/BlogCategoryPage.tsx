import { categoryPath } from '../../../shared/paths.ts';
import { SidebarSection, TermList } from '../blocks/BlogSidebar.tsx';
import { categoryDescription } from '../blocks/categoryDescriptions.ts';
import { isCounted } from '../blocks/samplePosts.ts';
import { termPage } from './termPage.tsx';

/** The posts of one category. */
export const blogCategoryPage = termPage({
  kind: 'category',
  pathOf: categoryPath,
  titleOf: (name) => `${name} posts`,
  describe: categoryDescription,
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
