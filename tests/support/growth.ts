/** Less processor time than this is not compared: in milliseconds, of some milliseconds that quadratic work needs. */
const leastMs = 0.5;

/** Processor time of this thread: the machine may have other things to do. */
function costOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Whether the work grows faster than the input: four times the input needs more than eight times the work, each of
 * eight times, between which collections of garbage and compilations fall. Quadratic work needs sixteen times as much.
 */
export function growsTooFast(run: (size: number) => unknown, size: number): boolean {
  return Array.from({ length: 8 }).every(() => {
    const small = Math.max(
      leastMs,
      costOf(() => run(size)),
    );
    return costOf(() => run(4 * size)) > 8 * small;
  });
}
