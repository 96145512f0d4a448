import {
  type BrowserClient,
  browserProfilingIntegration,
  browserTracingIntegration,
  getCurrentScope,
  startBrowserTracingPageLoadSpan,
} from '@sentry/react';

/**
 * Traces this one page load, under the name of its route. `sampleRand` is the number that was drawn for it,
 * which the SDK compares with the rate once more. Documents are loaded one by one here, so there are no
 * navigations inside of a page to trace, and no id goes out with any request.
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

/** Samples the script that runs while the page is seen; sent each minute, and when the page is left. */
function profile(client: BrowserClient): void {
  client.addIntegration(browserProfilingIntegration());
  const follow = () => {
    if (document.hidden) client.emit('stopUIProfiler');
    else client.emit('startUIProfiler');
  };
  addEventListener('visibilitychange', follow);
  follow();
}
