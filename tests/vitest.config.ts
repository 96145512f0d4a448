import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/directus/**', 'node_modules/**'],
    globalSetup: ['tests/support/buildOnce.ts'],
    setupFiles: ['tests/support/failOnConsoleError.ts', 'tests/support/endChildProcesses.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is awaited comes at once on an idle machine; on a busy one it may take its time.
    expect: { poll: { timeout: 5_000 } },
    // Two cores: more workers would only wait for each other, and browsers are heavy.
    maxWorkers: 2,
    // At a desk a test that fails now and then must be found; on a busy shared machine it may be the machine.
    retry: process.env.CI ? 2 : 0,
  },
});
