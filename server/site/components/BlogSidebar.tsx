import type { ReactNode } from 'react';
import type { CountedTerm } from '../../../shared/content.ts';
import { authorPath, yearPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Blog } from '../../content/collections/blogPosts.ts';
import type { ArchiveKind } from '../../content/collections/postIndex.ts';
import { type Result, valueIn } from '../../content/siteContent.ts';

interface SidebarSectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** One group of links, with its heading, beside a list of posts. */
export function SidebarSection({ id, title, children }: SidebarSectionProps) {
  return (
    <div>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}

interface TermListProps {
  readonly terms: readonly CountedTerm[];
  readonly hrefOf: (slug: string) => string;
  /** The slug of the term that the page is about. */
  readonly current?: string | null;
  readonly counts?: boolean;
  /** `tags`: wrapped like a tag cloud, instead of one per line. */
  readonly form?: 'lines' | 'tags';
}

/** Categories or tags as links, in the order given. */
export function TermList({ terms, hrefOf, current, counts, form = 'lines' }: TermListProps) {
  useStyles('blogSidebar');
  return (
    <ul className={`term-list term-list-${form}`}>
      {terms.map((term) => (
        <li key={term.slug}>
          <A href={hrefOf(term.slug)} aria-current={term.slug === current ? 'page' : undefined}>
            {term.name}
            {counts && (
              <span className="term-count">
                <span className="visually-hidden">, posts: </span>
                {term.count}
              </span>
            )}
          </A>
        </li>
      ))}
    </ul>
  );
}

const archives = {
  year: { title: 'By year', pathOf: yearPath },
  author: { title: 'By author', pathOf: authorPath },
} as const;

interface ArchiveLinksProps {
  readonly blog: Result<Blog>;
  readonly kinds: readonly ArchiveKind[];
  /** The slug of the year or author that the page is about. */
  readonly current?: string | null;
}

/** Links to the years and authors of the blog; a kind with only one of them is left out. */
export function ArchiveLinks({ blog, kinds, current = null }: ArchiveLinksProps) {
  return kinds.map((kind) => {
    const terms = valueIn(blog)?.terms[kind].terms ?? [];
    if (terms.length === 0) return null;
    const { title, pathOf } = archives[kind];
    return (
      <SidebarSection key={kind} id={`by-${kind}`} title={title}>
        <TermList
          terms={terms}
          hrefOf={(slug) => pathOf(slug)}
          current={current}
          counts={kinds.length === 1}
        />
      </SidebarSection>
    );
  });
}
