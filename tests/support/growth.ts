/** Times below this many milliseconds count as this many; quadratic work needs hundreds. */
const leastMs = 12;
/** How many times as large the large input is. */
const factor = 16;
const rounds = 32;

function timeOf(run: () => unknown): number {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}

/**
 * Whether the work grows faster than the input: one input of `factor` times the size takes more than four times as long
 * as `factor` inputs. Linear work takes as long, quadratic work sixteen times as long. For each, the shortest of up to
 * `rounds` counts: the others may include other processes, garbage collection and compilation. Both take about as long
 * and are disturbed alike. CPU time is no help: on some machines its clock moves by 4 ms at a time.
 *
 * @param size of one small input
 */
export function growsTooFast(run: (size: number) => unknown, size: number): boolean {
  const runSmall = () => {
    for (let n = 0; n < factor; n += 1) run(size);
  };
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    small = Math.min(small, timeOf(runSmall));
    large = Math.min(
      large,
      timeOf(() => run(factor * size)),
    );
    // Far below the bound: more rounds would not change the verdict.
    if (round > 0 && large < 2 * Math.max(leastMs, small)) return false;
  }
  return large > Math.sqrt(factor) * Math.max(leastMs, small);
}
