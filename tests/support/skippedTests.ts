import { appendFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Appends a line for each test that was skipped to the file that `SKIPPED_FILE` names, if it does: `.ci/run` fails
 * unless it names them too.
 */
export const skippedTests: Reporter = {
  onTestRunEnd(modules) {
    const file = process.env.SKIPPED_FILE;
    if (!file) return;
    for (const module of modules) {
      for (const test of module.children.allTests('skipped'))
        appendFileSync(file, `${module.relativeModuleId}: ${test.fullName}\n`);
    }
  },
};
