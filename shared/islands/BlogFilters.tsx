import type { Term } from '../content.ts';
import { blogListPath, blogPath } from '../paths.ts';
import { A } from '../ui/A.tsx';

interface BlogFiltersProps {
  /** All categories in use, alphabetical. */
  readonly categories: readonly Term[];
  /** The chosen category or tag, named as content writes it; null shows everything. */
  readonly active: { readonly kind: 'category' | 'tag'; readonly term: Term } | null;
}

/** The blog's filter bar: a button for each category and All, and what the list is narrowed to. */
export function BlogFilters({ categories, active }: BlogFiltersProps) {
  const chosen = active?.kind === 'category' ? active.term.slug : null;
  return (
    <div className="blog-filters">
      <nav aria-label="Filter posts by category">
        <ul className="chips">
          <li>
            <A href={blogPath} className="chip" {...current(active === null)}>
              All<span className="visually-hidden"> posts</span>
            </A>
          </li>
          {categories.map((category) => (
            <li key={category.slug}>
              <A
                href={blogListPath({ category: category.slug })}
                className="chip"
                {...current(category.slug === chosen)}
              >
                {category.name}
              </A>
            </li>
          ))}
        </ul>
      </nav>
      {active && (
        <p className="notice filter-banner">
          <span>
            {active.kind === 'category' ? 'Showing posts in' : 'Showing posts tagged'}{' '}
            <strong>{active.term.name}</strong>
          </span>
          <A href={blogPath} className="button button-outline button-small">
            Clear Filter
          </A>
        </p>
      )}
    </div>
  );
}

function current(isCurrent: boolean): { 'aria-current'?: 'page' } {
  return isCurrent ? { 'aria-current': 'page' } : {};
}
