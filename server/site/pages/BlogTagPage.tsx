import { tagPath } from '../../../shared/paths.ts';
import { SidebarSection } from '../blocks/BlogSidebar.tsx';
import { isCounted } from '../blocks/samplePosts.ts';
import { TagCloud } from '../blocks/TagCloud.tsx';
import { termPage } from './termPage.tsx';

/** The posts of one tag. */
export const blogTagPage = termPage({
  kind: 'tag',
  pathOf: tagPath,
  titleOf: (name) => `Posts tagged ${name}`,
  describe: (_slug, name) => `Everything on our blog that carries the tag ${name}, newest first.`,
  showsDescription: false,
  sidebar: (taxonomy, current) => (
    <SidebarSection id="all-tags" title="Tags">
      <TagCloud
        counted={isCounted(taxonomy)}
        tags={taxonomy.tags}
        hrefOf={(slug) => tagPath(slug)}
        current={current}
      />
    </SidebarSection>
  ),
});
