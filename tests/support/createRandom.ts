/** A number from 0 to below 1, or an integer from 0 to below a bound. */
export type Random = (below?: number) => number;

/** Numbers that are the same in every run with one seed (Lehmer's generator, 1969). */
export function createRandom(seed: number): Random {
  const most = 2_147_483_647;
  let state = seed * 7_919;
  return (below) => {
    state = (state * 16_807) % most;
    return below === undefined ? state / most : state % below;
  };
}

/** One of a list. @throws when it is empty */
export function pick<T>(list: readonly T[], random: Random): T {
  const at = random(list.length);
  if (!(at in list)) throw new Error('The list is empty.');
  return list[at] as T;
}
