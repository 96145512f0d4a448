/** How long rows take: seconds in CI, minutes with `--long`. */
export interface Lengths {
  /** For one fault of the content service under load. */
  readonly outageSeconds: number;
  readonly overloadSeconds: number;
  readonly mutatedRequests: number;
  /** Networks that send one request each; there are a quarter as many random file ids. */
  readonly networks: number;
  /** The wait until counts in windows of a minute have expired. */
  readonly windowSeconds: number;
  readonly chaosSeconds: number;
  readonly soakSeconds: number;
  /** Messages that visitors send during kills and faults. */
  readonly messages: number;
  readonly kills: number;
  readonly ledgerDownSeconds: number;
}

export const shortRun: Lengths = {
  outageSeconds: 3,
  overloadSeconds: 4,
  mutatedRequests: 4_000,
  networks: 8_000,
  windowSeconds: 0,
  chaosSeconds: 20,
  soakSeconds: 10,
  messages: 200,
  kills: 8,
  ledgerDownSeconds: 5,
};

export const longRun: Lengths = {
  outageSeconds: 600,
  overloadSeconds: 300,
  mutatedRequests: 100_000,
  networks: 200_000,
  windowSeconds: 130,
  chaosSeconds: 600,
  soakSeconds: 3_600,
  messages: 1_000,
  kills: 40,
  ledgerDownSeconds: 60,
};
