import type { Query } from '../../shared/query.ts';
import { within } from '../process/within.ts';
import type { LoadedPage } from '../site/definePage.tsx';
import type { Site } from '../site/siteContext.ts';
import type { RenderRequest } from './renderRequest.ts';

/** The longest time for a query that decides a page's status: 3 s for one call, and the time around it. */
export const decisiveMs = 3_250;
/** The shell deadline is one of the first byte: a process that has rendered little needs so much of it. */
const renderAllowanceMs = 30;
/** What was requested together with the primary query is on its way: the page is whole if it waits so long. */
const momentMs = 30;
/** The query itself gives up first, and says why. */
const primaryDeadlineMs = decisiveMs + 250;

/**
 * Waits until all queries of a page are settled, or `shellMs` are over and the status is certain. For a request
 * that wants the whole page it waits until all queries are settled.
 */
export async function readyToStart(
  loaded: LoadedPage,
  site: Site,
  request: RenderRequest,
  shellMs: number,
): Promise<void> {
  const { signal } = request;
  const everything = Promise.all([...loaded.queries, site.menu, site.settings, site.reviews]);
  const decided = async (primary: Query<unknown>) => {
    await within(primaryDeadlineMs, primary, undefined, { signal });
    await within(momentMs, everything, undefined, { signal });
  };
  await Promise.all([
    request.whole
      ? everything
      : within(Math.max(0, shellMs - renderAllowanceMs), everything, undefined, { signal }),
    loaded.primary && decided(loaded.primary),
  ]);
}

/** Whether all queries of a page are settled. */
export const isSettled = (queries: readonly Query<unknown>[]): boolean =>
  queries.every((query) => query.status === 'fulfilled');

/** 503 when the primary query failed, 404 when its value is absent, else 200. */
export function statusOf(loaded: LoadedPage): number {
  const undecided = loaded.primary !== null && loaded.primary.status !== 'fulfilled';
  if (undecided || loaded.hasFailed()) return 503;
  return loaded.isAbsent() ? 404 : 200;
}
