import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { createRateLimit } from './rateLimit.ts';
import { flushMs, type SentryModule, type SentrySettings, startSentry, tracesSampleRate } from './sentry.ts';
import { noTelemetry, type Telemetry, type UpstreamCall } from './telemetry.ts';

/** Traces of cached pages sent in a second at most: at thousands a second, one in ten would be hundreds. */
const mostCachedTraces = 10;

/** Probes and built files: many, always the same, and of no interest to a trace. */
const untraced = /^\/(livez|readyz|static\/)/;

/**
 * The telemetry of this process: that which `server/instrument.ts` has started. Where the server was started
 * without it, error reporting begins here, later than it should, and the log says so.
 *
 * @param settings null: there is none
 */
export async function connectTelemetry(
  settings: SentrySettings | null,
  log: Pick<Logger, 'warn'>,
): Promise<Telemetry> {
  if (settings === null) return noTelemetry;
  const sentry = await import('@sentry/node');
  if (!sentry.isInitialized()) {
    log.warn('Error reporting starts late: start the server with --import ./dist/server/instrument.js.');
    await startSentry(settings, (reason) => log.warn({ reason }, 'Profiling is off.'));
  }
  return createSentryTelemetry(sentry);
}

/** Makes the telemetry that sends to the error reporting service. */
function createSentryTelemetry(sentry: SentryModule): Telemetry {
  const mayTraceCached = createRateLimit(mostCachedTraces, 1_000);
  const deliveries = new Map<string, number>();
  sentry.getClient()?.on('afterSendEvent', (_event, { statusCode }) => {
    const isSent = statusCode !== undefined && statusCode >= 200 && statusCode < 300;
    const outcome = isSent ? 'sent' : statusCode === undefined ? 'lost' : 'refused';
    deliveries.set(outcome, (deliveries.get(outcome) ?? 0) + 1);
  });

  return {
    report: (error, context) => sendReport(sentry, error, context),
    noteCall: (call) => noteCall(sentry, call),

    trace(request, response, context, handle) {
      if (untraced.test(request.url ?? '')) return handle();
      sentry.withIsolationScope((scope) => {
        scope.setTag('request_id', context.id);
        const span = sentry.startInactiveSpan({ ...serverSpan(request), forceTransaction: true });
        response.once('close', () => {
          sentry.updateSpanName(span, `${request.method} ${context.route}`);
          sentry.setHttpStatus(span, response.statusCode);
          span.setAttribute('site.cache', context.cache);
          span.end();
        });
        sentry.withActiveSpan(span, handle);
      });
    },

    traceCached(request, response, context) {
      // Drawn here and handed on, so that nine requests in ten cost one random number.
      const sampleRand = Math.random();
      if (sampleRand >= tracesSampleRate || !mayTraceCached(performance.now())) return;
      sentry.withIsolationScope((scope) => {
        scope.setTag('request_id', context.id);
        sentry
          .getCurrentScope()
          .setPropagationContext({ traceId: randomBytes(16).toString('hex'), sampleRand });
        const { name, attributes, ...rest } = serverSpan(request);
        const span = sentry.startInactiveSpan({
          ...rest,
          name: `${name} ${context.route}`,
          attributes: { ...attributes, 'site.cache': context.cache, 'site.cached': true },
          forceTransaction: true,
          startTime: new Date(Date.now() - (performance.now() - context.startedAt)),
        });
        sentry.setHttpStatus(span, response.statusCode);
        span.end();
      });
    },

    deliveries,

    async close() {
      await sentry.close(flushMs);
    },
  };
}

/** A span of our own making: method and route are all that it says of a request. */
const serverSpan = ({ method = '' }: IncomingMessage) => ({
  name: method,
  op: 'http.server',
  attributes: {
    'http.request.method': method,
    'sentry.source': 'route' as const,
    'sentry.origin': 'manual.http.site',
  },
});

function sendReport(
  sentry: SentryModule,
  error: unknown,
  context: Readonly<Record<string, unknown>> = {},
): void {
  sentry.withScope((scope) => {
    const { requestId, route, kind, endpoint, status } = context;
    if (typeof requestId === 'string') scope.setTag('request_id', requestId);
    if (typeof route === 'string') scope.setTag('route', route);
    if (typeof kind === 'string') scope.setTag('kind', kind);
    // The same fault of the content service is one issue, whichever page met it; no connection is another.
    if (typeof endpoint === 'string')
      scope.setFingerprint(['content', String(kind), endpoint, String(status)]);
    if (Object.keys(context).length > 0) scope.setContext('report', { ...context });
    if (typeof error === 'string') {
      sentry.captureMessage(error, 'info');
      return;
    }
    scope.setLevel('error');
    sentry.captureException(error);
  });
}

function noteCall(sentry: SentryModule, call: UpstreamCall): void {
  const { service, method, endpoint, url, durationMs, status, hasSucceeded } = call;
  const now = Date.now();
  const span = sentry.startInactiveSpan({
    name: `${method} ${endpoint}`,
    op: 'http.client',
    onlyIfParent: true,
    startTime: new Date(now - durationMs),
    attributes: { 'http.request.method': method, 'sentry.origin': `manual.http.${service}` },
  });
  if (status === null) span.setStatus({ code: 2, message: 'unavailable' });
  else sentry.setHttpStatus(span, status);
  span.end(new Date(now));
  if (!hasSucceeded) return;
  sentry.addBreadcrumb({
    category: service,
    type: 'http',
    level: 'info',
    message: `${method} ${endpoint}`,
    data: { ...(url === undefined ? {} : { url }), milliseconds: Math.round(durationMs) },
  });
}
