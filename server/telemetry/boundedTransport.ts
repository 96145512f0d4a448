import { urlToHttpOptions } from 'node:url';
import type { NodeOptions } from '@sentry/node';
import { httpClientFor } from '../upstream/httpClient.ts';

/** The module of the error reporting service. It is only ever imported where there is a DSN. */
export type SentryModule = typeof import('@sentry/node');

/** For one envelope with everything: a slow service has answered by then, a silent one is given up on. */
const deadlineMs = 5_000;

/**
 * The SDK's own transport with a deadline for every envelope. Without one it waits for ever: thirty connections
 * to a service that accepts and never answers, and nothing is reported again until the process is restarted.
 * What is given up on is lost, as after a broken connection.
 */
export function boundedTransport(sentry: SentryModule): NonNullable<NodeOptions['transport']> {
  return (options) => {
    const { request } = httpClientFor(options.url);
    return sentry.makeNodeTransport({
      ...options,
      httpModule: {
        request(target, onAnswer) {
          const isAddress = typeof target === 'string' || target instanceof URL;
          const asked = isAddress ? urlToHttpOptions(new URL(target)) : target;
          const outgoing = request(asked);
          outgoing.once('response', (answer) =>
            onAnswer?.(Object.assign(answer, { statusCode: answer.statusCode ?? 0 })),
          );
          const deadline = setTimeout(
            () => outgoing.destroy(new Error('Error reporting has not answered in time.')),
            deadlineMs,
          );
          outgoing.once('close', () => clearTimeout(deadline));
          return outgoing;
        },
      },
    });
  };
}
