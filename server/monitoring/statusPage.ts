import type { Counter } from 'prom-client';
import type { LiveContent } from '../content/liveContent.ts';
import type { PageDoctor } from '../doctor/pageDoctor.ts';
import type { PictureStore } from '../media/pictureStore.ts';
import type { Config } from '../process/config.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import type { SiteSearch } from '../search/siteSearch.ts';
import { escapeXml } from '../site/escapeXml.ts';
import type { ErrorReports } from '../telemetry/errorReports.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** The sources of the metrics and of the status page. */
export interface Observed {
  readonly config: Pick<Config, 'release' | 'contentHookSecret' | 'contactApiUrl' | 'sentry'>;
  readonly counts: SiteCounts;
  readonly content: Pick<LiveContent, 'stats'>;
  readonly pictures: Pick<PictureStore, 'stats'>;
  readonly pages: Pick<PageCache, 'stats'>;
  readonly search: Pick<SiteSearch, 'missed'>;
  readonly doctor: Pick<PageDoctor, 'report'>;
  readonly reports: Pick<ErrorReports, 'counts' | 'recent'>;
  readonly telemetry: Pick<Telemetry, 'deliveries'>;
  /** Null: not configured. */
  readonly redis: Pick<RedisConnection, 'status'> | null;
  readonly isReady: () => boolean;
}

/** Markup; every text from elsewhere has been escaped. */
type Cells = readonly (string | number)[];

const startedAt = Date.now();

/**
 * The page for the people who run the site: what is up, how old content is, what has gone wrong. Plain HTML without a
 * style: it must work when nothing else does.
 */
export async function statusPage(observed: Observed): Promise<string> {
  const { config, content, reports, search, isReady } = observed;
  const now = Date.now();
  const state = isReady() ? 'ready' : bad('not ready');
  const collections = content
    .stats()
    .map(({ collection, rows, ageMs, failure }) => [
      escapeXml(collection),
      rows ?? 'none',
      ageMs === null ? 'never loaded' : ageOf(ageMs),
      failure === null ? (ageMs === null ? 'not yet' : 'ok') : bad(failure),
    ]);
  const missed = search.missed().map(({ words, times }) => [escapeXml(words), times]);
  const { reported, held } = reports.counts();
  const recent = reports.recent();
  const errors = recent.map(({ at, text, place, requestId }) =>
    [`${ageOf(now - at)} ago`, timeOf(at), text, place, requestId].map((part) => escapeXml(part ?? '')),
  );
  const summary = `${reported} since the start, ${held} of them logged only. The last ${recent.length}:`;
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Status</title><body>',
    `<h1>Status: ${state}</h1>`,
    `<p>Release ${escapeXml(config.release)}, up for ${ageOf(now - startedAt)} since ${timeOf(startedAt)}.`,
    `As of ${timeOf(now)}. <a href="/status">Look again</a> <a href="/metrics">Metrics</a> <a href="/doctor.json">Page doctor</a></p>`,
    table([], await partsOf(observed, now)),
    '<h2>Content</h2>',
    table(['Collection', 'Rows', 'Age', 'Last load'], collections),
    '<h2>Searched in vain</h2>',
    missed.length === 0 ? '<p>Nothing.</p>' : table(['Words', 'Times'], missed),
    '<h2>Recent errors</h2>',
    recent.length === 0 ? '<p>None.</p>' : `<p>${summary}</p>`,
    recent.length === 0 ? '' : table(['Age', 'At', 'Error', 'Where', 'Request'], errors),
    '</body></html>\n',
  ].join('\n');
}

/** What the site stands on, and how each does. */
async function partsOf(observed: Observed, now: number): Promise<readonly Cells[]> {
  const { config, content, counts, pages, redis, telemetry } = observed;
  const collections = content.stats();
  const failing = collections.filter(({ failure }) => failure !== null).length;
  const { lastHookAt } = counts;
  const called = lastHookAt === null ? 'not called yet' : `called ${ageOf(now - lastHookAt)} ago`;
  const dsn = config.sentry?.dsn;
  const connection = redis?.status();
  const since = connection && `for ${ageOf(now - connection.lastChangedAt)}`;
  const requests = await valuesOf(counts.requests, 'route');
  const cached = pages.stats();
  return [
    [
      'Content service',
      failing === 0 ? 'responds' : bad(`${failing} of ${collections.length} collections fail`),
    ],
    ['Content hook', config.contentHookSecret === null ? 'off' : called],
    [
      'Contact service',
      config.contactApiUrl === null
        ? 'not configured'
        : sentAndFailed(await valuesOf(counts.contact, 'outcome')),
    ],
    [
      'Error reporting',
      // The host of the DSN, never its key.
      dsn === undefined ? 'off' : `${sentAndFailed(telemetry.deliveries)} to ${escapeXml(new URL(dsn).host)}`,
    ],
    [
      'Redis',
      connection
        ? connection.isUp
          ? `responds ${since}`
          : bad(`does not respond ${since}`)
        : 'not configured',
    ],
    ['Requests', sum(requests).toLocaleString('en-US')],
    ['Cached pages', `${cached.pages}, ${megabytes(cached.bytes)}`],
    ['Renders in flight', counts.rendersInFlight],
    ['Memory', megabytes(process.memoryUsage.rss())],
  ];
}

function table(heads: Cells, rows: readonly Cells[]): string {
  const cell = (name: string) => (text: string | number) => `<${name}>${text}</${name}>`;
  const line = (cells: Cells, name: string) => `<tr>${cells.map(cell(name)).join('')}</tr>`;
  return `<table>${heads.length > 0 ? line(heads, 'th') : ''}${rows.map((row) => line(row, 'td')).join('\n')}</table>`;
}

const bad = (text: string): string => `<mark>${escapeXml(text)}</mark>`;

/** The values of a counter, summed up by one of its labels. */
async function valuesOf(counter: Counter, label: string): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const { labels, value } of (await counter.get()).values) {
    const name = String(labels[label]);
    values.set(name, (values.get(name) ?? 0) + value);
  }
  return values;
}

const sum = (values: ReadonlyMap<string, number>): number => values.values().reduce((a, b) => a + b, 0);

function sentAndFailed(outcomes: ReadonlyMap<string, number>): string {
  const sent = outcomes.get('sent') ?? 0;
  const failed = sum(outcomes) - sent;
  const text = `${sent} sent, ${failed} failed`;
  return failed > 0 ? bad(text) : text;
}

/** A moment in milliseconds since 1970 as people of any place read it: `2026-11-20 14:40:28 UTC`. */
const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A length of time in milliseconds, in its largest sensible unit. */
function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
