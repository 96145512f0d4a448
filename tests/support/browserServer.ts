import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of the run listens. */
    readonly browserAddress: string;
  }
}

let server: BrowserServer;

/** Starts the one browser that all test files of a project share. */
export async function setup(project: TestProject): Promise<void> {
  server = await chromium.launchServer(await launchOptions());
  project.provide('browserAddress', server.wsEndpoint());
}

/** Ends the browser. */
export async function teardown(): Promise<void> {
  await server.close();
}
