import { expect, it } from 'vitest';
import type { FaultMode } from '../../support/faults.ts';
import type { Verb } from '../../support/faultyServer.ts';
import { failOneVerb, type Mail } from '../../support/oneVerb.ts';

const verbs: readonly Verb[] = ['rights', 'create', 'update', 'read', 'list'];
const mails: readonly Mail[] = ['well', 'away', 'returning'];
const faults: Readonly<Record<string, FaultMode>> = {
  'hangs, and nothing is done': { kind: 'blackhole' },
  'is done, and answered after eight seconds': { kind: 'slow', ms: 8_000 },
  'is done, and answered after a second and a half': { kind: 'slow', ms: 1_500 },
};

// By the real time: eighty seconds each.
it('C20 while one verb of Directus hangs or is late, messages go out once, and calls and log stay few', {
  timeout: 240_000,
}, async () => {
  const cells = verbs.flatMap((verb) =>
    Object.entries(faults).flatMap(([what, mode]) => mails.map((mail) => ({ verb, what, mode, mail }))),
  );
  const run = async ({ what, ...cell }: (typeof cells)[number]) =>
    (await failOneVerb(cell, true)).map((problem) => `${cell.verb} ${what}, mail ${cell.mail}: ${problem}`);
  expect((await Promise.all(cells.map(run))).flat()).toEqual([]);
});
