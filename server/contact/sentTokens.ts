import { createHmac, timingSafeEqual } from 'node:crypto';

/** Vouches for a submission id in the address of its page: some replica has just been given it. */
export interface SentTokens {
  /** What the query of the page's address has; nothing where nothing can be signed. */
  queryFor(id: string): { readonly sent?: string };
  /** Whether this replica or another has made the token for this id a moment ago. */
  isValid(id: string, token: unknown): boolean;
}

/** The clocks of two machines may differ, and the page is loaded again every few seconds. */
const validMs = 120_000;

/**
 * Tokens of a time and a keyed digest (HMAC-SHA-256) of id and time. They say that an id was given, which the contact
 * API may not know yet for a moment; they open nothing.
 *
 * @param secret the same on all replicas; null: no tokens, each replica vouches for its own ids
 */
export function createSentTokens(secret: string | null): SentTokens {
  const sign = (id: string, until: string) =>
    createHmac('sha256', secret ?? '')
      .update(`sent\n${id}\n${until}`)
      .digest('base64url')
      .slice(0, 22);
  return {
    queryFor(id) {
      if (secret === null) return {};
      const until = (Date.now() + validMs).toString(36);
      return { sent: `${until}.${sign(id, until)}` };
    },
    isValid(id, token) {
      const [, until = '', signature = ''] =
        typeof token === 'string' ? (/^([0-9a-z]{8,9})\.([\w-]{22})$/.exec(token) ?? []) : [];
      if (secret === null || until === '') return false;
      const leftMs = Number.parseInt(until, 36) - Date.now();
      const isSigned = timingSafeEqual(Buffer.from(sign(id, until)), Buffer.from(signature));
      return isSigned && leftMs > 0 && leftMs <= 2 * validMs;
    },
  };
}
