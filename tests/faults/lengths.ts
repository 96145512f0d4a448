/** How long rows take: seconds in CI, minutes with `--long`. */
export interface Lengths {
  readonly isLong: boolean;
  /** Of one fault of the content service under load. */
  readonly outageSeconds: number;
  readonly overloadSeconds: number;
  readonly slowConnections: number;
  readonly mutatedRequests: number;
  readonly poisonedRounds: number;
  readonly soakSeconds: number;
}

export const shortRun: Lengths = {
  isLong: false,
  outageSeconds: 2,
  overloadSeconds: 4,
  slowConnections: 400,
  mutatedRequests: 4_000,
  poisonedRounds: 8,
  soakSeconds: 10,
};

export const longRun: Lengths = {
  isLong: true,
  outageSeconds: 600,
  overloadSeconds: 300,
  slowConnections: 2_000,
  mutatedRequests: 100_000,
  poisonedRounds: 300,
  soakSeconds: 3_600,
};
