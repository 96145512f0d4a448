import type { CountedTerm } from '../../../shared/content.ts';
import { countOfPosts } from '../../../shared/countOfPosts.ts';
import { chooseDrawings, plainDrawing } from '../../../shared/drawings.ts';
import { blogCategoriesPath, categoryPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { PicturePlaceholder } from '../../../shared/ui/PicturePlaceholder.tsx';
import { BlogBack } from '../blocks/BlogBack.tsx';
import { categoryDescription } from '../blocks/categoryDescriptions.ts';
import { isCounted } from '../blocks/samplePosts.ts';
import { WithTaxonomy } from '../blocks/WithTaxonomy.tsx';
import { definePage, isUnreachable } from '../definePage.tsx';

/** The index of categories, each with what it is about and how many posts it has. */
export const blogCategoriesPage = definePage({
  styles: 'blog',
  load: ({ content }) => ({ taxonomy: content.postTaxonomy() }),
  own: ['taxonomy'],
  describe: ({ taxonomy }) => ({
    title: 'Blog categories',
    description:
      'The subjects of our blog: what each category is about and how much there is to read for owners in Central Oregon.',
    path: blogCategoriesPath,
    unlisted: isUnreachable(taxonomy),
  }),
  View: ({ queries }) => (
    <div className="container blog-page">
      <header className="blog-intro">
        <BlogBack />
        <h1>Blog categories</h1>
        <p className="lead">
          Every article belongs to one or two of these subjects. Begin with the one you need today.
        </p>
      </header>
      <WithTaxonomy query={queries.taxonomy}>
        {(taxonomy) => <CategoryCards categories={taxonomy.categories} counted={isCounted(taxonomy)} />}
      </WithTaxonomy>
    </div>
  ),
});

interface CategoryCardsProps {
  readonly categories: readonly CountedTerm[];
  /** False: the numbers of posts are not known. */
  readonly counted: boolean;
}

function CategoryCards({ categories, counted }: CategoryCardsProps) {
  if (categories.length === 0) return <p className="empty">No categories are in use yet.</p>;
  const drawings = chooseDrawings(categories.map(({ name, slug }) => `${name} ${slug}`));
  return (
    <ul className="grid">
      {categories.map(({ name, slug, count }, position) => (
        <li key={slug}>
          <div className="card">
            <div className="picture ratio-landscape">
              <PicturePlaceholder drawing={drawings[position] ?? plainDrawing} />
            </div>
            <div className="card-body">
              <h2 className="card-title">
                <A href={categoryPath(slug)} className="card-link">
                  {name} <Icon name="arrow" />
                </A>
              </h2>
              <p>{categoryDescription(slug, name)}</p>
              {counted && <p className="small card-foot">{countOfPosts(count)}</p>}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
