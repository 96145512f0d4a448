import { useStyles } from '../useStyles.ts';
import { A } from './A.tsx';

/** What the links to the pages before and after are called. */
const names = {
  posts: { before: 'Newer posts', after: 'Older posts' },
  homes: { before: 'Previous homes', after: 'More homes' },
} as const;

interface PaginationProps {
  readonly list: keyof typeof names;
  readonly page: number;
  readonly pageCount: number;
  /** The address of a page of the same list. */
  readonly pathOf: (page: number) => string;
}

/** Links to the other pages of a list; renders nothing for a single page. */
export function Pagination({ list, page, pageCount, pathOf }: PaginationProps) {
  useStyles(pageCount > 1 && 'pagination');
  if (pageCount < 2) return null;
  const { before, after } = names[list];
  return (
    <nav className="pagination" aria-label={`Pages of ${list}`}>
      {page > 1 && <A href={pathOf(page - 1)}>{before}</A>}
      <ol className="pagination-numbers">
        {pageWindow(page, pageCount).map((step, index) => (
          <li key={step === 'gap' ? `gap-${index}` : step}>{numberOrGap(step, page, pathOf)}</li>
        ))}
      </ol>
      {page < pageCount && (
        <A href={pathOf(page + 1)} className="pagination-next">
          {after}
        </A>
      )}
    </nav>
  );
}

function numberOrGap(step: PageStep, page: number, pathOf: (page: number) => string) {
  if (step === 'gap') return <span>...</span>;
  const text = (
    <>
      <span className="visually-hidden">Page </span>
      {step}
    </>
  );
  return (
    <A href={pathOf(step)} aria-current={step === page ? 'page' : undefined}>
      {text}
    </A>
  );
}

/** A page number, or `gap` for omitted numbers. */
type PageStep = number | 'gap';

/**
 * The page numbers to show: the first, the last, and those around the current one. A gap always replaces at least two
 * pages, since a single number takes no more room than the gap itself.
 */
function pageWindow(page: number, pageCount: number): readonly PageStep[] {
  const near = (number: number) => number === 1 || number === pageCount || Math.abs(number - page) <= 1;
  const lonely = (number: number) => near(number - 1) && near(number + 1);
  const steps: PageStep[] = [];
  for (let number = 1; number <= pageCount; number += 1) {
    if (near(number) || lonely(number)) steps.push(number);
    else if (steps.at(-1) !== 'gap') steps.push('gap');
  }
  return steps;
}
