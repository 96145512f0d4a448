import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    globalSetup: ['tests/support/buildOnce.ts'],
    setupFiles: ['tests/support/failOnConsoleError.ts', 'tests/support/endChildProcesses.ts'],
    // What is awaited is an event, which ends the wait; these limits only tell a hang from a slow machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
    // One attempt each: a test that fails now and then is to be mended.
    retry: 0,
    // Three groups, one after the other: a browser keeps two cores busy by itself.
    projects: [
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/http/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/browserServer.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: ['tests/thorough/**/*.test.ts'],
          globalSetup: ['tests/support/browserServer.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
