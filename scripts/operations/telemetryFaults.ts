import { median } from '../bench/load.ts';
import { pinThisProcess, unpin } from '../bench/pinning.ts';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { faults, type Manner } from './ingest.ts';
import { checkTelemetryMemory } from './telemetryMemory.ts';
import { type ReportingSite, startReportingSite, type Turn, takeTurn } from './turn.ts';

/** Short, so that what disturbs the machine disturbs neighbours in time alike. */
const turnSeconds = 0.5;
/** Until as much is under way as ever will be. */
const settleSeconds = 3;

/** D21: an error reporting service that is down, slow, refusing or silent must not be noticed by a visitor. */
export async function checkTelemetryFaults(options: CheckOptions): Promise<readonly Figure[]> {
  pinThisProcess();
  const figures = [...(await checkLatency(options)), ...(await checkTelemetryMemory(options))];
  unpin(process.pid);
  return figures;
}

/**
 * Two sites on one core are asked in turn, the service of one faulty and that of the other well, and then with
 * the two exchanged: one process is always a little faster than another of its kind, which this takes out.
 * With both well the ratio says how exact all of it is.
 */
async function checkLatency({ contentUrl, isQuick }: CheckOptions): Promise<Figure[]> {
  const sites = [await startReportingSite(contentUrl), await startReportingSite(contentUrl)] as const;
  // Code that has just begun to run is slower.
  for (const site of [...sites, ...sites]) await takeTurn(site, isQuick ? 2 : 4);
  const figures: Figure[] = [];
  for (const manner of ['well', ...faults] as const) {
    const pairs = isQuick ? 6 : 16;
    const [one, other] = [
      await compareSites(sites[0], sites[1], manner, pairs),
      await compareSites(sites[1], sites[0], manner, pairs),
    ];
    figures.push(...figuresOf(manner, one, other));
  }
  await Promise.all(sites.map((site) => site.stop()));
  return figures;
}

interface Pair {
  readonly faulty: Turn;
  readonly well: Turn;
}

async function compareSites(
  faulty: ReportingSite,
  well: ReportingSite,
  manner: Manner,
  pairs: number,
): Promise<readonly Pair[]> {
  await well.ingest.behave('well');
  await faulty.ingest.behave(manner);
  await takeTurn(faulty, settleSeconds);
  const taken: Pair[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = pair % 2 === 0 ? faulty : well;
    const turn = await takeTurn(first, turnSeconds);
    const next = await takeTurn(first === faulty ? well : faulty, turnSeconds);
    taken.push(first === faulty ? { faulty: turn, well: next } : { faulty: next, well: turn });
  }
  return taken;
}

const kinds = [
  ['median latency', 'median', 'ms'],
  ['99th percentile', 'p99', 'ms'],
  ['processor time', 'microseconds', 'µs'],
] as const;

function figuresOf(manner: Manner, one: readonly Pair[], other: readonly Pair[]): Figure[] {
  const all = [...one, ...other];
  const failures = all.reduce((sum, { faulty, well }) => sum + faulty.failures + well.failures, 0);
  return kinds.map(([what, figure, unit]) => {
    const ratioOf = (pairs: readonly Pair[]) =>
      median(pairs.map(({ faulty, well }) => faulty[figure] / well[figure]));
    const ratio = Math.sqrt(ratioOf(one) * ratioOf(other));
    const [ours, theirs] = (['faulty', 'well'] as const).map((side) =>
      median(all.map((pair) => pair[side][figure])).toFixed(2),
    );
    return {
      name: `D21 ${what} of pages, error reporting ${manner} over well`,
      measured: `${ratio.toFixed(2)} (${ours} and ${theirs} ${unit}, ${failures} failures)`,
      wanted: manner === 'well' ? 'about 1: how exact this is' : '<= 1.1',
      holds: manner === 'well' || (ratio <= 1.1 && failures === 0),
    };
  });
}
