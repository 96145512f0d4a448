import { hash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal, in constant time: digests of equal length reveal neither of them nor a length. */
export const areEqualSecrets = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
