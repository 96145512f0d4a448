import { readFileSync, writeFileSync } from 'node:fs';
import type { FaultRow, Outcome } from './suite.ts';

/** A row that was run. */
export interface FinishedRow extends Outcome {
  readonly area: string;
  readonly row: Pick<FaultRow, 'id' | 'fault' | 'expected'>;
}

const marker = '<!-- What follows is written by `npm run test:faults -- --write`. -->';
const file = new URL('../../docs/reliability.md', import.meta.url);
const catalogue = new URL('../../docs/faults.md', import.meta.url);

/** One line on the console, at once. */
export function printRow({ row, measured, isHeld }: FinishedRow): void {
  const result = isHeld === null ? 'not run' : isHeld ? 'held' : 'MISSED';
  console.log(`${result.padEnd(7)} ${row.id.padEnd(6)} ${row.fault}: ${measured}`);
}

/** Every fault of the catalogue: those that were run with what was measured, the others with the tests that prove them. */
export function tableOf(rows: readonly FinishedRow[], how: string): string {
  const areas = [...new Set(rows.map(({ area }) => area))].map((area) => [
    '',
    `### ${area}`,
    '',
    '| row | fault | expected | measured | held |',
    '|---|---|---|---|---|',
    ...rows
      .filter((finished) => finished.area === area)
      .map(
        ({ row: { id, fault, expected }, measured, isHeld }) =>
          `| ${id} | ${fault} | ${expected} | ${measured} | ${isHeld === null ? 'not run' : isHeld ? 'yes' : '**no**'} |`,
      ),
  ]);
  const run = new Set(rows.flatMap(({ row, isHeld }) => (isHeld === null ? [] : row.id.split(' '))));
  const proved = readFileSync(catalogue, 'utf8').matchAll(/^\| ([A-H]-?\d+) \| (.*?) \| .* \| (.*?) \|$/gm);
  const others = [...proved].filter(([, id = '']) => !run.has(id));
  return [
    how,
    ...areas.flat(),
    '',
    '### Proved by tests alone',
    '',
    '| row | fault | proved by |',
    '|---|---|---|',
    ...others.map(([, id, fault, tests]) => `| ${id} | ${fault} | ${tests} |`),
  ].join('\n');
}

/** Replaces what stands below the marker in `docs/reliability.md`. */
export function writeTable(table: string): void {
  const [above = ''] = readFileSync(file, 'utf8').split(marker);
  writeFileSync(file, `${above}${marker}\n\n${table}\n`);
}
