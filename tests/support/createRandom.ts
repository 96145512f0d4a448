/** Numbers from 0 to below 1, or whole ones below a bound, that are the same in every run with one seed. */
export function createRandom(seed: number): (below?: number) => number {
  const most = 2_147_483_647;
  let state = seed * 7_919;
  return (below) => {
    state = (state * 16_807) % most;
    return below === undefined ? state / most : state % below;
  };
}
