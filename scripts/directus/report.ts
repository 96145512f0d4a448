/** The output of the provisioning: one line for each thing, and counts for the end. */
export interface Report {
  /** Something that was created. */
  made(what: string): void;
  /** Something that existed and is left as it is. */
  kept(what: string): void;
  /** Something that existed and is set to the demo content again. */
  overwrote(what: string): void;
  /** Something that the person should know or do. */
  warn(what: string): void;
  /** How many lines of each kind there were. */
  counts(): Readonly<Record<ReportedKind, number>>;
}

export type ReportedKind = 'made' | 'kept' | 'overwrote' | 'warned';

/** Writes a report line by line. */
export function createReport(write: (line: string) => void): Report {
  const counts = { made: 0, kept: 0, overwrote: 0, warned: 0 };
  const line = (kind: ReportedKind, word: string) => (what: string) => {
    counts[kind] += 1;
    write(`${word.padEnd(9)} ${what}`);
  };
  return {
    made: line('made', 'made'),
    kept: line('kept', 'kept'),
    overwrote: line('overwrote', 'overwrote'),
    warn: line('warned', 'note'),
    counts: () => ({ ...counts }),
  };
}
