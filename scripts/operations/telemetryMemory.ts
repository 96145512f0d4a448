import { median } from '../bench/load.ts';
import { openSockets } from '../bench/processFacts.ts';
import type { SiteProcess } from '../bench/siteProcess.ts';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { faults } from './ingest.ts';
import { startReportingSite, takeTurn } from './turn.ts';

const samples = 12;
/** What may be held beyond a site whose service is well: sixty-four reports under way and their sockets. */
const mostHeapMb = 5;
const mostSockets = 64;

/** D21: memory and sockets over a longer time of load, for every fault and a service that is well at once. */
export async function checkTelemetryMemory({ contentUrl, isQuick }: CheckOptions): Promise<Figure[]> {
  const manners = ['well', ...faults] as const;
  const sites = await Promise.all(manners.map((manner) => startReportingSite(contentUrl, manner)));
  const seconds = isQuick ? 24 : 120;
  const [well, ...faulty] = await Promise.all(sites.map((site) => watch(site, seconds)));
  await Promise.all(sites.map((site) => site.stop()));
  if (!well) return [];
  return faults.flatMap((manner, at) => {
    const grown = faulty[at];
    if (!grown) return [];
    const both = (figure: 'heapMb' | 'residentMb') => `${signed(grown[figure])} MB (${signed(well[figure])})`;
    return {
      name: `D21 memory over ${seconds} s of load, error reporting ${manner} (well)`,
      measured: `heap ${both('heapMb')}, resident ${both('residentMb')}, ${grown.sockets} (${well.sockets}) sockets`,
      wanted: `heap <= ${mostHeapMb} MB, <= ${mostSockets} sockets more`,
      holds: grown.heapMb - well.heapMb <= mostHeapMb && grown.sockets - well.sockets <= mostSockets,
    };
  });
}

/** How much more a site holds at the end of some time of load than in its first part. */
interface Grown {
  /** In use after a collection. */
  readonly heapMb: number;
  readonly residentMb: number;
  /** Open at the end. */
  readonly sockets: number;
}

/** The last three looks against the third to fifth: before, code is still being compiled. */
async function watch(site: SiteProcess, seconds: number): Promise<Grown> {
  const seen: { readonly heapUsed: number; readonly rss: number }[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    await takeTurn(site, seconds / samples);
    seen.push(await site.memory());
  }
  const grownMb = (figure: 'heapUsed' | 'rss') => {
    const values = seen.map((look) => look[figure]);
    return (median(values.slice(-3)) - median(values.slice(2, 5))) / 1e6;
  };
  return { heapMb: grownMb('heapUsed'), residentMb: grownMb('rss'), sockets: openSockets(site.pid) };
}

const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(1)}`;
