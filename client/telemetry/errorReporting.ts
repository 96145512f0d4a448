import {
  BrowserClient,
  breadcrumbsIntegration,
  captureException,
  dedupeIntegration,
  defaultStackParser,
  type ErrorEvent,
  eventFiltersIntegration,
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
import { collectNothing, scrubEvent, withoutQueries } from '../../shared/scrubReport.ts';

/** How errors are reported. */
interface ErrorSettings {
  readonly dsn: string;
  readonly release: string;
  readonly environment: string;
  /** Whether an operator has turned on profiles of script. */
  readonly profiling: boolean;
}

/** The page's telemetry settings, in `<meta name="telemetry">`; absent where telemetry is off. */
export interface TelemetrySettings {
  /** Whether vital signs are counted. */
  readonly vitals: boolean;
  /** Null: errors are not reported. */
  readonly errors: ErrorSettings | null;
}

/** docs/specification.md, section 9. */
const tracesSampleRate = 0.1;
const replaysSessionSampleRate = 0.1;
const replaysOnErrorSampleRate = 1;
/** Where profiles are on: every page load that is traced. */
const profileSessionSampleRate = 1;

/** Limit of reports for one page: an error that comes with every frame says no more the hundredth time. */
const mostErrors = 10;
/** What blocks so many reports in a row blocks the next one, too. */
const mostFailures = 3;

/**
 * Starts error reporting with every error that was queued until now; tracing and replay follow, each in its own
 * file and its own idle moment. Reports go through the site itself and are scrubbed here first.
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
    // Uncaught errors are found by the page's own listeners, from the first byte on; the SDK's come too late.
    integrations: [
      eventFiltersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      // The console may repeat anything; what is typed is no breadcrumb in any case.
      breadcrumbsIntegration({ console: false, xhr: false }),
      httpContextIntegration(),
    ],
    // Extensions are none of our business.
    denyUrls: [/^(chrome|moz|safari-web)-extension:/],
    // No upstream is ours to trace.
    tracePropagationTargets: [],
    dataCollection: collectNothing,
    beforeSend(event) {
      errors += 1;
      if (errors > mostErrors) return null;
      scrubEvent(event);
      nameMaps(event);
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
    const { kind = 'reported', componentStack, ...rest } = context;
    const handled = kind !== 'uncaught' && kind !== 'rejection';
    withScope((scope) => {
      scope.setTags({ kind, ...rest });
      // An error of a root of React; with a callback the SDK calls it handled.
      if (componentStack) reactErrorHandler(handled ? () => undefined : undefined)(error, { componentStack });
      else captureException(error, { mechanism: { type: kind, handled } });
    });
  });

  // Drawn here, so that nine visitors in ten do not fetch what they would not use.
  const sampleRand = Math.random();
  if (sampleRand < tracesSampleRate) {
    const { startTracing } = await import('./tracing.ts');
    startTracing(client, route, sampleRand, settings.profiling && !hasForeignQuery());
  }
  if (asksForPrivacy()) return;
  await nextIdle();
  (await import('./replay.ts')).startReplay(client);
}

type Transport = ReturnType<typeof makeFetchTransport>;

/**
 * Recordings pass no `beforeSend`, and hold the address of the page many times over: every query and fragment is cut,
 * because what others put into one may be anybody's name.
 */
function scrubRecordings(transport: Transport): Transport {
  return {
    ...transport,
    send(envelope) {
      for (const item of envelope[1]) {
        const [header, payload] = item;
        const type = field(header, 'type');
        if (type === 'replay_event') {
          const event = JSON.parse(withoutQueries(JSON.stringify(payload)));
          scrubEvent(event);
          Object.assign(item, { 1: event });
        } else if (type === 'replay_recording' && typeof payload === 'string') {
          const recording = withoutQueries(payload);
          Object.assign(item, { 1: recording });
          Object.assign(header, { length: new TextEncoder().encode(recording).length });
        }
      }
      return transport.send(envelope);
    },
  };
}

/**
 * Fetches until that has failed a few times in a row, and then no more: nothing is reported, and nothing is tried
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

function nextIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}

/** Adds the debug ids by which the source maps of an error's frames are found; see `debugIdOf`. */
function nameMaps(event: ErrorEvent): void {
  const frames = event.exception?.values?.flatMap(({ stacktrace }) => stacktrace?.frames ?? []) ?? [];
  const scripts = new Set(frames.flatMap(({ filename }) => (filename?.includes('/static/') ? filename : [])));
  const images = [...scripts].map((code_file) => ({
    type: 'sourcemap' as const,
    code_file,
    debug_id: debugIdOf(code_file.slice(code_file.lastIndexOf('/') + 1)),
  }));
  if (images.length > 0) event.debug_meta = { images };
}

/** Profiles hold the whole address, and what others put into one may be anybody's name. */
function hasForeignQuery(): boolean {
  const ours = ['category', 'tag', 'page'];
  return [...new URLSearchParams(location.search).keys()].some((name) => !ours.includes(name));
}

/** Global Privacy Control (w3c.github.io/gpc): no recording of what a visitor does. */
function asksForPrivacy(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
}
