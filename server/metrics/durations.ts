/** Counts how long something took, in the buckets of a Prometheus histogram. Plain numbers: noting one is cheap. */
export interface Durations {
  note(value: number): void;
  /** How many were at most as long as each bound. */
  cumulative(): readonly { readonly bound: number; readonly count: number }[];
  readonly sum: number;
  readonly count: number;
}

/** Bounds in seconds that suit answers from memory as well as those that wait for another service. */
export const secondsBounds: readonly number[] = [0.0005, 0.002, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes an empty count; `bounds` in rising order. */
export function createDurations(bounds: readonly number[] = secondsBounds): Durations {
  const counts = new Array<number>(bounds.length).fill(0);
  let sum = 0;
  let count = 0;
  return {
    note(value) {
      sum += value;
      count += 1;
      const place = bounds.findIndex((bound) => value <= bound);
      if (place >= 0) counts[place] = (counts[place] ?? 0) + 1;
    },
    cumulative() {
      let total = 0;
      return bounds.map((bound, place) => {
        total += counts[place] ?? 0;
        return { bound, count: total };
      });
    },
    get sum() {
      return sum;
    },
    get count() {
      return count;
    },
  };
}
