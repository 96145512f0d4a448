/** How long rows take: seconds in CI, minutes with `--long`. */
export interface Lengths {
  /** Of one fault of the content service under load. */
  readonly outageSeconds: number;
  readonly overloadSeconds: number;
  readonly mutatedRequests: number;
  readonly soakSeconds: number;
}

export const shortRun: Lengths = {
  outageSeconds: 3,
  overloadSeconds: 4,
  mutatedRequests: 4_000,
  soakSeconds: 10,
};

export const longRun: Lengths = {
  outageSeconds: 600,
  overloadSeconds: 300,
  mutatedRequests: 100_000,
  soakSeconds: 3_600,
};
