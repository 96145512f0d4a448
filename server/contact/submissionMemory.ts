import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import type { SubmitResult } from './contactResponse.ts';

/** How long the result of a sent enquiry is repeated instead of sending it again. */
export const rememberedMs = 10 * 60_000;
/** Above what the limits admit in that time, with room for every enquiry in flight. */
const mostRemembered = 5_000;

/** The six fields as one text; the order is fixed, and no value can run into the next. */
const canonical = (enquiry: Enquiry): string =>
  JSON.stringify([
    enquiry.name,
    enquiry.email,
    enquiry.phone,
    enquiry.service,
    enquiry.message,
    enquiry.requestMeeting,
  ]);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The idempotency key of an enquiry that came without one, from a form without script: the same text from the same
 * address is the same enquiry, and the page stays the same bytes for every visitor.
 */
export function keyWithoutScript(enquiry: Enquiry, clientAddress: string): string {
  return sha256(`${clientAddress}\n${canonical(enquiry)}`);
}

/**
 * The identity of an enquiry, here and at the contact API: its key and its text together, because two texts under
 * one key are two enquiries, and a mail provider refuses the second under the key of the first.
 */
export function enquiryDigest(enquiry: Enquiry, key: string): string {
  return sha256(`${key}\n${canonical(enquiry)}`);
}

export interface SubmissionMemory {
  /**
   * The result of the enquiry: that of `send`, or of the `send` that is in flight or has succeeded. A failure is
   * forgotten; a retry sends the same digest, by which the contact API recognises a message whose fate was unknown.
   */
  once(digest: string, send: () => Promise<SubmitResult>): Promise<SubmitResult>;
  /** Whether the enquiry has been sent, and is not just being sent. */
  wasSent(digest: string): boolean;
}

/** Makes an empty memory; `now` is a clock in milliseconds. It holds digests and results, no text. */
export function createSubmissionMemory(now: () => number): SubmissionMemory {
  const entries = new LRUCache<string, { readonly result: Promise<SubmitResult>; isSent: boolean }>({
    max: mostRemembered,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    once(digest, send) {
      const earlier = entries.get(digest);
      if (earlier !== undefined) return earlier.result;
      const entry = { result: send(), isSent: false };
      entries.set(digest, entry);
      const forget = () => void entries.delete(digest);
      entry.result.then(({ outcome }) => {
        entry.isSent = outcome === 'sent';
        if (!entry.isSent) forget();
      }, forget);
      return entry.result;
    },
    wasSent: (digest) => entries.get(digest)?.isSent === true,
  };
}
