import {
  type BrowserClient,
  browserProfilingIntegration,
  browserTracingIntegration,
  getCurrentScope,
  startBrowserTracingPageLoadSpan,
} from '@sentry/react';

/**
 * Traces this page load, under the name of its route. `sampleRand` is the random number of the sampling decision, which
 * the SDK compares with the rate again. Every navigation loads a new document, so there are no client-side navigations
 * to trace; no request carries a trace id.
 */
export function startTracing(
  client: BrowserClient,
  route: string,
  sampleRand: number,
  withProfiles: boolean,
): void {
  const traceId = crypto.randomUUID().replaceAll('-', '');
  getCurrentScope().setPropagationContext({ traceId, sampleRand });
  client.addIntegration(
    browserTracingIntegration({
      instrumentPageLoad: false,
      instrumentNavigation: false,
      // Off, because it would store the last trace in session storage.
      linkPreviousTrace: 'off',
    }),
  );
  startBrowserTracingPageLoadSpan(client, {
    name: route,
    startTime: performance.timeOrigin / 1_000,
    attributes: { 'sentry.source': 'route', 'sentry.origin': 'manual.pageload.site' },
  });
  if (withProfiles) profile(client);
}

/** Profiles script while the page is visible; profiles are sent each minute, and when the page is hidden. */
function profile(client: BrowserClient): void {
  client.addIntegration(browserProfilingIntegration());
  const follow = () => {
    if (document.hidden) client.emit('stopUIProfiler');
    else client.emit('startUIProfiler');
  };
  addEventListener('visibilitychange', follow);
  follow();
}
