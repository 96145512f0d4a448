import { availableParallelism, loadavg } from 'node:os';
import { cacheArea } from './caches.ts';
import { contactArea } from './contact.ts';
import { contentArea } from './content.ts';
import { hostileContentArea } from './hostileContent.ts';
import { longRun, shortRun } from './lengths.ts';
import { processArea } from './process.ts';
import { replicaArea } from './replicas.ts';
import { requestArea } from './requests.ts';
import type { FaultArea, FaultRow } from './suite.ts';
import { type FinishedRow, printRow, tableOf, writeTable } from './table.ts';
import { startWorld } from './world.ts';

// npm run test:faults [-- --long] [--write] [ids or letters of areas]: each fault is done to the built site under
// the load of visitors. Prints a line for each, writes docs/reliability.md with --write, and ends with 1 if one is
// missed.

const areas: readonly FaultArea[] = [
  contentArea,
  hostileContentArea,
  contactArea,
  processArea,
  requestArea,
  cacheArea,
  replicaArea,
];

const args = process.argv.slice(2);
const lengths = args.includes('--long') ? longRun : shortRun;
const wanted = args.filter((arg) => !arg.startsWith('--'));
const isWanted = ({ id, isLongOnly = false }: FaultRow) =>
  wanted.length === 0
    ? lengths.isLong || !isLongOnly
    : wanted.some((part) => id.split(' ').includes(part) || (part.length === 1 && id.startsWith(part)));

const [loadBefore = 0] = loadavg();
const startedAt = performance.now();
const finished: FinishedRow[] = [];
const world = await startWorld(lengths);
for (const { name, rows } of areas) {
  for (const row of rows.filter(isWanted)) {
    const outcome = await row
      .run(world)
      .catch((error: unknown) => ({ measured: `the row failed: ${String(error)}`, isHeld: false }));
    const result = { area: name, row, ...outcome };
    finished.push(result);
    printRow(result);
    await world.restore();
  }
}
await world.close();

const seconds = Math.round((performance.now() - startedAt) / 1_000);
const missed = finished.filter(({ isHeld }) => isHeld === false).length;
const notRun = finished.filter(({ isHeld }) => isHeld === null).length;
const how = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores (load average ${Math.round(loadBefore)} before the start), ${lengths.isLong ? 'long' : 'short'} run of ${seconds} s: ${finished.length - notRun} rows, ${missed} missed${notRun > 0 ? `, ${notRun} not run` : ''}.`;
console.log(how);
if (args.includes('--write')) writeTable(tableOf(finished, how));
process.exit(missed === 0 ? 0 : 1);
