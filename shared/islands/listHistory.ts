/**
 * Which part of the history belongs to lists that were shown in place, and how far each was scrolled. The
 * browser's own memory of scroll positions is set aside while a list is shown in place, because the browser
 * would scroll before the list is there; it is given back when the page is left.
 */
export interface ListHistory {
  /** Adds an entry for a list that is shown now; `left` is where the one before was scrolled. */
  push(address: string, left: number): void;
  /** Where the entry that is now current was scrolled when it was left; null: it is new. */
  scrollOfCurrent(): number | null;
  /**
   * To be called first when the history has moved: saves the position of the entry that was left. False where it
   * has moved within one list, to a fragment or back from it, and the browser scrolls.
   */
  moved(): boolean;
}

/** Begins to save positions; `signal` ends it. */
export function keepListHistory(signal: AbortSignal): ListHistory {
  const positions = new Map<string, number>();
  let current = keyOfState() ?? 'first';
  let address = addressOfList();

  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  const giveBack = () => {
    history.scrollRestoration = 'auto';
  };
  addEventListener('pagehide', giveBack, { signal });
  addEventListener('pageshow', () => positions.size > 0 && takeOver(), { signal });
  signal.addEventListener('abort', giveBack);

  return {
    push(next, left) {
      positions.set(current, left);
      // The entry that is left gets its name with it, so that it is known again.
      history.replaceState({ list: current }, '');
      takeOver();
      current = crypto.getRandomValues(new Uint32Array(2)).join('-');
      history.pushState({ list: current }, '', next);
      address = addressOfList();
    },
    scrollOfCurrent: () => positions.get(current) ?? null,
    moved() {
      const before = address;
      address = addressOfList();
      if (address === before && (keyOfState() ?? current) === current) return false;
      positions.set(current, scrollY);
      current = keyOfState() ?? 'first';
      takeOver();
      return true;
    },
  };
}

function addressOfList(): string {
  return location.pathname + location.search;
}

function keyOfState(): string | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('list' in state)) return null;
  return typeof state.list === 'string' ? state.list : null;
}
