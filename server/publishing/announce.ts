import type { Logger } from 'pino';
import type { Config } from '../process/config.ts';
import { createHttpClient, HttpFailure } from '../upstream/httpClient.ts';

/** The changed pages, by the tags of the `Cache-Tag` header and by whole addresses. */
export interface Change {
  readonly tags: readonly string[];
  readonly urls: readonly string[];
}

/** Tells an outside service about changed pages. Resolves when it has responded or timed out; never rejects. */
export type Announce = (change: Change) => Promise<void>;

const deadlineMs = 5_000;
/** Limit of the response body, which is not used; a longer one ends the connection. */
const maxBodyBytes = 4_096;

/**
 * Makes the function that purges pages from a CDN: `POST {"tags": [...], "urls": [...]}`. A failed purge is logged,
 * and the CDN drops the pages by itself after a minute. Without an address it does nothing.
 */
export function createCdnPurge(purgeUrl: string | null, log: Pick<Logger, 'warn'>): Announce {
  const post = createPost('CDN', log);
  return async (change) => {
    if (purgeUrl !== null) await post(purgeUrl, change);
  };
}

/** URLs in one message at most (https://www.indexnow.org/documentation). */
const mostUrls = 10_000;

/**
 * Makes the function that tells search engines about changed pages by IndexNow. Without a key, or on a site that must
 * not be indexed, it does nothing.
 */
export function createIndexNow(
  {
    indexNowKey,
    indexNowUrl,
    isNoIndex,
    externalApis,
  }: Pick<Config, 'indexNowKey' | 'indexNowUrl' | 'isNoIndex' | 'externalApis'>,
  log: Pick<Logger, 'warn'>,
): Announce {
  const post = createPost('IndexNow', log);
  const { frontendUrl } = externalApis;
  return async ({ urls }) => {
    if (indexNowKey === null || isNoIndex || urls.length === 0) return;
    const keyLocation = `${frontendUrl}/${indexNowKey}.txt`;
    const message = { host: new URL(frontendUrl).host, key: indexNowKey, keyLocation };
    await post(indexNowUrl, { ...message, urlList: urls.slice(0, mostUrls) });
  };
}

/** Posts JSON to a URL; failures are only logged. */
function createPost(receiver: string, log: Pick<Logger, 'warn'>) {
  const http = createHttpClient({ connectTimeoutMs: deadlineMs });
  return async (url: string, message: object): Promise<void> => {
    const response = await http.send({
      url,
      method: 'POST',
      deadlineMs,
      maxBodyBytes,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    });
    if (response instanceof HttpFailure)
      log.warn({ err: response, receiver }, 'Changed pages could not be announced.');
    else if (response.status < 200 || response.status > 299)
      log.warn({ status: response.status, receiver }, 'The announcement of changed pages was refused.');
  };
}
