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
