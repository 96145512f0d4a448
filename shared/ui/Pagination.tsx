import { A } from './A.tsx';
import { type PageStep, pageWindow } from './pageWindow.ts';

interface PaginationProps {
  readonly page: number;
  readonly pageCount: number;
  /** The address of a page of the same list. */
  readonly pathOf: (page: number) => string;
}

/** Links to the other pages of a list; nothing where there is only one. */
export function Pagination({ page, pageCount, pathOf }: PaginationProps) {
  if (pageCount < 2) return null;
  return (
    <nav className="pagination" aria-label="Pages of posts">
      {page > 1 && (
        <A href={pathOf(page - 1)} className="pagination-step pagination-previous">
          Newer posts
        </A>
      )}
      <ol className="pagination-numbers">
        {pageWindow(page, pageCount).map((step, index) => (
          <li key={step === 'gap' ? `gap-${index}` : step}>{numberOrGap(step, page, pathOf)}</li>
        ))}
      </ol>
      {page < pageCount && (
        <A href={pathOf(page + 1)} className="pagination-step pagination-next">
          Older posts
        </A>
      )}
    </nav>
  );
}

function numberOrGap(step: PageStep, page: number, pathOf: (page: number) => string) {
  if (step === 'gap') return <span className="pagination-gap">...</span>;
  const text = (
    <>
      <span className="visually-hidden">Page </span>
      {step}
    </>
  );
  if (step !== page) return <A href={pathOf(step)}>{text}</A>;
  return (
    <A href={pathOf(step)} aria-current="page">
      {text}
    </A>
  );
}
