import { Counter, Histogram, Registry } from 'prom-client';

/** All counters of the process. */
export type SiteCounts = ReturnType<typeof createSiteCounts>;

/** Bounds in seconds that suit responses from memory as well as those that wait for another service. */
const secondsBounds = [0.0005, 0.002, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes counters that start at zero, in a registry of their own. Labels never come from a visitor. */
export function createSiteCounts() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  /** With a zero for each outcome: an alert on an increase does not see a series begin. */
  const outcomes = (name: string, help: string, known: readonly string[]) => {
    const counted = counter(name, help, 'outcome');
    for (const outcome of known) counted.inc({ outcome }, 0);
    return counted;
  };
  const histogram = (name: string, help: string, buckets = secondsBounds) =>
    new Histogram({ name, help: `${help}, by route.`, labelNames: ['route'], buckets, registers });

  /** The overload guard reads `pagesInFlight` as well. `lastHookAt`: milliseconds since 1970; null: never called. */
  const state: { pagesInFlight: number; lastHookAt: number | null } = {
    pagesInFlight: 0,
    lastHookAt: null,
  };

  return {
    registry,
    requests: counter('site_requests_total', 'Requests by route and status.', 'route', 'status'),
    firstByte: histogram('site_first_byte_seconds', 'Time to the first byte'),
    renders: histogram('site_render_seconds', 'Time of one render'),
    shed: counter('site_shed_requests_total', 'Requests refused because of overload.'),
    pageCache: counter('site_page_cache_total', 'What the page cache did, by outcome.', 'outcome'),
    pictures: counter('site_pictures_total', 'Pictures served, by where they came from.', 'outcome'),
    calls: counter(
      'site_content_calls_total',
      'Calls to the content service, by collection and outcome.',
      'collection',
      'outcome',
    ),
    hook: outcomes('site_content_hook_total', 'Calls to the content hook, by outcome.', [
      'accepted',
      'failed',
      'wrongSecret',
    ]),
    contact: outcomes('site_contact_total', 'Enquiries handed to the contact service, by outcome.', [
      'sent',
      'saved',
      'notConfigured',
      'unreachable',
      'timedOut',
      'refused',
      'unsuccessful',
      'unconfirmed',
    ]),
    contactRejected: counter('site_contact_rejected_total', 'Enquiries rejected, by reason.', 'reason'),
    beacons: counter('site_beacons_total', 'Beacons with web vitals, by outcome.', 'outcome'),
    policyReports: counter(
      'site_policy_reports_total',
      'Content policy violations that browsers report, by outcome.',
      'outcome',
    ),
    envelopes: counter(
      'site_envelopes_total',
      'Error reports from browsers to forward, by outcome.',
      'outcome',
    ),
    /** As measured by browsers; bucket bounds around the limits of "good" and "poor" of web.dev/articles/vitals. */
    vitals: {
      lcp: histogram('site_vitals_lcp', 'Largest contentful paint in seconds', [0.5, 1, 1.8, 2.5, 4, 8]),
      inp: histogram('site_vitals_inp', 'Interaction to next paint in seconds', [0.05, 0.1, 0.2, 0.5, 1]),
      fcp: histogram('site_vitals_fcp', 'First contentful paint in seconds', [0.5, 1, 1.8, 3, 6]),
      ttfb: histogram(
        'site_vitals_ttfb',
        'Time to first byte in seconds, as browsers see it',
        [0.1, 0.2, 0.4, 0.8, 1.8],
      ),
      cls: histogram('site_vitals_cls', 'Cumulative layout shift', [0.01, 0.05, 0.1, 0.25, 0.5]),
    },
    ...state,
  };
}
