import type { BrowserContext, Page } from 'playwright-core';

/** Something that moved by itself, and where it was and is. */
export interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** From here on a shift is 0.001 when it is written with three digits. */
export const leastShift = 0.0005;

/** Has pages that are opened from now on count every shift from their first paint on. */
export async function countShifts(target: Page | BrowserContext): Promise<void> {
  await target.addInitScript(() => {
    const seen: Shift[] = [];
    Object.defineProperty(window, 'layoutShifts', { value: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry.toJSON();
        const sources: { node?: Element; previousRect?: DOMRect; currentRect?: DOMRect }[] = Reflect.get(
          entry,
          'sources',
        );
        const moved = sources.map(({ node, previousRect, currentRect }) =>
          [node?.className || node?.nodeName, previousRect?.y, currentRect?.y].join(' '),
        );
        if (!hadRecentInput) seen.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved on a page so far. */
export const shiftsOn = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => Reflect.get(window, 'layoutShifts'));

/** How far, as the browser sums it up. */
export const shiftOn = async (page: Page): Promise<number> =>
  (await shiftsOn(page)).reduce((sum, { value }) => sum + value, 0);

/** Begins to count anew. */
export const forgetShifts = (page: Page): Promise<void> =>
  page.evaluate(() => void Reflect.get(window, 'layoutShifts').splice(0));

/** Resolves when what was changed is drawn. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
