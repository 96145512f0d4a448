import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EnquiryValues } from '../../shared/enquiryFields.ts';

/** What was typed of the messages that this process has sent a moment ago. A failed delivery gives it back. */
interface TypedEnquiries {
  /** Returns the token that opens it, for the address of the visitor's own page: one for each submission. */
  remember(submissionId: string, values: EnquiryValues): string;
  /** Null: it is not known here, or no longer. */
  find(submissionId: string, token: unknown): EnquiryValues | null;
  forget(submissionId: string): void;
}

/** Longer than a page follows its delivery. */
const rememberedMs = 15 * 60_000;
/** Some 3 MB of messages of the longest kind. */
const mostRemembered = 500;

/**
 * Makes an empty memory. It is this process's alone, because what was typed is personal: no log, cache, file or Redis
 * has it, and an address has only a random token of it. Another replica has nothing to give back.
 */
export function createTypedEnquiries(): TypedEnquiries {
  const typed = new LRUCache<string, { readonly token: string; readonly values: EnquiryValues }>({
    max: mostRemembered,
    ttl: rememberedMs,
    ttlAutopurge: true,
  });
  return {
    remember(id, values) {
      const token = typed.get(id)?.token ?? randomBytes(16).toString('base64url');
      typed.set(id, { token, values });
      return token;
    },
    find(id, token) {
      const found = typed.get(id);
      return found !== undefined && found.token === token ? found.values : null;
    },
    forget: (id) => void typed.delete(id),
  };
}
