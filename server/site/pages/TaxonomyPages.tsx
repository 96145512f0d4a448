import type { ReactNode } from 'react';
import type { CountedCategory, CountedTerm, PostTaxonomy } from '../../../shared/content.ts';
import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { chooseDrawings } from '../../../shared/drawings.ts';
import { blogCategoriesPath, blogTagsPath, categoryPath, tagPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { cardSizes } from '../../../shared/ui/PostCard.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { words } from '../../../shared/words.ts';
import { isUnreachable } from '../../content/siteContent.ts';
import { BlogBack } from '../components/BlogBack.tsx';
import { categoryDescription } from '../components/categoryDescriptions.ts';
import { isCounted, SampleTermsNotice, taxonomyOf } from '../components/samplePosts.tsx';
import { TagCloud } from '../components/TagCloud.tsx';
import { definePage, judgeOwn } from '../definePage.tsx';

interface TaxonomyPageDefinition {
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  readonly path: string;
  readonly content: (taxonomy: PostTaxonomy) => ReactNode;
}

const taxonomyPage = ({ title, description, lead, path, content: body }: TaxonomyPageDefinition) =>
  definePage({
    select: ({ content: { blog_posts: blog } }) => judgeOwn(blog, { selected: { blog } }),
    describe: () => ({ title, description, path, kind: 'CollectionPage' }),
    View: ({ blog }) => {
      useStyles('blogPage');
      return (
        <div className="container blog-page">
          <header className="blog-intro">
            <BlogBack />
            <h1>{title}</h1>
            <p className="lead">{lead}</p>
          </header>
          {isUnreachable(blog) && <SampleTermsNotice />}
          {body(taxonomyOf(blog))}
        </div>
      );
    },
  });

/** The index of categories, each with what it is about and how many posts it has. */
export const blogCategoriesPage = taxonomyPage({
  title: 'Blog categories',
  description: `The subjects of our blog: what each category is about and how much there is to read for owners in ${words.region}.`,
  lead: 'Every article belongs to one or two of these. Begin with the one you need today.',
  path: blogCategoriesPath,
  content: (taxonomy) => <Categories categories={taxonomy.categories} counted={isCounted(taxonomy)} />,
});

/** All tags as a cloud, and the ten that are used most. */
export const blogTagsPage = taxonomyPage({
  title: 'Blog tags',
  description:
    'All tags of our blog at a glance, the larger the more there is to read, and the ten most used.',
  lead: 'The larger the word, the more there is to read about it.',
  path: blogTagsPath,
  content: (taxonomy) => <Tags tags={taxonomy.tags} counted={isCounted(taxonomy)} />,
});

interface CategoriesProps {
  readonly categories: readonly CountedCategory[];
  /** False: post counts are unknown. */
  readonly counted: boolean;
}

function Categories({ categories, counted }: CategoriesProps) {
  useStyles(categories.length > 0 ? 'card' : 'notices');
  if (categories.length === 0) return <p className="empty">No categories are in use yet.</p>;
  const drawings = chooseDrawings(categories.map(({ name, slug }) => `${name} ${slug}`));
  return (
    <ul className="grid">
      {categories.map(({ name, slug, count, picture }, position) => (
        <li key={slug}>
          <div className="card">
            <Picture
              picture={picture}
              sizes={cardSizes}
              ratio="landscape"
              priority={position === 0}
              decorative
              drawing={drawings[position]}
            />
            <div className="card-body">
              <h2 className="card-title">
                <A href={categoryPath(slug)} className="card-link">
                  {name} <Icon name="arrow" />
                </A>
              </h2>
              <p>{categoryDescription(slug, name)}</p>
              {counted && <p className="small card-foot">{countWithNoun(count, 'post')}</p>}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

const mostPopular = 10;

interface TagsProps {
  readonly tags: readonly CountedTerm[];
  /** False: post counts are unknown. */
  readonly counted: boolean;
}

function Tags({ tags, counted }: TagsProps) {
  useStyles(...(tags.length > 0 ? (['panel', 'popularTags'] as const) : (['notices'] as const)));
  if (tags.length === 0) return <p className="empty">No tags are in use yet.</p>;
  // The sort is stable: tags that are used equally often stay alphabetical.
  const popular = [...tags].sort((a, b) => b.count - a.count).slice(0, mostPopular);
  return (
    <div className="tag-columns">
      <section className="panel" aria-labelledby="all-tags">
        <h2 id="all-tags" className="visually-hidden">
          All tags
        </h2>
        <TagCloud counted={counted} tags={tags} />
      </section>
      <section aria-labelledby="popular-tags">
        <h2 id="popular-tags" className="popular-tags-title">
          Popular tags
        </h2>
        <ol className="popular-tags">
          {popular.map(({ name, slug, count }) => (
            <li key={slug}>
              <A href={tagPath(slug)}>
                <span className="visually-hidden">Popular: </span>
                {name}
              </A>
              {counted && <span className="small">{countWithNoun(count, 'post')}</span>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
