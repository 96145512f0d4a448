import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Content } from '../content/content.ts';
import type { PictureStore } from '../media/pictureStore.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { ErrorReports } from '../telemetry/errorReports.ts';
import { ageByCollection } from './contentAges.ts';
import { type HistogramSeries, histogramText } from './histogramText.ts';
import type { SiteCounts } from './siteCounts.ts';
import type { Counts } from './tally.ts';

/** What the metrics are read from when somebody asks for them. */
export interface MetricSources {
  readonly counts: SiteCounts;
  readonly content: Pick<Content, 'stats'>;
  readonly pictures: Pick<PictureStore, 'stats'>;
  readonly pages: Pick<PageCache, 'stats'>;
  readonly reports: Pick<ErrorReports, 'counts'>;
  readonly isReady: () => boolean;
  readonly release: string;
}

/** The metrics, ready to be asked for. */
export interface Metrics {
  readonly contentType: string;
  /** All of them in Prometheus' text format. */
  read(): Promise<string>;
}

type Labels = Readonly<Record<string, string>>;
type Series = Iterable<readonly [labels: Labels, value: number]>;

/**
 * Makes the metrics of the process. Nothing is computed before it is asked for: every
 * metric reads the site's counts at that moment.
 */
export function createMetrics(sources: MetricSources): Metrics {
  const { counts, content, pictures, pages, reports } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const define = (
    Kind: typeof Counter | typeof Gauge,
    name: string,
    help: string,
    read: () => Series,
  ): void => {
    new Kind({
      ...{ name, help, registers: [registry] },
      labelNames: ['route', 'status', 'outcome', 'collection', 'reason', 'release', 'state'],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc({ ...labels }, value);
      },
    });
  };
  const counter = (name: string, help: string, read: () => Series) => define(Counter, name, help, read);
  const histograms: (() => string)[] = [];
  const histogram = (name: string, help: string, read: () => Iterable<HistogramSeries>) => {
    histograms.push(() => histogramText(name, help, read()));
  };
  const gauge = (name: string, help: string, read: () => Series) => define(Gauge, name, help, read);

  counter('site_requests_total', 'Requests by route and status.', function* () {
    for (const [route, { statuses }] of counts.routes.all()) {
      for (const [status, { value }] of statuses.all()) yield [{ route, status }, value];
    }
  });
  histogram('site_request_seconds', 'Time to the whole answer, by route.', function* () {
    for (const [route, { answered }] of counts.routes.all()) yield [{ route }, answered];
  });
  histogram('site_first_byte_seconds', 'Time to the first byte, by route.', function* () {
    for (const [route, { firstByte }] of counts.routes.all()) yield [{ route }, firstByte];
  });
  histogram('site_render_seconds', 'Time of one render, by route.', function* () {
    for (const [route, seconds] of counts.renders.all()) yield [{ route }, seconds];
  });
  counter(
    'site_aborted_requests_total',
    'Requests whose visitor left before the answer was complete.',
    () => [[{}, counts.aborted]],
  );
  gauge('site_renders_in_flight', 'Renders under way.', () => [[{}, counts.rendersInFlight]]);
  counter('site_shed_requests_total', 'Requests refused because of overload, by reason.', () =>
    labelled('reason', counts.shed),
  );

  counter('site_page_cache_total', 'What the page cache did, by outcome.', () =>
    labelled('outcome', counts.pageCache),
  );
  gauge('site_page_cache_pages', 'Pages kept.', () => [[{}, pages.stats().pages]]);
  gauge('site_page_cache_bytes', 'Bytes of kept pages.', () => [[{}, pages.stats().bytes]]);
  counter('site_pictures_total', 'Pictures served, by where they came from.', () =>
    labelled('outcome', counts.pictures),
  );
  gauge('site_picture_store_bytes', 'Bytes of kept pictures.', () => [[{}, pictures.stats().bytes]]);
  counter('site_pictures_refused_total', 'Files of the content service that are not passed on.', () => [
    [{}, pictures.stats().refused],
  ]);

  gauge('site_content_entries', 'Content entries by state of their last fetch.', () => {
    const stats = content.stats();
    const failed = stats.filter(({ outcome }) => outcome !== 'ok').length;
    return [
      [{ state: 'ok' }, stats.length - failed],
      [{ state: 'failed' }, failed],
    ];
  });
  gauge('site_content_age_seconds', 'Age of the oldest entry of each collection.', function* () {
    for (const [collection, ms] of ageByCollection(content.stats())) yield [{ collection }, ms / 1_000];
  });
  counter(
    'site_content_calls_total',
    'Calls to the content service, by collection and outcome.',
    function* () {
      for (const [collection, { outcomes }] of counts.calls.all()) {
        for (const [outcome, { value }] of outcomes.all()) yield [{ collection, outcome }, value];
      }
    },
  );
  histogram(
    'site_content_call_seconds',
    'Time of calls to the content service, by collection.',
    function* () {
      for (const [collection, { seconds }] of counts.calls.all()) yield [{ collection }, seconds];
    },
  );

  counter('site_contact_total', 'Enquiries handed to the contact service, by outcome.', () =>
    labelled('outcome', counts.contact),
  );
  counter('site_contact_rejected_total', 'Enquiries turned away, by reason.', () =>
    labelled('reason', counts.contactRejected),
  );
  counter('site_content_hook_total', 'Calls of the content hook, by outcome.', () =>
    labelled('outcome', counts.hook),
  );
  counter('site_beacons_total', 'Beacons with vital signs, by outcome.', () =>
    labelled('outcome', counts.beacons),
  );
  counter('site_envelopes_total', 'Error reports of browsers passed on, by outcome.', () =>
    labelled('outcome', counts.envelopes),
  );
  for (const [sign, help] of vitalSigns) {
    histogram(`site_vitals_${sign}`, `${help}, by route.`, function* () {
      for (const [route, vitals] of counts.vitals.all()) yield [{ route }, vitals[sign]];
    });
  }

  counter('site_errors_total', 'Errors reported by the server.', () => [[{}, reports.counts().reported]]);
  counter('site_errors_held_total', 'Errors logged and not sent on: too many in one minute.', () => [
    [{}, reports.counts().held],
  ]);
  gauge('site_ready', 'Whether traffic should come here.', () => [
    [{ release: sources.release }, sources.isReady() ? 1 : 0],
  ]);

  return {
    contentType: registry.contentType,
    read: async () => [await registry.metrics(), ...histograms.map((write) => write())].join('\n'),
  };
}

const vitalSigns = [
  ['lcp', 'Largest contentful paint in seconds'],
  ['inp', 'Interaction to next paint in seconds'],
  ['fcp', 'First contentful paint in seconds'],
  ['ttfb', 'Time to first byte in seconds, as browsers see it'],
  ['cls', 'Cumulative layout shift'],
] as const;

function* labelled(label: string, counts: Counts): Generator<readonly [Labels, number]> {
  for (const [name, { value }] of counts.all()) yield [{ [label]: name }, value];
}
