import type { Event, NodeOptions } from '@sentry/node';
import { gatherNothing, scrubEvent } from '../../shared/scrubReport.ts';
import type { SentrySettings } from '../process/sentrySettings.ts';
import { boundedTransport, type SentryModule } from './boundedTransport.ts';

type Integration =
  NonNullable<NodeOptions['defaultIntegrations']> extends false | (infer One)[] ? One : never;

/** docs/specification.md, section 9: one request in ten is traced; one traced request in ten is profiled as well. */
export const tracesSampleRate = 0.1;
const profilesSampleRate = 0.1;

/** Longest time that the end of the process waits for events that have not been sent. */
export const flushMs = 2_000;

/**
 * The options of the SDK. Only these integrations run: none of them reads a request, so bodies, cookies,
 * headers, queries and addresses of visitors never come near an event, and none patches `http`, so the kept
 * pages cost what they cost without. The SDK's own handlers of uncaught errors stay out, because the process
 * reports those itself, once, and drains.
 */
export function sentryOptions(
  sentry: SentryModule,
  settings: SentrySettings,
  extra: readonly Integration[],
): NodeOptions {
  return {
    ...settings,
    transport: boundedTransport(sentry),
    defaultIntegrations: [
      sentry.eventFiltersIntegration(),
      sentry.functionToStringIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.nodeContextIntegration({ cloudResource: false }),
      // Asked for none of it, should anything ever put a request into an event's scope.
      sentry.requestDataIntegration({
        include: { data: false, cookies: false, query_string: false, ip: false, headers: false },
      }),
      ...extra,
    ],
    tracesSampleRate,
    profilesSampler: ({ attributes }) => (attributes?.['site.kept'] === true ? 0 : profilesSampleRate),
    // Neither upstream service is ours to trace: no call of ours carries `sentry-trace` or `baggage`.
    tracePropagationTargets: [],
    // What ES module hooks would patch is not traced by patching.
    registerEsmLoaderHooks: false,
    dataCollection: { ...gatherNothing, stackFrameVariables: false },
    maxBreadcrumbs: 50,
    beforeSend: scrubbed,
    beforeSendTransaction: scrubbed,
    skipOpenTelemetrySetup: false,
  };
}

function scrubbed<E extends Event>(event: E): E {
  scrubEvent(event);
  return event;
}
