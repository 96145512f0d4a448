import type { Event, NodeOptions } from '@sentry/node';
import { collectNothing, scrubEvent } from '../../shared/scrubReport.ts';
import type { Config } from '../process/config.ts';
import { causeOf } from '../process/errors.ts';
import { createHttpClient, HttpFailure } from '../upstream/httpClient.ts';

/** The module of the error reporting service. It is imported only if there is a DSN. */
export type SentryModule = typeof import('@sentry/node');

/** What the SDK is started with. */
export type SentrySettings = NonNullable<Config['sentry']>;

/** docs/specification.md, section 9: one request in ten is traced; one traced request in ten is profiled as well. */
const tracesSampleRate = 0.1;
const profilesSampleRate = 0.1;

/** The total time for one envelope: a slow service has responded by then, a silent one is given up. */
const envelopeDeadlineMs = 5_000;

/**
 * Starts error reporting, tracing and profiling. Called before anything else of the site is loaded.
 *
 * The profiler is a native module without an install script; where none of its prebuilt files fits the machine,
 * profiling stays off and `warn` is called with the reason, once.
 */
export async function startSentry(settings: SentrySettings, warn: (reason: string) => void): Promise<void> {
  const sentry = await import('@sentry/node');
  const profiler = await import('@sentry/profiling-node').then(
    ({ nodeProfilingIntegration }) => [nodeProfilingIntegration()],
    (error: unknown) => {
      warn(causeOf(error));
      return [];
    },
  );
  sentry.init({
    ...settings,
    transport: boundedTransport(sentry),
    // Only these run: none of them reads a request, so bodies, cookies, headers, queries and addresses of visitors never
    // come near an event, and none patches `http`, so cached pages cost no more than without them. The SDK's own handlers
    // of uncaught errors are left out, because the process itself reports those once, and drains.
    defaultIntegrations: [
      sentry.linkedErrorsIntegration(),
      sentry.nodeContextIntegration({ cloudResource: false }),
      ...profiler,
    ],
    tracesSampleRate,
    profilesSampleRate,
    // Neither upstream service is ours to trace: no call of ours carries `sentry-trace` or `baggage`.
    tracePropagationTargets: [],
    // Nothing is traced by patching, so ES module hooks are not needed.
    registerEsmLoaderHooks: false,
    dataCollection: { ...collectNothing, stackFrameVariables: false },
    maxBreadcrumbs: 50,
    beforeSend: scrubbed,
    beforeSendTransaction: scrubbed,
  });
}

function scrubbed<E extends Event>(event: E): E {
  scrubEvent(event);
  return event;
}

/**
 * Sends envelopes through our HTTP client, so that each has a deadline. The SDK's own transport has none: after
 * thirty connections to a service that accepts and never responds, nothing is reported until the process is
 * restarted. An envelope that is not delivered is lost, as after a broken connection.
 */
function boundedTransport(sentry: SentryModule): NonNullable<NodeOptions['transport']> {
  return ({ url, headers = {}, ...options }) => {
    const http = createHttpClient({ connectTimeoutMs: envelopeDeadlineMs });
    return sentry.createTransport(options, async ({ body }) => {
      const response = await http.send({
        url,
        method: 'POST',
        headers,
        body,
        deadlineMs: envelopeDeadlineMs,
        maxBodyBytes: 64 * 1024,
      });
      if (response instanceof HttpFailure) throw response;
      return {
        statusCode: response.status,
        headers: {
          'retry-after': response.headers['retry-after'] ?? null,
          'x-sentry-rate-limits': response.headers['x-sentry-rate-limits'] ?? null,
        },
      };
    });
  };
}
