import { defineConfig } from 'vitest/config';
import { skippedTests } from '../support/skippedTests.ts';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    reporters: ['default', skippedTests],
    include: ['tests/directus/**/*.test.ts'],
    globalSetup: [
      'tests/support/buildOnce.ts',
      'tests/support/browserServer.ts',
      'tests/directus/startDirectus.ts',
    ],
    setupFiles: ['tests/support/failOnConsoleError.ts', 'tests/support/endChildProcesses.ts'],
    testTimeout: 120_000,
    expect: { poll: { timeout: 45_000, interval: 50 } },
    // Long enough to start and provision a second instance.
    hookTimeout: 120_000,
    // All files share one instance, and some change it.
    fileParallelism: false,
    retry: 0,
  },
});
