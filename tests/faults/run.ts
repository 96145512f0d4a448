import { availableParallelism, loadavg } from 'node:os';
import { chaos } from './chaos.ts';
import { contentRows } from './content.ts';
import { longRun, shortRun } from './lengths.ts';
import { messageRows } from './messages.ts';
import { processRows } from './process.ts';
import { requestRows } from './requests.ts';
import type { FaultRow, Outcome } from './suite.ts';
import { startWorld } from './world.ts';

// npm run test:faults [-- --long] [ids]: does each fault to the built site under the load of visitors. Prints a line
// for each, and exits with 1 if one is missed; times beyond their limits are reported, but do not count as missed.

const rows: readonly FaultRow[] = [...contentRows, ...processRows, ...requestRows, ...messageRows, chaos];

const args = process.argv.slice(2);
const isLong = args.includes('--long');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const isWanted = ({ id }: FaultRow) =>
  wanted.length === 0 || wanted.some((part) => id.split(' ').includes(part));

const [loadBefore = 0] = loadavg();
const startedAt = performance.now();
const missed: string[] = [];
const world = await startWorld(isLong ? longRun : shortRun);
const run = rows.filter(isWanted);
for (const row of run) {
  const { id, fault, expected } = row;
  const { isHeld, isInTime, measured } = await row
    .run(world)
    .catch((error: unknown): Outcome => ({ measured: `the row failed: ${String(error)}`, isHeld: false }));
  const result = isHeld ? (isInTime === false ? 'late' : 'held') : 'MISSED';
  console.log(`${result.padEnd(7)} ${id.padEnd(6)} ${fault}: ${measured}`);
  if (result !== 'held') console.log(`${''.padEnd(14)} expected: ${expected}`);
  if (!isHeld) missed.push(id);
  await world.restore();
}
await world.close();

const seconds = Math.round((performance.now() - startedAt) / 1_000);
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} cores (load average ${Math.round(loadBefore)} before the start), ${isLong ? 'long' : 'short'} run of ${seconds} s: ${run.length} rows, ${missed.length} missed ${missed.join(' ')}`,
);
process.exit(missed.length === 0 ? 0 : 1);
