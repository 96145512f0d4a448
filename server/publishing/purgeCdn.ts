import type { Logger } from 'pino';
import { createHttpClient, HttpFailure } from '../upstream/httpClient.ts';

/** What has changed, in the words of the `Cache-Tag` header and as whole addresses. */
export interface Purge {
  readonly tags: readonly string[];
  readonly urls: readonly string[];
}

const deadlineMs = 5_000;
/** Of a response that nobody reads; a longer one costs its connection. */
const maxBodyBytes = 4_096;

/**
 * Makes what tells a CDN to drop pages: `POST {"tags": [...], "urls": [...]}`. Resolves when it has answered
 * or its time is over, and never rejects: a CDN that does not listen drops the pages by itself after a
 * minute, which is logged and nobody's failure. Without an address nothing is told to anybody.
 */
export function createCdnPurge(
  purgeUrl: string | null,
  log: Pick<Logger, 'warn'>,
): (purge: Purge) => Promise<void> {
  const http = createHttpClient({ connectTimeoutMs: deadlineMs });
  return async (purge) => {
    if (purgeUrl === null) return;
    const response = await http.send({
      ...{ url: purgeUrl, method: 'POST', deadlineMs, maxBodyBytes },
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(purge),
    });
    if (response instanceof HttpFailure)
      log.warn({ err: response }, 'The CDN could not be told to drop pages.');
    else if (response.status < 200 || response.status > 299)
      log.warn({ status: response.status }, 'The CDN refused to drop pages.');
  };
}
