import type { Logger } from 'pino';
import type { Clock } from '../../process/clock.ts';
import type { Slot } from './contentSlot.ts';

interface SecondReadOptions {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly slots: () => readonly Slot<unknown>[];
}

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/**
 * Decides whether rows are really gone. Where some were and none came, every list is read once more some seconds
 * later. An emptied value is then accepted: an editor has deleted the last row. It is not while all of several
 * collections come empty: then it is the content service that has lost its content, and what was seen is served on,
 * as in any outage.
 */
export function createSecondRead({ clock, log, slots }: SecondReadOptions) {
  let isPlanned = false;
  let cancel = () => {};

  const plan = (pauseMs: number) => {
    if (isPlanned) return;
    isPlanned = true;
    cancel = clock.after(pauseMs, async () => {
      const isLost = await readAgain(pauseMs);
      isPlanned = false;
      const nextMs = isLost ? Math.min(2 * pauseMs, longestPauseMs) : firstPauseMs;
      if (slots().some((slot) => slot.isEmptied())) plan(nextMs);
    });
  };

  /** Resolves with whether the content service has lost its content. */
  const readAgain = async (pauseMs: number): Promise<boolean> => {
    const emptied = slots().filter((slot) => slot.isEmptied());
    const lists = slots().filter((slot) => slot.collection !== null && slot.hasRows());
    await Promise.all([...new Set([...emptied, ...lists])].map((slot) => slot.refetch()));
    const isAlone = new Set(lists.map(({ collection }) => collection)).size < 2;
    if (!isAlone && lists.every((slot) => slot.isEmptied() || slot.stats().hasFailed)) {
      if (pauseMs === firstPauseMs)
        log.warn('The content service has no content: what was seen is served on');
      return true;
    }
    const accept = async (slot: Slot<unknown>) => {
      log.info({ key: slot.key }, 'Content is empty: it was read twice');
      await slot.acceptEmpty();
    };
    await Promise.all(emptied.filter((slot) => slot.isEmptied()).map(accept));
    return false;
  };

  return {
    /** Called when a slot is emptied. */
    plan: () => plan(firstPauseMs),
    close: () => cancel(),
  };
}
