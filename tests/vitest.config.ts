import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { skippedTests } from './support/skippedTests.ts';

const cores = availableParallelism();

// As in production: React's development build takes a third of the time of all tests.
process.env.NODE_ENV = 'production';

/** These render every kind of page with the development build of React, whose warnings fail a test. */
const withReactWarnings = ['html', 'landingPages', 'preview', 'states'].map(
  (name) => `tests/http/${name}.test.ts`,
);

/** All files of such a project share one browser. */
const withBrowser = { globalSetup: ['tests/support/browserServer.ts'] };

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
    reporters: ['default', skippedTests],
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
      project(1, 'site', ['tests/unit/**/*.test.{ts,tsx}', 'tests/http/**/*.test.ts'], {
        exclude: withReactWarnings,
      }),
      project(1, 'reactWarnings', withReactWarnings, { env: { NODE_ENV: 'development' } }),
      project(2, 'browser', ['tests/browser/**/*.test.ts'], withBrowser),
      project(3, 'thorough', ['tests/thorough/http/**/*.test.ts']),
      project(4, 'thoroughBrowser', ['tests/thorough/browser/**/*.test.ts'], {
        ...withBrowser,
        maxWorkers: Math.max(1, Math.floor(cores / 2)),
      }),
      // These start their own browsers.
      project(5, 'engines', ['tests/thorough/engines/**/*.test.ts'], { maxWorkers: 1 }),
    ],
  },
});
