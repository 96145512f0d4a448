import type { NodeOptions } from '@sentry/node';
import { createHttpClient, HttpFailure } from '../upstream/httpClient.ts';

/** The module of the error reporting service. It is only ever imported where there is a DSN. */
export type SentryModule = typeof import('@sentry/node');

/** For one envelope with everything: a slow service has answered by then, a silent one is given up on. */
const deadlineMs = 5_000;

/**
 * Sends envelopes through our HTTP client, so that each has a deadline. The SDK's own transport has none: thirty
 * connections to a service that accepts and never answers, and nothing is reported again until the process is
 * restarted. An envelope that is not delivered is lost, as after a broken connection.
 */
export function boundedTransport(sentry: SentryModule): NonNullable<NodeOptions['transport']> {
  return ({ url, headers = {}, ...options }) => {
    const http = createHttpClient({ connectTimeoutMs: deadlineMs });
    return sentry.createTransport(options, async ({ body }) => {
      const answer = await http.send({
        ...{ url, method: 'POST', headers, body, deadlineMs, maxBodyBytes: 64 * 1024 },
      });
      if (answer instanceof HttpFailure) throw answer;
      const retryAfter = answer.headers['retry-after'] ?? null;
      const limits = answer.headers['x-sentry-rate-limits'];
      return {
        statusCode: answer.status,
        headers: {
          'retry-after': retryAfter,
          'x-sentry-rate-limits': typeof limits === 'string' ? limits : null,
        },
      };
    });
  };
}
