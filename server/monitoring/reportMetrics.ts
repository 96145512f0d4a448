import { counter, gauge, histogram, labelled, type Metric, type MetricSources, single } from './metric.ts';

const vitalSigns = [
  ['lcp', 'Largest contentful paint in seconds'],
  ['inp', 'Interaction to next paint in seconds'],
  ['fcp', 'First contentful paint in seconds'],
  ['ttfb', 'Time to first byte in seconds, as browsers see it'],
  ['cls', 'Cumulative layout shift'],
] as const;

/** What visitors and their browsers have sent, and what has gone wrong. */
export function reportMetrics({
  counts,
  reports,
  telemetry,
  isReady,
  release,
}: MetricSources): readonly Metric[] {
  return [
    counter('site_contact_total', 'Enquiries handed to the contact service, by outcome.', () =>
      labelled('outcome', counts.contact),
    ),
    counter('site_contact_rejected_total', 'Enquiries turned away, by reason.', () =>
      labelled('reason', counts.contactRejected),
    ),
    counter('site_beacons_total', 'Beacons with vital signs, by outcome.', () =>
      labelled('outcome', counts.beacons),
    ),
    counter('site_envelopes_total', 'Error reports of browsers passed on, by outcome.', () =>
      labelled('outcome', counts.envelopes),
    ),
    ...vitalSigns.map(([sign, help]) =>
      histogram(`site_vitals_${sign}`, `${help}, by route.`, function* () {
        for (const [route, vitals] of counts.vitals.all()) yield [{ route }, vitals[sign]];
      }),
    ),
    counter('site_errors_total', 'Errors reported by the server.', () => single(reports.counts().reported)),
    counter('site_errors_held_total', 'Errors logged and not sent on: too many in one minute.', () =>
      single(reports.counts().held),
    ),
    counter('site_reports_total', 'Events for the error reporting service, by what became of them.', () =>
      labelled('outcome', telemetry.deliveries),
    ),
    gauge('site_ready', 'Whether traffic should come here.', () => [[{ release }, isReady() ? 1 : 0]]),
  ];
}
