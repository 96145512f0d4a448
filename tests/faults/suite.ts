import type { World } from './world.ts';

/** One fault: what is done to the built site, what must hold, and what was measured. */
export interface FaultRow {
  /** The id of the row in `docs/faults.md`. */
  readonly id: string;
  readonly fault: string;
  readonly expected: string;
  run(world: World): Promise<Outcome>;
}

export interface Outcome {
  readonly measured: string;
  /** Whether everything held that must hold on any machine; otherwise the run has failed. */
  readonly isHeld: boolean;
  /** Whether times were within their limits; only reported, because other load on the machine makes them longer. */
  readonly isInTime?: boolean;
}
