import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const cores = availableParallelism();

/** A browser keeps two cores busy by itself. All files of such a project share one. */
const withBrowser = {
  globalSetup: ['tests/support/browserServer.ts'],
  maxWorkers: Math.max(1, Math.floor(cores / 2)),
};

/** Files of a project run two at a time at least: some of them wait more than they work. */
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
    // What is awaited is an event, which ends the wait; these limits only tell a hang from a slow machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000, interval: 20 } },
    // Files share the modules of a worker, or each would load the application anew: a third of the run.
    isolate: false,
    // One attempt each: a test that fails now and then is to be mended.
    retry: 0,
    // One group after the other.
    projects: [
      project(1, 'site', ['tests/unit/**/*.test.{ts,tsx}', 'tests/http/**/*.test.ts']),
      project(2, 'browser', ['tests/browser/**/*.test.ts'], withBrowser),
      project(3, 'thorough', ['tests/thorough/http/**/*.test.ts']),
      project(4, 'thoroughBrowser', ['tests/thorough/browser/**/*.test.ts'], withBrowser),
      // They start browsers of their own.
      project(5, 'engines', ['tests/thorough/engines/**/*.test.ts'], { maxWorkers: 1 }),
    ],
  },
});
