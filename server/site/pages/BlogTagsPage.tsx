import type { CountedTerm } from '../../../shared/content.ts';
import { countOfPosts } from '../../../shared/countOfPosts.ts';
import { blogTagsPath, tagPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { BlogBack } from '../blocks/BlogBack.tsx';
import { popularTags } from '../blocks/popularTags.ts';
import { isCounted } from '../blocks/samplePosts.ts';
import { TagCloud } from '../blocks/TagCloud.tsx';
import { WithTaxonomy } from '../blocks/WithTaxonomy.tsx';
import { definePage, isUnreachable } from '../definePage.tsx';

/** All tags as a cloud, and the ten that are used most. */
export const blogTagsPage = definePage({
  styles: 'blog',
  load: ({ content }) => ({ taxonomy: content.postTaxonomy() }),
  own: ['taxonomy'],
  describe: ({ taxonomy }) => ({
    title: 'Blog tags',
    description:
      'All tags of our blog at a glance, the larger the more there is to read, and the ten most used.',
    path: blogTagsPath,
    unlisted: isUnreachable(taxonomy),
  }),
  View: ({ queries }) => (
    <div className="container blog-page">
      <header className="blog-intro">
        <BlogBack />
        <h1>Blog tags</h1>
        <p className="lead">The larger the word, the more there is to read about it.</p>
      </header>
      <WithTaxonomy query={queries.taxonomy}>
        {(taxonomy) => <Tags tags={taxonomy.tags} counted={isCounted(taxonomy)} />}
      </WithTaxonomy>
    </div>
  ),
});

interface TagsProps {
  readonly tags: readonly CountedTerm[];
  /** False: the numbers of posts are not known. */
  readonly counted: boolean;
}

function Tags({ tags, counted }: TagsProps) {
  if (tags.length === 0) return <p className="empty">No tags are in use yet.</p>;
  return (
    <div className="tag-columns">
      <nav className="panel" aria-labelledby="all-tags">
        <h2 id="all-tags" className="visually-hidden">
          All tags
        </h2>
        <TagCloud counted={counted} tags={tags} hrefOf={(slug) => tagPath(slug)} />
      </nav>
      <section aria-labelledby="popular-tags">
        <h2 id="popular-tags" className="popular-tags-title">
          Popular tags
        </h2>
        <ol className="popular-tags">
          {popularTags(tags).map(({ name, slug, count }) => (
            <li key={slug}>
              <A href={tagPath(slug)}>
                <span className="visually-hidden">Popular: </span>
                {name}
              </A>
              {counted && <span className="small">{countOfPosts(count)}</span>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
