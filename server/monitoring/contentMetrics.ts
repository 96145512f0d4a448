import { ageByCollection } from './contentAges.ts';
import { counter, gauge, histogram, labelled, type Metric, type MetricSources } from './metric.ts';

/** What is held of the content service, what renders found of it, and what asking it took. */
export function contentMetrics({ counts, content }: MetricSources): readonly Metric[] {
  return [
    gauge('site_content_entries', 'Content entries by state of their last fetch.', () => {
      const stats = content.stats();
      const failed = stats.filter(({ hasFailed }) => hasFailed).length;
      return [
        [{ state: 'ok' }, stats.length - failed],
        [{ state: 'failed' }, failed],
      ];
    }),
    gauge('site_content_age_seconds', 'Age of the oldest entry of each collection.', function* () {
      for (const [collection, ms] of ageByCollection(content.stats())) yield [{ collection }, ms / 1_000];
    }),
    counter(
      'site_content_reads_total',
      'What reads of the content store found, by collection and outcome.',
      function* () {
        for (const [collection, reads] of counts.reads.all()) {
          for (const [outcome, { value }] of reads.all()) yield [{ collection, outcome }, value];
        }
      },
    ),
    counter(
      'site_content_calls_total',
      'Calls to the content service, by collection and outcome.',
      function* () {
        for (const [collection, { outcomes }] of counts.calls.all()) {
          for (const [outcome, { value }] of outcomes.all()) yield [{ collection, outcome }, value];
        }
      },
    ),
    histogram(
      'site_content_call_seconds',
      'Time of calls to the content service, by collection.',
      function* () {
        for (const [collection, { seconds }] of counts.calls.all()) yield [{ collection }, seconds];
      },
    ),
    counter('site_content_hook_total', 'Calls of the content hook, by outcome.', () =>
      labelled('outcome', counts.hook),
    ),
  ];
}
