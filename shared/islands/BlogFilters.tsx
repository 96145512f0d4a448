import { useRef } from 'react';
import { createPortal } from 'react-dom';
import type { BlogFilter } from '../blogFilter.ts';
import type { PostQuery, Term } from '../content.ts';
import { blogListPath, blogPath } from '../paths.ts';
import { A } from '../ui/A.tsx';
import { BlogPosts } from '../ui/BlogPosts.tsx';
import { useStyles } from '../useStyles.ts';
import { useBlogList } from './useBlogList.ts';

interface BlogFiltersProps {
  /** All categories in use, alphabetical. */
  readonly categories: readonly Term[];
  /** The query that the page was rendered for; null: it has no list and must not repeat the requested filter. */
  readonly query: PostQuery | null;
  /** The chosen category or tag, with its name as content writes it; null shows everything. */
  readonly active: BlogFilter;
  /** What a screen reader announces when the server-rendered list is shown again. */
  readonly announcement: string;
  /** The id of the element with the server-rendered list. */
  readonly listId: string;
  /** Base URL of our JSON endpoints; empty: same origin. */
  readonly apiBase: string;
}

/**
 * The blog's filter bar: a link for each category and All, and the active filter. Once hydrated, it handles all links
 * to blog lists on its page: it renders the chosen list in the browser and hides the server-rendered one, which stays
 * in the document and is shown again for its own address.
 */
export function BlogFilters(props: BlogFiltersProps) {
  useStyles('chips', 'blogFilters', props.active !== null && 'notices');
  const bar = useRef<HTMLDivElement>(null);
  const { active, shown, announcement, pending } = useBlogList(props, bar);
  const isUnfiltered = active === null && props.query !== null;
  const chosen = active?.kind === 'category' ? active.term.slug : null;
  return (
    <div className="blog-filters" ref={bar} aria-busy={pending}>
      {props.categories.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of links, not of form fields
        <div role="group" aria-label="Filter posts by category">
          <ul className="chips">
            <li>
              <A href={blogPath} className="chip" aria-current={isUnfiltered ? 'page' : undefined}>
                All<span className="visually-hidden"> posts</span>
              </A>
            </li>
            {props.categories.map((category) => (
              <li key={category.slug}>
                <A
                  href={blogListPath({ category: category.slug })}
                  className="chip"
                  aria-current={category.slug === chosen ? 'page' : undefined}
                >
                  {category.name}
                </A>
              </li>
            ))}
          </ul>
        </div>
      )}
      {active && (
        <p className="notice filter-banner">
          {/* A new element for each: React cannot change a text that a translator has replaced. */}
          <span key={`${active.kind} ${active.term.slug}`}>
            {active.kind === 'category' ? 'Showing posts in' : 'Showing posts tagged'}{' '}
            <strong>{active.term.name}</strong>
          </span>
          <A href={blogPath} className="button button-outline button-small">
            Clear Filter
          </A>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {shown && createPortal(<BlogPosts listing={shown.listing} query={shown.query} />, shown.container)}
    </div>
  );
}
