import type { Encoding } from '../http/bufferedResponse.ts';
import { within } from '../process/within.ts';
import type { PageRenderer } from './renderPage.tsx';

/**
 * Renders a page that no request waits for yet, and compresses it in these encodings, so that the next visitor gets
 * it from the cache. Never rejects.
 */
export async function prerender(
  renderer: Pick<PageRenderer, 'render'>,
  address: string,
  encodings: readonly Encoding[],
  reason: string,
): Promise<void> {
  const query = address.indexOf('?');
  const response = await renderer.render({
    path: query < 0 ? address : address.slice(0, query),
    search: query < 0 ? '' : address.slice(query),
    whole: true,
    requestId: reason,
    signal: new AbortController().signal,
  });
  if (response.kind !== 'buffered' || response.key === null) return;
  const { page } = response;
  await Promise.all(encodings.map((encoding) => page.encode(encoding)));
}

/**
 * Renders pages one after the other until all are done or the time is over; then no further render is begun.
 * Resolves at the latest when the time is over.
 */
export async function prerenderWithin(
  renderer: Pick<PageRenderer, 'render'>,
  addresses: readonly string[],
  budgetMs: number,
): Promise<void> {
  let isOver = false;
  const renderAll = async () => {
    for (const address of addresses) {
      if (isOver) return;
      await prerender(renderer, address, ['br', 'gzip'], 'warm-up');
    }
  };
  await within(budgetMs, renderAll(), undefined);
  isOver = true;
}
