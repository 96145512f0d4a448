import type { World } from './world.ts';

/** One fault: what is done to the built site, what must hold, and what was seen. */
export interface FaultRow {
  /** The row of `docs/faults.md`. */
  readonly id: string;
  readonly fault: string;
  readonly expected: string;
  run(world: World): Promise<Outcome>;
}

export interface Outcome {
  readonly measured: string;
  /** What holds on any machine; a run in which it does not has failed. */
  readonly isHeld: boolean;
  /** Whether times were within their limits, which is reported: other work on the machine makes them longer. */
  readonly isInTime?: boolean;
}

/** Numbers that look random and are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list. @throws when it is empty */
export function pick<T>(list: readonly T[], random: () => number): T {
  const at = Math.floor(random() * list.length);
  if (!(at in list)) throw new Error('The list is empty.');
  return list[at] as T;
}
