import autocannon from 'autocannon';

const perSecond = 200;
/** Requests that can be under way at once. */
export const connections = 40;

/** What came of it. */
export interface LoadResult {
  readonly total: number;
  readonly failed: number;
}

/** Asks for pages 200 times a second, whatever comes back, until it is stopped. */
export function startSteadyLoad(url: string): { stop(): Promise<LoadResult> } {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const settings: autocannon.Options = {
    ...{ url, connections, overallRate: perSecond },
    // Ended by hand.
    duration: 3_600,
    requests: ['/', '/about', '/services', '/blog', '/contact', '/livez'].map((path) => ({
      method: 'GET',
      path,
    })),
  };
  const loading = autocannon(settings, (error, outcome) => (error ? reject(error) : resolve(outcome)));
  return {
    async stop() {
      loading.stop();
      const { requests, errors, timeouts, non2xx } = await promise;
      return { total: requests.total, failed: errors + timeouts + non2xx };
    },
  };
}
