import { Counter, collectDefaultMetrics, Gauge } from 'prom-client';
import type { LiveContent } from '../content/liveContent.ts';
import type { PictureStore } from '../media/pictureStore.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import type { ErrorReports } from '../telemetry/errorReports.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Sources that are read when the metrics are requested. */
export interface MetricSources {
  readonly counts: SiteCounts;
  readonly content: Pick<LiveContent, 'stats'>;
  readonly pictures: Pick<PictureStore, 'stats'>;
  readonly pages: Pick<PageCache, 'stats'>;
  readonly reports: Pick<ErrorReports, 'counts'>;
  readonly telemetry: Pick<Telemetry, 'deliveries'>;
  /** Null: not configured. */
  readonly redis?: Pick<RedisConnection, 'status'> | null;
  readonly isReady: () => boolean;
  readonly release: string;
}

type Series = Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>;

/**
 * Adds the values that are read only on request to the registry of the counts: the state of the caches, of content
 * and of error reporting, and the metrics of Node and the process.
 */
export function registerMetrics(sources: MetricSources): void {
  const { counts, content, pictures, pages, reports, telemetry, redis, isReady, release } = sources;
  const registers = [counts.registry];
  collectDefaultMetrics({ register: counts.registry });

  /** Makes the library read a metric anew on each request. */
  const collected =
    (Kind: typeof Counter | typeof Gauge) =>
    (name: string, help: string, labelNames: string[], read: () => Series | number) =>
      new Kind({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          const values = read();
          if (typeof values === 'number') this.inc(values);
          else for (const [labels, value] of values) this.inc({ ...labels }, value);
        },
      });
  const gauge = collected(Gauge);
  const counter = collected(Counter);

  gauge('site_renders_in_flight', 'Renders in flight.', [], () => counts.rendersInFlight);
  gauge('site_page_cache_pages', 'Cached pages.', [], () => pages.stats().pages);
  gauge('site_page_cache_bytes', 'Bytes of cached pages.', [], () => pages.stats().bytes);
  gauge('site_picture_store_bytes', 'Bytes of cached pictures.', [], () => pictures.stats().bytes);
  counter(
    'site_pictures_refused_total',
    'Files of the content service that are not passed on.',
    [],
    () => pictures.stats().refused,
  );
  gauge('site_content_failing', 'Whether the last load of a collection failed.', ['collection'], () =>
    content.stats().map(({ collection, failure }) => [{ collection }, failure === null ? 0 : 1]),
  );
  gauge('site_content_age_seconds', 'Age of the rows of each collection.', ['collection'], () =>
    content
      .stats()
      .flatMap(({ collection, ageMs }) => (ageMs === null ? [] : [[{ collection }, ageMs / 1_000]])),
  );
  counter('site_errors_total', 'Errors reported by the server.', [], () => reports.counts().reported);
  counter(
    'site_errors_held_total',
    'Errors logged and not sent on: too many in one minute.',
    [],
    () => reports.counts().held,
  );
  counter(
    'site_reports_total',
    'Events for the error reporting service, by what became of them.',
    ['outcome'],
    function* () {
      for (const [outcome, count] of telemetry.deliveries) yield [{ outcome }, count];
    },
  );
  if (redis) {
    gauge('site_redis_up', 'Whether Redis responds.', [], () => (redis.status().isUp ? 1 : 0));
    counter(
      'site_redis_failures_total',
      'Calls to Redis that failed or were late.',
      [],
      () => redis.status().failures,
    );
  }
  gauge('site_ready', 'Whether traffic should come here.', ['release'], () => [
    [{ release }, isReady() ? 1 : 0],
  ]);
}
