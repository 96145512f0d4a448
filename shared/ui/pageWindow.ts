/** A page number, or `gap` where numbers are left out. */
export type PageStep = number | 'gap';

/**
 * The page numbers that a long list offers: the first, the last, and those around the current one. A gap
 * always stands for at least two pages, since a single one takes no more room than the gap itself.
 */
export function pageWindow(page: number, pageCount: number): readonly PageStep[] {
  const near = (number: number) => number === 1 || number === pageCount || Math.abs(number - page) <= 1;
  const lonely = (number: number) => near(number - 1) && near(number + 1);
  const steps: PageStep[] = [];
  const candidates = new Set([
    1,
    2,
    3,
    page - 2,
    page - 1,
    page,
    page + 1,
    page + 2,
    pageCount - 1,
    pageCount,
  ]);
  for (const number of [...candidates].sort((a, b) => a - b)) {
    if (number < 1 || number > pageCount) continue;
    if (near(number) || lonely(number)) steps.push(number);
    else if (steps.at(-1) !== 'gap') steps.push('gap');
  }
  return steps;
}
