import type { Logger } from 'pino';
import { createHttpClient, HttpFailure } from '../upstream/httpClient.ts';

/** The changed pages, by the tags of the `Cache-Tag` header and by whole addresses. */
export interface Purge {
  readonly tags: readonly string[];
  readonly urls: readonly string[];
}

const deadlineMs = 5_000;
/** Limit of the response body, which is not read; a longer one costs its connection. */
const maxBodyBytes = 4_096;

/**
 * Makes the function that purges pages from a CDN: `POST {"tags": [...], "urls": [...]}`. It resolves when the CDN
 * has responded or its time is over, and never rejects: a failed purge is logged, and the CDN drops the pages by
 * itself after a minute. Without an address it does nothing.
 */
export function createCdnPurge(
  purgeUrl: string | null,
  log: Pick<Logger, 'warn'>,
): (purge: Purge) => Promise<void> {
  const http = createHttpClient({ connectTimeoutMs: deadlineMs });
  return async (purge) => {
    if (purgeUrl === null) return;
    const response = await http.send({
      url: purgeUrl,
      method: 'POST',
      deadlineMs,
      maxBodyBytes,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(purge),
    });
    if (response instanceof HttpFailure) log.warn({ err: response }, 'The CDN could not be purged.');
    else if (response.status < 200 || response.status > 299)
      log.warn({ status: response.status }, 'The CDN refused the purge.');
  };
}
