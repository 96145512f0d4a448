import { hash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal, in a time that says nothing of either: their digests have one length. */
export const areEqualSecrets = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
