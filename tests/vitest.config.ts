import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const cores = availableParallelism();

/** A browser keeps two cores busy by itself. All files of such a project share one browser. */
const withBrowser = {
  globalSetup: ['tests/support/browserServer.ts'],
  maxWorkers: Math.max(1, Math.floor(cores / 2)),
};

/** At least two files of a project run at once, even on one core: some of them mostly wait. */
const project = (
  groupOrder: number,
  name: string,
  include: string[],
  options = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include, maxWorkers: Math.max(2, cores), sequence: { groupOrder }, ...options },
});

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    globalSetup: ['tests/support/buildOnce.ts'],
    setupFiles: ['tests/support/failOnConsoleError.ts', 'tests/support/endChildProcesses.ts'],
    // Tests wait for events, not for time; these limits only tell a hang from a slow machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000, interval: 20 } },
    // Files share the modules of a worker: loading the application anew for each would take a third of the run.
    isolate: false,
    // One attempt each: a flaky test must be fixed.
    retry: 0,
    // The groups run one after the other.
    projects: [
      project(1, 'site', ['tests/unit/**/*.test.{ts,tsx}', 'tests/http/**/*.test.ts']),
      project(2, 'browser', ['tests/browser/**/*.test.ts'], withBrowser),
      project(3, 'thorough', ['tests/thorough/http/**/*.test.ts']),
      project(4, 'thoroughBrowser', ['tests/thorough/browser/**/*.test.ts'], withBrowser),
      // These start their own browsers.
      project(5, 'engines', ['tests/thorough/engines/**/*.test.ts'], { maxWorkers: 1 }),
    ],
  },
});
