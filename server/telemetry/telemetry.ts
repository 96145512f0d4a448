import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { RequestContext } from '../http/requestContext.ts';
import type { UpstreamCall } from '../upstream/httpClient.ts';
import { type SentryModule, type SentrySettings, startSentry } from './sentry.ts';

/** The connection to the error reporting service. Nothing here throws. */
export type Telemetry = ReturnType<typeof createTelemetry>;

/** Without an error reporting service: nothing is collected, nothing is sent. */
export const noTelemetry: Telemetry = {
  report: () => undefined,
  noteCall: () => undefined,
  trace: (_request, _response, _context, handle) => handle(),
  traceLoad: (load) => load(),
  deliveries: new Map(),
  close: () => Promise.resolve(true),
};

/**
 * Connects to the SDK that `server/instrument.ts` started. If the server was started without it, error reporting starts
 * here, later than it should, and the log says so.
 *
 * @param settings null: no error reporting
 */
export async function connectTelemetry(settings: SentrySettings | null, log: Logger): Promise<Telemetry> {
  if (settings === null) return noTelemetry;
  const sentry = await import('@sentry/node');
  if (!sentry.isInitialized()) {
    log.warn('Error reporting starts late: start the server with --import ./dist/server/instrument.js.');
    await startSentry(settings, (reason) => log.warn({ reason }, 'Profiling is off.'));
  }
  return createTelemetry(sentry);
}

/** Probes and built files: many, always the same, and of no interest to a trace. */
const untraced = /^\/(livez|readyz|static\/)/;

/** Makes the telemetry that sends to the error reporting service. */
function createTelemetry(sentry: SentryModule) {
  /** The number of events by outcome: `sent`, `refused`, or `lost` (no response, or no room). */
  const deliveries = new Map<string, number>();
  sentry.getClient()?.on('afterSendEvent', (_event, { statusCode }) => {
    const isSent = statusCode !== undefined && statusCode >= 200 && statusCode < 300;
    const outcome = isSent ? 'sent' : statusCode === undefined ? 'lost' : 'refused';
    deliveries.set(outcome, (deliveries.get(outcome) ?? 0) + 1);
  });

  return {
    /** Sends an error, or a text as a message. */
    report(error: unknown, context: Readonly<Record<string, unknown>> = {}): void {
      sentry.withScope((scope) => {
        const { requestId, route, kind, endpoint, status } = context;
        if (typeof requestId === 'string') scope.setTag('request_id', requestId);
        if (typeof route === 'string') scope.setTag('route', route);
        if (typeof kind === 'string') scope.setTag('kind', kind);
        // One issue for the same fault of the content service, whichever page met it; a failed connection is another issue.
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
    },

    /** Adds a span to the trace of a request or a load, and a breadcrumb on success. */
    noteCall(call: UpstreamCall): void {
      const { upstream, method, endpoint, url, durationMs, status, hasSucceeded } = call;
      const now = Date.now();
      const span = sentry.startInactiveSpan({
        name: `${method} ${endpoint}`,
        op: 'http.client',
        onlyIfParent: true,
        startTime: new Date(now - durationMs),
        attributes: { 'http.request.method': method, 'sentry.origin': `manual.http.${upstream}` },
      });
      if (status === null) span.setStatus({ code: 2, message: 'unavailable' });
      else sentry.setHttpStatus(span, status);
      span.end(new Date(now));
      if (!hasSucceeded) return;
      sentry.addBreadcrumb({
        category: upstream,
        type: 'http',
        level: 'info',
        message: `${method} ${endpoint}`,
        data: { ...(url === undefined ? {} : { url }), milliseconds: Math.round(durationMs) },
      });
    },

    /** Handles a request within a scope and a trace of its own. Cached pages are not traced. */
    trace(
      request: IncomingMessage,
      response: ServerResponse,
      context: RequestContext,
      handle: () => void,
    ): void {
      const { method = '', url = '' } = request;
      if (untraced.test(url)) {
        handle();
        return;
      }
      sentry.withIsolationScope((scope) => {
        scope.setTag('request_id', context.id);
        // A span of our own: all that it says about a request is method, route, status and cache outcome.
        const attributes = {
          'http.request.method': method,
          'sentry.source': 'route' as const,
          'sentry.origin': 'manual.http.site',
        };
        const span = { name: method, op: 'http.server', attributes, forceTransaction: true };
        const active = sentry.startInactiveSpan(span);
        response.once('close', () => {
          sentry.updateSpanName(active, `${method} ${context.route}`);
          sentry.setHttpStatus(active, response.statusCode);
          active.setAttribute('site.cache', context.cache);
          active.end();
        });
        sentry.withActiveSpan(active, handle);
      });
    },

    /** Runs a load of content that no request has started, within a scope and a trace of its own. */
    traceLoad: <T>(load: () => Promise<T>): Promise<T> =>
      sentry.withIsolationScope(() =>
        sentry.startNewTrace(() => sentry.startSpan({ name: 'load content', op: 'task' }, load)),
      ),

    deliveries,

    /** Sends what still waits, for at most two seconds. */
    close: async () => sentry.close(2_000),
  };
}
