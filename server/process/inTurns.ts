import { setImmediate as letOthersRun } from 'node:timers/promises';

/** How long the work on the members keeps the event loop at a time. */
const sliceMs = 5;

/** The members of a list for work that takes long: requests are served in between. */
export async function* inTurns<T>(members: Iterable<T>): AsyncGenerator<T> {
  let since = performance.now();
  for (const member of members) {
    yield member;
    if (performance.now() - since < sliceMs) continue;
    await letOthersRun();
    since = performance.now();
  }
}
