import { counter, gauge, histogram, labelled, type Metric, type MetricSources, single } from './metric.ts';

/** What becomes of requests: by route and status, how long they take, what was kept and what was refused. */
export function requestMetrics({ counts, pages, pictures }: MetricSources): readonly Metric[] {
  return [
    counter('site_requests_total', 'Requests by route and status.', function* () {
      for (const [route, { statuses }] of counts.routes.all()) {
        for (const [status, { value }] of statuses.all()) yield [{ route, status }, value];
      }
    }),
    histogram('site_request_seconds', 'Time to the whole answer, by route.', function* () {
      for (const [route, { answered }] of counts.routes.all()) yield [{ route }, answered];
    }),
    histogram('site_first_byte_seconds', 'Time to the first byte, by route.', function* () {
      for (const [route, { firstByte }] of counts.routes.all()) yield [{ route }, firstByte];
    }),
    histogram('site_render_seconds', 'Time of one render, by route.', function* () {
      for (const [route, seconds] of counts.renders.all()) yield [{ route }, seconds];
    }),
    counter(
      'site_aborted_requests_total',
      'Requests whose visitor left before the answer was complete.',
      () => single(counts.aborted),
    ),
    gauge('site_renders_in_flight', 'Renders under way.', () => single(counts.rendersInFlight)),
    counter('site_shed_requests_total', 'Requests refused because of overload, by reason.', () =>
      labelled('reason', counts.shed),
    ),
    counter('site_page_cache_total', 'What the page cache did, by outcome.', () =>
      labelled('outcome', counts.pageCache),
    ),
    gauge('site_page_cache_pages', 'Pages kept.', () => single(pages.stats().pages)),
    gauge('site_page_cache_bytes', 'Bytes of kept pages.', () => single(pages.stats().bytes)),
    counter('site_pictures_total', 'Pictures served, by where they came from.', () =>
      labelled('outcome', counts.pictures),
    ),
    gauge('site_picture_store_bytes', 'Bytes of kept pictures.', () => single(pictures.stats().bytes)),
    counter('site_pictures_refused_total', 'Files of the content service that are not passed on.', () =>
      single(pictures.stats().refused),
    ),
  ];
}
