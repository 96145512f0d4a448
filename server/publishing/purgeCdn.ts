import type { Logger } from 'pino';

/** What has changed, in the words of the `Cache-Tag` header and as whole addresses. */
export interface Purge {
  readonly tags: readonly string[];
  readonly urls: readonly string[];
}

const deadlineMs = 5_000;

/**
 * Makes what tells a CDN to drop pages: `POST {"tags": [...], "urls": [...]}`. Resolves when it has answered
 * or its time is over, and never rejects: a CDN that does not listen drops the pages by itself after a
 * minute, which is logged and nobody's failure. Without an address nothing is told to anybody.
 */
export function createCdnPurge(
  purgeUrl: string | null,
  log: Pick<Logger, 'warn'>,
): (purge: Purge) => Promise<void> {
  return async (purge) => {
    if (purgeUrl === null) return;
    try {
      const response = await fetch(purgeUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(purge),
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      });
      await response.body?.cancel();
      if (!response.ok) log.warn({ status: response.status }, 'The CDN refused to drop pages.');
    } catch (error) {
      log.warn({ err: error }, 'The CDN could not be told to drop pages.');
    }
  };
}
