import {
  BrowserClient,
  breadcrumbsIntegration,
  captureException,
  dedupeIntegration,
  defaultStackParser,
  type ErrorEvent,
  getCurrentScope,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
  reactErrorHandler,
  withScope,
} from '@sentry/react';
import { reportTunnelPath } from '../../shared/browserTelemetry.ts';
import { debugIdOf } from '../../shared/debugId.ts';
import { field } from '../../shared/field.ts';
import { collectNothing, cutNumber, scrubAddresses, scrubEvent } from '../../shared/scrubReport.ts';
import { whenIdle } from '../hydration/idle.ts';

interface ErrorSettings {
  readonly dsn: string;
  readonly release: string;
  readonly environment: string;
  /** Whether an operator has turned on script profiling. */
  readonly profiling: boolean;
}

/** The page's telemetry settings, in `<meta name="telemetry">`; absent if telemetry is off. */
export interface TelemetrySettings {
  /** Whether web vitals are reported. */
  readonly vitals: boolean;
  /** Null: errors are not reported. */
  readonly errors: ErrorSettings | null;
}

/** docs/specification.md, section 9. */
const tracesSampleRate = 0.1;
const replaysSessionSampleRate = 0.1;
const replaysOnErrorSampleRate = 1;
/** If profiling is on, every traced page load is profiled. */
const profileSessionSampleRate = 1;

/** Limit of reports for one page: an error that repeats with every frame need not be reported each time. */
const mostErrors = 10;
/** After this many failures in a row, reports are probably blocked, and sending stops. */
const mostFailures = 3;

/**
 * Starts error reporting, beginning with the queued errors. Tracing and replay follow, replay in an idle moment; the SDK
 * is one chunk, because its index file imports all of it. Reports are scrubbed here and sent through our own server.
 */
export async function startErrorReporting(settings: ErrorSettings, route: string): Promise<void> {
  const { dsn, release, environment } = settings;
  let errors = 0;
  const client = new BrowserClient({
    dsn,
    release,
    environment,
    tracesSampleRate,
    profileSessionSampleRate,
    replaysSessionSampleRate,
    replaysOnErrorSampleRate,
    tunnel: reportTunnelPath,
    transport: (options) => scrubRecordings(makeFetchTransport(options, fetchUntilBlocked())),
    stackParser: defaultStackParser,
    // The inline script's listeners catch uncaught errors from the start; the SDK's would be added too late.
    integrations: [
      linkedErrorsIntegration(),
      dedupeIntegration(),
      // Console output may contain anything; typed text never becomes a breadcrumb.
      breadcrumbsIntegration({ console: false, xhr: false }),
      httpContextIntegration(),
    ],
    // Add trace headers to no request: we trace no upstream.
    tracePropagationTargets: [],
    dataCollection: collectNothing,
    beforeSend(event) {
      errors += 1;
      if (errors > mostErrors) return null;
      scrubEvent(event);
      addDebugIds(event);
      return event;
    },
    beforeSendTransaction(event) {
      scrubEvent(event);
      return event;
    },
  });
  getCurrentScope().setClient(client);
  client.init();
  getCurrentScope().setTag('route', route);

  window.sendErrors?.((error, context) => {
    if (!isOurs(error)) return;
    const { kind = 'reported', componentStack, ...rest } = context;
    const handled = kind !== 'uncaught' && kind !== 'rejection';
    withScope((scope) => {
      scope.setTags({ kind, ...rest });
      // An error from a React root; the SDK marks it as handled if it gets a callback.
      if (componentStack) reactErrorHandler(handled ? () => undefined : undefined)(error, { componentStack });
      else captureException(error, { mechanism: { type: kind, handled } });
    });
  });

  // Sampled here, so that nine visitors in ten do not run what they would not use.
  const sampleRand = Math.random();
  if (sampleRand < tracesSampleRate) {
    const { startTracing } = await import('./tracing.ts');
    startTracing(client, route, sampleRand, settings.profiling && !hasPrivateAddress());
  }
  if (asksForPrivacy()) return;
  await new Promise<void>(whenIdle);
  (await import('./replay.ts')).startReplay(client);
}

/** The characters of a stack that are looked at. */
const longestStack = 10_000;

/**
 * Whether an error says where in a script it happened, and that is no extension or masked frame. Without a place, as
 * from mail scanners, extensions and bare events, nobody here can mend it.
 */
function isOurs(error: unknown): boolean {
  const stack = (error instanceof Error ? (error.stack ?? '') : '').slice(0, longestStack);
  return /\n {4}at |@[^\s@]{1,2000}:\d/.test(stack) && !/-extension:|webkit-masked-url:/.test(stack);
}

type Transport = ReturnType<typeof makeFetchTransport>;

/**
 * Scrubs replay recordings, which skip `beforeSend` and contain the page's address many times. Every query and fragment
 * is cut, because links from elsewhere may put personal data into them, and the number of every message.
 */
function scrubRecordings(transport: Transport): Transport {
  return {
    ...transport,
    send(envelope) {
      for (const item of envelope[1]) {
        const [header, payload] = item;
        const type = field(header, 'type');
        if (type === 'replay_event') {
          const event = JSON.parse(scrubAddresses(JSON.stringify(payload)));
          scrubEvent(event);
          Object.assign(item, { 1: event });
        } else if (type === 'replay_recording' && typeof payload === 'string') {
          const recording = scrubAddresses(payload);
          Object.assign(item, { 1: recording });
          Object.assign(header, { length: new TextEncoder().encode(recording).length });
        }
      }
      return transport.send(envelope);
    },
  };
}

/**
 * A `fetch` that gives up for good after a few failures in a row, so that blocked reports are not tried again and
 * again.
 */
function fetchUntilBlocked(): typeof fetch {
  const send = window.fetch.bind(window);
  let failures = 0;
  return async (...request) => {
    if (failures >= mostFailures) throw new Error('Blocked');
    try {
      const response = await send(...request);
      failures = 0;
      return response;
    } catch (error) {
      failures += 1;
      throw error;
    }
  };
}

/** Adds the debug ids that identify the source maps of an error's frames; see `debugIdOf`. */
function addDebugIds(event: ErrorEvent): void {
  const frames = event.exception?.values?.flatMap(({ stacktrace }) => stacktrace?.frames ?? []) ?? [];
  const scripts = new Set(frames.flatMap(({ filename }) => (filename?.includes('/static/') ? filename : [])));
  const images = [...scripts].map((code_file) => ({
    type: 'sourcemap' as const,
    code_file,
    debug_id: debugIdOf(code_file.slice(code_file.lastIndexOf('/') + 1)),
  }));
  if (images.length > 0) event.debug_meta = { images };
}

/**
 * Profiles contain the full address: the number of a message would open its page, and parameters that are not ours may
 * hold personal data.
 */
function hasPrivateAddress(): boolean {
  const { pathname, search } = location;
  const ours = ['category', 'tag', 'page'];
  const hasForeignQuery = [...new URLSearchParams(search).keys()].some((name) => !ours.includes(name));
  return hasForeignQuery || cutNumber(pathname) !== pathname;
}

/** Global Privacy Control (w3c.github.io/gpc): then there is no session replay. */
function asksForPrivacy(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
}
