/**
 * `npm run check:operations`: the figures of the operations side, against the built site and servers on
 * loopback. `--quick` makes few and short rounds, `--no-limit` reports without failing (a machine that others
 * use as well says little about ratios). Names of parts as arguments run only those.
 */
import { startContentService } from '../server/demo/contentService.ts';
import { checkRollingStops } from './operations/rollingStops.ts';
import { checkStuckExit } from './operations/stuckExit.ts';
import { checkTelemetryCost } from './operations/telemetryCost.ts';
import { checkTelemetryFaults } from './operations/telemetryFaults.ts';

/** One figure: what was measured, what it has to be, and whether it is. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly wanted: string;
  readonly holds: boolean;
}

export interface CheckOptions {
  readonly contentUrl: string;
  readonly isQuick: boolean;
}

/** What is measured, by the name that an argument gives it. Null: this machine lacks what it needs. */
const parts: Readonly<Record<string, (options: CheckOptions) => Promise<readonly Figure[] | null>>> = {
  cost: checkTelemetryCost,
  faults: checkTelemetryFaults,
  exit: checkStuckExit,
  rolling: checkRollingStops,
};

const wanted = process.argv.slice(2);
const named = Object.keys(parts).filter((name) => wanted.includes(name));
const content = await startContentService();
const options = { contentUrl: content.url, isQuick: wanted.includes('--quick') };
let failed = 0;
const rows: Figure[] = [];
const startedAt = performance.now();
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  // A part that breaks must not take with it what the others have found, or will.
  const figures = await parts[name]?.(options).catch((error: unknown) => {
    console.error(error);
    return [{ name, measured: 'broke off', wanted: 'figures', holds: false }];
  });
  if (!figures) {
    console.log(`skipped: ${name} (nginx is not installed)`);
    continue;
  }
  for (const { name: what, measured, wanted: limit, holds } of figures) {
    console.log(`${holds ? 'ok  ' : 'MISS'} ${what}: ${measured} (wanted ${limit})`);
    if (!holds) failed += 1;
  }
  rows.push(...figures);
}
// To be pasted into docs/operations.md.
console.log(`\nAfter ${Math.round((performance.now() - startedAt) / 1_000)} s:\n`);
console.log('| | measured | wanted |\n|---|---|---|');
for (const { name, measured, wanted: limit } of rows) console.log(`| ${name} | ${measured} | ${limit} |`);
await content.close();
process.exit(failed > 0 && !wanted.includes('--no-limit') ? 1 : 0);
