import type { VitalName } from '../../shared/vitals.ts';
import type { ReadOutcome } from '../content/store/contentSlot.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { FinishedCall } from '../upstream/serviceCaller.ts';
import { createDurations, type Durations } from './durations.ts';
import { type Counts, createCounts, createTally, type Tally } from './tally.ts';

/** What is known of one route. */
export interface RouteCounts {
  readonly statuses: Counts;
  /** Seconds until the whole answer had been handed over. */
  readonly answered: Durations;
  /** Seconds until its first byte. */
  readonly firstByte: Durations;
}

/** What is known of the calls to one collection of the content service. */
export interface CallCounts {
  readonly outcomes: Counts;
  readonly seconds: Durations;
}

/** The vital signs of pages as browsers measure them, for one route. */
export type VitalCounts = { readonly [Name in VitalName]: Durations };

/** Everything that the process counts: fields that are read when somebody asks for the metrics. */
export interface SiteCounts {
  readonly routes: Tally<RouteCounts>;
  readonly pageCache: Counts;
  readonly pictures: Counts;
  readonly renders: Tally<Durations>;
  /** What reads of the content store found, by collection. */
  readonly reads: Tally<Counts>;
  readonly calls: Tally<CallCounts>;
  readonly contact: Counts;
  readonly contactRejected: Counts;
  readonly hook: Counts;
  readonly beacons: Counts;
  readonly envelopes: Counts;
  readonly vitals: Tally<VitalCounts>;
  readonly shed: Counts;
  aborted: number;
  rendersInFlight: number;
  /** Milliseconds since 1970; null: never called. */
  lastHookAt: number | null;
}

/** Makes counts that all stand at nothing. */
export function createSiteCounts(): SiteCounts {
  return {
    routes: createTally(() => ({
      statuses: createCounts(),
      answered: createDurations(),
      firstByte: createDurations(),
    })),
    pageCache: createCounts(),
    pictures: createCounts(),
    renders: createTally(() => createDurations()),
    reads: createTally(() => createCounts()),
    calls: createTally(() => ({ outcomes: createCounts(), seconds: createDurations() }), 30),
    contact: createCounts(),
    contactRejected: createCounts(),
    hook: createCounts(),
    beacons: createCounts(),
    envelopes: createCounts(),
    vitals: createTally(createVitalCounts),
    shed: createCounts(),
    aborted: 0,
    rendersInFlight: 0,
    lastHookAt: null,
  };
}

/** Bounds around the limits of "good" and "poor" of web.dev/articles/vitals. */
function createVitalCounts(): VitalCounts {
  return {
    lcp: createDurations([0.5, 1, 1.8, 2.5, 4, 8]),
    inp: createDurations([0.05, 0.1, 0.2, 0.5, 1]),
    fcp: createDurations([0.5, 1, 1.8, 3, 6]),
    ttfb: createDurations([0.1, 0.2, 0.4, 0.8, 1.8]),
    cls: createDurations([0.01, 0.05, 0.1, 0.25, 0.5]),
  };
}

/** Counts one request that has been answered, or left. */
export function countRequest(
  counts: SiteCounts,
  context: RequestContext,
  status: number,
  aborted: boolean,
): void {
  const now = performance.now();
  const route = counts.routes.of(context.route);
  const seconds = (now - context.startedAt) / 1_000;
  route.statuses.add(String(status));
  route.answered.note(seconds);
  route.firstByte.note(
    context.firstByteAt === null ? seconds : (context.firstByteAt - context.startedAt) / 1_000,
  );
  if (aborted) counts.aborted += 1;
  if (context.route === 'hook') countHook(counts, status);
  if (context.cache === 'none') return;
  (context.route === 'media' ? counts.pictures : counts.pageCache).add(context.cache);
}

function countHook(counts: SiteCounts, status: number): void {
  counts.hook.add(status === 401 ? 'wrongSecret' : status === 200 ? 'accepted' : 'failed');
  if (status !== 401) counts.lastHookAt = Date.now();
}

/** The collection that a content key belongs to: its part before the first separator. */
export const collectionOf = (key: string): string => /^[\w-]{1,40}/.exec(key)?.[0] ?? 'other';

/** Counts one read of the content store, by the collection of its key. */
export function countRead(counts: SiteCounts, key: string, outcome: ReadOutcome): void {
  counts.reads.of(collectionOf(key)).add(outcome);
}

/** Counts one finished call to the content service, by its collection. */
export function countCall(counts: SiteCounts, { endpoint, durationMs, failure }: FinishedCall): void {
  const [, kind = '', collection = ''] = endpoint.split('/', 3);
  const calls = counts.calls.of(kind === 'items' ? collection : kind);
  calls.outcomes.add(failure === null ? 'ok' : failure.kind);
  calls.seconds.note(durationMs / 1_000);
}
