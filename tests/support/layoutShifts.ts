import type { BrowserContext, Page } from 'playwright-core';

/** A layout shift without user input: what moved, from where, and to where. */
export interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** The smallest shift that is not zero when rounded to three digits. */
export const leastShift = 0.0005;

/** Makes pages that are opened from now on record every shift, from their first paint. */
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

/** The shifts on a page so far. */
export const shiftsOn = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => Reflect.get(window, 'layoutShifts'));

/** The sum of their values. */
export const shiftOn = async (page: Page): Promise<number> =>
  (await shiftsOn(page)).reduce((sum, { value }) => sum + value, 0);

/** Forgets the shifts so far. */
export const forgetShifts = (page: Page): Promise<void> =>
  page.evaluate(() => void Reflect.get(window, 'layoutShifts').splice(0));

/** Resolves when the latest changes are painted. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
