import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['tests/directus/**/*.test.ts'],
    globalSetup: [
      'tests/support/buildOnce.ts',
      'tests/support/browserServer.ts',
      'tests/directus/startDirectus.ts',
    ],
    setupFiles: ['tests/support/failOnConsoleError.ts', 'tests/support/endChildProcesses.ts'],
    testTimeout: 120_000,
    expect: { poll: { timeout: 45_000, interval: 50 } },
    // The start of a second instance, and its provisioning.
    hookTimeout: 120_000,
    // One instance that all files share and some of them change.
    fileParallelism: false,
    retry: 0,
  },
});
